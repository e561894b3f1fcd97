// A process that moves a test world dies at any point: a later call goes on, nothing is sent twice and nothing is lost.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patchDriver, untilDeath } from "#test/support/crashing.ts";
import { seeded } from "#test/support/random.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const RUNS = 20;
const DAY = 86_400_000;

const target = await openTarget();
const undo = patchDriver();
afterAll(async () => {
  undo();
  await target.stop();
});

let world: TestWorld;
beforeAll(async () => {
  world = await aTestWorld(target);
});

const database = async () => (await (await import("#shared/platform/wiring/database.ts")).connectLive()).raw;

/** Fills an empty world, and answers the ids of its sends. */
const fill = async (): Promise<readonly string[]> => {
  await world.ask("POST", "/v1/sandbox/reset");
  const mailbox_id = await world.sandbox("sales@shop.test");
  const email = (to: string, more: object = {}) => world.anEmail({ mailbox_id, to, ...more });
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
  const followed = (to: string) => [
    email(to, { scheduled_at: soon(60_000) }),
    { body_text: "And?", scheduled_after: "PT6H", cancel_on: ["reply", "bounce"], follows: 0 },
  ];
  const all = [
    await world.batch(followed("reply-after-1h.a@example.com")),
    await world.batch(followed("bounce.b@example.com")),
    await world.batch(followed("silent@example.com")),
    await world.batch([
      email("slow.c@example.com", { scheduled_at: soon(120_000) }),
      email("d@example.com", { scheduled_at: soon(3_600_000) }),
      email("e@example.com", { scheduled_at: soon(DAY) }),
    ]),
  ];
  return all.flatMap(({ results }) => results.map(({ id }: { id: string }) => id));
};

/** Moves the world by two days in a process that dies. */
const die = async (at: number): Promise<number> => {
  const { drive } = await import("#shared/sandbox/drive.ts");
  const { whenFree } = await import("#shared/sandbox/clock.ts");
  const { driving } = await import("#shared/sandbox/wiring/drive-world.ts");
  const calls = await untilDeath(at, () =>
    whenFree(driving, world.account.id, () =>
      drive(driving, world.account.id, (now) => new Date(now.getTime() + 2 * DAY), new Date(Date.now() + 60_000), "call"),
    ),
  );
  // As if twelve seconds had passed: the dead process's lease of the world has ended.
  await (await database()).collection("worlds").updateMany({}, { $unset: { lease: "" } });
  return calls;
};

/** What became of each send, how often it was accepted, and the answers that came. */
const outcome = async (ids: readonly string[]) => {
  const accepted = (
    await (
      await database()
    )
      .collection("test.sandboxMails")
      .find({ sent: { $exists: true } })
      .toArray()
  ).map((row) => row["sent"] as string);
  const found = await Promise.all(ids.map(world.record));
  const sends = found.map(({ status, message_id: id, to_email: to }) => `${to} ${status} ${accepted.filter((one) => one === id).length}`);
  const { messages } = await world.get("/v1/inbox/messages?limit=100");
  return { sends, mails: messages.map(({ kind, from }: { kind: string; from: { email: string } }) => `${kind} ${from.email}`).toSorted() };
};

describe("a move whose process dies", () => {
  it("is gone on with by a later call", async () => {
    const whole = await fill();
    const calls = await die(Infinity);
    const wanted = await outcome(whole);
    expect(wanted.sends.map((text) => text.split(" ").slice(1).join(" "))).toEqual([
      "sent 1",
      "cancelled 0",
      "sent 1",
      "cancelled 0",
      "sent 1",
      "sent 1",
      "sent 1",
      "sent 1",
      "sent 1",
    ]);
    expect(calls).toBeGreaterThan(100);

    const random = seeded(7);
    for (let run = 0; run < RUNS; run += 1) {
      const at = 1 + random(calls);
      const ids = await fill();
      const from = await world.now();
      await die(at);
      const to = new Date(from.getTime() + 2 * DAY).toISOString();
      let moved = await world.post("/v1/sandbox/clock", { to });
      while (!moved.settled) moved = await world.post("/v1/sandbox/clock", { to });
      const { sends, mails } = await outcome(ids);
      // An email whose worker died between its intent and its acceptance fails, with what follows it, as live mail does: it may have left.
      const unknown = sends.filter((text) => text.endsWith("failed 0")).map((text) => text.split(" ")[0]!);
      const others = (list: readonly string[]) => list.filter((text) => !unknown.some((to) => text.includes(to)));
      expect([at, new Set(unknown).size]).toEqual([at, Math.min(1, unknown.length)]);
      expect({ at, sends: others(sends) }).toEqual({ at, sends: others(wanted.sends) });
      expect([at, mails.length]).toEqual([at, wanted.mails.length - (/reply|bounce/.test(unknown[0] ?? "") ? 1 : 0)]);
    }
  }, 240_000);
});
