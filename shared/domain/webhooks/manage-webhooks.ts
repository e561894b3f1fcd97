import { conflict, notFound } from "../errors.ts";
import type { Clock, Ids } from "../ports.ts";
import type { Attempt, WebhookClient, WebhookQueue, Webhooks } from "./ports.ts";
import { newSecret, signedHeaders } from "./sign.ts";
import { BOTH_SECRETS_MS, type Webhook, WEBHOOKS_PER_ACCOUNT } from "./webhook.ts";

/** What managing endpoints takes. */
export interface WebhookPorts {
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An endpoint with its secret, which is shown at this moment only. */
export interface MadeWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Makes an endpoint; throws `conflict` beyond 20 of an account. */
export const createWebhook = async (
  { webhooks, clock, ids }: WebhookPorts,
  userId: string,
  facts: Pick<Webhook, "url" | "types" | "description">,
): Promise<MadeWebhook> => {
  const now = clock.now();
  const webhook: Webhook = { ...facts, id: ids.objectId(), userId, status: "active", createdAt: now, updatedAt: now };
  const secret = newSecret();
  if (!(await webhooks.insert(webhook, secret, WEBHOOKS_PER_ACCOUNT)))
    throw conflict("Too many webhooks", `the account has ${WEBHOOKS_PER_ACCOUNT} webhooks: delete one first`);
  return { webhook, secret };
};

/** The endpoint, or 404. */
export const findWebhook = async ({ webhooks }: Pick<WebhookPorts, "webhooks">, userId: string, id: string): Promise<Webhook> => {
  const webhook = await webhooks.find(userId, id);
  if (!webhook) throw notFound("Webhook");
  return webhook;
};

/** Gives the endpoint a new secret; for 24 hours both sign. Throws 404. */
export const rotateSecret = async ({ webhooks }: Pick<WebhookPorts, "webhooks">, userId: string, id: string): Promise<string> => {
  const secret = newSecret();
  if (!(await webhooks.rotate(userId, id, secret, BOTH_SECRETS_MS))) throw notFound("Webhook");
  return secret;
};

/** How long a test waits for its answer, ms. */
const ANSWER_WITHIN_MS = 10_000;

/** Posts a `webhook.test` event to the endpoint now, and answers what came of it. Throws 404. */
export const tryWebhook = async (
  ports: WebhookPorts & { readonly webhookClient: WebhookClient },
  userId: string,
  id: string,
  bodyOf: (eventId: string, at: Date) => string,
): Promise<Attempt> => {
  const { url } = await findWebhook(ports, userId, id);
  const at = ports.clock.now();
  const eventId = ports.ids.objectId();
  const body = bodyOf(eventId, at);
  const headers = signedHeaders(await ports.webhooks.secrets(userId, id), eventId, at, body);
  return ports.webhookClient.post({ url, headers, body, withinMs: ANSWER_WITHIN_MS });
};

/** Posts events of the feed again; answers how many are queued. Throws 404. */
export const replayEvents = async (
  ports: Pick<WebhookPorts, "webhooks"> & { readonly webhookQueue: WebhookQueue },
  userId: string,
  id: string,
  which: Parameters<Webhooks["replay"]>[2],
): Promise<number> => {
  await findWebhook(ports, userId, id);
  const queued = await ports.webhooks.replay(userId, id, which);
  if (queued > 0) await ports.webhookQueue.wake([{ id, userId }]);
  return queued;
};
