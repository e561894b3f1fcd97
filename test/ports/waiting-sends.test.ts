import { expect, it } from "vitest";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describePort } from "#test/support/port-suite.ts";
import { acceptingOn, draftsOf, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";

const byText = (a: string, b: string) => a.localeCompare(b);

const inAnHour = () => new Date(Date.now() + 3_600_000);

describePort("sends that wait", { memory: sendingInMemory, mongo: sendingOnMongo }, (store) => {
  const { acceptedSends, sends, deliveries, user } = store;
  const accepted = acceptingOn(store);

  it("tells why and until when a mailbox is held, until it is released", async () => {
    const { mailboxId, sends: mine } = await accepted({ scheduledAt: inAnHour() }, {}, {});
    const pauseOf = async () => (await sends.pauses([mailboxId])).get(mailboxId);
    expect(await pauseOf()).toBeUndefined();

    await deliveries.pause(mailboxId, 200_000, "rate");
    await deliveries.pause(mailboxId, 100_000, "reconnect");
    expect(await pauseOf()).toMatchObject({ for: "rate" });
    await deliveries.pause(mailboxId, 600_000, "reconnect");
    expect(await pauseOf()).toMatchObject({ for: "reconnect" });
    expect((await pauseOf())!.until.getTime()).toBeGreaterThan(Date.now() + 500_000);

    expect(await deliveries.release(mailboxId)).toMatchObject({ id: mine[1]!.id, mailboxId });
    expect(await pauseOf()).toBeUndefined();
    expect(await deliveries.release(ids.objectId())).toBeUndefined();
    await deliveries.claim(mailboxId, { size: 25, maxDaily: 0 });
    expect(await pauseOf()).toMatchObject({ for: "daily_limit" });
    await deliveries.release(mailboxId);
    await deliveries.claim(mailboxId, { size: 25, maxDaily: 9, perMinute: 0 });
    expect(await pauseOf()).toMatchObject({ for: "rate" });
  });

  /** Originals in this order with a queued and a scheduled follow-up of each. */
  const sequences = async (...originals: readonly Partial<PlacedEmail>[]) => {
    const userId = await user(20);
    const mailbox = aMailbox({ userId });
    const first = draftsOf(userId, originals, mailbox);
    const next = first.flatMap(({ send: { id: waitsFor } }) =>
      draftsOf(userId, [{ waitsFor }, { waitsFor, scheduledAt: inAnHour() }], mailbox),
    );
    await acceptedSends.accept(userId, [...first, ...next]);
    const [idsOfFirst, idsOfNext] = [first, next].map((drafts) => drafts.map(({ send }) => send.id));
    const states = () => Promise.all(idsOfNext!.map(async (id) => (await sends.find(userId, id))!));
    const claimed = async () => {
      const claim = await deliveries.claim(mailbox.id, { size: 9 });
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      return claim;
    };
    return { userId, mailbox, first: idsOfFirst!, next: idsOfNext!, states, claimed };
  };

  it("ends the follow-ups of an account's originals with them: cancelled with a cancelled one, failed with a failed one", async () => {
    const past = new Date(Date.now() - 1_000);
    const { userId, first, next, states } = await sequences({}, { sendBefore: past }, {});
    await sends.cancel(userId, first[0]!);
    await deliveries.expire();

    expect(await sends.endFollowUps(ids.objectId(), first)).toEqual([]);
    expect((await sends.endFollowUps(userId, first)).map(({ id }) => id).toSorted(byText)).toEqual(next.slice(0, 4).toSorted(byText));

    const cancelled = { status: "cancelled", cancelReason: "original" };
    const failed = { status: "failed", lastError: `the original send ${first[1]} failed` };
    expect(await states()).toMatchObject([cancelled, cancelled, failed, failed, { status: "queued" }, { status: "scheduled" }]);
    expect((await states()).map(({ dueAt }) => dueAt !== undefined)).toEqual([false, false, false, false, true, true]);
    expect(await sends.endFollowUps(userId, first)).toEqual([]);
  });

  it.each(["cancelled", "failed"])("ends a follow-up that a worker holds to look at its original, which is %s", async (status) => {
    const sendBefore = new Date(Date.now() - 1_000);
    const { userId, first, next, states, claimed } = await sequences({
      scheduledAt: inAnHour(),
      ...(status === "failed" && { sendBefore }),
    });
    const claim = await claimed();
    expect(claim.drafts.map(({ send }) => send.id)).toEqual([next[0]]);

    if (status === "cancelled") await sends.cancel(userId, first[0]!);
    else await deliveries.expire();
    await sends.endFollowUps(userId, first);
    const { send } = claim.drafts[0]!;
    await deliveries.requeue(claim.token, [send], { afterMs: 0, counts: false });

    expect((await states()).map((one) => one.status)).toEqual([status, status]);
    expect(await deliveries.intend(claim.token, send)).toBe(false);
  });

  it("moves a queued and a scheduled send to another time, and none in another state or of another account", async () => {
    const { userId, sends: mine, claim, read } = await accepted({}, { scheduledAt: inAnHour() }, {});
    const [queued, scheduled, claimed] = mine.map(({ id }) => id);
    const at = new Date(Date.now() + 7_200_000);
    const sendBefore = new Date(Date.now() + 9_000_000);

    expect(await sends.move(userId, queued!, { time: { at }, sendBefore })).toMatchObject({
      status: "scheduled",
      scheduledAt: at,
      dueAt: at,
      sendBefore,
    });
    expect(await sends.move(ids.objectId(), scheduled!, { time: { at: undefined } })).toBeUndefined();
    const now = (await sends.move(userId, scheduled!, { time: { at: undefined } }))!;
    expect(now.status).toBe("queued");
    expect(now.scheduledAt).toBeUndefined();
    expect((await claim()).drafts.map(({ send }) => send.id)).toContain(scheduled);
    expect(await sends.move(userId, claimed!, { time: { at } })).toBeUndefined();
    expect(await read(mine[2]!)).toMatchObject({ status: "processing" });
    expect(await sends.move(userId, queued!, { sendBefore: at })).toMatchObject({ status: "scheduled", dueAt: at, sendBefore: at });
  });

  it("fails what waits beyond its last moment, and lets nothing else fail", async () => {
    const past = new Date(Date.now() - 1_000);
    const {
      mailboxId,
      sends: mine,
      claim,
      read,
    } = await accepted({ sendBefore: past }, { sendBefore: past }, { sendBefore: inAnHour() }, {});
    await sends.move(mine[1]!.userId, mine[1]!.id, { time: { at: inAnHour() } });

    const { failed } = await deliveries.expire();

    expect(
      failed
        .filter((send) => send.mailboxId === mailboxId)
        .map(({ id }) => id)
        .toSorted(byText),
    ).toEqual([mine[0]!, mine[1]!].map(({ id }) => id).toSorted(byText));
    expect(await read(mine[0]!)).toMatchObject({ status: "failed", lastError: expect.stringMatching(/^too late/) });
    expect((await read(mine[0]!)).dueAt).toBeUndefined();
    expect((await claim()).drafts.map(({ send }) => send.id)).toEqual([mine[2]!.id, mine[3]!.id]);
  });

  it("writes no intent for a send that is too late", async () => {
    const { claim, read } = await accepted({ sendBefore: new Date(Date.now() + 500) });
    const { token, drafts } = await claim();
    await new Promise((resolve) => setTimeout(resolve, 600));

    expect(await deliveries.intend(token, drafts[0]!.send)).toBe(false);
    expect(await read(drafts[0]!.send)).toMatchObject({ status: "processing", stage: "claimed" });
  });

  it("times follow-ups anew while they are scheduled after their original, and no other's", async () => {
    const userId = await user(10);
    const mailbox = aMailbox({ userId });
    const [original] = draftsOf(userId, [{}], mailbox);
    const waitsFor = original!.send.id;
    const facts = [
      { waitsFor, scheduledAfter: "P3D" },
      { waitsFor, scheduledAt: inAnHour() },
      { waitsFor },
      { waitsFor, scheduledAfter: "P3D" },
    ];
    const follow = draftsOf(userId, facts, mailbox);
    await acceptedSends.accept(userId, [original!, ...follow]);
    const [timed, dated, waiting, moved] = follow.map(({ send }) => send.id);
    await sends.move(userId, moved!, { time: { at: inAnHour() } });
    const at = new Date(Date.now() + 500_000);

    expect((await sends.followUps(userId, [waitsFor])).map(({ id }) => id).toSorted(byText)).toEqual(
      [timed!, dated!, waiting!, moved!].toSorted(byText),
    );
    expect(await sends.followUps(ids.objectId(), [waitsFor])).toEqual([]);
    await sends.rescheduleFollowUps(ids.objectId(), [{ id: timed!, at }]);
    expect((await sends.find(userId, timed!))!.dueAt).not.toEqual(at);
    await sends.rescheduleFollowUps(
      userId,
      [timed, dated, waiting, moved].map((id) => ({ id: id!, at })),
    );

    const states = await Promise.all([timed, dated, waiting, moved].map((id) => sends.find(userId, id!)));
    expect(states.map((send) => send!.dueAt!.getTime() === at.getTime())).toEqual([true, false, false, false]);
    expect(states[0]).toMatchObject({ status: "scheduled", scheduledAt: at });
    expect(states[3]).not.toHaveProperty("scheduledAfter");
  });

  it("schedules anew what is claimed and was given to no server, for the holder of the lease alone", async () => {
    const { claim, read } = await accepted({}, {});
    const { token, drafts } = await claim();
    const [first, second] = drafts.map(({ send }) => send);
    await deliveries.intend(token, second!);
    const at = new Date(Date.now() + 500_000);

    await deliveries.reschedule("another", first!, at);
    expect(await read(first!)).toMatchObject({ status: "processing" });
    await deliveries.reschedule(token, first!, at);
    await deliveries.reschedule(token, second!, at);

    expect(await read(first!)).toMatchObject({ status: "scheduled", scheduledAt: at, dueAt: at, attempts: 0 });
    expect(await read(first!)).not.toHaveProperty("leaseToken");
    expect(await read(second!)).toMatchObject({ status: "processing" });
  });

  it("withdraws what is claimed and was given to no server, for the holder of the lease alone", async () => {
    const { claim, read } = await accepted({}, {});
    const { token, drafts } = await claim();
    const [first, second] = drafts.map(({ send }) => send);
    await deliveries.intend(token, second!);

    await deliveries.withdraw("another", [first!], "replied");
    expect(await read(first!)).toMatchObject({ status: "processing" });
    await deliveries.withdraw(token, [first!, second!], "replied");

    expect(await read(first!)).toMatchObject({ status: "cancelled", cancelReason: "replied" });
    expect((await read(first!)).dueAt).toBeUndefined();
    expect(await read(second!)).toMatchObject({ status: "processing" });
  });
});
