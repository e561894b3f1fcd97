/** What an event tells a reader: something good, something that needs a look, something bad, or a plain fact. */
export type EventTone = "good" | "warn" | "bad" | "info";

/** The records that events are about, as in the first part of their types. */
export type EventRecord = "send" | "message" | "thread" | "mailbox" | "connect_link" | "wallet" | "webhook" | "suppression";

/** A row of the table of events. */
export interface EventKind {
  /** The record in its `data`. */
  readonly record: EventRecord;
  readonly tone: EventTone;
  /** The counters of the metrics that it increases. */
  readonly counts: readonly string[];
  /** When it happens. */
  readonly sentence: string;
}

/** Every event: the API's types, the metrics, the documents and the console read this table. */
export const EVENTS = {
  "send.sent": {
    record: "send",
    tone: "good",
    counts: ["sent", "timeToSend", "etaError", "preventedMoved"],
    sentence: "The mailbox's server accepted the email.",
  },
  "send.failed": {
    record: "send",
    tone: "bad",
    counts: ["failed"],
    sentence: "The email will not be sent; `last_error` says why.",
  },
  "send.cancelled": {
    record: "send",
    tone: "info",
    counts: ["cancelled", "preventedAnswered", "preventedBounced", "preventedAway", "preventedSuppressed", "preventedAsked"],
    sentence: "The email was cancelled; `cancel_reason` says why, and is absent when a request did it.",
  },
  "send.held": {
    record: "send",
    tone: "warn",
    counts: [],
    sentence: "The email waits for a person's approval.",
  },
  "send.edited": {
    record: "send",
    tone: "info",
    counts: [],
    sentence: "An email that waits for approval was written anew; `revision` is its new number.",
  },
  "send.approved": {
    record: "send",
    tone: "good",
    counts: [],
    sentence: "A person approved the email: it was paid for, and leaves at its time.",
  },
  "send.rejected": {
    record: "send",
    tone: "info",
    counts: ["cancelled"],
    sentence: "A person rejected an email that waited for approval; `reject_reason` says why. It was cancelled.",
  },
  "send.bounced": {
    record: "send",
    tone: "bad",
    counts: ["bouncedHard", "bouncedSoft"],
    sentence: "A recipient's copy bounced: one event for each recipient; see `bounces`.",
  },
  "send.complained": {
    record: "send",
    tone: "bad",
    counts: ["complained"],
    sentence: "A recipient marked the email as spam.",
  },
  "send.replied": {
    record: "send",
    tone: "good",
    counts: ["replied", "answered"],
    sentence: "A person answered the email for the first time; `message.received` has the answer.",
  },
  "send.settled": {
    record: "send",
    tone: "info",
    counts: [],
    sentence: "The retries for deferred recipients have ended; `refused` lists those whom the email did not reach.",
  },
  "message.received": {
    record: "message",
    tone: "info",
    counts: ["received", "autoReplied", "intentKnown", "intentUnknown", "interested"],
    sentence: "A message arrived; `kind` says what it is, `email_job_id` which send it answers.",
  },
  "message.corrected": {
    record: "message",
    tone: "info",
    counts: ["intentKnown", "intentUnknown", "interested"],
    sentence: "A person or a program corrected the kind, the meaning or the conversation of a message.",
  },
  "message.changed": {
    record: "message",
    tone: "info",
    counts: [],
    sentence:
      "A message of a mailbox with `sync_changes` was read, flagged or moved, or its server took or refused that; `changed` names the fields, `by` says who changed them.",
  },
  "message.removed": {
    record: "message",
    tone: "warn",
    counts: [],
    sentence: "A message has disappeared from its server; the stored copy stays.",
  },
  "thread.changed": {
    record: "thread",
    tone: "info",
    counts: [],
    sentence:
      "A conversation's state, snooze, assignee or labels changed; `changed` names them, `by` says what changed them, `changed_by` which person or key.",
  },
  "mailbox.connected": {
    record: "mailbox",
    tone: "good",
    counts: [],
    sentence: "A mailbox was connected.",
  },
  "mailbox.error": {
    record: "mailbox",
    tone: "bad",
    counts: [],
    sentence: "A mailbox's server cannot be reached; it is retried automatically.",
  },
  "mailbox.disconnected": {
    record: "mailbox",
    tone: "bad",
    counts: [],
    sentence: "A mailbox's server refuses the credentials, or the mailbox was disconnected: connect it again.",
  },
  "mailbox.recovered": {
    record: "mailbox",
    tone: "good",
    counts: [],
    sentence: "A mailbox works again.",
  },
  "mailbox.audited": {
    record: "mailbox",
    tone: "warn",
    counts: [],
    sentence: "An audit of a mailbox found missing mail and stored it.",
  },
  "mailbox.sent_copies": {
    record: "mailbox",
    tone: "info",
    counts: [],
    sentence: "Copies of sent mail can no longer be filed in the Sent folder, or can again: `sent_copies_last_error` says which.",
  },
  "connect_link.completed": {
    record: "connect_link",
    tone: "good",
    counts: [],
    sentence: "A mailbox's owner connected it by a link; `mailbox_id` is the mailbox.",
  },
  "connect_link.failed": {
    record: "connect_link",
    tone: "warn",
    counts: [],
    sentence: "A mailbox's owner tried to connect it by a link and failed; `last_error` says why. The link can still be used.",
  },
  "wallet.low": {
    record: "wallet",
    tone: "warn",
    counts: [],
    sentence: "The balance fell to `low_balance`.",
  },
  "wallet.empty": {
    record: "wallet",
    tone: "bad",
    counts: [],
    sentence: "The balance fell to zero.",
  },
  "webhook.disabled": {
    record: "webhook",
    tone: "bad",
    counts: [],
    sentence: "A webhook failed for three days, or answered 410, and was switched off.",
  },
  "suppression.added": {
    record: "suppression",
    tone: "warn",
    counts: ["unsubscribed"],
    sentence: "An address was suppressed by a bounce, a complaint or the recipient; not when you add one.",
  },
} as const satisfies Readonly<Record<string, EventKind>>;

/** The type of an event, as in the API. */
export type EventType = keyof typeof EVENTS;

/** The types of events, in the API's order. */
export const eventTypes = /* @__PURE__ */ Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The types of the events about one kind of record. */
export type EventTypeAbout<R extends EventRecord> = { [T in EventType]: (typeof EVENTS)[T]["record"] extends R ? T : never }[EventType];

/** The types of the events about one kind of record, in the API's order. */
export const eventsAbout = <R extends EventRecord>(record: R): EventTypeAbout<R>[] =>
  eventTypes.filter((type): type is EventTypeAbout<R> => EVENTS[type].record === record);

/**
 * An event that is not published yet (transactional outbox). It is stored in the document that it concerns, by the same update that makes the change,
 * so that neither can exist without the other.
 */
export interface PendingEvent {
  readonly type: EventType;
  /** When it happened, by the database's clock. */
  readonly at: Date;
  /** What its data says beside the record's fields. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** An event of an account's feed. It never changes, and its number is one higher than the previous event's. */
export interface FeedEvent {
  readonly id: string;
  readonly userId: string;
  readonly type: EventType;
  /** The event's number in the account's feed: from 1 without gaps, in order of publication. */
  readonly sequence: number;
  /** A random, increasing position among the events of one publication; absent in events of older versions. */
  readonly place?: number;
  /** When it happened. */
  readonly at: Date;
  /** When it was added to the feed. */
  readonly createdAt: Date;
  /** The record that it concerns, in its state at publication, with the API's field names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The digits of a position's time, ms, and of its place. */
const TIME_DIGITS = 13;
const PLACE_DIGITS = 7;

/**
 * A position in a feed that does not reveal how many events there are: the time of publication, and the position among the events of that
 * publication.
 */
export interface FeedPosition {
  readonly ms: number;
  readonly place: number;
}

/** A position as text of 20 digits; texts sort in the feed's order. */
export const positionOut = ({ ms, place }: FeedPosition): string =>
  String(ms).padStart(TIME_DIGITS, "0") + String(place).padStart(PLACE_DIGITS, "0");

/** The position that a text states; undefined for an event's number, which is shorter. */
export const positionIn = (text: string): FeedPosition | undefined =>
  text.length === TIME_DIGITS + PLACE_DIGITS
    ? { ms: Number(text.slice(0, TIME_DIGITS)), place: Number(text.slice(TIME_DIGITS)) }
    : undefined;

/** The number of an event of an older version as its place: whoever may read it was told that number then. */
const oldPlace = (sequence: number): number => sequence % 10 ** PLACE_DIGITS;

/**
 * The position of an event, for keys that may not learn how many events the account has. No two publications of an account have the same time, so
 * positions sort as the numbers do.
 */
export const orderOf = ({ createdAt, place, sequence }: Pick<FeedEvent, "createdAt" | "place" | "sequence">): string =>
  positionOut({ ms: createdAt.getTime(), place: place ?? oldPlace(sequence) });

/** The kinds of documents that have pending events. */
export type EventSource = "sends" | "messages" | "threads" | "mailboxes" | "wallets" | "webhooks" | "suppressions" | "connectLinks";

/** How long events are kept, days. */
export const EVENTS_KEPT_DAYS = 30;
