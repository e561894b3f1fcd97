/** The types of events, as in the API. */
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
  "connect_link.completed",
  "connect_link.failed",
  "wallet.low",
  "wallet.empty",
  "webhook.disabled",
  "suppression.added",
] as const;

/** The type of an event. */
export type EventType = (typeof eventTypes)[number];

/**
 * An event that is not published yet (transactional outbox). It is stored in the document that it concerns, by the same update that makes the change,
 * so that neither can exist without the other.
 */
export interface PendingEvent {
  readonly type: EventType;
  /** When it happened, by the database's clock. */
  readonly at: Date;
}

/** An event of an account's feed. It never changes, and its number is one higher than the previous event's. */
export interface FeedEvent {
  readonly id: string;
  readonly userId: string;
  readonly type: EventType;
  /** The event's number in the account's feed: from 1 without gaps, in order of publication. */
  readonly sequence: number;
  /** When it happened. */
  readonly at: Date;
  /** When it was added to the feed. */
  readonly createdAt: Date;
  /** The record that it concerns, in its state at publication, with the API's field names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kinds of documents that have pending events. */
export type EventSource = "sends" | "messages" | "mailboxes" | "wallets" | "webhooks" | "suppressions" | "connectLinks";

/** How long events are kept, days. */
export const EVENTS_KEPT_DAYS = 30;
