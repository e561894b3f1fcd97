import type { IdempotencyClaim } from "../auth/ports.ts";
import type { MailFailure } from "../mailboxes/connection/mail-failure.ts";
import type { EgressProxy, ImapAccount, Mailbox, SmtpAccount } from "../mailboxes/mailbox.ts";
import type { Page } from "../ports.ts";
import type { Departure } from "./departure/departure.ts";
import type { Window } from "./departure/window.ts";
import type { RefusedRecipient } from "./recipients.ts";
import type { CancelReason, Send, SendBody, SendKind, SendStatus } from "./send.ts";

/** A send that is ready to be stored, with its bodies. */
export interface Draft {
  readonly send: Send;
  readonly body: SendBody;
  /** What its attachments hold, in their order; absent for none. */
  readonly contents?: readonly Uint8Array[];
  /** Its conversation is made with it. */
  readonly beginsThread?: true;
  /** It shall carry a link to unsubscribe. */
  readonly unsubscribe?: boolean | undefined;
}

/** The answer to save under an Idempotency-Key in the same transaction as the charge (G12). */
export interface SavedAnswer {
  readonly claim: IdempotencyClaim;
  /** The answer's JSON value, given how many drafts were accepted. */
  answer(accepted: number): unknown;
}

/** Accepts sends: wallet, ledger, records, bodies, threads and saved answer in one majority transaction (G1 and G11). */
export interface Outbox {
  /**
   * Charges and stores the first drafts that the balance covers, in order; answers how many.
   * With 0 accepted nothing is written. Throws `mailboxDisconnected` when a mailbox has been deleted, `conflict` when the idempotency claim was lost.
   */
  accept(userId: string, drafts: readonly Draft[], saved?: SavedAnswer): Promise<number>;
}

/** What GET /v1/logs filters by. */
export interface SendFilter {
  readonly status?: SendStatus | undefined;
  readonly mailboxId?: string | undefined;
  readonly toEmail?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly threadId?: string | undefined;
  readonly kind?: SendKind | undefined;
  /** Whether a person has answered it. */
  readonly replied?: boolean | undefined;
  readonly bounced?: boolean | undefined;
  /** Pairs that its metadata has, all of them. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** What is to be cancelled: up to 1,000 sends by their ids, or all that have these pairs. */
export type CancelFilter = { readonly ids: readonly string[] } | { readonly metadata: Readonly<Record<string, string>> };

/** The times of a mailbox's mail, oldest first. */
export interface MailboxLoad {
  /** When it left, in the last 24 hours. */
  readonly counted: readonly Date[];
  /** When what waits becomes due. */
  readonly waiting: readonly Date[];
}

/** Why everything in a mailbox waits together. */
export type HoldReason = "daily_limit" | "rate" | "reconnect" | "retry";

/** Until when a mailbox's sends wait together, and why. */
export interface Hold {
  readonly until: Date;
  readonly for: HoldReason;
}

/** When a send shall leave instead. */
export interface NewTime {
  /** `at` undefined is now; the wishes take the place of the send's own. Absent leaves all as it is. */
  readonly time?: { readonly at: Date | undefined } & Pick<Departure, "sendAt" | "scheduledAfter">;
  /** null: it may leave at any time. */
  readonly window?: Window | null | undefined;
  readonly sendBefore?: Date | undefined;
}

/** When a follow-up shall leave, now that this is known. */
export interface Appointment {
  readonly id: string;
  readonly at: Date;
}

/** The sends of an account. */
export interface Sends {
  find(userId: string, id: string): Promise<Send | undefined>;
  /** The bodies of the sends among `ids` that exist, by send id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SendBody>>;
  /** What the attachments of a send hold, in their order; undefined when nothing is stored. At most 3 MB. */
  contents(userId: string, id: string): Promise<readonly Uint8Array[] | undefined>;
  list(userId: string, filter: SendFilter, page: Page): Promise<readonly Send[]>;
  /** The holds of the mailboxes that have one, by mailbox id. */
  holds(mailboxIds: readonly string[]): Promise<ReadonlyMap<string, Hold>>;
  /** What of these mailboxes left in the last 24 hours, and what waits to leave until then, by mailbox id; undefined when that is too much to read. */
  loads(mailboxIds: readonly string[], until: Date): Promise<ReadonlyMap<string, MailboxLoad> | undefined>;
  /** Applies the `cancel` transition; undefined when the send is in no state that allows it, or not the account's. */
  cancel(userId: string, id: string): Promise<Send | undefined>;
  /** Applies `move` or, without a time, `moveToNow`, and sets `sendBefore` where it is given; undefined when the send is in no state that allows it, or not the account's. */
  move(userId: string, id: string, to: NewTime): Promise<Send | undefined>;
  /** Cancels up to 1,000 of these that wait; answers the states of those that it looked at and the account has, by id. */
  cancelMany(userId: string, which: CancelFilter): Promise<ReadonlyMap<string, SendStatus>>;
  /** How many with these pairs wait, or are held by a worker that has given them to no server and may put them off; counted to `most`. */
  countUnsent(userId: string, metadata: Readonly<Record<string, string>>, most: number): Promise<number>;
  /**
   * Ends up to 1,000 of the follow-ups that wait for those of these sends that were cancelled or failed, also one that a worker holds and has
   * given to no server: cancelled with the reason `original`, or failed. Answers them.
   */
  endFollowUps(userId: string, originalIds: readonly string[]): Promise<readonly Send[]>;
  /** Up to 1,000 of the queued and scheduled follow-ups that wait for these sends. */
  followUps(userId: string, originalIds: readonly string[]): Promise<readonly Send[]>;
  /** Sets the times of scheduled follow-ups with `scheduledAfter`; one that is that no more stays as it is. */
  appoint(userId: string, times: readonly Appointment[]): Promise<void>;
  /** Makes the queued follow-ups that wait for these sends due now. */
  hurryFollowUps(userId: string, originalIds: readonly string[]): Promise<readonly Send[]>;
}

/** What a wake-up has to know of a send; its account, so that no account's mass of wake-ups delays another's. */
export interface Waiting extends Pick<Send, "id" | "userId" | "mailboxId" | "dueAt"> {
  /** The host that did not let it in: all that wait for one stand in one line, so that they delay nothing else when it is back. */
  readonly host?: string | undefined;
}

/** Wakes the workers; a lost wake-up costs only time, the sweeper finds what is due (G1). */
export interface WakeUps {
  /** Puts sends on the queue, grouped by mailbox, delayed up to 15 minutes; later ones go to a job that schedules them, not within the request (G14). Never throws. */
  wake(sends: readonly Waiting[]): Promise<void>;
}

/** One-off schedules for sends beyond the reach of a queue's delay (G13). */
export interface Schedules {
  /** Creates the schedule; again for the same time is no error. */
  create(send: Waiting & { readonly dueAt: Date }): Promise<void>;
  /** Deletes that of a send for this time; one that is not there is no error. */
  delete(sendId: string, dueAt: Date): Promise<void>;
}

/** A dedicated address: an egress proxy of the operator's that owns it (contract/README.md, "Sending", `ip_id`). */
export interface DedicatedIp {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly label: string;
  /** The account's default; at most one. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
}

/** The dedicated addresses of an account. */
export interface Ips {
  /** Oldest first. */
  list(userId: string): Promise<readonly DedicatedIp[]>;
}

/** What the operator does to dedicated addresses. */
export interface IpRegistry extends Ips {
  /** Adds an address with its proxy, whose credentials are stored sealed; a new default takes the place of the old one. */
  add(ip: DedicatedIp, proxy: EgressProxy): Promise<void>;
  /** False when the account has no such address. */
  remove(userId: string, id: string): Promise<boolean>;
}

/** Limits on a claim. */
export interface ClaimLimits {
  /** Sends at most. */
  readonly size: number;
  /** Accepted emails in any 24 h; undefined for a claim that will send nothing. */
  readonly maxDaily?: number;
  /** Accepted emails in any minute, where the provider limits them. */
  readonly perMinute?: number;
  /** The worker's last claim was full, so that it need not look first whether there is more. */
  readonly isMore?: boolean;
}

/** A send that a worker holds; its body is undefined when the store has lost it. */
export interface ClaimedDraft {
  readonly send: Send;
  readonly body: SendBody | undefined;
}

/** Sends under one lease token with their bodies, in the order they became due. */
export interface Claim {
  readonly token: string;
  /** How long the lease holds without being renewed, ms. */
  readonly leaseMs: number;
  /** Whether another worker holds a lease in the mailbox. */
  readonly others: boolean;
  readonly drafts: readonly ClaimedDraft[];
}

/** What a claim brings; empty when nothing is due. */
export type ClaimOutcome =
  | ({ readonly kind: "claimed" } & Claim)
  /** Two deliveries are under way; they go on until nothing is due. */
  | { readonly kind: "busy" }
  /** The mailbox waits for so many ms more; whoever made it wait has seen to its wake. */
  | { readonly kind: "held"; readonly forMs: number }
  /** The daily cap or the provider's pace is reached: the mailbox waits for five minutes at most, until the `dueAt` of `next`, the first that is due. */
  | { readonly kind: "limited"; readonly next: Waiting };

/** How a worker gives sends back that it did not send. */
export interface HandBack {
  /** Milliseconds until they are due again. */
  readonly afterMs: number;
  /** What happened; undefined keeps what is there. */
  readonly lastError?: string;
  /** False when nothing was tried: the attempt is given back. */
  readonly counts: boolean;
}

/** What else is to be said of a failure. */
export interface Failing {
  /** Leaves the mark that lets a late 250 win. */
  readonly outcomeUnknown?: true;
  /** Whom the server refused: everybody. */
  readonly refused?: readonly RefusedRecipient[] | undefined;
}

/** What one step of recovery did. */
export interface Recovered {
  /** To be woken: back in the queue, or to be looked up at their `dueAt`. */
  readonly woken: readonly Waiting[];
  readonly failed: readonly Waiting[];
  /** True when more may have expired. */
  readonly more: boolean;
}

/** What one look for forgotten sends found. */
export interface Forgotten {
  readonly found: readonly Waiting[];
  /** Where to go on, when there may be more. */
  readonly next?: string;
}

/** The worker's view of the sends: every write is one conditional write on state and lease, timed by the database's clock (domain/README.md). */
export interface Deliveries {
  /** Claims what is due in a mailbox, in one transaction with its limits, so that they hold under any concurrency. */
  claim(mailboxId: string, limits: ClaimLimits): Promise<ClaimOutcome>;
  /** Takes the sends whose outcome is to be looked up now. */
  claimUnknown(mailboxId: string): Promise<Claim>;
  /**
   * The fence before the irreversible step: false when the lease was lost or the send is too late, and then nothing may be sent. Whom the
   * server has refused by then is written with it: nothing that happens later forgets it.
   */
  intend(token: string, send: Send, refused?: readonly RefusedRecipient[]): Promise<boolean>;
  /** The server said 250, or the mail was found: true evidence wins, even late. What comes of it is in the same write. False when the send is not one that may become sent. */
  succeed(send: Send, facts?: Accepted): Promise<boolean>;
  /** Back to queued, where the lease still holds. */
  handBack(token: string, sends: readonly Send[], facts: HandBack): Promise<void>;
  /** Back to scheduled, for another time and with its attempt, where the lease still holds and nothing was given to a server. */
  reschedule(token: string, send: Send, at: Date): Promise<void>;
  /** To failed, where the lease still holds. */
  fail(token: string, sends: readonly Send[], lastError: string, facts?: Failing): Promise<void>;
  /** To cancelled, where the lease still holds and nothing was given to a server. */
  withdraw(token: string, sends: readonly Send[], reason: CancelReason): Promise<void>;
  /** The outcome is unknown: the send stays at `intent`, without a lease, to be looked up after `afterMs`. */
  suspect(token: string, send: Send, afterMs: number): Promise<void>;
  /**
   * Lets the mailbox wait, in its own row; with `like` only what is due and goes out the same way, in bounded steps: 20,000 at most, the rest
   * is put off when it is tried.
   */
  putOff(mailboxId: string, afterMs: number, why: HoldReason, like?: Pick<Send, "ipId">): Promise<void>;
  /** Ends the mailbox's waiting; answers the first send that is due in it. */
  release(mailboxId: string): Promise<Waiting | undefined>;
  /** The named sends that are not due yet. */
  early(mailboxId: string, ids: readonly string[]): Promise<readonly Waiting[]>;
  /** The named sends that wait for their time or for another attempt. */
  waiting(ids: readonly string[]): Promise<readonly Waiting[]>;
  /** Cancels up to 1,000 sends of a removed mailbox that wait, or that a worker holds and has given to no server; answers one that is left. */
  cancelWaiting(mailboxId: string): Promise<Waiting | undefined>;
  /** Prolongs the lease of these sends, as far as the token still holds them. */
  renew(token: string, sends: readonly Pick<Send, "id">[]): Promise<void>;
  /**
   * Up to 1,000 sends whose lease has expired: what was given to no server returns to the queue with its attempt, or fails when it killed every
   * worker that had it alone; an intent is to be looked up.
   */
  recover(): Promise<Recovered>;
  /** Fails up to 1,000 of what waits and should have left by now; answers what it found. */
  expire(): Promise<{ readonly failed: readonly Send[]; readonly more: boolean }>;
  /** One send of each mailbox that does not wait and where something has been due for `forMs`; of up to 1,000 sends, in the mailboxes after `after`. */
  forgotten(forMs: number, after?: string): Promise<Forgotten>;
  /** Brings the threads of sends up to date after a state changed. */
  refreshThreads(userId: string, threadIds: readonly string[]): Promise<void>;
}

/** How an SMTP transaction ended, from MAIL FROM on. */
export type Outcome =
  /** Accepted; what the server replied to the final dot. */
  | { readonly kind: "sent"; readonly reply?: string | undefined }
  /** The server answered this message: its reply decides, or its replies to each of the recipients when it refused them all. */
  | { readonly kind: "refused"; readonly code: number; readonly reply: string; readonly recipients?: readonly RefusedReply[] }
  /** No reply and no body byte: silence, or a lost connection. */
  | { readonly kind: "unreached"; readonly failure: MailFailure }
  /** The lease was lost before the first body byte. */
  | { readonly kind: "fenced" }
  /** The intent could not be written: no body byte left, and the server is not to blame. */
  | { readonly kind: "ours"; readonly error: unknown }
  /** The body was out, no reply came. */
  | { readonly kind: "unknown" };

/** What comes of a send that a server accepted. */
export interface Accepted {
  /** It joins the list of copies to file. */
  readonly hasCopy?: boolean;
  /** The Message-ID that the provider gave it in place of ours. */
  readonly providerMessageId?: string | undefined;
}

/** A recipient that the server refused by that reply. */
export interface RefusedReply extends RefusedRecipient {
  readonly code: number;
}

/** A message and whom it goes to: each once, at least one. */
export interface OutgoingMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** A logged-in SMTP connection that carries many messages, one after the other. */
export interface Submission {
  /** True while another message may be sent. */
  readonly open: boolean;
  /**
   * Sends one to whom the server takes it for; `intend` runs after 354 and before the first body byte, with whom it refused, and false from
   * it stops everything. Never throws.
   */
  submit(
    message: OutgoingMessage,
    intend: (refused: readonly RefusedReply[]) => Promise<boolean>,
    replyTimeoutMs: number,
  ): Promise<Outcome>;
  close(): void;
}

/** Opens SMTP connections. */
export interface Submissions {
  /** Connects, secures and logs in. Throws MailFailure. */
  open(account: SmtpAccount): Promise<Submission>;
}

/** What comes back from the other side of a conversation. */
export interface Answers {
  /** Pulls the mailbox, for so many ms at most; false when it could not be asked for all that it has. */
  pull(mailbox: Mailbox, forMs: number): Promise<boolean>;
  /** What of the send's `cancelOn` has come in its conversation since `answersSince`, among what is stored. */
  to(send: Send): Promise<CancelReason | undefined>;
}

/** How much of the workers' time the mailboxes with slow servers take. */
export interface WorkerTime {
  /** Adds so many ms to what a mailbox took; answers how long it must rest until its budget is kept again, ms, 0 when it is. */
  spend(mailboxId: string, ms: number): Promise<number>;
}

/** The sent mail whose copy is still to be filed: a durable list, so that any worker goes on where another one stopped. */
export interface SentCopies {
  /** Takes the up to `atMost` of a mailbox that have waited longest; nobody else gets them for so many ms. */
  take(mailboxId: string, forMs: number, atMost: number): Promise<readonly ClaimedDraft[]>;
  /** Gives back what was taken and not filed: the next worker has it at once. */
  putBack(ids: readonly string[]): Promise<void>;
  /** Takes it off the list: filed, or given up. */
  drop(id: string): Promise<void>;
  /** One send of each mailbox where a copy has waited for `fromMs`, and not longer than `toMs`; of up to 1,000 copies. */
  waiting(fromMs: number, toMs: number): Promise<readonly Waiting[]>;
}

/** A message as it was sent; the id is the send's. */
export interface SentCopy {
  readonly id: string;
  readonly raw: Buffer;
  readonly sentAt: Date;
}

/** A folder of a mailbox by its use. */
export type FolderUse = "sent" | "inbox";

/** The mailbox's folder of sent mail, over IMAP. */
export interface SentFolder {
  /** Whether it, or the INBOX, holds the Message-ID; undefined when that cannot be told (no such folder). Throws when it cannot be reached. */
  contains(account: ImapAccount, messageId: string, use: FolderUse): Promise<boolean | undefined>;
  /**
   * Files copies one after the other over one connection, marked as read, and yields each that is filed; without such a folder each counts as
   * filed, one that the server refuses is left out. Throws when it cannot be reached, or a copy takes longer than 30 s.
   */
  append(account: ImapAccount, copies: AsyncIterable<SentCopy>): AsyncIterable<SentCopy>;
}
