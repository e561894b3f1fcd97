import { expect, it } from "vitest";
import type { Waiting } from "#shared/sending/ports/wake-ups.ts";
import type { Send } from "#shared/sending/send.ts";
import { SWEEP_WITHIN_MS } from "#shared/sending/waiting.ts";
import { sweep, type SweepPorts } from "#shared/sending/wake/sweep.ts";

const waiting = (id: string): Waiting => ({ id, userId: "u", mailboxId: id });

/** A sweeper over steps that each take so many ms. */
const sweeper = (stepMs: number, steps: { readonly recover: number; readonly expire: number; readonly pages: number }) => {
  const done = { recover: 0, expire: 0, pages: 0 };
  const woken: string[] = [];
  const ended: string[] = [];
  const logged: unknown[] = [];
  let now = 0;
  const step = (of: keyof typeof done) => {
    now += stepMs;
    done[of] += 1;
    return done[of] < steps[of];
  };
  const ports: SweepPorts = {
    clock: { now: () => new Date(now) },
    wakeUps: { wake: async (sends) => void woken.push(...sends.map(({ id }) => id)) },
    log: { info: () => undefined, error: () => undefined, warn: (_, facts) => void logged.push(facts) },
    sends: {
      endFollowUps: async (userId, ids) => (ended.push(`${userId}: ${ids.join()}`), []),
    },
    eventOutbox: { publish: async () => [] },
    deliveries: {
      recover: async () => ({ woken: [waiting("r1"), waiting("r2")], failed: [waiting("f")], more: step("recover") }),
      expireHolds: async () => ({ cancelled: [], more: false }),
      expire: async () => ({ failed: [{ id: "e", userId: "u" } as Send], more: step("expire") }),
      forgotten: async (_, after) => {
        const more = step("pages");
        return { found: [waiting(`after ${after}`)], ...(more && { next: `${done.pages}` }) };
      },
    },
  };
  return { ports, done, woken, ended, logged };
};

it("goes through everything in steps, and says what it found", async () => {
  const { ports, done, woken, ended, logged } = sweeper(1, { recover: 2, expire: 3, pages: 2 });

  await sweep(ports);

  expect(done).toEqual({ recover: 2, expire: 3, pages: 2 });
  expect(woken).toEqual(["r1", "r2", "r1", "r2", "after undefined", "after 1"]);
  // What waits for those ends with them.
  expect(ended).toEqual(["u: f", "u: f", "u: e", "u: e", "u: e"]);
  expect(logged).toEqual([{ queued: 4, failed: 2, tooLate: 3, mailboxes: 2, finished: true }]);
});

it("ends within its time, looks at a first page whatever remains, and says that it did not finish", async () => {
  const { ports, done, logged } = sweeper(SWEEP_WITHIN_MS / 3, { recover: 100, expire: 100, pages: 100 });

  await sweep(ports);

  expect(done).toEqual({ recover: 3, expire: 0, pages: 1 });
  expect(logged).toEqual([{ queued: 6, failed: 3, tooLate: 0, mailboxes: 1, finished: false }]);
});

it("says nothing where nothing was forgotten", async () => {
  const { ports, logged } = sweeper(1, { recover: 1, expire: 1, pages: 1 });
  const nothing = {
    recover: async () => ({ woken: [], failed: [], more: false }),
    expireHolds: async () => ({ cancelled: [], more: false }),
    expire: async () => ({ failed: [], more: false }),
    forgotten: async () => ({ found: [] }),
  };

  await sweep({ ...ports, deliveries: nothing });

  expect(logged).toEqual([]);
});

it.each([
  ["a claim that ran out", { queued: 1, failed: 0, tooLate: 0, mailboxes: 0 }],
  ["an email that killed its workers", { queued: 0, failed: 1, tooLate: 0, mailboxes: 0 }],
  ["an email that is too late", { queued: 0, failed: 0, tooLate: 1, mailboxes: 0 }],
  ["a mailbox that was forgotten", { queued: 0, failed: 0, tooLate: 0, mailboxes: 1 }],
])("tells of %s alone", async (_, found) => {
  const { ports, logged } = sweeper(1, { recover: 1, expire: 1, pages: 1 });
  const one = {
    recover: async () => ({ woken: found.queued > 0 ? [waiting("r")] : [], failed: found.failed > 0 ? [waiting("d")] : [], more: false }),
    expireHolds: async () => ({ cancelled: [], more: false }),
    expire: async () => ({ failed: found.tooLate > 0 ? [{ id: "e" } as Send] : [], more: false }),
    forgotten: async () => ({ found: found.mailboxes > 0 ? [waiting("f")] : [] }),
  };

  await sweep({ ...ports, deliveries: one });

  expect(logged).toEqual([{ ...found, finished: true }]);
});

it("says that it did not finish where only mailboxes remain", async () => {
  const { ports, logged } = sweeper(SWEEP_WITHIN_MS / 4, { recover: 1, expire: 1, pages: 100 });

  await sweep(ports);

  expect(logged).toMatchObject([{ finished: false }]);
});
