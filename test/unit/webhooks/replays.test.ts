// How many events an account replays: a thousand an hour, in all its webhooks together.
import { expect, it } from "vitest";
import { replayEvents } from "#shared/webhooks/manage-webhooks.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";

const rig = () => {
  const woken: unknown[] = [];
  const rateLimits = memoryRateLimits(() => 0);
  const replay = (found: readonly string[], which: object = { since: new Date(0) }) => {
    const webhooks = {
      find: async () => ({ id: "w" }),
      replay: async (_webhook: unknown, _which: unknown, admit: (ids: readonly string[]) => Promise<void>) => (
        await admit(found),
        found.length
      ),
    };
    return replayEvents(
      { webhooks, webhookQueue: { wake: async (refs: unknown) => void woken.push(refs) }, rateLimits } as never,
      "u",
      "w",
      which as never,
    ).catch((error: { reason: string }) => error.reason);
  };
  return { replay, woken };
};
const events = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`);

it("replays up to a thousand events an hour, wakes the webhook, and refuses the next", async () => {
  const { replay, woken } = rig();
  expect([await replay(events(999)), await replay(events(1)), woken.length]).toEqual([999, 1, 2]);
  expect([await replay(events(1)), await replay([]), woken.length]).toEqual(["tooManyRequests", 0, 2]);
  expect(await rig().replay(events(1_001))).toBe("tooManyRequests");
});

it("refuses named events of which one is not there, before it counts any", async () => {
  const { replay } = rig();
  expect(await replay(["e0"], { eventIds: ["e0", "gone"] })).not.toBe(1);
  expect(await replay(events(1_000))).toBe(1_000);
});
