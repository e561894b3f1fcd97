import type { FeedEvent } from "#shared/events/event.ts";
import type { Secrets, Webhook, WebhookDelivery } from "./webhook.ts";
import type { Page } from "#shared/platform/ports.ts";

/** The fields that a user may change. */
export type WebhookChanges = Partial<Pick<Webhook, "url" | "description" | "status">> & {
  /** The event types; undefined, when the field is present: all types. */
  readonly types?: Webhook["types"] | undefined;
};

/** An account's endpoints. */
export interface Webhooks {
  find(userId: string, id: string): Promise<Webhook | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<readonly Webhook[]>;
  /** Applies changes; undefined when not found. Switching the endpoint on or off resets its failures; a new URL has to be verified. */
  update(userId: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>;
  /** Deletes the endpoint with its deliveries; false when not found. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Newest first. */
  deliveries(userId: string, id: string, page: Page): Promise<readonly WebhookDelivery[]>;
  /**
   * Queues events of the feed again that match the endpoint's types, the named ones or all since a time; returns how many. `admit` is called with the
   * number first, and prevents it by throwing.
   */
  replay(webhook: Webhook, which: Replayed, admit: (eventIds: readonly string[]) => Promise<void>): Promise<number>;
}

/** The endpoints with their sealed secrets, for functions that may read the keyring. */
export interface SealedWebhooks extends Webhooks {
  /** False when the account already has `most`, counted in the transaction that stores it. */
  insert(webhook: Webhook, secret: string, most: number): Promise<boolean>;
  /** The secret and, while it is still valid, the previous one. */
  secrets(userId: string, id: string): Promise<Secrets>;
  /** Sets a new signing secret; the previous one stays valid for `bothForMs`. */
  rotate(userId: string, id: string, secret: string, bothForMs: number): Promise<boolean>;
}

/** Which events are posted again. */
export type Replayed = { readonly since: Date } | { readonly eventIds: readonly string[] };

/** The right to post to an endpoint; one worker at a time holds it. */
export interface WebhookLease {
  readonly token: string;
  readonly webhook: Webhook;
  readonly secrets: Secrets;
}

/** An event that is due at an endpoint. */
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
  /** How long a refusing endpoint asks to be left alone (Retry-After), ms; at most 12 hours. */
  readonly waitMs?: number;
}

/** How a worker's stay at an endpoint ended. */
export interface StayEnd {
  readonly round: "failed" | "worked" | "cut";
  readonly isSlow: boolean;
  /** What it answered to the last post that failed. */
  readonly answered?: string | undefined;
  /** It answered 410. */
  readonly isGone?: boolean;
  /** How long it asked to be left alone, ms. */
  readonly restMs?: number;
}

/** The queue of deliveries, by the database's clock. */
export interface WebhookDeliveries {
  /** Whether the endpoint was slow to answer when a worker last posted to it. */
  isSlow(webhookId: string): Promise<boolean>;
  /** Leases an active endpoint; undefined when it is not active, is paused, or another worker has it. */
  lease(webhookId: string, forMs: number): Promise<WebhookLease | undefined>;
  /** Records that the URL answered a test, unless it has changed since; waiting events may then be posted. */
  verified(webhook: Pick<Webhook, "id" | "url">): Promise<void>;
  /** The due deliveries, the longest due first. */
  due(lease: WebhookLease, limit: number): Promise<readonly DueDelivery[]>;
  /** Records an attempt; a failed delivery is due again after `againInMs`, or given up. */
  record(delivery: DueDelivery, attempt: Attempt, againInMs: number | undefined): Promise<void>;
  /**
   * Ends the lease and records whether the endpoint is slow. After a failed round it is paused, what it answered is kept, and it is disabled after three days of failures only;
   * a post that was cut off proves nothing. One whose URL answered 410 is disabled at once; one that asked for time rests so long at least. Returns in how many ms something is due: an event, or the next test of an unverified URL.
   */
  release(lease: WebhookLease, stay: StayEnd): Promise<number | undefined>;
  /** Up to 1,000 active endpoints that have had a due delivery for `forMs`, are not paused and have no worker. */
  forgotten(forMs: number): Promise<readonly Endpoint[]>;
}

/** A request to post, with its time limit, ms. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly withinMs: number;
}

/** Posts to URLs that clients chose. */
export interface WebhookClient {
  /** One POST, without redirects. Never throws, and never exceeds its time limit. */
  post(post: WebhookPost): Promise<Attempt>;
}

/** An endpoint that may have due deliveries, and its account, which is its message group. */
export type Endpoint = Pick<Webhook, "id" | "userId">;

/** Wakes the workers of endpoints; the sweeper finds endpoints whose wake-up was lost. */
export interface WebhookQueue {
  wake(endpoints: readonly Endpoint[], afterMs?: number): Promise<void>;
}
