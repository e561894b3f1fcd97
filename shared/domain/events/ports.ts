import type { EventType, FeedEvent, EventSource } from "./event.ts";

/** A part of an account's feed. */
export interface FeedPage {
  /** In the order of their numbers. */
  readonly events: readonly FeedEvent[];
  /** The number up to which the feed was searched: a client that continues after it misses nothing. */
  readonly through: number;
  /** True when events after `after` have already been deleted because of their age. */
  readonly expired: boolean;
  /** Whether the feed goes on after `through`. */
  readonly more: boolean;
}

/** Which part of the feed to read. */
export interface FeedQuery {
  /** Starts after this number; undefined: at the oldest stored event. */
  readonly after?: number | undefined;
  /** Starts so many events before the end. */
  readonly latest?: boolean;
  readonly type?: EventType | undefined;
  /** Only what concerns these mailboxes, their mail and sends. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** Beside those mailboxes', what concerns connect links of these tenants before they have a mailbox. */
  readonly tenants?: readonly string[] | undefined;
  readonly limit: number;
}

/** The feeds of all accounts. */
export interface Feeds {
  /** Reads a part of an account's feed. */
  read(userId: string, query: FeedQuery): Promise<FeedPage>;
}

/** The transactional outbox: moves pending events from their documents to the feeds. */
export interface EventOutbox {
  /**
   * Publishes the pending events of the documents, each once, numbered without gaps; returns the webhooks that now have something to post. Documents
   * without events are skipped.
   */
  publish(source: EventSource, ids: readonly string[]): Promise<readonly { readonly id: string; readonly userId: string }[]>;
  /** Documents whose events have been pending for `forMs` because the worker that recorded them died; at most 1,000 of each source. */
  forgotten(forMs: number): Promise<readonly { readonly source: EventSource; readonly ids: readonly string[] }[]>;
}
