import type { EventType, FeedEvent } from "#shared/events/event.ts";
import type { Page } from "#shared/platform/ports.ts";

/** A webhook: a URL to which an account's events are posted. */
export interface Webhook {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  /** The event types that it receives; undefined: all, including future ones. */
  readonly types?: readonly EventType[];
  readonly description: string;
  /** Only events of this tenant are posted. It never changes, so that no waiting event of another tenant is posted. */
  readonly tenant?: string;
  /** `disabled`: it failed for three days, answered 410, or its owner switched it off; nothing is posted until it is switched on. */
  readonly status: "active" | "disabled";
  /** When its URL first answered a test; until then only tests are posted, and events wait. */
  readonly verifiedAt?: Date;
  /** Since when every post to it has failed; absent after a success. */
  readonly failingSince?: Date;
  /** The answer to the last failed post, or why there was none. */
  readonly lastError?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A signing secret and, for a day after a rotation, the previous one; each is `whsec_` and base64 (Standard Webhooks). */
export type Secrets = readonly string[];

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** The event's number in the account's feed. */
  readonly sequence: number;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  /** The HTTP status of the last attempt; absent when no answer came. */
  readonly responseStatus?: number;
  readonly durationMs?: number;
  /** The first kilobyte of the answer, or the reason why there was none. */
  readonly response?: string;
  readonly lastAttemptAt?: Date;
  readonly createdAt: Date;
}

/** How long both secrets are valid after a rotation, ms. */
export const BOTH_SECRETS_MS = 24 * 3_600_000;
/** How long a delivery must have been due to count as forgotten, because its worker or wake-up was lost, ms. */
export const FORGOTTEN_AFTER_MS = 60_000;
/** How long every post must fail before a webhook is disabled, ms. */
export const DISABLED_AFTER_MS = 72 * 3_600_000;
/** How many events an account may replay in an hour. */
export const REPLAYED_AN_HOUR = 1000;
/** The maximum of webhooks in an account. */
export const WEBHOOKS_PER_ACCOUNT = 20;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The delays after failures, ms; after the last of them the event is given up. Three days in all. */
const DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 5 }, () => 12 * HOUR_MS),
];

/** The maximum pause that a webhook can ask for, ms: the longest of the delays. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR_MS;
/** The status by which a webhook asks for no more posts (410 Gone; Standard Webhooks). */
export const GONE = 410;

/** The delay after this many failed attempts, ms; undefined when the event is given up. */
export const delayAfter = (attempts: number): number | undefined => DELAYS_MS[attempts - 1];

/** How long a webhook is paused after this many failed rounds, ms. */
export const backoffMs = (rounds: number): number => DELAYS_MS[Math.min(rounds, DELAYS_MS.length) - 1] ?? 0;

/** The fields that a user may change. */
export type WebhookChanges = Partial<Pick<Webhook, "url" | "description" | "status">> & {
  /** The event types. Present and undefined: all types. */
  readonly types?: Webhook["types"] | undefined;
};

/** An account's webhooks. */
export interface Webhooks {
  find(userId: string, id: string): Promise<Webhook | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<readonly Webhook[]>;
  /** Applies changes; undefined when not found. Switching the webhook on or off resets its failures; a new URL must be verified. */
  update(userId: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>;
  /** Deletes the webhook with its deliveries; false when not found. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Newest first. */
  deliveries(userId: string, id: string, page: Page): Promise<readonly WebhookDelivery[]>;
  /**
   * Queues events of the feed again that match the webhook's types: the named ones, or all since a time. Returns how many. `admit` is called with the
   * number before, and can throw to prevent it.
   */
  replay(webhook: Webhook, which: Replayed, admit: (eventIds: readonly string[]) => Promise<void>): Promise<number>;
}

/** The webhooks with their sealed secrets, for functions that may read the keyring. */
export interface SealedWebhooks extends Webhooks {
  /** Stores a webhook; false when the account already has `most`, counted in the same transaction. */
  insert(webhook: Webhook, secret: string, most: number): Promise<boolean>;
  /** The secret and, while it is still valid, the previous one. */
  secrets(userId: string, id: string): Promise<Secrets>;
  /** Sets a new signing secret; the previous one stays valid for `bothForMs`. */
  rotate(userId: string, id: string, secret: string, bothForMs: number): Promise<boolean>;
}

/** Which events are posted again. */
export type Replayed = { readonly since: Date } | { readonly eventIds: readonly string[] };

/** The lease to post to a webhook; one worker at a time holds it. */
export interface WebhookLease {
  readonly token: string;
  readonly webhook: Webhook;
  readonly secrets: Secrets;
}

/** An event that is due at a webhook. */
export interface DueDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly event: FeedEvent;
}

/** The result of one attempt. */
export interface Attempt {
  readonly ok: boolean;
  readonly responseStatus?: number;
  readonly durationMs: number;
  readonly response: string;
  /** How long a webhook that refuses asks to get no posts (Retry-After), ms; at most 12 hours. */
  readonly waitMs?: number;
}

/** The result of a worker's run at a webhook. */
export interface RunEnd {
  readonly round: "failed" | "worked" | "cut";
  readonly isSlow: boolean;
  /** The answer to the last failed post, or why there was none. */
  readonly answered?: string | undefined;
  /** Whether it answered 410. */
  readonly isGone?: boolean;
  /** How long it asked to get no posts, ms. */
  readonly askedWaitMs?: number;
}

/** The queue of deliveries, by the database's clock. */
export interface WebhookDeliveries {
  /** Whether the webhook was slow to answer when a worker last posted to it. */
  isSlow(webhookId: string): Promise<boolean>;
  /** Leases an active webhook; undefined when it is not active, is paused, or another worker has the lease. */
  lease(webhookId: string, forMs: number): Promise<WebhookLease | undefined>;
  /** Records that the URL answered a test, unless it has changed since; waiting events may then be posted. */
  verified(webhook: Pick<Webhook, "id" | "url">): Promise<void>;
  /** The due deliveries, longest due first. */
  due(lease: WebhookLease, limit: number): Promise<readonly DueDelivery[]>;
  /** Records an attempt; a failed delivery is due again after `againInMs`, or given up. */
  record(delivery: DueDelivery, attempt: Attempt, againInMs: number | undefined): Promise<void>;
  /**
   * Ends the lease and records the run: whether the webhook is slow, and after a failed round its answer and a pause. The webhook is disabled after
   * three days with only failures, and at once after a 410; a post that was cut off counts as neither. A webhook that asked for time is paused at
   * least so long. Returns in how many ms something is due, an event or the next test of an unverified URL; undefined when nothing is.
   */
  release(lease: WebhookLease, run: RunEnd): Promise<number | undefined>;
  /** Up to 1,000 active webhooks that have had a due delivery for `forMs`, are not paused and have no worker. */
  forgotten(forMs: number): Promise<readonly WebhookRef[]>;
}

/** A request to post, with its time limit, ms. */
interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly withinMs: number;
}

/** Posts to URLs that clients chose. */
export interface WebhookClient {
  /** One POST, without redirects. Never throws, and never takes longer than its time limit. */
  post(post: WebhookPost): Promise<Attempt>;
}

/** A webhook that may have due deliveries, with its account, which is the message group. */
export type WebhookRef = Pick<Webhook, "id" | "userId">;

/** Wakes the workers of webhooks; the sweeper finds webhooks whose wake-up was lost. */
export interface WebhookQueue {
  wake(endpoints: readonly WebhookRef[], afterMs?: number): Promise<void>;
}
