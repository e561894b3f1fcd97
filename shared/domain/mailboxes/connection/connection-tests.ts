import { classifyConnectionError } from "./connection-errors.ts";
import type { MailProtocol } from "../egress/egress.ts";
import type { Credential, ImapAccount, SmtpAccount } from "../mailbox.ts";
import type { ConnectionFailure, ConnectionTests } from "../ports.ts";

/** How long a login may take: the request ends after 29 s, and the token endpoint may have had its part of that. */
const LIMIT_MS = 15_000;

/** The very logins that mail is sent and read through; both throw what classifyConnectionError reads. */
export interface Logins {
  smtp(account: SmtpAccount): Promise<{ close(): void }>;
  imap(account: ImapAccount, signal: AbortSignal): Promise<{ close(): void }>;
}

/** Tests logins within a time limit. */
export const connectionTests = (logins: Logins, limitMs = LIMIT_MS): ConnectionTests => ({
  smtp: (account) => failureOf("SMTP", account.credential, limitMs, () => logins.smtp(account)),
  imap: (account) => failureOf("IMAP", account.credential, limitMs, (signal) => logins.imap(account, signal)),
});

const failureOf = async (
  protocol: MailProtocol,
  credential: Credential,
  limitMs: number,
  open: (signal: AbortSignal) => Promise<{ close(): void }>,
): Promise<ConnectionFailure | undefined> => {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("the login took too long")), { once: true });
  });
  try {
    const opened = open(signal);
    // A connection that opens after its time is closed all the same.
    void opened.then((connection) => connection.close()).catch(() => undefined);
    await Promise.race([opened, late]);
    return undefined;
  } catch (error) {
    return classifyConnectionError(error, { protocol, credential: "accessToken" in credential ? "oauth" : "password" });
  }
};
