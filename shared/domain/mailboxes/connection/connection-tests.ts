import { classifyConnectionError } from "./connection-errors.ts";
import { unreachedCause } from "./unreached-cause.ts";
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

/** A failure takes whole steps of time, whatever its cause: the clock tells no more of a network than the words do (S3). */
const STEP_MS = 1_000;

/** The clock that failures are rounded by. */
export interface Pace {
  now(): number;
  wait(ms: number): Promise<void>;
}

const realTime: Pace = {
  now: () => performance.now(),
  wait: (ms) =>
    new Promise((done) => {
      setTimeout(done, ms);
    }),
};

/** Tests logins within a time limit. */
export const connectionTests = (logins: Logins, limitMs = LIMIT_MS, pace = realTime): ConnectionTests => {
  const paced = async (test: () => Promise<ConnectionFailure | undefined>): Promise<ConnectionFailure | undefined> => {
    const began = pace.now();
    const failure = await test();
    const took = pace.now() - began;
    if (failure) await pace.wait(Math.ceil(Math.max(1, took) / STEP_MS) * STEP_MS - took);
    return failure;
  };
  return {
    smtp: (account) => paced(() => failureOf("SMTP", account.credential, limitMs, () => logins.smtp(account))),
    imap: (account) => paced(() => failureOf("IMAP", account.credential, limitMs, (signal) => logins.imap(account, signal))),
  };
};

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
    const failure = classifyConnectionError(error, { protocol, credential: "accessToken" in credential ? "oauth" : "password" });
    const cause = failure.field === "ipId" || failure.status === "disconnected" ? undefined : unreachedCause(error);
    return cause === undefined ? failure : { ...failure, message: `${protocol}: ${cause}` };
  }
};
