import type { EventType, FeedEvent, EventSource } from "./event.ts";

/** A part of an account's feed. */
export interface FeedPage {
  /** In the order of their numbers. */
  readonly events: readonly FeedEvent[];
  /** The number up to which the account's feed was looked through: a client goes on behind it and misses nothing. */
  readonly through: number;
  /** True when events behind `after` have been deleted since: their time is over. */
  readonly expired: boolean;
}

/** Where a part of the feed begins and ends. */
export interface FeedQuery {
  /** The number behind which to begin; undefined: at the oldest event that is kept. */
  readonly after?: number | undefined;
  readonly type?: EventType | undefined;
  readonly limit: number;
}

/** The feeds of all accounts. */
export interface Feeds {
  /** Reads a part of an account's feed. */
  read(userId: string, query: FeedQuery): Promise<FeedPage>;
}

/** The transactional outbox: moves pending events from their documents to the feeds. */
export interface EventOutbox {
  /** Publishes the pending events of the documents, each once, numbered without a gap; answers the webhooks that have something to post now. Documents without events are left out. */
  publish(source: EventSource, ids: readonly string[]): Promise<readonly { readonly id: string; readonly userId: string }[]>;
  /** Documents whose events have been pending for so long, ms: the worker that recorded them has died. At most 1,000 of each source. */
  forgotten(forMs: number): Promise<readonly { readonly source: EventSource; readonly ids: readonly string[] }[]>;
}
