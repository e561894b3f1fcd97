import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { currentWorld, inWorld, workerNow } from "#shared/platform/world.ts";

const AT = "2027-03-01T09:00:00.000Z";
const userId = "665f1c2e9b3e4a0012345678";

it("gives each caller a date of its own, so that nobody who changes it moves the world", () => {
  const at = new Date(AT);
  inWorld({ userId, now: () => at }, () => {
    workerNow().setUTCFullYear(2099);
    currentWorld()!.now().setUTCFullYear(2099);
    expect(workerNow().toISOString()).toBe(AT);
  });
  expect(at.toISOString()).toBe(AT);
});

it("lasts over awaits, timers and immediates, and ends with its work", async () => {
  const seen: (string | undefined)[] = [];
  await inWorld({ userId, now: () => new Date(AT) }, async () => {
    await pause(1);
    seen.push(currentWorld()?.userId);
    await new Promise<void>((done) => setImmediate(done));
    seen.push(currentWorld()?.userId);
    await Promise.all([1, 2].map(async (ms) => pause(ms).then(() => seen.push(currentWorld()?.userId))));
  });
  expect(seen).toEqual(Array.from({ length: 4 }, () => userId));
  expect(currentWorld()).toBeUndefined();
});

it("keeps worlds that run side by side apart", async () => {
  const said = await Promise.all(
    ["a", "b", undefined].map((id) => {
      const work = async () => {
        await pause(2);
        return currentWorld()?.userId;
      };
      return id === undefined ? work() : inWorld({ userId: id, now: () => new Date(AT) }, work);
    }),
  );
  expect(said).toEqual(["a", "b", undefined]);
});
