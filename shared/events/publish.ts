import type { EventType, FeedEvent, EventSource } from "./event.ts";
import type { Log } from "#shared/platform/ports.ts";
import { Refusal } from "#shared/platform/errors.ts";

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
interface FeedQuery {
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

/** The ports of publishing. */
export interface PublishPorts {
  readonly eventOutbox: Pick<EventOutbox, "publish">;
  readonly log: Log;
}

/** The most documents in one transaction: a page of received mail. */
const AT_ONCE = 500;

/** Publishes the pending events of newly written documents; returns whether all were published. Never throws: the sweeper finds the rest. */
export const publishEvents = async ({ eventOutbox, log }: PublishPorts, source: EventSource, ids: readonly string[]): Promise<boolean> => {
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) await eventOutbox.publish(source, ids.slice(at, at + AT_ONCE));
    return true;
  } catch (error) {
    log.warn("events not published", { source, count: ids.length, error });
    return false;
  }
};

/** The ports of the sweeper. */
export interface ForgottenPorts extends PublishPorts {
  readonly eventOutbox: EventOutbox;
}

/** Events pending for this long were left by a dead worker, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Publishes events that have been pending for `afterMs`, as dead workers leave them; returns how many documents had pending events. Throws at the end when some could not be published. */
export const publishForgotten = async (ports: ForgottenPorts, afterMs = FORGOTTEN_AFTER_MS): Promise<number> => {
  const left = await ports.eventOutbox.forgotten(afterMs);
  let failed = 0;
  for (const { source, ids } of left) if (!(await publishEvents(ports, source, ids))) failed += 1;
  if (failed > 0) throw new Error(`events of ${failed} kinds of documents not published`);
  return left.reduce((sum, { ids }) => sum + ids.length, 0);
};

/** Reads a part of an account's feed; throws 410 when events after the cursor have been deleted, and the client has to read the records instead. */
export const readFeed = async ({ feeds }: { readonly feeds: Feeds }, userId: string, query: FeedQuery): Promise<FeedPage> => {
  const page = await feeds.read(userId, query);
  if (page.expired)
    throw new Refusal("gone", "Events after this cursor are older than 30 days and have been deleted; start without `after`");
  return page;
};
