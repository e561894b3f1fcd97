import type { Page } from "../../ports.ts";
import type { Departure } from "../departure/departure.ts";
import type { Window } from "../departure/window.ts";
import type { Labels, Send, SendBody, SendKind, SendStatus } from "../send.ts";

/** What GET /v1/logs filters by; of labels it has all that are named. */
export interface SendFilter extends Labels {
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
export type PauseReason = "daily_limit" | "rate" | "reconnect" | "retry";

/** Until when a mailbox's sends wait together, and why. */
export interface Pause {
  readonly until: Date;
  readonly for: PauseReason;
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

/** Looking at sends. */
interface SendReads {
  find(userId: string, id: string): Promise<Send | undefined>;
  /** The bodies of the sends among `ids` that exist, by send id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SendBody>>;
  /** What the attachments of a send hold, in their order; undefined when nothing is stored. At most 3 MB. */
  contents(userId: string, id: string): Promise<readonly Uint8Array[] | undefined>;
  list(userId: string, filter: SendFilter, page: Page): Promise<readonly Send[]>;
  /** What of these mailboxes left in the last 24 hours, and what waits to leave until then, by mailbox id; undefined when that is too much to read. */
  loads(mailboxIds: readonly string[], until: Date): Promise<ReadonlyMap<string, MailboxLoad> | undefined>;
  /** The holds of the mailboxes that have one, by mailbox id. */
  pauses(mailboxIds: readonly string[]): Promise<ReadonlyMap<string, Pause>>;
}

/** What a client changes of what waits. */
interface SendChanges {
  /** Applies the `cancel` transition, or `stopDeferred` to a sent send with deferred recipients; undefined when the send is in no state that allows it, or not the account's. */
  cancel(userId: string, id: string): Promise<Send | undefined>;
  /** Applies `move` or, without a time, `moveToNow`, and sets `sendBefore` where it is given; undefined when the send is in no state that allows it, or not the account's. */
  move(userId: string, id: string, to: NewTime): Promise<Send | undefined>;
  /** Cancels up to 1,000 of these that wait, and stops what is deferred of those that are named and sent; answers the states of those that it looked at and the account has, by id. */
  cancelMany(userId: string, which: CancelFilter): Promise<ReadonlyMap<string, SendStatus>>;
  /** How many with these pairs wait, or are held by a worker that has given them to no server and may put them off; counted to `most`. */
  countUnsent(userId: string, metadata: Readonly<Record<string, string>>, most: number): Promise<number>;
}

/** The follow-ups of sends. */
interface FollowUps {
  /**
   * Ends up to 1,000 of the follow-ups that wait for those of these sends that were cancelled or failed, also one that a worker holds and has
   * given to no server: cancelled with the reason `original`, or failed. Answers them.
   */
  endFollowUps(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
  /** Up to 1,000 of the queued and scheduled follow-ups that wait for these sends. */
  followUps(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
  /** Sets the times of scheduled follow-ups with `scheduledAfter`; one that is that no more stays as it is. */
  rescheduleFollowUps(userId: string, times: readonly Appointment[]): Promise<void>;
  /** Makes the queued follow-ups that wait for these sends due now. */
  makeFollowUpsDue(userId: string, parentIds: readonly string[]): Promise<readonly Send[]>;
}

/** The sends of an account. */
export interface Sends extends SendReads, SendChanges, FollowUps {}
