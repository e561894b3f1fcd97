// api/README.md, "Credits": what an operator lets an account have accepted in an hour.
import { afterAll, beforeAll, expect, it } from "vitest";
import { aSender } from "#test/support/client.ts";
import { withinOneHour } from "#test/support/clock-hour.ts";
import { openTarget, type Target } from "#test/support/target.ts";

const HOUR_MS = 3_600_000;

let target: Target;
let sender: Awaited<ReturnType<typeof aSender>>;
const limit = async (words: string) => {
  const { commands } = await import("#infra/admin/commands.ts");
  return commands["account limit"]!.run({ words: [sender.account.login.email, words], options: {}, concerns: () => {} });
};

beforeAll(async () => {
  target = await openTarget();
  sender = await aSender(target, 100);
  await withinOneHour();
}, HOUR_MS);
afterAll(() => target?.stop());

it("refuses an email beyond the operator's hourly limit with 429 and the seconds to wait, and charges nothing", async () => {
  expect(await limit("3")).toContain("may have 3 emails an hour accepted");
  const before = (await sender.ask("GET", "/v1/account")).body;
  expect([before.hourly_send_limit, before.sends_this_hour]).toEqual([3, 0]);

  const batch = (await sender.batch([1, 2, 3, 4].map(() => sender.later()))).body;
  expect(batch.results.map(({ status }: { status: string }) => status)).toEqual(["scheduled", "scheduled", "scheduled", "failed"]);
  expect(batch.results[3]).toMatchObject({ id: "", error: "hourly limit reached", type: "rate_limited" });

  const single = await sender.send(sender.later());
  expect([single.status, single.body]).toEqual([
    429,
    {
      error: "Too Many Requests",
      message: "The account has reached its hourly limit of emails",
      code: 429,
      type: "rate_limited",
    },
  ]);
  expect(Number(single.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(single.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
  expect((await sender.batch([sender.later()])).status).toBe(429);
  expect(await sender.balance()).toBe(97);
  expect((await sender.ask("GET", "/v1/account")).body.sends_this_hour).toBe(3);

  const dry = (await sender.ask("POST", "/v1/send/batch", { emails: [sender.later()], dry_run: true })).body;
  expect(dry.results).toMatchObject([{ status: "failed", type: "rate_limited" }]);
});

it("lets emails through again when the limit is taken away", async () => {
  await limit("none");

  expect((await sender.send(sender.later())).status).toBe(200);
  expect((await sender.ask("GET", "/v1/account")).body.hourly_send_limit).toBeUndefined();
});

it.each(["-1", "1.5", "many", ""])("takes no limit of %j", async (words) => {
  await expect(limit(words)).rejects.toThrow("N must be");
});
