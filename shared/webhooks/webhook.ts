import type { EventType } from "#shared/events/event.ts";

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
