import { notFound, Refusal } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { MailProtocol, EgressTarget } from "#shared/platform/egress/egress.ts";
import { healthAfterFailure, healthAfterSuccess, testStoredLogin } from "./test-logins.ts";
import type { ConnectionFailure, ConnectionTests, MailAccounts, Mailboxes, MailboxChanges } from "../ports.ts";
import { classifyConnectionError } from "./connection-errors.ts";
import { spokePlainText, unreachedCause, MailFailure } from "./mail-failure.ts";
import { isAtApi, type ReadAccount, type SubmissionAccount } from "../mailbox.ts";

/** The dependencies of testing a mailbox. */
export interface TestPorts {
  readonly mailboxes: Mailboxes;
  readonly connectionTests: ConnectionTests;
  readonly mailAccounts: MailAccounts;
  readonly clock: Clock;
}

const protocols: readonly MailProtocol[] = ["SMTP", "IMAP"];

/**
 * Logs in with the stored credentials, and sets the mailbox's status by the result at once (api/README.md, "Mailboxes", Status). Throws `notFound`,
 * and `connectionFailed` with a message that names SMTP or IMAP.
 */
export const testMailbox = async (ports: TestPorts, userId: string, id: string): Promise<void> => {
  const mailbox = await ports.mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  if (mailbox.deletedAt)
    throw new Refusal("connectionFailed", "SMTP: the mailbox is disconnected, its credentials are erased: connect it again");
  const outcomes = await Promise.all(
    protocols.map(async (protocol) => ({ protocol, failure: await testStoredLogin(ports, mailbox, protocol) })),
  );

  const messages = outcomes.flatMap(({ failure }) => (failure ? [failure.message] : []));

  const now = ports.clock.now();
  let changes: MailboxChanges = {};
  // The last failure decides the status: refusals weigh more than outages.
  for (const { protocol, failure } of outcomes.toSorted((a, b) => weight(a.failure) - weight(b.failure))) {
    const current = { ...mailbox, ...changes };
    const { status, statusSince, ...counters } = failure
      ? healthAfterFailure(current, failure, now, { atOnce: true })
      : healthAfterSuccess(current, protocol, now);
    // A success does not restore the status while the other protocol fails.
    const moves = status && statusSince && (failure || messages.length === 0);
    changes = { ...changes, ...counters, ...(moves && { status, statusSince }) };
  }
  await ports.mailboxes.note(mailbox, changes);

  if (messages.length > 0) throw new Refusal("connectionFailed", messages.join("; "));
};

const weight = (failure: ConnectionFailure | undefined) => (failure === undefined ? 2 : failure.status === "disconnected" ? 1 : 0);

/** How TLS starts: with the connection, or by a command in plain text (RFC 8314, 3). */
type TlsMode = "tls" | "starttls";

/** The port on which IMAP starts in plain text (RFC 8314, 3.2). */
const IMAP_STARTTLS_PORT = 143;

/** A TLS mode that the server uses at a port, other than the configured one. */
interface WrongMode {
  readonly protocol: MailProtocol;
  readonly port: number;
  readonly speaks: TlsMode;
}

/** The configured TLS mode: SMTP has a field for it, IMAP goes by the port. */
const tlsModeOf = ({ port, secure }: { readonly port: number; readonly secure?: TlsMode }): TlsMode =>
  secure ?? (port === IMAP_STARTTLS_PORT ? "starttls" : "tls");

/** The wrong field and what to do, for the mailbox's owner. */
const wrongModeFailure = ({ protocol, port, speaks }: WrongMode): Pick<ConnectionFailure, "field" | "message"> => ({
  field: protocol === "SMTP" ? "smtpSecure" : "imapPort",
  message: `${protocol}: ${remedies[protocol][speaks](port)}`,
});

const remedies: Readonly<Record<MailProtocol, Readonly<Record<TlsMode, (port: number) => string>>>> = {
  SMTP: {
    tls: (port) => `the server starts with TLS at port ${port}; use tls there, or starttls at port 587`,
    starttls: (port) => `the server does not start with TLS at port ${port}; use starttls there, or tls at port 465`,
  },
  IMAP: {
    tls: (port) => `the server starts with TLS at port ${port}, where STARTTLS is usual; use its TLS port, 993`,
    starttls: (port) => `the server does not start with TLS at port ${port}; use its TLS port, 993, or STARTTLS at port 143`,
  },
};

/**
 * Time limits. The login: the request ends after 29 s, and the token endpoint may have used a part. The silence: when a server has said nothing for
 * so long, a TLS hello finds out whether it waits for TLS, while the wait for a slow greeting goes on.
 */
const LIMITS = { loginMs: 15_000, silenceMs: 3_000 };

/** What a login opened; `isAnonymous`: the server offered none, or none was wanted. */
interface Opened {
  readonly isAnonymous?: boolean;
  close(): void;
}

/** The logins that delivery and pulls use; both throw errors that classifyConnectionError understands. */
export interface Logins {
  smtp(account: SubmissionAccount): Promise<Opened>;
  imap(account: ReadAccount, signal: AbortSignal): Promise<{ close(): void }>;
  /** Whether the server answers a TLS hello at the start of a connection; never rejects. */
  speaksTls(target: EgressTarget): Promise<boolean>;
}

/**
 * A failure takes whole steps of time, whatever its cause, so that the time reveals no more about a network than the message does (S3 in
 * SECURITY.md).
 */
const STEP_MS = 1_000;

/** The clock by which failures are delayed to whole steps. */
interface Pace {
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

/** Tests logins within time limits. */
export const connectionTests = (logins: Logins, limits = LIMITS, pace = realTime): ConnectionTests => {
  const paced = async (test: () => Promise<ConnectionFailure | undefined>): Promise<ConnectionFailure | undefined> => {
    const began = pace.now();
    const failure = await test();
    const took = pace.now() - began;
    if (failure) await pace.wait(Math.ceil(Math.max(1, took) / STEP_MS) * STEP_MS - took);
    return failure;
  };
  return {
    smtp: (account) => paced(() => failureOf({ logins, limits, protocol: "SMTP", account }, () => logins.smtp(account))),
    imap: (account) => paced(() => failureOf({ logins, limits, protocol: "IMAP", account }, (signal) => logins.imap(account, signal))),
  };
};

interface Test {
  readonly logins: Logins;
  readonly limits: typeof LIMITS;
  readonly protocol: MailProtocol;
  readonly account: SubmissionAccount | ReadAccount;
}

const failureOf = async (test: Test, open: (signal: AbortSignal) => Promise<Opened>): Promise<ConnectionFailure | undefined> => {
  const { limits, protocol, account } = test;
  const signal = AbortSignal.timeout(limits.loginMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("the login took too long")), { once: true });
  });
  const silence = wrongModeBehindSilence(test);
  try {
    const opened = open(signal);
    // A connection that opens too late is closed as well.
    void opened.then((connection) => connection.close()).catch(() => undefined);
    const { isAnonymous = false } = await Promise.race([opened, late, silence.found]);
    const isMeant = "auth" in account && account.auth === "none";
    if (isAnonymous && !isMeant) throw new MailFailure(protocol, "noLogin", { at: "login" });
    return undefined;
  } catch (error) {
    const credential = "accessToken" in account.credential ? "oauth" : "password";
    const failure = classifyConnectionError(error, { protocol, credential });
    if (error instanceof BeginsWithTls) return { ...failure, ...wrongModeFailure({ protocol, port: account.port, speaks: "tls" }) };
    if (credential === "password" && spokePlainText(error))
      return { ...failure, ...wrongModeFailure({ protocol, port: account.port, speaks: "starttls" }) };
    const cause = failure.field === "ipId" || failure.status === "disconnected" ? undefined : unreachedCause(error);
    return cause === undefined ? failure : { ...failure, message: `${protocol}: ${cause}` };
  } finally {
    silence.stop();
  }
};

/** The server waits for TLS on a connection that should start in plain text. */
class BeginsWithTls extends Error {
  override readonly name = "BeginsWithTls";
}

/** Rejects when a server that should greet in plain text is silent and answers a TLS hello; otherwise it never settles. */
const wrongModeBehindSilence = ({ logins, limits, protocol, account }: Test) => {
  let timer: NodeJS.Timeout | undefined;
  const found = new Promise<never>((_, reject) => {
    if (isAtApi(account) || tlsModeOf(account) === "tls") return;
    const ask = async () => {
      const { host, port } = account;
      const proxy = "proxy" in account ? account.proxy : undefined;
      if (await logins.speaksTls({ host, port, protocol, ...(proxy && { proxy }) })) reject(new BeginsWithTls());
    };
    timer = setTimeout(() => void ask(), limits.silenceMs);
  });
  return { found, stop: () => clearTimeout(timer) };
};
