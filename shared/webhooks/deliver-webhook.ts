import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import {
  type WebhookClient,
  type Attempt,
  type WebhookDeliveries,
  type WebhookLease,
  type DueDelivery,
  type WebhookRef,
  type WebhookQueue,
  FORGOTTEN_AFTER_MS,
  RETRY_AFTER_MAX_MS,
  type Secrets,
  type Webhook,
  delayAfter,
  GONE,
} from "./webhook.ts";
import { OutOfTime, type PostHttp, retryAfterMs } from "#shared/platform/egress/egress.ts";
import { createHmac, randomBytes } from "node:crypto";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { FeedEvent } from "#shared/events/event.ts";

/** How much of an answer is read, bytes, and how much of it is kept. */
const READ_MAX_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
const FIXED = { "content-type": "application/json", "user-agent": "webhooks/1" };

/** Posts events; a redirect counts as an answer and is not followed. */
export const webhookClient = (post: PostHttp): WebhookClient => ({
  post: async ({ url: address, headers, body, withinMs }) => {
    const began = Date.now();
    const took = () => Date.now() - began;
    try {
      const url = new URL(address);
      const answer = await post({ url, headers: { ...FIXED, ...headers }, body, withinMs, readMax: READ_MAX_BYTES });
      const { status } = answer;
      const response = answer.body.subarray(0, KEPT_BYTES).toString();
      const ok = status >= 200 && status < 300;
      const waitMs = ok ? undefined : retryAfterMs(answer.headers?.["retry-after"], Date.now(), RETRY_AFTER_MAX_MS);
      return { ok, responseStatus: status, durationMs: took(), response, ...(waitMs !== undefined && { waitMs }) };
    } catch (error) {
      return { ok: false, durationMs: took(), response: reasonOf(error, withinMs) };
    }
  },
});

const reasonOf = (error: unknown, withinMs: number): string => {
  if (error instanceof OutOfTime) return `no answer within ${withinMs / 1000} s`;
  return error instanceof MailFailure ? error.message : "the connection was lost before the answer";
};

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and base64 of 32 random bytes (Standard Webhooks, "Signature scheme"). */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** The headers that sign a body: one `v1` signature for each valid secret, over `id.timestamp.body` (Standard Webhooks, "Webhook headers"). */
export const signedHeaders = (secrets: Secrets, id: string, at: Date, body: string): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": secrets.map(signature).join(" ") };
};

/** The dependencies of a test; `testBodyOf` makes the JSON of the test event. */
export interface TestPorts {
  readonly webhookClient: WebhookClient;
  readonly webhookDeliveries: Pick<WebhookDeliveries, "verified">;
  /** Real time, also in a test world, because receivers compare the time of a signature with their own. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly testBodyOf: (eventId: string, at: Date) => string;
}

/** Posts a signed `webhook.test` to a webhook; a 2xx answer verifies its URL. */
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

/** The dependencies of delivering to webhooks; `bodyOf` makes the JSON of an event. */
export interface DeliverWebhookPorts extends PublishPorts, TestPorts {
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookQueues: Readonly<Record<Speed, WebhookQueue>>;
  readonly bodyOf: (event: FeedEvent, webhook: Pick<Webhook, "tenant">) => string;
}

/** `quick`: webhooks that answer quickly; `slow`: the others, which have separate workers, so that they delay no quick webhook. */
export type Speed = "quick" | "slow";

/** For each speed, ms: the time limit of a post, how long a run begins new posts, and the longest answer time of a webhook that counts as quick. */
const TIME_LIMITS: Readonly<Record<Speed, { readonly postMs: number; readonly beginMs: number; readonly quickMs: number }>> = {
  quick: { postMs: 1_500, beginMs: 500, quickMs: 1_000 },
  slow: { postMs: 10_000, beginMs: 5_000, quickMs: 500 },
};
/** Concurrent requests to one webhook. */
const SIDE_BY_SIDE = 5;
/** Longer than a worker's run, ms: it begins requests for 5 s, and the last one takes up to 10 s. */
const LEASE_MS = 60_000;
/** The longest delay of an SQS message, ms (AWS, "SendMessage"); the sweeper wakes what is due later. */
const DELAY_MAX_MS = 900_000;

/**
 * Posts what is due at one webhook for a short time, five events at a time; then another worker continues, so that one backlog cannot hold all
 * workers. A webhook whose URL has not answered a test gets a test first and no event before. After a round in which every post failed, the webhook
 * is paused. A webhook that is slow to answer changes to the slow workers, and back when it is quick again.
 */
export const deliverWebhook = async (ports: DeliverWebhookPorts, endpoint: WebhookRef, speed: Speed): Promise<void> => {
  const { webhookDeliveries, webhookQueues } = ports;
  if (speed === "quick" && (await webhookDeliveries.isSlow(endpoint.id))) return webhookQueues.slow.wake([endpoint]);
  const lease = await webhookDeliveries.lease(endpoint.id, LEASE_MS);
  if (!lease) return;
  const { round, slowestMs, failure, isGone, askedWaitMs } = await workAt(ports, lease, speed);
  const isSlow = slowestMs === undefined ? speed === "slow" : slowestMs > TIME_LIMITS[speed].quickMs;
  const dueInMs = await webhookDeliveries.release(lease, { round, isSlow, answered: failure && answerOf(failure), isGone, askedWaitMs });
  if (round === "failed" || isGone) await publishEvents(ports, "webhooks", [endpoint.id]);
  if (dueInMs !== undefined && dueInMs <= DELAY_MAX_MS) await webhookQueues[isSlow ? "slow" : "quick"].wake([endpoint], dueInMs);
};

/** How a worker's run at a webhook ended, and its longest post, ms; undefined when it posted nothing. */
interface Run {
  readonly round: "failed" | "worked" | "cut";
  readonly slowestMs: number | undefined;
  /** The last failed post. */
  readonly failure?: Attempt | undefined;
  readonly isGone: boolean;
  /** The longest time for which it asked to get no posts, ms. */
  readonly askedWaitMs: number;
}

/** How much of an answer is kept. */
const ANSWER_MAX = 200;
/** The answer of a webhook's URL, or the reason why there was none. */
const answerOf = ({ responseStatus, response }: Attempt): string =>
  (responseStatus === undefined ? response : `HTTP ${responseStatus}: ${response.trim()}`).slice(0, ANSWER_MAX);

const workAt = async (ports: DeliverWebhookPorts, lease: WebhookLease, speed: Speed): Promise<Run> => {
  const until = ports.clock.now().getTime() + TIME_LIMITS[speed].beginMs;
  const test = lease.webhook.verifiedAt ? undefined : await postTest(ports, lease, TIME_LIMITS[speed].postMs);
  if (test && !test.ok)
    return { round: isCut(test, speed) ? "cut" : "failed", slowestMs: test.durationMs, failure: test, ...askedBy([test]) };
  let run: Run = { round: "worked", slowestMs: test?.durationMs, isGone: false, askedWaitMs: 0 };
  do {
    const due = await ports.webhookDeliveries.due(lease, SIDE_BY_SIDE);
    if (due.length === 0) break;
    const attempts = await Promise.all(due.map((delivery) => attempt(ports, lease, delivery, speed)));
    const slowestMs = Math.max(run.slowestMs ?? 0, ...attempts.map(({ durationMs }) => durationMs));
    const failure = attempts.some((made) => isCut(made, speed)) ? "cut" : "failed";
    const round = failure === "failed" && attempts.some(({ ok }) => ok) ? "worked" : failure;
    run = { round, slowestMs, failure: attempts.findLast(({ ok }) => !ok), ...askedBy(attempts) };
  } while (run.round === "worked" && !run.isGone && run.askedWaitMs === 0 && ports.clock.now().getTime() < until);
  return run;
};

/** What a webhook's URL requested in its answers: to stop (410), or to wait. */
const askedBy = (attempts: readonly Attempt[]): Pick<Run, "isGone" | "askedWaitMs"> => ({
  isGone: attempts.some(({ responseStatus }) => responseStatus === GONE),
  askedWaitMs: Math.max(0, ...attempts.map(({ waitMs = 0 }) => waitMs)),
});

/** Whether the quick workers' time limit ended the post: then the slow ones post the same event with a longer limit at once. */
const isCut = ({ ok, durationMs }: Attempt, speed: Speed): boolean => speed === "quick" && !ok && durationMs >= TIME_LIMITS.quick.postMs;

const attempt = async (
  { webhookClient, webhookDeliveries, clock, bodyOf }: DeliverWebhookPorts,
  { webhook, secrets }: WebhookLease,
  delivery: DueDelivery,
  speed: Speed,
): Promise<Attempt> => {
  const body = bodyOf(delivery.event, webhook);
  const headers = signedHeaders(secrets, delivery.event.id, clock.now(), body);
  const made = await webhookClient.post({ url: webhook.url, headers, body, withinMs: TIME_LIMITS[speed].postMs });
  const delayMs = isCut(made, speed) ? 0 : delayAfter(delivery.attempts + 1);
  const againInMs = delayMs === undefined ? undefined : Math.max(delayMs, made.waitMs ?? 0);
  await webhookDeliveries.record(delivery, made, made.ok ? undefined : againInMs);
  return made;
};

/** The dependencies of the sweeper. */
export interface WakeForgottenPorts {
  readonly webhookDeliveries: Pick<WebhookDeliveries, "forgotten">;
  readonly webhookQueue: WebhookQueue;
}

/** Wakes webhooks with deliveries that have been due for a minute; called every minute. */
export const wakeForgotten = async (ports: WakeForgottenPorts): Promise<void> => {
  const found = await ports.webhookDeliveries.forgotten(FORGOTTEN_AFTER_MS);
  if (found.length > 0) await ports.webhookQueue.wake(found);
};
