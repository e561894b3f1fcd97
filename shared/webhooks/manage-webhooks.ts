import type { RateLimits } from "#shared/accounts/auth/request-ports.ts";
import { conflict, notFound, tooManyRequests } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import {
  type Attempt,
  type Replayed,
  type SealedWebhooks,
  type WebhookChanges,
  type WebhookQueue,
  type Webhooks,
  BOTH_SECRETS_MS,
  REPLAYED_AN_HOUR,
  type Webhook,
  WEBHOOKS_PER_ACCOUNT,
} from "./webhook.ts";
import { postTest, type TestPorts, newSecret } from "./deliver-webhook.ts";
import { limitName } from "#shared/platform/world.ts";

/** The port to an account's webhooks. */
interface Known {
  readonly webhooks: Webhooks;
}

/** The port to an account's webhooks with their secrets. */
interface Sealed {
  readonly webhooks: SealedWebhooks;
}

interface Waking {
  readonly webhookQueue: WebhookQueue;
}

/** A webhook with its secret, which is shown only once. */
export interface MadeWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Creates a webhook, to which a worker posts a test at once; throws `conflict` beyond 20 in an account. */
export const createWebhook = async (
  { webhooks, webhookQueue, clock, ids }: Sealed & Waking & { readonly clock: Clock; readonly ids: Ids },
  userId: string,
  facts: Pick<Webhook, "url" | "types" | "description" | "tenant">,
): Promise<MadeWebhook> => {
  const now = clock.now();
  const webhook: Webhook = { ...facts, id: ids.objectId(), userId, status: "active", createdAt: now, updatedAt: now };
  const secret = newSecret();
  if (!(await webhooks.insert(webhook, secret, WEBHOOKS_PER_ACCOUNT)))
    throw conflict("Too many webhooks", `the account has ${WEBHOOKS_PER_ACCOUNT} webhooks: delete one first`);
  await webhookQueue.wake([webhook]);
  return { webhook, secret };
};

/** Changes a webhook; wakes one that is switched on or has a new URL. Throws 404. */
export const changeWebhook = async (
  { webhooks, webhookQueue }: Known & Waking,
  userId: string,
  id: string,
  changes: WebhookChanges,
): Promise<Webhook> => {
  const changed = await webhooks.update(userId, id, changes);
  if (!changed) throw notFound("Webhook");
  if (changes.status === "active" || changes.url !== undefined) await webhookQueue.wake([changed]);
  return changed;
};

/** Finds a webhook; throws 404. */
export const findWebhook = async ({ webhooks }: Known, userId: string, id: string): Promise<Webhook> => {
  const webhook = await webhooks.find(userId, id);
  if (!webhook) throw notFound("Webhook");
  return webhook;
};

/** Gives a webhook a new secret; for 24 hours posts are signed with both. Throws 404. */
export const rotateSecret = async ({ webhooks }: Sealed, userId: string, id: string): Promise<string> => {
  const secret = newSecret();
  if (!(await webhooks.rotate(userId, id, secret, BOTH_SECRETS_MS))) throw notFound("Webhook");
  return secret;
};

/** How long a test waits for its answer, ms. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Posts a `webhook.test` event to a webhook now, and returns the result. A 2xx answer verifies the URL, and waiting events are then delivered. Throws
 * 404.
 */
export const tryWebhook = async (ports: Sealed & TestPorts & Waking, userId: string, id: string): Promise<Attempt> => {
  const webhook = await findWebhook(ports, userId, id);
  const made = await postTest(ports, { webhook, secrets: await ports.webhooks.secrets(userId, id) }, ANSWER_WITHIN_MS);
  if (made.ok && !webhook.verifiedAt) await ports.webhookQueue.wake([webhook]);
  return made;
};

const REPLAYS = { burst: REPLAYED_AN_HOUR, perSecond: REPLAYED_AN_HOUR / 3_600 };

/** Throws 404 naming the requested events that the webhook's feed does not have. */
const assertAllFound = (asked: readonly string[], found: ReadonlySet<string>): void => {
  const unknown = [...new Set(asked)].filter((id) => !found.has(id.toLowerCase()));
  if (unknown.length > 0)
    throw notFound("Event", { field: "eventIds", message: `not among the events for this webhook: ${unknown.join(", ")}` });
};

/** Queues events of the feed again that match the webhook's types; returns how many. Throws 404, and 429 beyond 1,000 an hour in an account. */
export const replayEvents = async (
  { webhooks, webhookQueue, rateLimits }: Known & Waking & { readonly rateLimits: RateLimits },
  userId: string,
  id: string,
  which: Replayed,
): Promise<number> => {
  const webhook = await findWebhook({ webhooks }, userId, id);
  const queued = await webhooks.replay(webhook, which, async (found) => {
    if ("eventIds" in which) assertAllFound(which.eventIds, new Set(found));
    if (found.length === 0) return;
    const { wait } = await rateLimits.take(limitName(`replays:${userId}`), REPLAYS, found.length);
    if (wait > 0) throw tooManyRequests(wait);
  });
  if (queued > 0) await webhookQueue.wake([webhook]);
  return queued;
};
