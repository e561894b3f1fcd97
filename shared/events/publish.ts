import type { ConnectLink } from "#shared/connect/connect-link.ts";
import type { Wallet } from "#shared/accounts/credits.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { labelNames, type Send } from "#shared/sending/send.ts";
import type { Suppression } from "#shared/suppressions/suppression.ts";
import type { Thread } from "#shared/threads/thread.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";
import { type EventSource, type EventType, type FeedEvent, positionIn } from "./event.ts";
import type { Log } from "#shared/platform/ports.ts";
import { invalid, Refusal } from "#shared/platform/errors.ts";

/** The fields of each kind of record that its events contain, in order: enough to act on, no secrets, and of bodies only a message's new content. */
export const publishedFields = {
  sends: [
    "id",
    "mailboxId",
    "chosenBecause",
    "fromEmail",
    "toEmail",
    "cc",
    "subject",
    "status",
    "messageId",
    "threadId",
    "kind",
    ...labelNames,
    "sequenceId",
    "step",
    "attempts",
    "lastError",
    "cancelReason",
    "rejectReason",
    "holdUntil",
    "revision",
    "by",
    "approvedBy",
    "cancelledBy",
    "heldBy",
    "approvedAt",
    "createdAt",
    "scheduledAt",
    "sentAt",
    "awayUntil",
    "repliedAt",
    "bouncedAt",
    "bounceReason",
    "bounces",
    "complainedAt",
    "refused",
    "deferred",
  ],
  // A message's event has the labels of the send that it answers or reports on, so that the receiver can identify it.
  messages: [
    "id",
    "mailboxId",
    "threadId",
    "emailJobId",
    "kind",
    "autoClass",
    "returnsOn",
    "successor",
    "correctedBy",
    "intent",
    "intentBy",
    "messageId",
    "from",
    "subject",
    "snippet",
    "replyText",
    ...labelNames,
    "receivedAt",
  ],
  threads: [
    "id",
    "mailboxId",
    "subject",
    "state",
    "snoozedUntil",
    "assignedTo",
    "labels",
    "needsReply",
    "waitingSince",
    "revision",
    "changedBy",
    "lastMessageAt",
  ],
  mailboxes: ["id", "email", "type", "status", "statusSince", "smtpLastError", "inboxLastError", "sentCopiesLastError"],
  wallets: ["balance"],
  webhooks: ["id", "url", "description", "status"],
  suppressions: ["id", "email", "reason", "sendId", "mailboxId"],
  connectLinks: ["id", "mailboxId", "email", "tenant", "state", "failures", "lastError", "expiresAt", "completedAt"],
} as const satisfies {
  readonly sends: readonly (keyof Send)[];
  readonly messages: readonly (keyof Message | (typeof labelNames)[number])[];
  readonly threads: readonly (keyof Thread)[];
  readonly mailboxes: readonly (keyof Mailbox)[];
  readonly wallets: readonly (keyof Wallet)[];
  readonly webhooks: readonly (keyof Webhook)[];
  readonly suppressions: readonly (keyof Suppression)[];
  readonly connectLinks: readonly (keyof ConnectLink)[];
} satisfies Record<EventSource, readonly string[]>;

/** A part of an account's feed. */
export interface FeedPage<Cursor = number> {
  /** In the order of their numbers. */
  readonly events: readonly FeedEvent[];
  /** The number, or position, up to which the feed was searched: a client that continues after it misses nothing. */
  readonly through: Cursor;
  /** True when events after `after` have already been deleted because of their age. */
  readonly expired: boolean;
  /** Whether the feed goes on after `through`. */
  readonly more: boolean;
}

/** Which part of the feed to read. */
interface FeedQuery<Cursor = number> {
  /** Starts after this number or position; undefined: at the oldest stored event. */
  readonly after?: Cursor | undefined;
  /** Starts this many events before the end: the newest page. */
  readonly latest?: boolean;
  readonly type?: EventType | undefined;
  /** Only events that concern these mailboxes, their messages and sends. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** In addition, events about connect links of these tenants that have no mailbox yet. */
  readonly tenants?: readonly string[] | undefined;
  readonly limit: number;
}

/** The feeds of all accounts. */
export interface Feeds {
  /** Reads a part of an account's feed. */
  read(userId: string, query: FeedQuery): Promise<FeedPage>;
  /**
   * Reads a part of the feed that a bound key may see. Cursors are positions, which depend only on that key's events and the time. The number of an
   * event of an older version is accepted while that event is stored.
   */
  readWithin(userId: string, query: WithinQuery): Promise<FeedPage<string>>;
}

/** Which part of a bound key's events to read. */
export type WithinQuery = FeedQuery<string> & { readonly mailboxIds: readonly string[]; readonly tenants: readonly string[] };

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

/** The dependencies of publishing events. */
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

/** The dependencies of the sweeper. */
export interface ForgottenPorts extends PublishPorts {
  readonly eventOutbox: EventOutbox;
}

/** Events pending for this long were left by a dead worker, ms. */
export const FORGOTTEN_AFTER_MS = 60_000;

/**
 * Publishes events that have been pending for `afterMs`, because the worker that recorded them died; returns how many documents had some. When some
 * could not be published it throws, after it has tried all.
 */
export const publishForgotten = async (ports: ForgottenPorts, afterMs = FORGOTTEN_AFTER_MS): Promise<number> => {
  const left = await ports.eventOutbox.forgotten(afterMs);
  let failed = 0;
  for (const { source, ids } of left) if (!(await publishEvents(ports, source, ids))) failed += 1;
  if (failed > 0) throw new Error(`events of ${failed} kinds of documents not published`);
  return left.reduce((sum, { ids }) => sum + ids.length, 0);
};

/** Which part of a feed a request asks for, and whether its key is bound. */
type AskedFeed = FeedQuery<string> & { readonly isBound: boolean };

const readPage = async (feeds: Feeds, userId: string, { isBound, ...query }: AskedFeed): Promise<FeedPage<string>> => {
  const { after, mailboxIds = [], tenants = [] } = query;
  if (isBound) return feeds.readWithin(userId, { ...query, mailboxIds, tenants });
  if (after !== undefined && positionIn(after)) throw invalid({ field: "after", message: "is a cursor of a bound key" });
  const page = await feeds.read(userId, { ...query, after: after === undefined ? undefined : Number(after) });
  return { ...page, through: String(page.through) };
};

/** Reads a part of an account's feed; throws 410 when events after the cursor have been deleted, and the client has to read the records instead. */
export const readFeed = async ({ feeds }: { readonly feeds: Feeds }, userId: string, query: AskedFeed): Promise<FeedPage<string>> => {
  const page = await readPage(feeds, userId, query);
  if (page.expired)
    throw new Refusal("gone", "Events after this cursor are older than 30 days and have been deleted; start without `after`");
  return page;
};
