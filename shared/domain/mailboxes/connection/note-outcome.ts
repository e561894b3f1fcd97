import type { MailProtocol } from "../egress/egress.ts";
import type { Mailbox } from "../mailbox.ts";
import type { ConnectionFailure, MailboxChanges } from "../ports.ts";

/**
 * A protocol counts as down after this many failures in a row; one that cannot recover by itself, at once (contract/README.md, "Mailboxes", Status).
 */
export const FAILURES_UNTIL_DOWN = 3;

const counters = { SMTP: "smtpFailures", IMAP: "imapFailures" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const lastErrors = { SMTP: "smtpLastError", IMAP: "inboxLastError" } as const satisfies Record<MailProtocol, keyof Mailbox>;
const other = { SMTP: "IMAP", IMAP: "SMTP" } as const satisfies Record<MailProtocol, MailProtocol>;

/** The fields of a mailbox that the rules read. */
type Health = Pick<Mailbox, "status" | "inboxLastError" | "smtpLastError" | "smtpFailures" | "imapFailures" | "mailRefusedSince">;

/**
 * The changes after a failed login or connection. In the background the status changes after three failures in a row, or at once for an immediate
 * failure. `atOnce` is for the connection test: an outage found there counts once, so the next success of either protocol ends it. A disconnected
 * mailbox stays disconnected: only new credentials or a passed test change that.
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

/** A quota told by a 4xx is no trouble until it has lasted so long with nothing accepted, ms: a daily one is free again by then. */
const FOR_NOW_MS = 24 * 3_600_000;

/**
 * The changes when the server lets the mailbox log in and refuses its mail: it is down at once, with the reply, until mail is accepted or its user
 * tests it or connects it again. Refused `forNow`, by a 4xx, it is down only after a day. A disconnected mailbox stays disconnected.
 */
export const noteRefusedMail = (mailbox: Health, reply: string, now: Date, { forNow = false } = {}): MailboxChanges => {
  const mailRefusedSince = mailbox.mailRefusedSince ?? now;
  const isDown = !forNow || now.getTime() - mailRefusedSince.getTime() >= FOR_NOW_MS;
  return {
    ...(isDown && { smtpFailures: FAILURES_UNTIL_DOWN, smtpLastError: reply }),
    mailRefusedSince,
    ...(isDown && mailbox.status === "active" && { status: "error", statusSince: now }),
  };
};

/**
 * The changes after a successful login: the count starts again, and the mailbox is active unless the other protocol is down. Empty when nothing
 * changes. `lack` describes what in the inbox could not be read, "" for nothing.
 */
export const noteSuccess = (mailbox: Health, protocol: MailProtocol, now: Date, lack = ""): MailboxChanges => {
  const counter = counters[protocol];
  const lastError = lastErrors[protocol];
  const heals = mailbox.status !== "active" && mailbox[counters[other[protocol]]] < FAILURES_UNTIL_DOWN;
  return {
    ...(mailbox[counter] > 0 && { [counter]: 0 }),
    ...(protocol === "SMTP" && mailbox.mailRefusedSince && { mailRefusedSince: null }),
    ...((mailbox[lastError] ?? "") !== lack && { [lastError]: lack }),
    ...(heals && { status: "active", statusSince: now }),
  };
};
