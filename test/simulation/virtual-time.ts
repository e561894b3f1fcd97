import { heap } from "#infra/local/queues/fair-queue.ts";

/** A clock that stands still while work is done and jumps to the next thing that is due; ms since the epoch. */
export interface VirtualTime {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly at: (ms: number, fire: () => void) => void;
  /** Runs until nothing is due before `until`. */
  run(until: number): Promise<void>;
}

/** The start of every simulated day. */
const MIDNIGHT_MS = Date.parse("2026-11-23T00:00:00Z");

/**
 * Virtual time for real code: `setInterval` and `AbortSignal.timeout`, by which the worker renews its leases and a probe bounds its logins,
 * follow it while it runs.
 */
export const virtualTime = (): VirtualTime => {
  let now = MIDNIGHT_MS;
  const events = heap<{ readonly at: number; readonly fire: () => void }>(({ at }) => at);
  const at = (ms: number, fire: () => void) => events.push({ at: Math.max(now, ms), fire });
  const stopped = new Set<object>();
  const intervals = {
    setInterval: (work: () => void, everyMs = 0) => {
      const id = {};
      const tick = () => {
        if (stopped.delete(id)) return;
        work();
        at(now + everyMs, tick);
      };
      at(now + everyMs, tick);
      return id;
    },
    clearInterval: (id: object | undefined) => void (id && stopped.add(id)),
  };
  const timeout = (ms: number) => {
    const controller = new AbortController();
    at(now + ms, () => controller.abort(new Error("out of time")));
    return controller.signal;
  };
  return {
    now: () => now,
    sleep: (ms) => new Promise((done) => at(now + ms, done)),
    at,
    run: async (until) => {
      const real = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval };
      const realTimeout = AbortSignal.timeout.bind(AbortSignal);
      Object.assign(globalThis, intervals);
      AbortSignal.timeout = timeout;
      try {
        await new Promise<void>((done) => {
          // A tick comes when no microtask is left: whatever the last event woke has gone as far as it can.
          const step = () => {
            const next = events.peek();
            if (!next || next.at > until) return done();
            events.pop();
            now = next.at;
            next.fire();
            queueMicrotask(() => process.nextTick(step));
          };
          queueMicrotask(() => process.nextTick(step));
        });
        now = until;
      } finally {
        Object.assign(globalThis, real);
        AbortSignal.timeout = realTimeout;
      }
    },
  };
};
