import type { Clock, Ids } from "../ports.ts";
import type { Attempt, WebhookClient, WebhookDeliveries, WebhookLease } from "./ports.ts";
import { signedHeaders } from "./sign.ts";

/** The ports of a test; `testBodyOf` makes the JSON of the test event. */
export interface TestPorts {
  readonly webhookClient: WebhookClient;
  readonly webhookDeliveries: Pick<WebhookDeliveries, "verified">;
  /** Of the real world, also in a test world: receivers compare the time of signatures with their own. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly testBodyOf: (eventId: string, at: Date) => string;
}

/** Posts a signed `webhook.test` to an endpoint; a 2xx answer verifies its URL. */
export const postTest = async (
  { webhookClient, webhookDeliveries, clock, ids, testBodyOf }: TestPorts,
  { webhook, secrets }: Pick<WebhookLease, "webhook" | "secrets">,
  withinMs: number,
): Promise<Attempt> => {
  const [at, id] = [clock.now(), ids.objectId()];
  const body = testBodyOf(id, at);
  const made = await webhookClient.post({ url: webhook.url, headers: signedHeaders(secrets, id, at, body), body, withinMs });
  if (made.ok) await webhookDeliveries.verified(webhook);
  return made;
};
