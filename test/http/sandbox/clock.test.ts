// shared/sandbox/README.md: the clock of a test world, over HTTP.
import { afterAll, describe, expect, it } from "vitest";
import { RETRY_DELAYS_MS } from "#shared/sending/deliver/outcome.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const HOUR = 3_600_000;

const target = await openTarget();
afterAll(() => target.stop());

const idsOf = ({ results }: { readonly results: readonly { readonly id: string }[] }) => results.map(({ id }) => id);
const records = (world: TestWorld, ids: readonly string[]) => Promise.all(ids.map((id) => world.record(id)));
const apart = (from: { readonly sent_at: string }, to: { readonly sent_at: string }) => Date.parse(to.sent_at) - Date.parse(from.sent_at);
/** Everything that happened, as type and time by the world. */
const feedOf = async (world: TestWorld, after = "0") => {
  const all: { readonly type: string; readonly created_at: string; readonly sequence: number; readonly data: { readonly id: string } }[] =
    [];
  for (let more = true, from = after; more;) {
    const { events, next_cursor: next, has_more: left } = await world.get(`/v1/events?after=${from}&limit=200`);
    all.push(...events);
    [more, from] = [left === true && events.length > 0, String(next)];
  }
  return all;
};

describe("a sequence in a test world", () => {
  it("stops on a reply at hour 40, and goes on where nobody answers", async () => {
    const world = await aTestWorld(target);
    const sequence = (to: string) => [
      world.anEmail({ to }),
      { body_text: "Did you see this?", scheduled_after: "P1D", cancel_on: ["reply"], follows: 0 },
      { body_text: "And this?", scheduled_after: "P1D", cancel_on: ["reply"], follows: 1 },
    ];
    const answered = idsOf(await world.batch(sequence("reply-after-16h.jane@example.com")));
    const silent = idsOf(
      await world.batch([
        world.anEmail({ to: "jo@example.com" }),
        { body_text: "Did you see this?", scheduled_after: "PT48H", cancel_on: ["reply"], follows: 0 },
      ]),
    );

    const moved = await world.advance("P3D");

    expect(moved).toMatchObject({ settled: true });
    expect((await records(world, answered)).map(({ status }) => status)).toEqual(["sent", "cancelled", "cancelled"]);
    const [asked, leaves] = await records(world, silent);
    expect(apart(asked, leaves)).toBe(48 * HOUR);
  });

  it("stops on a bounce, on an absence note and on unsubscribing, where it was told so", async () => {
    const world = await aTestWorld(target);
    const after = async (to: string, on: string, more: object = {}) => {
      const ids = idsOf(
        await world.batch([world.anEmail({ to, ...more }), { body_text: "And?", scheduled_after: "P1D", cancel_on: [on], follows: 0 }]),
      );
      return ids[1]!;
    };
    const ids = [
      await after("bounce.a@example.com", "bounce"),
      await after("away.a@example.com", "auto_reply"),
      await after("away.b@example.com", "reply"),
      await after("unsubscribe.a@example.com", "reply", { unsubscribe: true }),
    ];

    await world.advance("P2D");

    expect((await records(world, ids)).map(({ status }) => status)).toEqual(["cancelled", "cancelled", "sent", "cancelled"]);
    const suppressed = (await world.get("/v1/suppressions")).suppressions.map(
      ({ email, reason }: Record<string, string>) => `${email} ${reason}`,
    );
    expect(suppressed).toEqual(expect.arrayContaining([expect.stringContaining("unsubscribe.a@example.com")]));
  });
});

describe("times", () => {
  it("of a wall stay that time over a change of the clocks, and windows open by it", async () => {
    const world = await aTestWorld(target);
    const window = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00", timezone: "Europe/Berlin" };
    const inBerlin = (date: string) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "medium" }).format(new Date(date));
    const year = new Date().getUTCFullYear() + 1;
    // Sunday of the change to summer time: the last one of March.
    const change = new Date(Date.UTC(year, 2, 31));
    change.setUTCDate(31 - change.getUTCDay());
    const day = (offset: number) => new Date(change.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    const before = await world.send({ send_at: { local: `${day(-1)}T09:00`, timezone: "Europe/Berlin" } });
    const skipped = await world.send({ send_at: { local: `${day(0)}T02:30`, timezone: "Europe/Berlin" } });
    const after = await world.send({ send_at: { local: `${day(1)}T09:00`, timezone: "Europe/Berlin" } });
    const windowed = await world.send({ send_at: { local: `${day(-1)}T18:00`, timezone: "Europe/Berlin" }, window });

    const { now } = await world.post("/v1/sandbox/clock", { to: `${day(3)}T00:00:00Z` });

    expect(now).toBe(`${day(3)}T00:00:00.000Z`);
    const sent = (await records(world, [before.id, skipped.id, after.id, windowed.id])).map(({ sent_at: at }) => inBerlin(at));
    expect(sent).toEqual([`${day(-1)} 09:00:00`, `${day(0)} 03:30:00`, `${day(1)} 09:00:00`, `${day(1)} 09:00:00`]);
  });

  it("of a daily cap of two let the third of five leave after 24 h", async () => {
    const world = await aTestWorld(target, { mailbox: { max_daily_sends: 2 } });
    const ids = idsOf(await world.batch(Array.from({ length: 5 }, () => world.anEmail())));

    await world.advance("P1DT1H");

    const sent = (await records(world, ids)).filter(({ status }) => status === "sent");
    const first = sent.map(({ sent_at: at }) => Date.parse(at)).toSorted((a, b) => a - b);
    expect(first.map((at) => Math.floor((at - first[0]! + 60_000) / HOUR))).toEqual([0, 0, 24, 24]);
  });

  it("of retries are those of live mail: later. fails at its last one, slow. is accepted at its second", async () => {
    const world = await aTestWorld(target);
    const [later, slow] = [await world.send({ to: "later.jane@example.com" }), await world.send({ to: "slow.jane@example.com" })];
    const from = await world.now();

    await world.advance("P5D");

    const [failed, sent] = await records(world, [later.id, slow.id]);
    expect([failed.status, failed.attempts, sent.status]).toEqual(["failed", expect.any(Number), "sent"]);
    const waited = Date.parse(sent.sent_at) - from.getTime();
    expect(waited).toBeGreaterThan(RETRY_DELAYS_MS[0]! * 0.5);
    expect(waited).toBeLessThan(RETRY_DELAYS_MS[0]! * 2);
    const failedAt = (await feedOf(world)).find(({ type, data }) => type === "send.failed" && data.id === later.id)!.created_at;
    const whole = RETRY_DELAYS_MS.slice(0, failed.attempts - 1).reduce((sum, ms) => sum + ms, 0);
    expect(Date.parse(failedAt) - from.getTime()).toBeGreaterThan(whole * 0.5);
    expect(Date.parse(failedAt) - from.getTime()).toBeLessThan(whole * 1.5 + HOUR);
  });

  it("of what nobody approves, or what is too late to leave, are when its time is over", async () => {
    const world = await aTestWorld(target, { mailbox: { max_daily_sends: 0 } });
    const from = await world.now();
    const at = (days: number) => new Date(from.getTime() + days * 24 * HOUR).toISOString();
    const held = await world.send({ hold_until: at(10) });
    const late = await world.send({ send_before: at(3) });

    expect((await world.get("/v1/sandbox/clock")).next_at).toBe(at(3));
    await world.advance("P40D");

    const ended = (await feedOf(world)).filter(({ type }) => type === "send.failed" || type === "send.cancelled");
    expect(ended.map(({ data, created_at: created }) => [data.id, created])).toEqual([
      [late.id, at(3)],
      [held.id, at(10)],
    ]);
  });

  it("of events are the world's, in order", async () => {
    const world = await aTestWorld(target);
    const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
    for (const hours of [30, 10, 20]) await world.send({ to: `reply-after-5h.h${hours}@example.com`, scheduled_at: at(hours) });

    const { events_after: after, happened, from, now } = await world.advance("P3D");

    const feed = await feedOf(world, after);
    expect(feed.map(({ sequence }) => sequence)).toEqual(feed.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
    expect(feed.map(({ created_at: created }) => created)).toEqual(feed.map(({ created_at: created }) => created).toSorted());
    expect(feed[0]!.created_at > from && feed.at(-1)!.created_at < now).toBe(true);
    const sent = feed
      .filter(({ type }) => type === "send.sent")
      .map(({ created_at: created }) => Math.round((Date.parse(created) - Date.parse(from)) / HOUR));
    expect(sent).toEqual([10, 20, 30]);
    const counted = [...Map.groupBy(feed, ({ type }) => type)].map(([type, list]) => ({ type, count: list.length }));
    expect(happened).toEqual(counted);
  });
});
