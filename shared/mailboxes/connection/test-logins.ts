import type { MailProtocol } from "#shared/platform/egress/egress.ts";
import type { Mailbox, EgressProxy, ReadAccount, SubmissionAccount } from "../mailbox.ts";
import type { ConnectionFailure, MailboxChanges, ConnectionTests, MailAccounts } from "../ports.ts";
import { classifyConnectionError } from "./connection-errors.ts";
import { OAuthError } from "../oauth/oauth.ts";
import type { Logins } from "../settings.ts";

/** A protocol counts as down after this many failures in a row; after an immediate failure at once (api/README.md, "Mailboxes", Status). */
export const FAILURES_UNTIL_DOWN = 3;

const counters = { SMTP: "smtpFailures", IMAP: "imapFailures" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const lastErrors = { SMTP: "smtpLastError", IMAP: "inboxLastError" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const other = { SMTP: "IMAP", IMAP: "SMTP" } as const satisfies Record<MailProtocol, MailProtocol>;

/** The fields of a mailbox that the rules read. */
type Health = Pick<Mailbox, "status" | "inboxLastError" | "smtpLastError" | "smtpFailures" | "imapFailures" | "mailRefusedSince">;

/**
 * The changes of a mailbox after a failed login or connection. In the background the status changes after three failures in a row, or at once for an
 * immediate failure. `atOnce` is for the connection test: a failure found there counts once, so that the next success of either protocol ends it. A
 * disconnected mailbox stays disconnected until it gets new credentials or passes a test.
 */
export const healthAfterFailure = (mailbox: Health, failure: ConnectionFailure, now: Date, { atOnce = false } = {}): MailboxChanges => {
  const counter = counters[failure.protocol];
  const isFinal = failure.immediate || (atOnce && failure.status === "disconnected");
  const count = isFinal ? FAILURES_UNTIL_DOWN : mailbox[counter] + 1;
  const known = mailbox.status === "disconnected" && !atOnce;
  const status = (count < FAILURES_UNTIL_DOWN && !atOnce) || known ? mailbox.status : failure.status;
  return {
    [counter]: Math.min(count, FAILURES_UNTIL_DOWN),
    [lastErrors[failure.protocol]]: failure.message,
    ...(status !== mailbox.status && { status, statusSince: now }),
  };
};

/** A quota reported by a 4xx counts as a problem only after nothing was accepted for this long, ms: a daily quota is free again by then. */
const FOR_NOW_MS = 24 * 3_600_000;

/**
 * The changes of a mailbox whose server accepts the login and refuses its mail: `error` at once, with the server's reply, until mail is accepted or
 * its user tests or reconnects it. With `forNow`, for a 4xx, only after a day. A disconnected mailbox stays disconnected.
 */
export const healthAfterRefusedMail = (mailbox: Health, reply: string, now: Date, { forNow = false } = {}): MailboxChanges => {
  const mailRefusedSince = mailbox.mailRefusedSince ?? now;
  const isDown = !forNow || now.getTime() - mailRefusedSince.getTime() >= FOR_NOW_MS;
  return {
    ...(isDown && { smtpFailures: FAILURES_UNTIL_DOWN, smtpLastError: reply }),
    mailRefusedSince,
    ...(isDown && mailbox.status === "active" && { status: "error", statusSince: now }),
  };
};

/**
 * The changes of a mailbox after a successful login: the count of failures is reset, and the mailbox is active unless the other protocol is down.
 * Empty when nothing changes. `problem` describes what could not be read in the inbox; "" for nothing.
 */
export const healthAfterSuccess = (mailbox: Health, protocol: MailProtocol, now: Date, problem = ""): MailboxChanges => {
  const counter = counters[protocol];
  const lastError = lastErrors[protocol];
  const heals = mailbox.status !== "active" && mailbox[counters[other[protocol]]] < FAILURES_UNTIL_DOWN;
  return {
    ...(mailbox[counter] > 0 && { [counter]: 0 }),
    ...(protocol === "SMTP" && mailbox.mailRefusedSince && { mailRefusedSince: null }),
    ...((mailbox[lastError] ?? "") !== problem && { [lastError]: problem }),
    ...(heals && { status: "active", statusSince: now }),
  };
};

/**
 * Logs in with credentials that are not stored yet, with both protocols at the same time; SMTP through the proxy, IMAP without it. Returns all
 * failures.
 */
export const testLogins = async (
  tests: ConnectionTests,
  { smtp, imap, overApi }: Logins,
  proxy?: EgressProxy,
): Promise<readonly ConnectionFailure[]> => {
  // One token and one service for both ends: one call proves them.
  if (overApi) return [await tests.smtp(overApi)].filter((failure) => failure !== undefined);
  const outcomes = await Promise.all([
    smtp && tests.smtp({ ...smtp.settings, credential: smtp.credential, ...(proxy && { proxy }) }),
    imap && tests.imap({ ...imap.settings, credential: imap.credential }),
  ]);
  return outcomes.filter((outcome) => outcome !== undefined);
};

/**
 * Logs in with the stored credentials, and once more with a new access token when one is refused. Undefined for success, or when there is nothing to
 * test.
 */
export const testStoredLogin = async (
  ports: { readonly connectionTests: ConnectionTests; readonly mailAccounts: MailAccounts },
  mailbox: Mailbox,
  protocol: MailProtocol,
): Promise<ConnectionFailure | undefined> => {
  const { connectionTests, mailAccounts } = ports;
  const attempt = async (): Promise<{ account: SubmissionAccount | ReadAccount; failure: ConnectionFailure | undefined } | undefined> => {
    if (protocol === "SMTP") {
      const account = await mailAccounts.smtp(mailbox);
      return { account, failure: await connectionTests.smtp(account) };
    }
    const account = await mailAccounts.imap(mailbox);
    return account && { account, failure: await connectionTests.imap(account) };
  };
  try {
    const first = await attempt();
    if (first?.failure?.status !== "disconnected" || !(await mailAccounts.renew(mailbox, first.account))) return first?.failure;
    return (await attempt())?.failure;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return classifyConnectionError(error, { protocol, credential: "oauth" });
  }
};
