import { expect, it, vi } from "vitest";

/** A module's numbers, read anew, so that a mutant of a constant is seen within the test. */
const numbersOf = async (read: () => Promise<object>) => {
  vi.resetModules();
  return Object.fromEntries(Object.entries(await read()).filter(([, value]) => typeof value === "number"));
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it("the times of sending are those that the documents promise", async () => {
  expect(await numbersOf(() => import("#shared/sending/waiting.ts"))).toEqual({
    HOUR_MS: HOUR,
    WORKER_LIMIT_MS: 5 * MINUTE,
    DOT_REPLY_MS: 4 * MINUTE,
    BEGIN_WITHIN_MS: 50 * SECOND,
    LOOK_UP_AFTER_MS: MINUTE,
    LOOK_UP_AGAIN_MS: 5 * MINUTE,
    LOOK_UP_GIVE_UP_MS: 30 * MINUTE,
    DEFERRED_GIVE_UP_MS: 24 * HOUR,
    DISCONNECTED_WAIT_MS: 72 * HOUR,
    DISCONNECTED_LOOK_MS: 5 * MINUTE,
    MAILBOX_DOWN_MAX_MS: 72 * HOUR,
    LOGIN_AGAIN_MS: MINUTE,
    COPY_LEASE_MS: 10 * MINUTE,
    COPY_GIVE_UP_MS: 24 * HOUR,
    FILING_MS: MINUTE,
    FOLLOW_UP_LOOK_MS: MINUTE,
    HELD_LOOK_MS: 60 * MINUTE,
    SWEEP_WITHIN_MS: 45 * SECOND,
    PROBE_AFTER_MS: HOUR,
    UNDECIDED_MAX_MS: HOUR,
    UNDECIDED_LOOK_MS: 5 * MINUTE,
    UNCLEAR_MAX_MS: 72 * HOUR,
    UNCLEAR_LOOK_MS: 15 * MINUTE,
    RESUMES_SOON_MS: 5 * SECOND,
    FORGOTTEN_AFTER_MS: 90 * SECOND,
  });
});

it("the limits of delivering and of polls are those that the documents promise", async () => {
  expect(await numbersOf(() => import("#shared/sending/deliver/claim.ts"))).toEqual({
    WORKER_BUDGET_MS: 10 * MINUTE,
    BUDGET_FILLS_IN_MS: HOUR,
    SENDS_PER_CLAIM: 50,
    DAY_MS: 24 * HOUR,
    MINUTE_MS: MINUTE,
    POISON_AFTER_CRASHES: 8,
  });
  expect(await numbersOf(() => import("#shared/inbox/pull/polling.ts"))).toEqual({
    POLL_MINUTES: 2,
    ROUND_MINUTES: 1,
    MAILBOXES_PER_PROBE: 50,
    PUSHED_POLL_MINUTES: 10,
  });
  const { limitsOf } = await import("#shared/sending/deliver/claim.ts");
  expect(limitsOf({ type: "smtp", maxDailySends: 7 })).toEqual({ size: 50, maxDaily: 7 });
  expect(limitsOf({ type: "outlook", maxDailySends: 7 })).toEqual({ size: 50, maxDaily: 7, perMinute: 30 });
});

it.each([
  [421, "4.7.0 too many concurrent connections", MINUTE],
  [432, "4.3.2 sender thread limit exceeded", MINUTE],
  [450, "4.7.1 rate limit", MINUTE],
  [451, "4.7.1 throttled", MINUTE],
  [452, "4.5.3 too many recipients", HOUR],
  [454, "4.7.0 too many messages", MINUTE],
  [550, "5.4.5 Daily user sending quota exceeded", HOUR],
  [552, "5.4.5 quota", HOUR],
  [554, "5.2.252 SubmissionQuotaExceeded", HOUR],
  [553, "5.4.5 quota", undefined],
  [550, "4.7.1 rate limit", undefined],
  [452, "4.2.2 over quota", undefined],
])("a reply %i %s tells a quota", async (code, reply, waitMs) => {
  vi.resetModules();
  const { quotaWaitMs } = await import("#shared/sending/deliver/outcome.ts");

  expect(quotaWaitMs(code, `${code} ${reply}`)).toBe(waitMs);
  expect(quotaWaitMs(code, `${" ".repeat(1000)}${code} ${reply}`)).toBeUndefined();
});
