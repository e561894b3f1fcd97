/** The types of events, as the wire names them. */
export const eventTypes = [
  "send.sent",
  "send.failed",
  "send.cancelled",
  "send.bounced",
  "send.complained",
  "send.replied",
  "send.settled",
  "message.received",
  "message.corrected",
  "message.removed",
  "mailbox.connected",
  "mailbox.error",
  "mailbox.disconnected",
  "mailbox.recovered",
  "mailbox.audited",
  "mailbox.sent_copies",
  "wallet.low",
  "wallet.empty",
  "webhook.disabled",
  "suppression.added",
] as const;

/** The type of an event. */
export type EventType = (typeof eventTypes)[number];

/**
 * An event that is not published yet (transactional outbox). It stands in the document that it happened to, recorded by the update that made the
 * change: neither can be without the other.
 */
export interface PendingEvent {
  readonly type: EventType;
  /** When it happened, by the database's clock. */
  readonly at: Date;
}

/** An event of an account's feed. It never changes, and its number is one above the event's before it. */
export interface FeedEvent {
  readonly id: string;
  readonly userId: string;
  readonly type: EventType;
  /** Counts the account's events from 1 without a gap, in the order in which they were published. */
  readonly sequence: number;
  /** When it happened. */
  readonly at: Date;
  /** When it came into the feed. */
  readonly createdAt: Date;
  /** What it happened to, as it was when the event came into the feed; the wire's fields by the wire's names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kinds of documents that have pending events. */
export type EventSource = "sends" | "messages" | "mailboxes" | "wallets" | "webhooks" | "suppressions";

/** How long events are kept, days. */
export const EVENTS_KEPT_DAYS = 30;
