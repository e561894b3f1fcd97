import { expect, it, vi } from "vitest";
import { whileRenewed } from "#shared/platform/fair-shares.ts";

const log = { info: () => undefined, warn: vi.fn<() => void>(), error: () => undefined };

it("renews a lease one at a time, and again after a renewal failed", async () => {
  vi.useFakeTimers();
  const waiting: PromiseWithResolvers<void>[] = [];
  const renew = () => {
    const renewal = Promise.withResolvers<void>();
    waiting.push(renewal);
    return renewal.promise;
  };
  const work = Promise.withResolvers<void>();
  const done = whileRenewed(log, 300, renew, () => work.promise);

  await vi.advanceTimersByTimeAsync(1_000);
  const whileOneWaits = waiting.length;
  waiting[0]?.reject(new Error("the database is away"));
  await vi.advanceTimersByTimeAsync(100);
  const afterItFailed = waiting.length;
  waiting[1]?.resolve();
  work.resolve();
  await done;
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();

  expect([whileOneWaits, afterItFailed, waiting.length]).toEqual([1, 2, 2]);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
