import type { AuditReport } from "#shared/inbox/audit/audit.ts";
import type { NotedDns } from "#shared/mailboxes/dns/dns-record.ts";
import type { Mailbox, MailboxStatus } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";

/** The oldest rows, and how many there are in all, counted up to 10,000. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** A mailbox that does not work. */
export type TroubledMailbox = Pick<
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
>;

/** A mailbox whose domain has DNS records that broke. */
export interface BrokenDns extends Pick<Mailbox, "id" | "email"> {
  readonly broken: NonNullable<NotedDns["broken"]>;
}

/** A failed send that its recipients may have. */
export type UnknownSend = Pick<Send, "id" | "toEmail" | "lastError"> & { readonly countedAt: Date };

/** An email that waits for a person's word whether an answer is one. */
export type UnclearSend = Pick<Send, "id" | "toEmail" | "cancelOnUnknown"> & { readonly unclearSince: Date };

/** An email that its server refused, which may be about all mail with its sender's address, and the mailbox's own address. */
export type UndecidedSend = Pick<Send, "mailboxId" | "fromEmail" | "lastError"> & {
  readonly undecidedSince: Date;
  readonly mailbox: Pick<Mailbox, "email" | "status">;
};

/** The last audit of a mailbox whose inbox is read. */
export interface IncompleteAudit extends Pick<AuditReport, "checkedAt" | "folders"> {
  readonly mailboxId: string;
  readonly email: string;
}

/** An endpoint at which every post fails. */
export interface FailingWebhook extends Pick<Webhook, "id" | "url" | "status"> {
  readonly failingSince: Date;
  /** Failed rounds in a row. */
  readonly failures: number;
  /** What it answered last, or why it did not; absent in records of older versions. */
  readonly answered?: string;
}

/** How the balance moved: from `before` at `from`, by top-ups and charges. */
export interface Spending {
  readonly from: Date;
  readonly before: number;
  readonly toppedUp: number;
}

/** Whose troubles to read: all of the account's where nothing is given. */
export interface Whose {
  /** Those of these mailboxes and their sends. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** The webhooks of these tenants. */
  readonly tenants?: readonly string[] | undefined;
}

/** What of an account needs a person. Each read is served by an index and bounded. */
export interface AttentionReads {
  /** The mailboxes of this status that their user did not disconnect; the oldest status first. */
  mailboxes(userId: string, status: Exclude<MailboxStatus, "active">, most: number, whose?: Whose): Promise<Found<TroubledMailbox>>;
  /** The mailboxes with DNS records that broke. */
  brokenDns(userId: string, most: number, whose?: Whose): Promise<Found<BrokenDns>>;
  /** The failed sends since then whose outcome is unknown. */
  unknownSends(userId: string, since: Date, most: number, whose?: Whose): Promise<Found<UnknownSend>>;
  /** The emails that wait because an answer to them is unclear. */
  unclearSends(userId: string, most: number, whose?: Whose): Promise<Found<UnclearSend>>;
  /** The emails that wait because their server's refusal is undecided, at most 1,000, the oldest first. */
  undecidedSends(userId: string, whose?: Whose): Promise<readonly UndecidedSend[]>;
  /** The last audits that did not find everything stored, of mailboxes whose inbox is read. */
  incompleteAudits(userId: string, most: number, whose?: Whose): Promise<Found<IncompleteAudit>>;
  /** The endpoints at which the last round of posts failed. */
  failingWebhooks(userId: string, whose?: Whose): Promise<readonly FailingWebhook[]>;
  /** How the balance moved since then, or since the first credits after then where there were none; undefined when it did not. */
  spending(userId: string, since: Date): Promise<Spending | undefined>;
}
