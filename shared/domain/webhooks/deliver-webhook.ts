import { publishEvents, type PublishPorts } from "../events/publish.ts";
import type { FeedEvent } from "../events/event.ts";
import type { Attempt, DueDelivery, Endpoint, WebhookDeliveries, WebhookLease, WebhookQueue } from "./ports.ts";
import { postTest, type TestPorts } from "./post-test.ts";
import { signedHeaders } from "./sign.ts";
import { delayAfter } from "./webhook.ts";

/** What delivering to endpoints takes; `bodyOf` writes an event as the wire has it. */
export interface DeliverWebhookPorts extends PublishPorts, TestPorts {
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookQueues: Readonly<Record<Lane, WebhookQueue>>;
  readonly bodyOf: (event: FeedEvent) => string;
}

/** The lane of endpoints that answer at once, and that of the others, which have workers of their own and so delay nobody who is quick. */
export type Lane = "quick" | "slow";

/** How long a post may take, for how long a worker begins new ones, and what no answer may exceed for the endpoint to be quick, ms. */
const TIME_LIMITS: Readonly<Record<Lane, { readonly postMs: number; readonly stintMs: number; readonly quickMs: number }>> = {
  quick: { postMs: 1_500, stintMs: 500, quickMs: 1_000 },
  slow: { postMs: 10_000, stintMs: 5_000, quickMs: 500 },
};
/** Requests side by side at one endpoint. */
const SIDE_BY_SIDE = 5;
/** Longer than a worker can take: its last requests end 10 s after the 5 s in which it begins some. */
const LEASE_MS = 60_000;
/** The longest delay of a queue's message (AWS, "SendMessage"): what is due later the sweeper wakes. */
const DELAY_MAX_MS = 900_000;

/**
 * Posts what is due at one endpoint for a short while, five events at a time; another worker goes on with what is left, so that nobody's backlog
 * holds the workers of all. An address that never answered a test gets one first, and no event before. A round in which everything fails ends it: the endpoint rests. One that does not answer at once changes its lane.
 */
export const deliverWebhook = async (ports: DeliverWebhookPorts, endpoint: Endpoint, lane: Lane): Promise<void> => {
  const { webhookDeliveries, webhookQueues } = ports;
  if (lane === "quick" && (await webhookDeliveries.isSlow(endpoint.id))) return webhookQueues.slow.wake([endpoint]);
  const lease = await webhookDeliveries.lease(endpoint.id, LEASE_MS);
  if (!lease) return;
  const { round, slowestMs } = await workAt(ports, lease, lane);
  const isSlow = slowestMs === undefined ? lane === "slow" : slowestMs > TIME_LIMITS[lane].quickMs;
  const dueInMs = await webhookDeliveries.release(lease, { round, isSlow });
  if (round === "failed") await publishEvents(ports, "webhooks", [endpoint.id]);
  if (dueInMs !== undefined && dueInMs <= DELAY_MAX_MS) await webhookQueues[isSlow ? "slow" : "quick"].wake([endpoint], dueInMs);
};

/** How a worker's stay at an endpoint ended, and its longest post, ms; undefined when it posted nothing. */
interface Stay {
  readonly round: "failed" | "worked" | "cut";
  readonly slowestMs: number | undefined;
}

const workAt = async (ports: DeliverWebhookPorts, lease: WebhookLease, lane: Lane): Promise<Stay> => {
  const until = ports.clock.now().getTime() + TIME_LIMITS[lane].stintMs;
  const test = lease.webhook.verifiedAt ? undefined : await postTest(ports, lease, TIME_LIMITS[lane].postMs);
  if (test && !test.ok) return { round: isCut(test, lane) ? "cut" : "failed", slowestMs: test.durationMs };
  let stay: Stay = { round: "worked", slowestMs: test?.durationMs };
  do {
    const due = await ports.webhookDeliveries.due(lease, SIDE_BY_SIDE);
    if (due.length === 0) break;
    const attempts = await Promise.all(due.map((delivery) => attempt(ports, lease, delivery, lane)));
    const slowestMs = Math.max(stay.slowestMs ?? 0, ...attempts.map(({ durationMs }) => durationMs));
    const failure = attempts.some((made) => isCut(made, lane)) ? "cut" : "failed";
    stay = { round: failure === "failed" && attempts.some(({ ok }) => ok) ? "worked" : failure, slowestMs };
  } while (stay.round === "worked" && ports.clock.now().getTime() < until);
  return stay;
};

/** The quick lane's time was over: the slow one gives the same event its full time at once. */
const isCut = ({ ok, durationMs }: Attempt, lane: Lane): boolean => lane === "quick" && !ok && durationMs >= TIME_LIMITS.quick.postMs;

const attempt = async (
  { webhookClient, webhookDeliveries, clock, bodyOf }: DeliverWebhookPorts,
  { webhook, secrets }: WebhookLease,
  delivery: DueDelivery,
  lane: Lane,
): Promise<Attempt> => {
  const body = bodyOf(delivery.event);
  const headers = signedHeaders(secrets, delivery.event.id, clock.now(), body);
  const made = await webhookClient.post({ url: webhook.url, headers, body, withinMs: TIME_LIMITS[lane].postMs });
  const againInMs = isCut(made, lane) ? 0 : delayAfter(delivery.attempts + 1);
  await webhookDeliveries.record(delivery, made, made.ok ? undefined : againInMs);
  return made;
};

/** The ports of the sweeper. */
export interface WakeForgottenPorts {
  readonly webhookDeliveries: Pick<WebhookDeliveries, "forgotten">;
  readonly webhookQueue: WebhookQueue;
}

/** Endpoints whose worker or wake was lost, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Every minute: wakes endpoints where something has been due for a minute. */
export const wakeForgotten = async (ports: WakeForgottenPorts): Promise<void> => {
  const found = await ports.webhookDeliveries.forgotten(FORGOTTEN_AFTER_MS);
  if (found.length > 0) await ports.webhookQueue.wake(found);
};
