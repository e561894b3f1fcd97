import type { EventType } from "#shared/events/event.ts";

/** An account's endpoint to which its events are posted. */
export interface Webhook {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  /** The event types that it receives; undefined: all, including future ones. */
  readonly types?: readonly EventType[];
  readonly description: string;
  /** Only events of this tenant are posted; it never changes, so that no waiting event of another is. */
  readonly tenant?: string;
  /** `disabled`: it failed for three days, answered 410, or its owner switched it off; nothing is posted until it is switched on. */
  readonly status: "active" | "disabled";
  /** When its URL first answered a test; until then only tests are posted, and events wait. */
  readonly verifiedAt?: Date;
  /** Since when every post to it has failed; absent while the last one worked. */
  readonly failingSince?: Date;
  /** What it answered to the last of those, or why it did not. */
  readonly lastError?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A signing secret and, for a day after a rotation, the previous one; each is `whsec_` and base64 (Standard Webhooks). */
export type Secrets = readonly string[];

/** The delivery of one event to one endpoint. */
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
/** An endpoint is disabled after this long with nothing but failures, ms. */
export const DISABLED_AFTER_MS = 72 * 3_600_000;
/** How many events an account may replay in an hour. */
export const REPLAYED_AN_HOUR = 1000;
/** How many endpoints an account may have. */
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

/** The longest time for which an endpoint is left alone because it asked for it, ms: the longest of the delays. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR_MS;
/** The status by which an endpoint says that it wants nothing more (410 Gone; Standard Webhooks). */
export const GONE = 410;

/** The delay after this many failed attempts, ms; undefined when the event is given up. */
export const delayAfter = (attempts: number): number | undefined => DELAYS_MS[attempts - 1];

/** How long an endpoint is paused after this many failed rounds, ms. */
export const backoffMs = (rounds: number): number => DELAYS_MS[Math.min(rounds, DELAYS_MS.length) - 1] ?? 0;
