import { describe, expect, it, vi } from "vitest";
import type { MailReader, MailSession } from "#shared/domain/inbox/ports.ts";
import { mailLogins } from "#shared/domain/inbox/mail-logins.ts";
import { connectionTests } from "#shared/domain/mailboxes/connection/connection-tests.ts";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import type { Submission, Submissions } from "#shared/domain/sending/ports.ts";

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

    expect(await login.smtp(smtp)).toMatchObject({ protocol: "SMTP", status: "disconnected", field: "smtp_password" });
  });

  it("names the host when nobody is reached", async () => {
    const login = tests({ open: () => Promise.reject(new MailFailure("SMTP", "unreachable")) });

    expect(await login.smtp(smtp)).toMatchObject({ status: "error", field: "smtp_host" });
  });

  it("names the grant of an OAuth account", async () => {
    const login = tests({ read: () => Promise.reject(new MailFailure("IMAP", "credentials", { at: "login" })) });

    expect(await login.imap(imap)).toMatchObject({ protocol: "IMAP", status: "disconnected", field: "refresh_token" });
  });

  it("gives up in time on a server that says nothing, and closes the connection when it opens after all", async () => {
    const close = vi.fn<() => void>();
    let answer: (session: MailSession) => void = () => undefined;
    const login = tests({ read: () => new Promise((resolve) => (answer = resolve)) }, 20);

    expect(await login.imap(imap)).toMatchObject({ status: "error" });
    answer({ close } as unknown as MailSession);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });
});
