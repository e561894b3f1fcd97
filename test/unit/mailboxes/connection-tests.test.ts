import { describe, expect, it, vi } from "vitest";
import type { MailReader, MailSession } from "#shared/domain/inbox/ports.ts";
import { mailLogins } from "#shared/domain/inbox/mail-logins.ts";
import { connectionTests } from "#shared/domain/mailboxes/connection/connection-tests.ts";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import type { Submission, Submissions } from "#shared/domain/sending/ports/submission.ts";

const settings = { host: "mail.example.com", port: 587, username: "u" };
const smtp = { ...settings, secure: "starttls", credential: { password: "p" } } as const;
const imap = { ...settings, credential: { accessToken: "t" } };

const tests = (ports: { open?: Submissions["open"]; read?: MailReader["open"] }, limitMs?: number) =>
  connectionTests(
    mailLogins({
      submissions: { open: ports.open ?? (() => Promise.reject(new Error("not asked"))) },
      mailReader: { open: ports.read ?? (() => Promise.reject(new Error("not asked"))) },
    }),
    limitMs,
  );

describe("testing a login", () => {
  it("closes the connection that it opened", async () => {
    const close = vi.fn<() => void>();

    const login = tests({
      open: async () => ({ close }) as unknown as Submission,
      read: async () => ({ close }) as unknown as MailSession,
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

  it("names the grant of an OAuth account", async () => {
    const login = tests({ read: () => Promise.reject(new MailFailure("IMAP", "credentials", { at: "login" })) });

    expect(await login.imap(imap)).toMatchObject({ protocol: "IMAP", status: "disconnected", field: "refreshToken" });
  });

  it("gives up in time on a server that says nothing, and closes the connection when it opens after all", async () => {
    const close = vi.fn<() => void>();
    let answer: (session: MailSession) => void = () => undefined;
    const login = tests({ read: () => new Promise((resolve) => (answer = resolve)) }, 20);

    expect(await login.imap(imap)).toMatchObject({ status: "error" });
    answer({ close } as unknown as MailSession);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it.each([
    [Object.assign(new Error("getaddrinfo ENOTFOUND x"), { code: "ENOTFOUND" }), /no public mail server/],
    [Object.assign(new Error("getaddrinfo EAI_AGAIN x"), { code: "EAI_AGAIN" }), /cannot be looked up/],
    [Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:25"), { code: "ECONNREFUSED" }), /refuses connections/],
    [new Error("timed out"), /does not answer.*use tls/],
    [Object.assign(new Error("wrong version number"), { code: "ERR_SSL_WRONG_VERSION_NUMBER" }), /does not begin with TLS.*starttls/],
    [Object.assign(new Error("x"), { code: "CERT_HAS_EXPIRED" }), /certificate/],
    [new Error("closed during TLS"), /check host, port and encryption/],
  ])("names the cause where nobody is reached: %s", async (cause, words) => {
    const error = new MailFailure("IMAP", String(Object(cause).code).startsWith("CERT") ? "certificate" : "unreachable", { cause });

    const failure = await tests({ read: () => Promise.reject(error) }).imap({ ...imap, credential: { password: "p" } });

    expect(failure).toMatchObject({ status: "error", field: "imapHost", message: expect.stringMatching(words) });
    expect(failure?.message).not.toMatch(/10\.0|ENOTFOUND|getaddrinfo/);
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

    await connectionTests({ smtp: refusing, imap: refusing }, 1_000, pace).smtp(smtp);

    expect(now).toBe(expected);
  });

  it("answers a success at once", async () => {
    const wait = vi.fn<() => Promise<void>>();

    await connectionTests({ smtp: async () => ({ close() {} }), imap: async () => ({ close() {} }) }, 1_000, { now: () => 0, wait }).smtp(
      smtp,
    );

    expect(wait).not.toHaveBeenCalled();
  });
});
