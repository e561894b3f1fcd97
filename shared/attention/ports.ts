import type { AuditReport } from "#shared/inbox/audit/audit.ts";
import type { StoredDns } from "#shared/mailboxes/dns/dns-record.ts";
import type { Mailbox, MailboxStatus } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";

/** The oldest rows, and how many rows there are, counted up to COUNTED_MAX. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** A mailbox that does not work. */
export interface TroubledMailbox extends Pick<
  Mailbox,
  | "id"
  | "email"
  | "type"
  | "status"
  | "statusSince"
  | "smtpLastError"
  | "inboxLastError"
  | "smtpFailures"
  | "imapFailures"
  | "mailRefusedSince"
> {
  /** How many follow-ups wait for it, counted up to 10,000; absent unless it is disconnected. */
  readonly followUps?: number;
}

/** A mailbox whose domain has DNS records that broke. */
export interface BrokenDns extends Pick<Mailbox, "id" | "email"> {
  readonly broken: NonNullable<StoredDns["broken"]>;
}

/** A failed send that its recipients may have received. */
export type UnknownSend = Pick<Send, "id" | "toEmail" | "lastError"> & { readonly countedAt: Date };

/** An email that waits until a person says whether it was answered. */
export type UnclearSend = Pick<Send, "id" | "toEmail" | "cancelOnUnknown"> & { readonly unclearSince: Date };

/** The most rows that are counted. */
export const COUNTED_MAX = 10_000;

/** An email that waits for a person's approval. */
export type HeldSend = Pick<Send, "id" | "toEmail" | "createdAt"> & { readonly holdUntil: Date };

/** An email whose refusal may concern all mail of its sender's address; with its mailbox's own address. */
export type UndecidedSend = Pick<Send, "mailboxId" | "fromEmail" | "lastError"> & {
  readonly undecidedSince: Date;
  readonly mailbox: Pick<Mailbox, "email" | "status">;
};

/** A mailbox's last audit, when it found mail that is not stored. */
export interface IncompleteAudit extends Pick<AuditReport, "checkedAt" | "folders"> {
  readonly mailboxId: string;
  readonly email: string;
}

/** A mailbox with push notifications whose new mail arrives without them, and since when. */
export interface UntoldMailbox extends Pick<Mailbox, "id" | "email"> {
  readonly untoldSince: Date;
}

/** A webhook at whose URL every delivery fails. */
export interface FailingWebhook extends Pick<Webhook, "id" | "url" | "status"> {
  readonly failingSince: Date;
  /** Failed rounds in a row. */
  readonly failures: number;
  /** The last answer, or why there was none; absent in records of older versions. */
  readonly answered?: string;
}

/** How the balance changed since `from`, when it was `before`. */
export interface Spending {
  readonly from: Date;
  readonly before: number;
  readonly toppedUp: number;
}

/** Restricts the reads to mailboxes and tenants; the whole account when both are absent. */
export interface Whose {
  /** Only these mailboxes and their sends. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** Only webhooks of these tenants. */
  readonly tenants?: readonly string[] | undefined;
}

/** The reads of emails that need a person. */
interface SendsInNeed {
  /** The sends that failed since then with an unknown outcome. */
  unknownSends(userId: string, since: Date, most: number, whose?: Whose): Promise<Found<UnknownSend>>;
  /** The emails that wait because an answer to them is unclear. */
  unclearSends(userId: string, most: number, whose?: Whose): Promise<Found<UnclearSend>>;
  /** The emails that wait for approval. */
  heldSends(userId: string, most: number, whose?: Whose): Promise<Found<HeldSend>>;
  /** The emails that wait because their server's refusal is undecided, at most 1,000, the oldest first. */
  undecidedSends(userId: string, whose?: Whose): Promise<readonly UndecidedSend[]>;
}

/** The reads of what needs a person in an account. Each is bounded and uses an index. */
export interface AttentionReads extends SendsInNeed {
  /** The mailboxes with this status, except those that their user disconnected; longest in the status first. */
  mailboxes(userId: string, status: Exclude<MailboxStatus, "active">, most: number, whose?: Whose): Promise<Found<TroubledMailbox>>;
  /** The mailboxes with DNS records that broke. */
  brokenDns(userId: string, most: number, whose?: Whose): Promise<Found<BrokenDns>>;
  /** The last audits that found mail which is not stored, of mailboxes whose inbox is read. */
  incompleteAudits(userId: string, most: number, whose?: Whose): Promise<Found<IncompleteAudit>>;
  /** The watched mailboxes whose mail has come untold since before that time. */
  untoldMailboxes(userId: string, before: Date, most: number, whose?: Whose): Promise<Found<UntoldMailbox>>;
  /** The webhooks whose last round of deliveries failed. */
  failingWebhooks(userId: string, whose?: Whose): Promise<readonly FailingWebhook[]>;
  /** How the balance changed since then, or since the first top-up after it; undefined when it did not change. */
  spending(userId: string, since: Date): Promise<Spending | undefined>;
}
