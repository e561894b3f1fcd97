import type { MailProtocol } from "../egress/egress.ts";
import type { Mailbox } from "../mailbox.ts";
import type { ConnectionFailure, MailboxChanges } from "../ports.ts";

/** From so many failures in a row a protocol counts as down; one that cannot heal by itself counts so at once (contract/README.md, "Mailboxes", Status). */
const FAILURES_UNTIL_DOWN = 3;

const counters = { SMTP: "smtpFailures", IMAP: "imapFailures" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const lastErrors = { SMTP: "smtpLastError", IMAP: "inboxLastError" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const other = { SMTP: "IMAP", IMAP: "SMTP" } as const satisfies Record<MailProtocol, MailProtocol>;

/** What of a mailbox the rules look at. */
type Health = Pick<Mailbox, "status" | "inboxLastError" | "smtpLastError" | "smtpFailures" | "imapFailures">;

/**
 * What a failed login or connection changes. In the background the status moves after three in a row, or at once when the failure says
 * so. `atOnce` is for the connection test: an outage that it meets counts once, so that the first success of either protocol is its end.
 * A disconnected mailbox stays so: only new credentials or a passed test heal it.
 */
export const noteFailure = (mailbox: Health, failure: ConnectionFailure, now: Date, { atOnce = false } = {}): MailboxChanges => {
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

/**
 * What a login changes: the count starts anew, and the mailbox is active again unless the other protocol is down. Empty when nothing does.
 * `lack` is what of the inbox could not be read all the same, "" for nothing.
 */
export const noteSuccess = (mailbox: Health, protocol: MailProtocol, now: Date, lack = ""): MailboxChanges => {
  const counter = counters[protocol];
  const lastError = lastErrors[protocol];
  const heals = mailbox.status !== "active" && mailbox[counters[other[protocol]]] < FAILURES_UNTIL_DOWN;
  return {
    ...(mailbox[counter] > 0 && { [counter]: 0 }),
    ...((mailbox[lastError] ?? "") !== lack && { [lastError]: lack }),
    ...(heals && { status: "active", statusSince: now }),
  };
};
