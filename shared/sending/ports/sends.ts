import type { Page } from "#shared/platform/ports.ts";
import type { Departure } from "../departure/departure.ts";
import type { Window } from "../departure/wall-time.ts";
import type { Labels, Send, SendBody, SendKind, SendStatus } from "../send.ts";

/** The filters of GET /v1/logs; a send must have all given labels. */
export interface SendFilter extends Labels {
  readonly status?: SendStatus | undefined;
  readonly mailboxId?: string | undefined;
  /** Only of these mailboxes. */
  readonly mailboxIds?: readonly string[] | undefined;
  readonly toEmail?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly threadId?: string | undefined;
  readonly kind?: SendKind | undefined;
  /** Whether a person has replied to it. */
  readonly replied?: boolean | undefined;
  readonly bounced?: boolean | undefined;
  /** Only those that wait for approval, or only drafts; without it no drafts. */
  readonly waitingFor?: "approval" | "draft" | undefined;
}

/** Which sends to cancel: up to 1,000 by their ids, or all with these metadata pairs. */
export type CancelFilter = { readonly ids: readonly string[] } | { readonly metadata: Readonly<Record<string, string>> };

/** Restricts a cancel of many sends to these mailboxes, and to sends that this key holds for approval; other sends do not exist for it. */
export interface Within {
  readonly mailboxIds?: readonly string[] | undefined;
  readonly heldBy?: string | undefined;
  /** Who cancels them. */
  readonly by?: string | undefined;
}

/** How a send is cancelled. */
export interface Cancelling {
  /** Only while it waits for approval, and was held by this key. */
  readonly heldBy?: string | undefined;
  /** Why a person rejects an email that waits for approval; no other is cancelled. */
  readonly reason?: string | undefined;
  /** Who cancels it. */
  readonly by?: string | undefined;
  /** Only while it is a draft. */
  readonly draft?: boolean | undefined;
}

/** The fields of a waiting email that a forecast needs. */
export const queuedFields = [
  "id",
  "dueAt",
  "createdAt",
  "waitsFor",
  "sendBefore",
  "scheduledAt",
  "sendAt",
  "scheduledAfter",
  "window",
  "goesFirst",
] as const satisfies readonly (keyof Send)[];

/** A waiting email with the fields that a forecast needs. */
export type QueuedSend = Pick<Send, (typeof queuedFields)[number]>;

/** The emails of a mailbox that a forecast counts. */
export interface MailboxLoad<S extends QueuedSend = QueuedSend> {
  /** When emails left in the last 24 hours, oldest first; emails that a worker has claimed and not yet given to a server count as leaving now. */
  readonly counted: readonly Date[];
  /** The waiting emails, those that are due first in front. */
  readonly waiting: readonly S[];
}

/** The emails of mailboxes that a forecast counts, by mailbox id. */
export interface Loads<S extends QueuedSend = QueuedSend> {
  readonly byMailbox: ReadonlyMap<string, MailboxLoad<S>>;
  /** True when there was too much to read, so that some is missing. */
  readonly isCut: boolean;
}

/** Why all sends of a mailbox wait. */
export type PauseReason = "daily_limit" | "rate" | "reconnect" | "retry" | "mailbox" | "pace";

/** Until when all sends of a mailbox wait, and why. */
export interface Pause {
  readonly until: Date;
  readonly for: PauseReason;
}

/** The new time of a send. */
export interface NewTime {
  /** The time; `at` undefined means now, and the other fields replace the send's. Absent keeps the time. */
  readonly time?: { readonly at: Date | undefined } & Pick<Departure, "sendAt" | "scheduledAfter">;
  /** null: no window, so that it may leave at any time. */
  readonly window?: Window | null | undefined;
  readonly sendBefore?: Date | undefined;
}

/** Reads of sends. */
interface SendReads {
  find(userId: string, id: string): Promise<Send | undefined>;
  /** The bodies of the sends among `ids` that exist, by send id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SendBody>>;
  /** The contents of a send's attachments, in order, at most 3 MB; undefined when nothing is stored. */
  contents(userId: string, id: string): Promise<readonly Uint8Array[] | undefined>;
  list(userId: string, filter: SendFilter, page: Page): Promise<readonly Send[]>;
  /** For each mailbox, the emails that left in the last 24 hours and those that wait to leave until `until`. */
  loads(mailboxIds: readonly string[], until: Date): Promise<Loads>;
  /** The pauses of these mailboxes, by mailbox id; mailboxes without one are missing. */
  pauses(mailboxIds: readonly string[]): Promise<ReadonlyMap<string, Pause>>;
}

/** A client's changes of waiting sends. */
interface SendChanges {
  /**
   * Applies the `cancel` transition, or `stopDeferred` to a sent send with deferred recipients; a draft is erased. Undefined when the state does not
   * allow it, or the account has no such send.
   */
  cancel(userId: string, id: string, how?: Cancelling): Promise<Send | undefined>;
  /** Applies `move`, or `moveToNow` when the new time is now. Undefined when the state does not allow it, or the account has no such send. */
  move(userId: string, id: string, to: NewTime): Promise<Send | undefined>;
  /** Stores `eta` as the send's `firstEta`, unless it already has one, no longer waits, or is due at another time than `dueAt`. */
  noteEta(userId: string, id: string, dueAt: Date, eta: Date): Promise<void>;
  /**
   * Cancels up to 1,000 of the chosen sends that wait, and stops the retries of chosen sends that are sent. Returns the states, by id, of the sends
   * that it looked at and the account has.
   */
  cancelMany(userId: string, which: CancelFilter, within?: Within): Promise<ReadonlyMap<string, SendStatus>>;
  /** How many sends with these pairs wait, or are held by a worker that has given them to no server; counted up to `most`. */
  countUnsent(userId: string, metadata: Readonly<Record<string, string>>, most: number, within?: Within): Promise<number>;
}

/** The follow-ups of sends. */
interface FollowUps {
  /**
   * Ends up to 1,000 waiting follow-ups of cancelled or failed parents, and those that a worker holds and no server was given: cancelled with the
   * reason `original`, or failed. Returns them.
   */
  endFollowUps(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
  /** Up to 1,000 queued or scheduled follow-ups that wait for these sends. */
  followUps(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
  /** Sets the times of scheduled follow-ups with `scheduledAfter`, whose parents' are known now; one that is not so any more is unchanged. */
  rescheduleFollowUps(userId: string, times: readonly { readonly id: string; readonly at: Date }[]): Promise<void>;
  /** Makes the queued follow-ups of these sends due now. */
  makeFollowUpsDue(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
}

/** The sends of an account. */
export interface Sends extends SendReads, SendChanges, FollowUps {}
