import { afterEach, expect, it, vi } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { Pace } from "#shared/mailboxes/pace.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Claim, ClaimOutcome } from "#shared/sending/ports/claims.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { deliveryRowsOf } from "#shared/sending/store/delivery-rows.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { acceptingOn, sendingOnMongo } from "#test/support/sending-stores.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Once opened for an hour, two days ago by now. */
const closedDay = () => {
  const at = new Date(Date.now() + 3 * DAY_MS);
  return {
    days: [(["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[at.getUTCDay()]!],
    from: "09:00",
    to: "10:00",
    timezone: "UTC",
  };
};

describeOnMongo("a mailbox's pace", (connect) => {
  const store = sendingOnMongo(connect);
  const { deliveries, sends } = store;
  const accepted = acceptingOn(store);
  const claim = (mailboxId: string, pace: Pace, by = deliveries) => by.claim(mailboxId, { size: 50, maxDaily: 500, pace });
  const taken = (outcome: ClaimOutcome): Claim => {
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    return outcome;
  };
  const leave = async ({ token, drafts }: Claim) => {
    for (const { send } of drafts) {
      expect(await deliveries.intend(token, send)).toBe(true);
      await deliveries.succeed(send);
    }
    return drafts.map(({ send }) => send.id);
  };
  const pauseOf = async (mailboxId: string) => (await sends.pauses([mailboxId])).get(mailboxId);
  const mailboxWith = async (...emails: readonly Partial<PlacedEmail>[]) => (await accepted(...emails)).mailboxId;
  const left = (mailboxId: string) => ({ mailboxId: oid(mailboxId), countedAt: { $gt: new Date(0) } });
  afterEach(() => void vi.useRealTimers());

  it("lets one of many workers take one email, and the next after the gap by the database's clock", async () => {
    const mailboxId = await mailboxWith({}, {}, {});
    const pace = { minGap: "PT90S" };
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(mailboxId, pace)));
    const won = claims.flatMap((outcome) => (outcome.kind === "claimed" && outcome.drafts.length > 0 ? [outcome] : []));
    expect(won).toHaveLength(1);
    expect(won[0]!.drafts).toMatchObject([{ send: { gap: "PT90S" } }]);
    expect(await claim(mailboxId, pace)).toMatchObject({ kind: "busy" });
    const [id] = await leave(won[0]!);

    const sentAt = (await sends.find(won[0]!.drafts[0]!.send.userId, id!))!.sentAt!.getTime();
    const waits = await claim(mailboxId, pace);
    expect(waits).toMatchObject({ kind: "limited", next: { dueAt: new Date(sentAt + 90_000) } });
    expect(await pauseOf(mailboxId)).toEqual({ until: new Date(sentAt + 90_000), for: "pace" });
    await deliveries.release(mailboxId);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS });
    expect(await claim(mailboxId, pace), "a worker whose clock is a day ahead").toMatchObject({ kind: "limited" });
    vi.useRealTimers();
    await deliveries.release(mailboxId);
    expect(taken(await claim(mailboxId, { minGap: null })).drafts).toHaveLength(2);
  });

  it("counts the gap from the latest departure, and from its server's answer", async () => {
    const mailboxId = await mailboxWith({}, {}, {});
    const [first, second] = (await leave(taken(await claim(mailboxId, {})))).map(oid);
    const at = (msAgo: number) => new Date(Date.now() - msAgo);
    const rows = rawSends(await connect());
    await rows.updateOne({ _id: first! }, { $set: { countedAt: at(400_000), sentAt: at(399_000) } });
    await rows.updateOne({ _id: second! }, { $set: { countedAt: at(50_000), sentAt: at(40_000) } });
    await rows.updateOne({ mailboxId: oid(mailboxId), _id: { $nin: [first!, second!] } }, [
      { $set: { status: "queued", dueAt: "$$NOW" } },
      { $unset: ["countedAt", "sentAt", "leaseToken"] },
    ]);

    const waits = await claim(mailboxId, { minGap: "PT300S" });

    const opens = (waits.kind === "limited" && waits.next.dueAt?.getTime()) || 0;
    expect(opens - Date.now()).toBeGreaterThan(255_000);
    expect(opens - Date.now()).toBeLessThan(262_000);
  });

  it("waits while a dead worker's email may still leave, and goes on once it is taken back", async () => {
    const mailboxId = await mailboxWith({}, {});
    const pace = { minGap: "PT1S" };
    taken(await claim(mailboxId, pace, mongoDeliveries(connect, 1)));
    await new Promise((done) => setTimeout(done, 20));
    const waits = await claim(mailboxId, pace);
    expect(waits).toMatchObject({ kind: "limited" });
    expect(await pauseOf(mailboxId)).toMatchObject({ for: "pace" });
    expect((await pauseOf(mailboxId))!.until.getTime()).toBeLessThan(Date.now() + 61_000);

    await deliveries.release(mailboxId);
    await deliveries.recover();
    expect(taken(await claim(mailboxId, pace)).drafts).toHaveLength(1);
  });

  it("counts an hour and a ramp's day from the departures that are stored, and says until when it waits", async () => {
    const mailboxId = await mailboxWith({}, {}, {}, {}, {});
    const ramp = { from: 2, by: 2, to: 9, since: new Date(Date.now() - HOUR_MS) };
    expect(await leave(taken(await claim(mailboxId, { ramp })))).toHaveLength(2);
    expect(await claim(mailboxId, { ramp })).toMatchObject({ kind: "limited" });
    expect(await pauseOf(mailboxId)).toMatchObject({ for: "pace" });
    const row = await deliveryRowsOf(await connect()).findOne({ _id: oid(mailboxId) });
    expect(row?.opensAt?.getTime()).toBe(ramp.since.getTime() + DAY_MS);

    await deliveries.release(mailboxId);
    expect(await claim(mailboxId, { maxHourlySends: 2 })).toMatchObject({ kind: "limited" });
    await deliveries.release(mailboxId);
    expect(await leave(taken(await claim(mailboxId, { ramp: { ...ramp, since: new Date(Date.now() - 25 * HOUR_MS) } })))).toHaveLength(2);
    await rawSends(await connect()).updateMany(left(mailboxId), { $set: { countedAt: new Date(Date.now() - HOUR_MS) } });
    expect(taken(await claim(mailboxId, { maxHourlySends: 2 })).drafts).toHaveLength(1);
  });

  it("sends nothing outside the workday, by its zone", async () => {
    const mailboxId = await mailboxWith({});
    const workday = closedDay();
    expect(await claim(mailboxId, { workday })).toMatchObject({ kind: "limited" });
    const row = await deliveryRowsOf(await connect()).findOne({ _id: oid(mailboxId) });
    expect(row?.opensAt?.toISOString().slice(11, 16)).toBe("09:00");
    expect(row!.heldUntil!.getTime()).toBeLessThanOrEqual(Date.now() + 840_000);
    await deliveries.release(mailboxId);
    const open = { ...workday, days: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const, from: "00:00", to: "24:00" };
    expect(taken(await claim(mailboxId, { workday: open })).drafts).toHaveLength(1);
  });

  it("takes first what a person has written, also when its time has just come", async () => {
    const past = new Date(Date.now() - 1_000);
    const { mailboxId, sends: mine } = await accepted({}, {}, { kind: "reply" }, { undoFor: "PT1S" });
    await rawSends(await connect()).updateOne({ _id: oid(mine[3]!.id) }, { $set: { dueAt: past } });
    const order: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      order.push(...(await leave(taken(await claim(mailboxId, { minGap: "PT1S" })))));
      await rawSends(await connect()).updateMany(left(mailboxId), { $set: { countedAt: past, sentAt: past } });
    }
    expect(order).toEqual([3, 2, 0, 1].map((n) => mine[n]!.id));
  });
});
