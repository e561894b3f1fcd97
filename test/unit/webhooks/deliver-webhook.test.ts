// A worker's run at one webhook, one guard at a time: what is posted, what is recorded, and who goes on.
import { describe, expect, it } from "vitest";
import { deliverWebhook, newSecret, postTest, signedHeaders, type Speed, wakeForgotten } from "#shared/webhooks/deliver-webhook.ts";
import type { Attempt, DueDelivery } from "#shared/webhooks/webhook.ts";
import { silentEventOutbox } from "#test/support/memory/event-outbox.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const REF = { id: "w1", userId: "u" };
const answer = (more: Partial<Attempt> = {}): Attempt => ({ ok: true, responseStatus: 200, durationMs: 10, response: "", ...more });
const failed = (more: Partial<Attempt> = {}): Attempt => answer({ ok: false, responseStatus: 500, response: "down", ...more });
const due = (id: string, attempts = 0): DueDelivery => ({ id, attempts, event: { id: `e${id}` } }) as DueDelivery;

interface Over {
  readonly speed?: Speed;
  readonly isSlow?: boolean;
  readonly noLease?: boolean;
  readonly unverified?: boolean;
  /** What is due in each round. */
  readonly rounds?: readonly (readonly DueDelivery[])[];
  /** The answers in order; the last one goes on. */
  readonly answers?: readonly Attempt[];
  readonly dueInMs?: number;
  /** How long each post takes on the clock, ms. */
  readonly takesMs?: number;
}
const run = async (over: Over = {}) => {
  let now = Date.parse("2026-11-27T12:00:00Z");
  const seen = {
    posts: [] as { id: string; withinMs: number }[],
    records: [] as [string, number | undefined][],
    released: [] as object[],
    wakes: [] as string[],
    published: [] as string[],
    verified: 0,
    asked: 0,
  };
  const rounds = [...(over.rounds ?? [])];
  const answers = [...(over.answers ?? [answer()])];
  const webhook = { id: "w1", userId: "u", url: "https://hooks.test/", ...(!over.unverified && { verifiedAt: new Date(0) }) };
  await deliverWebhook(
    {
      webhookDeliveries: {
        isSlow: async () => over.isSlow ?? false,
        lease: async () => (over.noLease ? undefined : { token: "t", webhook, secrets: [newSecret()] }),
        due: async (_lease: unknown, most: number) => ((seen.asked = most), rounds.shift() ?? []),
        record: async ({ id }: DueDelivery, _made: Attempt, againInMs?: number) => void seen.records.push([id, againInMs]),
        release: async (_lease: unknown, facts: object) => (seen.released.push(facts), over.dueInMs),
        verified: async () => void (seen.verified += 1),
      },
      webhookQueues: {
        quick: { wake: async (_refs: unknown, delay?: number) => void seen.wakes.push(`quick ${delay}`) },
        slow: { wake: async (_refs: unknown, delay?: number) => void seen.wakes.push(`slow ${delay}`) },
      },
      webhookClient: {
        post: async ({ headers, withinMs }: { headers: Record<string, string>; withinMs: number }) => {
          seen.posts.push({ id: headers["webhook-id"]!, withinMs });
          now += over.takesMs ?? 0;
          return answers.length > 1 ? answers.shift() : answers[0];
        },
      },
      eventOutbox: {
        ...silentEventOutbox,
        publish: async (source: string, ids: readonly string[]) => (seen.published.push(`${source} ${ids.join()}`), []),
      },
      log: recordingLog(),
      clock: { now: () => new Date(now) },
      ids: { objectId: () => "test" },
      bodyOf: () => "{}",
      testBodyOf: () => "{}",
    } as never,
    REF,
    over.speed ?? "quick",
  );
  return seen;
};

describe("a run", () => {
  it("leaves a slow webhook to the slow workers, and one that another worker has to that one", async () => {
    expect(await run({ isSlow: true, rounds: [[due("1")]] })).toMatchObject({ wakes: ["slow undefined"], posts: [], released: [] });
    expect(await run({ noLease: true, rounds: [[due("1")]] })).toMatchObject({ wakes: [], posts: [], released: [] });
    expect((await run({ isSlow: true, speed: "slow", rounds: [[due("1")]] })).posts).toHaveLength(1);
  });

  it("posts what is due, five at a time, and records each", async () => {
    const seen = await run({ rounds: [[due("1"), due("2")], [due("3")]] });
    expect(seen.posts.map(({ id }) => id)).toEqual(["e1", "e2", "e3"]);
    expect(seen.records).toEqual([
      ["1", undefined],
      ["2", undefined],
      ["3", undefined],
    ]);
    expect(seen.asked).toBe(5);
    expect(seen.released).toEqual([{ round: "worked", isSlow: false, answered: undefined, isGone: false, askedWaitMs: 0 }]);
    expect(seen.published).toEqual([]);
  });

  it("with nothing due says nothing of the webhook's speed", async () => {
    expect((await run()).released).toMatchObject([{ round: "worked", isSlow: false }]);
    expect((await run({ speed: "slow" })).released).toMatchObject([{ round: "worked", isSlow: true }]);
  });

  it.each([
    ["quick", 500, 1_500],
    ["slow", 5_000, 10_000],
  ] as const)("of the %s workers begins posts for %i ms, each of which may take %i ms", async (speed, beginMs, postMs) => {
    const rounds = Array.from({ length: 20 }, (_, n) => [due(String(n))]);
    const seen = await run({ speed, rounds, takesMs: beginMs / 2 });
    expect(seen.posts.map(({ withinMs }) => withinMs)).toEqual([postMs, postMs]);
    expect(await run({ speed, rounds, takesMs: beginMs / 2 - 1 })).toMatchObject({ posts: { length: 3 } });
  });

  it.each([
    ["quick", 1_000, false],
    ["quick", 1_001, true],
    ["slow", 500, false],
    ["slow", 501, true],
  ] as const)("of the %s workers makes a webhook that takes %i ms slow: %s", async (speed, durationMs, isSlow) => {
    const seen = await run({ speed, rounds: [[due("1"), due("2")]], answers: [answer({ durationMs }), answer()], dueInMs: 7 });
    expect([seen.released, seen.wakes]).toMatchObject([[{ isSlow }], [`${isSlow ? "slow" : "quick"} 7`]]);
  });

  it("wakes the next worker in time, and leaves what is due later than a quarter of an hour to the sweeper", async () => {
    expect((await run({ dueInMs: 0 })).wakes).toEqual(["quick 0"]);
    expect((await run({ dueInMs: 900_000 })).wakes).toEqual(["quick 900000"]);
    expect((await run({ dueInMs: 900_001 })).wakes).toEqual([]);
    expect((await run()).wakes).toEqual([]);
  });
});

describe("a failure", () => {
  it("of every post of a round ends the run, and is told; of some it does not", async () => {
    const all = await run({ rounds: [[due("1"), due("2")], [due("3")]], answers: [failed()] });
    expect([all.posts.length, all.released, all.published]).toMatchObject([
      2,
      [{ round: "failed", answered: "HTTP 500: down" }],
      ["webhooks w1"],
    ]);
    const some = await run({ rounds: [[due("1"), due("2")], [due("3")]], answers: [failed(), answer()] });
    expect([some.posts.length, some.released, some.published]).toMatchObject([3, [{ round: "worked" }], []]);
  });

  it("is tried again after a time that grows with its tries, or after what was asked for, whichever is longer", async () => {
    const again = async (attempts: number, more: Partial<Attempt> = {}) =>
      (await run({ rounds: [[due("1", attempts)]], answers: [failed(more)] })).records[0]?.[1];
    expect([await again(0), await again(1), await again(11), await again(12)]).toEqual([5_000, 30_000, 12 * 3_600_000, undefined]);
    expect([await again(0, { waitMs: 60_000 }), await again(1, { waitMs: 7_000 })]).toEqual([60_000, 30_000]);
  });

  it("by the quick workers' own limit is posted again at once by the slow ones, and is no failed round", async () => {
    const seen = await run({
      rounds: [[due("1", 3)], [due("2")]],
      answers: [failed({ durationMs: 1_500, responseStatus: undefined, response: "no answer" } as never)],
      dueInMs: 0,
    });
    expect([seen.records, seen.released, seen.wakes, seen.published]).toMatchObject([
      [["1", 0]],
      [{ round: "cut", isSlow: true, answered: "no answer" }],
      ["slow 0"],
      [],
    ]);
    expect((await run({ rounds: [[due("1", 3)]], answers: [failed({ durationMs: 1_499 })] })).released).toMatchObject([
      { round: "failed" },
    ]);
    expect((await run({ rounds: [[due("1", 3)]], answers: [answer({ durationMs: 1_500 })] })).released).toMatchObject([
      { round: "worked" },
    ]);
    const slow = await run({ speed: "slow", rounds: [[due("1", 3)]], answers: [failed({ durationMs: 10_000 })] });
    expect([slow.records, slow.released]).toMatchObject([[["1", 3_600_000 / 6]], [{ round: "failed" }]]);
  });

  it("keeps 200 characters of the last answer, trimmed", async () => {
    const [{ answered }] = (
      await run({ rounds: [[due("1"), due("2")]], answers: [failed({ response: "first" }), failed({ response: ` ${"x".repeat(300)}` })] })
    ).released as [{ answered: string }];
    expect(answered).toBe(`HTTP 500: ${"x".repeat(190)}`);
  });
});

describe("what an endpoint asks for", () => {
  it("to be left alone (410) ends the run and is told, though others were taken", async () => {
    const seen = await run({ rounds: [[due("1"), due("2")], [due("3")]], answers: [failed({ responseStatus: 410 }), answer()] });
    expect([seen.posts.length, seen.released, seen.published]).toMatchObject([2, [{ isGone: true }], ["webhooks w1"]]);
  });

  it("a pause, ends the run, for the longest that was asked for", async () => {
    const seen = await run({
      rounds: [[due("1"), due("2"), due("3")], [due("4")]],
      answers: [failed({ waitMs: 5 }), failed({ waitMs: 9 }), answer()],
    });
    expect([seen.posts.length, seen.released]).toMatchObject([3, [{ askedWaitMs: 9, isGone: false }]]);
  });
});

describe("a test", () => {
  it("comes first where the URL has answered none, and no event before it succeeds", async () => {
    const good = await run({ unverified: true, rounds: [[due("1")]] });
    expect([good.posts.map(({ id }) => id), good.verified]).toEqual([["test", "e1"], 1]);
    const bad = await run({ unverified: true, rounds: [[due("1")]], answers: [failed({ waitMs: 4 })] });
    expect([bad.posts.length, bad.verified, bad.released]).toMatchObject([
      1,
      0,
      [{ round: "failed", answered: "HTTP 500: down", askedWaitMs: 4 }],
    ]);
    const gone = await run({ unverified: true, answers: [failed({ responseStatus: 410 })] });
    expect([gone.released, gone.published]).toMatchObject([[{ isGone: true }], ["webhooks w1"]]);
    const late = await run({ unverified: true, answers: [failed({ durationMs: 1_500 })] });
    expect([late.released, late.published]).toMatchObject([[{ round: "cut", isSlow: true }], []]);
  });

  it("counts for the webhook's speed", async () => {
    expect((await run({ unverified: true, answers: [answer({ durationMs: 1_001 })] })).released).toMatchObject([{ isSlow: true }]);
    expect(
      (await run({ unverified: true, rounds: [[due("1")]], answers: [answer({ durationMs: 1_001 }), answer({ durationMs: 1 })] })).released,
    ).toMatchObject([{ isSlow: true }]);
  });

  it("by hand verifies by 2xx alone", async () => {
    const made = async (result: Attempt) => {
      let verified = 0;
      const ports = {
        webhookClient: { post: async () => result },
        webhookDeliveries: { verified: async () => void (verified += 1) },
        clock: { now: () => new Date(0) },
        ids: { objectId: () => "i" },
        testBodyOf: () => "{}",
      };
      await postTest(ports as never, { webhook: { url: "https://x.test/" }, secrets: [] } as never, 9);
      return verified;
    };
    expect([await made(answer()), await made(failed())]).toEqual([1, 0]);
  });
});

it("a signature names the second, and each secret signs", () => {
  const headers = signedHeaders([newSecret(), newSecret()], "id", new Date(1_999), "{}");
  expect(headers).toMatchObject({ "webhook-id": "id", "webhook-timestamp": "1" });
  expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(Buffer.from(newSecret().slice(6), "base64")).toHaveLength(32);
});

it("what has been due for a minute is woken together, and nobody where there is none", async () => {
  const woken = async (found: readonly object[]) => {
    const wakes: unknown[] = [];
    let askedMs = 0;
    await wakeForgotten({
      webhookDeliveries: { forgotten: async (ms: number) => ((askedMs = ms), found) },
      webhookQueue: { wake: async (refs: unknown) => void wakes.push(refs) },
    } as never);
    return [askedMs, wakes];
  };
  expect(await woken([REF])).toEqual([60_000, [[REF]]]);
  expect(await woken([])).toEqual([60_000, []]);
});
