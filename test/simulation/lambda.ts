import { latencies } from "#infra/cost/prices.ts";
import { fairQueue, handleOf } from "#infra/local/queues/fair-queue.ts";
import { type QueueJob, visibilitySeconds } from "#shared/service/job.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** AWS, "Configuring scaling behavior for SQS event source mappings": five calls at once to begin with, 300 more a minute while messages wait. */
const FIRST_CALLS = 5;
const MORE_A_SECOND = 5;
/** What a new environment takes; assumed, ms. */
const COLD_START_MS = 700;
/** How long AWS keeps an idle environment; assumed, ms. */
const ENVIRONMENT_IDLE_MS = 600_000;

/** A function behind its queue. */
export interface QueueFunction<T> {
  send(body: T, group: string | undefined, delaySeconds: number): void;
  /** Calls at once at most from now on: what a throttled region leaves. */
  allow(most: number): void;
  readonly facts: () => {
    readonly running: number;
    /** The most calls at once so far. */
    readonly mostRunning: number;
    readonly environments: number;
    readonly waiting: number;
    readonly billedMs: number;
    readonly calls: number;
    readonly deadLettered: number;
  };
}

/** Runs a job's messages as AWS does: the fair queue of the local system, pollers that scale, environments that start cold. */
export const queueFunction = <T>(
  time: VirtualTime,
  job: QueueJob,
  handler: (body: T, environment: number) => Promise<void>,
): QueueFunction<T> => {
  let deadLettered = 0;
  const deadLetter = () => void (deadLettered += 1);
  const queue = fairQueue<T>({ now: time.now, visibilityMs: visibilitySeconds(job) * 1000, maxReceives: 5, deadLetter });
  let most = job.source.concurrency.prod;
  let mostRunning = 0;
  let [running, billedMs, calls, scaled, scaledAt, wakesAt] = [0, 0, 0, FIRST_CALLS, time.now(), Infinity];
  const idle: { readonly environment: number; readonly since: number }[] = [];
  let [environments, made] = [0, 0];

  const call = async (messages: ReturnType<typeof queue.receive>): Promise<void> => {
    const warm = idle.pop();
    if (!warm) environments += 1;
    const environment = warm?.environment ?? (made += 1);
    await time.sleep(latencies.queueMs + (warm ? 0 : COLD_START_MS));
    const began = time.now();
    try {
      const handle = async (message: (typeof messages)[number]) => {
        await handler(message.body, environment);
        queue.delete(handleOf(message));
      };
      await Promise.all(messages.map(handle));
    } finally {
      billedMs += time.now() - began;
      calls += 1;
      running -= 1;
      idle.push({ environment, since: time.now() });
      poll();
    }
  };
  const poll = (): void => {
    const now = time.now();
    // Idle environments are taken from the end, so the first is idle longest.
    while (idle[0] !== undefined && now - idle[0].since > ENVIRONMENT_IDLE_MS) {
      idle.shift();
      environments -= 1;
    }
    const backlog = queue.counts().waiting;
    scaled = backlog === 0 ? Math.max(FIRST_CALLS, running) : scaled + ((now - scaledAt) / 1000) * MORE_A_SECOND;
    scaledAt = now;
    for (let free = Math.min(most, Math.floor(scaled)) - running; free > 0; free -= 1) {
      const messages = queue.receive(job.source.batchSize);
      if (messages.length === 0) break;
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      void call(messages);
    }
    const next = queue.counts().waiting > 0 ? now + 1000 : queue.nextAt();
    if (next >= wakesAt || next === Infinity) return;
    wakesAt = next;
    time.at(next, () => {
      // An earlier wake took this one's place, and has set its own next one.
      if (wakesAt !== next) return;
      wakesAt = Infinity;
      poll();
    });
  };
  return {
    send: (body, group, delaySeconds) => {
      queue.send(body, { group, delayMs: delaySeconds * 1000 });
      poll();
    },
    allow: (calls) => {
      most = calls;
      poll();
    },
    facts: () => ({ running, mostRunning, environments, waiting: queue.counts().waiting, billedMs, calls, deadLettered }),
  };
};
