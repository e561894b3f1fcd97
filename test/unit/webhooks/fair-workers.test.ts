import { expect, it } from "vitest";
import { queueJobs } from "#shared/service/jobs.ts";
import { type PoolName, withinShare, type WorkerPool } from "#shared/platform/fair-shares.ts";
import { deliverWebhook, type DeliverWebhookPorts, type Speed } from "#shared/webhooks/deliver-webhook.ts";
import { type DueDelivery, type WebhookRef, type WebhookDeliveries, backoffMs, type Webhook } from "#shared/webhooks/webhook.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryShares } from "#test/support/memory/shares.ts";
import { recordingLog } from "#test/support/sending-rig.ts";
import { queueFunction } from "../../simulation/lambda.ts";
import { virtualTime } from "../../simulation/virtual-time.ts";

interface EndpointState {
  readonly webhook: Webhook;
  readonly hangs: boolean;
  waiting: { readonly delivery: DueDelivery; readonly since: number; dueAt: number }[];
  isSlow: boolean;
  isHeld: boolean;
  restUntil: number;
  failures: number;
}

/** A healthy endpoint's answer, and a command of the database, ms. */
const ANSWER_MS = 150;
const COMMAND_MS = 5;

/** The functions and queues of webhooks in virtual time, as AWS runs them; `accounts` tells whose endpoint the nth is. */
const world = (hanging: number, healthy: number, accountOf: (n: number) => string) => {
  const time = virtualTime();
  const endpoints = new Map<string, EndpointState>();
  const waits: number[] = [];
  let serial = 0;
  for (let n = 0; n < hanging + healthy; n += 1) {
    const [id, hangs] = [String(n), n < hanging];
    const userId = hangs ? accountOf(n) : `healthy${n}`;
    const webhook: Webhook = {
      id,
      userId,
      url: id,
      description: "",
      status: "active",
      verifiedAt: new Date(0),
      createdAt: new Date(0),
      updatedAt: new Date(0),
    };
    endpoints.set(id, { webhook, hangs, waiting: [], isSlow: false, isHeld: false, restUntil: 0, failures: 0 });
  }
  const at = async (id: string): Promise<EndpointState> => {
    await time.sleep(COMMAND_MS);
    return endpoints.get(id)!;
  };
  const webhookDeliveries: WebhookDeliveries = {
    verified: async () => undefined,
    isSlow: async (id) => (await at(id)).isSlow,
    lease: async (id) => {
      const state = await at(id);
      if (state.isHeld || state.restUntil > time.now()) return undefined;
      state.isHeld = true;
      return { token: "", webhook: state.webhook, secrets: [] };
    },
    due: async ({ webhook }, limit) => {
      const due = (await at(webhook.id)).waiting.filter(({ dueAt }) => dueAt <= time.now());
      return due.slice(0, limit).map(({ delivery }) => delivery);
    },
    record: async ({ id, event }, { ok }, againInMs) => {
      const state = await at(String(event.data["webhook"]));
      const found = state.waiting.find(({ delivery }) => delivery.id === id)!;
      if (ok) waits.push(time.now() - found.since);
      if (ok || againInMs === undefined) state.waiting = state.waiting.filter((one) => one !== found);
      else found.dueAt = time.now() + againInMs;
    },
    release: async ({ webhook }, { round, isSlow }) => {
      const state = await at(webhook.id);
      state.failures = round === "failed" ? state.failures + 1 : 0;
      const waitMs = round === "failed" ? backoffMs(state.failures) : 0;
      Object.assign(state, { isHeld: false, isSlow, restUntil: time.now() + waitMs });
      const first = Math.min(...state.waiting.map(({ dueAt }) => dueAt));
      return first === Infinity ? undefined : Math.max(0, first - time.now(), waitMs);
    },
    forgotten: async () => [],
  };
  const queueOf = (jobId: string, speed: Speed) => {
    const job = queueJobs.find(({ id }) => id === jobId)!;
    const { source } = job;
    const pool: WorkerPool = {
      shares: memoryShares(time.now),
      name: source.queue as PoolName,
      most: () => source.concurrency.prod * source.batchSize,
      wake: ({ account: userId, what: id }) => ports.webhookQueues[speed].wake([{ id, userId }]),
      log: recordingLog(),
    };
    return queueFunction<WebhookRef>(time, job, (endpoint) =>
      withinShare(pool, { account: endpoint.userId, what: endpoint.id }, () => deliverWebhook(ports, endpoint, speed)),
    );
  };
  const queues = { quick: queueOf("jobs/deliver-webhooks", "quick"), slow: queueOf("jobs/deliver-slow-webhooks", "slow") };
  const wakes = (speed: Speed) => ({
    wake: async (endpoints: readonly WebhookRef[], afterMs = 0) =>
      endpoints.forEach(({ id, userId }) => queues[speed].send({ id, userId }, userId, Math.ceil(afterMs / 1000))),
  });
  const ports: DeliverWebhookPorts = {
    webhookDeliveries,
    webhookClient: {
      post: async ({ url, withinMs }) => {
        const { hangs } = endpoints.get(url)!;
        const durationMs = hangs ? withinMs : ANSWER_MS;
        await time.sleep(durationMs);
        return { ok: !hangs, durationMs, response: "" };
      },
    },
    webhookQueues: { quick: wakes("quick"), slow: wakes("slow") },
    eventOutbox: { publish: async () => [] },
    clock: { now: () => new Date(time.now()) },
    log: recordingLog(),
    ids,
    bodyOf: () => "",
    testBodyOf: () => "",
  };
  /** An event at every endpoint, so often, each at a moment of its own. */
  const happen = (everyMs: number, until: number) => {
    let n = 0;
    for (const { webhook } of endpoints.values()) {
      for (let when = time.now() + (((n += 1) * 37) % everyMs); when < until; when += everyMs) {
        time.at(when, () => {
          const event = { id: String((serial += 1)), data: { webhook: webhook.id } } as unknown as DueDelivery["event"];
          endpoints.get(webhook.id)!.waiting.push({ delivery: { id: event.id, attempts: 0, event }, since: when, dueAt: when });
          void ports.webhookQueues.quick.wake([webhook]);
        });
      }
    }
  };
  return { time, happen, waits };
};

it.each<[string, (n: number) => string]>([
  ["one account", () => "noisy"],
  ["accounts of their own", (n) => `noisy${n}`],
])("50 endpoints of %s that hang delay no other account's events: p99 within two seconds", async (_, accountOf) => {
  const { time, happen, waits } = world(50, 100, accountOf);
  const end = time.now() + 180_000;
  happen(3_000, end);

  await time.run(end + 60_000);

  const sorted = waits.toSorted((a, b) => a - b);
  expect(waits).toHaveLength(100 * 60);
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(2_000);
});

it("a worker that ends wakes who waits for its place, also when its work fails", async () => {
  const woken: unknown[] = [];
  const waiter = { account: "other", what: "w" };
  const share = { renew: async () => undefined, free: async () => waiter };
  const pool = { shares: { take: async () => share }, name: "probe", most: () => 1, log: recordingLog() } as const;
  const wake = async (one: unknown) => void woken.push(one);

  await withinShare({ ...pool, wake }, { account: "one" }, async () => undefined);
  await expect(withinShare({ ...pool, wake }, { account: "one" }, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(woken).toEqual([waiter, waiter]);
});
