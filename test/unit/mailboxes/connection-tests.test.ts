import { describe, expect, it, vi } from "vitest";
import type { MailReader, MailSession } from "#shared/inbox/ports/mail-session.ts";
import { mailLogins } from "#shared/inbox/purge-mailbox.ts";
import { connectionTests, type Logins } from "#shared/mailboxes/connection/connection-tests.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Submission, Submissions } from "#shared/sending/ports/submission.ts";

const settings = { host: "mail.example.com", port: 587, username: "u" };
const smtp = { ...settings, secure: "starttls", credential: { password: "p" } } as const;
const imap = { ...settings, credential: { accessToken: "t" } };

const speaksTls = async () => false;
const tests = (
  ports: { open?: Submissions["open"]; read?: MailReader["open"]; speaksTls?: Logins["speaksTls"] },
  loginMs = 15_000,
  silenceMs = 3_000,
) =>
  connectionTests(
    mailLogins({
      submissions: { open: ports.open ?? (() => Promise.reject(new Error("not asked"))) },
      mailReader: { open: ports.read ?? (() => Promise.reject(new Error("not asked"))) },
      speaksTls: ports.speaksTls ?? (async () => false),
    }),
    { loginMs, silenceMs },
  );

describe("testing a login", () => {
  it("closes the connection that it opened", async () => {
    const close = vi.fn<() => void>();

    const login = tests({
      open: async () => ({ close }) as unknown as Submission,
      read: async () => ({ close, open: async () => undefined }) as unknown as MailSession,
    });

    expect(await login.smtp(smtp)).toBeUndefined();
    expect(await login.imap(imap)).toBeUndefined();
    expect(close).toHaveBeenCalledTimes(2);
  });

  it("names the password when the server refuses the login", async () => {
    const login = tests({
      open: () => Promise.reject(new MailFailure("SMTP", "credentials", { at: "login", code: 535, reply: "535 5.7.8 no" })),
    });

    expect(await login.smtp(smtp)).toMatchObject({ protocol: "SMTP", status: "disconnected", field: "smtpPassword" });
  });

  it("names the host when nobody is reached", async () => {
    const login = tests({ open: () => Promise.reject(new MailFailure("SMTP", "unreachable")) });

    expect(await login.smtp(smtp)).toMatchObject({ status: "error", field: "smtpHost" });
  });

  it("refuses a server that offers no login, unless its owner says that it needs none", async () => {
    const opened = (isAnonymous: boolean) =>
      tests({ open: async () => ({ isAnonymous, close: () => undefined }) as unknown as Submission });

    expect(await opened(true).smtp(smtp)).toMatchObject({
      status: "error",
      field: "smtpPort",
      message: expect.stringMatching(/^SMTP: the server offers no login at this port.*587.*needs no login \(none\)/),
    });
    expect(await opened(true).smtp({ ...smtp, auth: "none" })).toBeUndefined();
    expect(await opened(false).smtp(smtp)).toBeUndefined();
    expect(await opened(true).smtp({ ...smtp, credential: { accessToken: "t" } })).toMatchObject({ field: "refreshToken" });
  });

  it("names the grant of an OAuth account", async () => {
    const login = tests({ read: () => Promise.reject(new MailFailure("IMAP", "credentials", { at: "login" })) });

    expect(await login.imap(imap)).toMatchObject({ protocol: "IMAP", status: "disconnected", field: "refreshToken" });
  });

  it("gives up in time on a server that says nothing, and closes the connection when it opens after all", async () => {
    const close = vi.fn<() => void>();
    let answer: (session: MailSession) => void = () => undefined;
    const login = tests({ read: () => new Promise((resolve) => (answer = resolve)) }, 20);

    expect(await login.imap(imap)).toMatchObject({ status: "error" });
    answer({ close, open: async () => undefined } as unknown as MailSession);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it.each([
    [Object.assign(new Error("getaddrinfo ENOTFOUND x"), { code: "ENOTFOUND" }), /no public mail server/],
    [Object.assign(new Error("getaddrinfo EAI_AGAIN x"), { code: "EAI_AGAIN" }), /cannot be looked up/],
    [Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:25"), { code: "ECONNREFUSED" }), /refuses connections/],
    [new Error("timed out"), /does not answer.*use tls/],
    [Object.assign(new Error("x"), { code: "CERT_HAS_EXPIRED" }), /certificate/],
    [new Error("closed during TLS"), /check host, port and encryption/],
  ])("names the cause where nobody is reached: %s", async (cause, words) => {
    const error = new MailFailure("IMAP", String(Object(cause).code).startsWith("CERT") ? "certificate" : "unreachable", { cause });

    const failure = await tests({ read: () => Promise.reject(error) }).imap({ ...imap, credential: { password: "p" } });

    expect(failure).toMatchObject({ status: "error", field: "imapHost", message: expect.stringMatching(words) });
    expect(failure?.message).not.toMatch(/10\.0|ENOTFOUND|getaddrinfo/);
  });

  it("names the mode of a server that answers a TLS hello in plain text", async () => {
    const cause = Object.assign(new Error("wrong version number"), { code: "ERR_SSL_WRONG_VERSION_NUMBER" });
    const unreachable = (protocol: "SMTP" | "IMAP") => () => Promise.reject(new MailFailure(protocol, "unreachable", { cause }));
    const login = tests({ open: unreachable("SMTP"), read: unreachable("IMAP") });

    expect(await login.smtp({ ...smtp, secure: "tls" })).toMatchObject({
      status: "error",
      field: "smtpSecure",
      message: "SMTP: the server does not start with TLS at port 587; use starttls there, or tls at port 465",
    });
    expect(await login.imap({ ...imap, port: 1143, credential: { password: "p" } })).toMatchObject({
      field: "imapPort",
      message: expect.stringMatching(/does not start with TLS at port 1143.*993/),
    });
  });

  it("names the mode of a silent server that answers a TLS hello, and asks a server only that was to begin in plain text", async () => {
    const silent = () => new Promise<never>(() => undefined);
    const asked: unknown[] = [];
    const login = tests({ open: silent, read: silent, speaksTls: async (target) => asked.push(target) > 0 }, 100, 5);

    expect(await login.smtp({ ...smtp, port: 465 })).toMatchObject({
      status: "error",
      field: "smtpSecure",
      message: "SMTP: the server starts with TLS at port 465; use tls there, or starttls at port 587",
    });
    expect(await login.imap({ ...imap, port: 143, credential: { password: "p" } })).toMatchObject({ field: "imapPort" });
    expect(asked).toEqual([
      { host: "mail.example.com", port: 465, protocol: "SMTP" },
      { host: "mail.example.com", port: 143, protocol: "IMAP" },
    ]);
    expect((await login.smtp({ ...smtp, secure: "tls" }))?.message).toMatch(/does not answer/);
    expect((await login.imap({ ...imap, port: 993 }))?.message).toMatch(/does not answer/);
    expect(asked).toHaveLength(2);
  });

  it("waits on for a slow greeting of a server that answers no TLS hello", async () => {
    const late = () => new Promise<Submission>((done) => setTimeout(() => done({ close() {} } as unknown as Submission), 60));

    expect(await tests({ open: late }, 1_000, 5).smtp(smtp)).toBeUndefined();
  });

  it.each([
    [0, 1_000],
    [3, 1_000],
    [999, 1_000],
    [1_001, 2_000],
    [14_500, 15_000],
  ])("takes whole seconds to fail, whatever the cause: %i ms become %i", async (took, expected) => {
    let now = 0;
    const pace = { now: () => now, wait: async (ms: number) => void (now += ms) };
    const refusing = async () => {
      now += took;
      throw new MailFailure("SMTP", "unreachable");
    };

    await connectionTests({ smtp: refusing, imap: refusing, speaksTls }, { loginMs: 1_000, silenceMs: 1_000 }, pace).smtp(smtp);

    expect(now).toBe(expected);
  });

  it("answers a success at once", async () => {
    const wait = vi.fn<() => Promise<void>>();

    const logins = { smtp: async () => ({ close() {} }), imap: async () => ({ close() {} }), speaksTls };
    await connectionTests(logins, { loginMs: 1_000, silenceMs: 1_000 }, { now: () => 0, wait }).smtp(smtp);

    expect(wait).not.toHaveBeenCalled();
  });
});
