import type { FeedEvent } from "../events/event.ts";
import type { Secrets, Webhook, WebhookDelivery } from "./webhook.ts";
import type { Page } from "../ports.ts";

/** What a user may change. */
export type WebhookChanges = Partial<Pick<Webhook, "url" | "description" | "status">> & {
  /** undefined where it is named: all types. */
  readonly types?: Webhook["types"] | undefined;
};

/** An account's endpoints. */
export interface Webhooks {
  find(userId: string, id: string): Promise<Webhook | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<readonly Webhook[]>;
  /** Switching it on forgets its failures; another address has to be verified anew. Undefined when not found. */
  update(userId: string, id: string, changes: WebhookChanges): Promise<Webhook | undefined>;
  /** With its deliveries; false when not found. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Newest first. */
  deliveries(userId: string, id: string, page: Page): Promise<readonly WebhookDelivery[]>;
  /** Queues events of the feed again that the endpoint wants, those named or all since then; answers how many. `admit` hears first how many, and stops it by throwing. */
  replay(webhook: Webhook, which: Replayed, admit: (events: number) => Promise<void>): Promise<number>;
}

/** The endpoints with their sealed secrets, for functions that may read the keyring. */
export interface SealedWebhooks extends Webhooks {
  /** False when the account has `most` already, counted in the transaction that stores it. */
  insert(webhook: Webhook, secret: string, most: number): Promise<boolean>;
  /** The secret and, where it is still valid, the one before. */
  secrets(userId: string, id: string): Promise<Secrets>;
  /** Makes the secret the one that signs; the one before stays valid for so many ms. */
  rotate(userId: string, id: string, secret: string, bothForMs: number): Promise<boolean>;
}

/** Which events are posted again. */
export type Replayed = { readonly since: Date } | { readonly eventIds: readonly string[] };

/** The right to post to an endpoint: one worker at a time. */
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

/** What became of one attempt. */
export interface Attempt {
  readonly ok: boolean;
  readonly responseStatus?: number;
  readonly durationMs: number;
  readonly response: string;
}

/** The queue of deliveries, by the database's clock. */
export interface WebhookDeliveries {
  /** Whether the endpoint was slow to answer when a worker last posted there. */
  isSlow(webhookId: string): Promise<boolean>;
  /** Takes an active endpoint; undefined when it is none, rests, or another worker has it. */
  lease(webhookId: string, forMs: number): Promise<WebhookLease | undefined>;
  /** Notes that the address answered a test, unless it is another by now; what has waited may go. */
  verified(webhook: Pick<Webhook, "id" | "url">): Promise<void>;
  /** What is due, longest first. */
  due(lease: WebhookLease, limit: number): Promise<readonly DueDelivery[]>;
  /** Notes an attempt; a failed one is due again after `againInMs`, or given up. */
  record(delivery: DueDelivery, attempt: Attempt, againInMs: number | undefined): Promise<void>;
  /** Ends the lease and notes whether the endpoint is slow. After a failed round it rests, and is disabled when it did nothing else for three days; one that was cut proves nothing. Answers in how many ms something is due: an event, or the next test of an address that is not verified. */
  release(
    lease: WebhookLease,
    stay: { readonly round: "failed" | "worked" | "cut"; readonly isSlow: boolean },
  ): Promise<number | undefined>;
  /** Up to 1,000 active endpoints where a delivery has been due for so long, ms, and that neither rest nor have a worker. */
  forgotten(forMs: number): Promise<readonly Endpoint[]>;
}

/** What is posted where, and how long that may take, ms. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly withinMs: number;
}

/** Posts to addresses of the clients' choice. */
export interface WebhookClient {
  /** One POST, without redirects. Never throws, and never takes longer than it may. */
  post(post: WebhookPost): Promise<Attempt>;
}

/** An endpoint that something may be due at, and its account, by which the workers are shared. */
export type Endpoint = Pick<Webhook, "id" | "userId">;

/** Wakes the worker of endpoints; what gets lost is found by the sweeper. */
export interface WebhookQueue {
  wake(endpoints: readonly Endpoint[], afterMs?: number): Promise<void>;
}
