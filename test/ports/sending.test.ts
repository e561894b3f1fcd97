import { expect, it } from "vitest";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describePort } from "#test/support/port-suite.ts";
import { anEmail } from "#test/support/sending-rig.ts";
import { acceptingOn, draftsOf, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";

const page = { limit: 50, offset: 0 };
const inAnHour = () => new Date(Date.now() + 3_600_000);

describePort("sending", { memory: sendingInMemory, mongo: sendingOnMongo }, (store) => {
  const { acceptedSends, sends, deliveries, user, balance } = store;
  const accepted = acceptingOn(store);

  it("stores a draft whole and charges one credit", async () => {
    const userId = await user(3);
    const mailbox = aMailbox({ userId });
    const email = anEmail({
      bodyHtml: "<p>Hi</p>",
      bodyText: "",
      replyTo: { name: "", email: "r@example.com" },
      headers: { "X-A": "1" },
      references: ["<a@b>"],
      inReplyTo: "<a@b>",
      metadata: { campaign: "spring", "contact-id": "7" },
    });
    const draft = draftSend({ clock, ids }, { mailbox, ipId: ids.objectId() }, email);

    expect(await acceptedSends.accept(userId, [draft])).toEqual({ count: 1 });

    expect(await sends.find(userId, draft.send.id)).toEqual(draft.send);
    expect((await sends.bodies(userId, [draft.send.id])).get(draft.send.id)).toEqual({ html: "<p>Hi</p>", text: "Hi" });
    expect(await balance(userId)).toBe(2);
  });

  it("accepts what the balance covers, in order, and nothing from an empty wallet", async () => {
    const userId = await user(2);
    const drafts = draftsOf(userId, [{}, {}, {}]);

    expect(await acceptedSends.accept(userId, drafts)).toEqual({ count: 2 });
    expect(await acceptedSends.accept(userId, draftsOf(userId, [{}]))).toEqual({ count: 0 });

    expect(await balance(userId)).toBe(0);
    const found = await Promise.all(drafts.map(({ send }) => sends.find(userId, send.id)));
    expect(found.map(Boolean)).toEqual([true, true, false]);
    expect(await acceptedSends.accept(await user(0), draftsOf(userId, [{}]))).toEqual({ count: 0 });
  });

  it("reads and cancels nothing of another account", async () => {
    const { sends: mine } = await accepted({});
    const stranger = await user(1);

    expect(await sends.find(stranger, mine[0]!.id)).toBeUndefined();
    expect(await sends.cancel(stranger, mine[0]!.id)).toBeUndefined();
    expect((await sends.bodies(stranger, [mine[0]!.id])).size).toBe(0);
    expect(await sends.list(stranger, {}, page)).toEqual([]);
    expect(await sends.makeFollowUpsDue(stranger, [mine[0]!.id])).toEqual([]);
  });

  it("lists newest first by every filter", async () => {
    const userId = await user(10);
    const [old] = draftsOf(userId, [{ to: { name: "", email: "a@example.net" } }]);
    const [young] = draftsOf(userId, [{ to: { name: "", email: "b@example.net" }, scheduledAt: inAnHour() }]);
    const olden = { ...old!, send: { ...old!.send, createdAt: new Date("2026-01-01T00:00:00Z") } };
    await acceptedSends.accept(userId, [young!, olden]);
    const list = async (filter: Parameters<Sends["list"]>[1]) => (await sends.list(userId, filter, page)).map(({ id }) => id);

    expect(await list({})).toEqual([young!.send.id, old!.send.id]);
    expect(await list({ status: "scheduled" })).toEqual([young!.send.id]);
    expect(await list({ mailboxId: old!.send.mailboxId })).toEqual([old!.send.id]);
    expect(await list({ toEmail: "b@example.net" })).toEqual([young!.send.id]);
    expect(await list({ since: new Date("2026-01-02T00:00:00Z") })).toEqual([young!.send.id]);
    expect(await list({ until: new Date("2026-01-02T00:00:00Z") })).toEqual([old!.send.id]);
    expect((await sends.list(userId, {}, { limit: 1, offset: 1 })).map(({ id }) => id)).toEqual([old!.send.id]);
  });

  it("cancels a queued, a scheduled and a claimed send, and none that may have been given to a server", async () => {
    const { userId, sends: mine, claim } = await accepted({}, { scheduledAt: inAnHour() }, {}, {});

    expect(await sends.cancel(userId, mine[0]!.id)).toMatchObject({ status: "cancelled" });
    expect(await sends.cancel(userId, mine[1]!.id)).toMatchObject({ status: "cancelled" });
    const { token, drafts } = await claim();
    await deliveries.intend(token, drafts[0]!.send);

    expect(await sends.cancel(userId, mine[2]!.id)).toBeUndefined();
    expect(await sends.cancel(userId, mine[3]!.id)).toMatchObject({ status: "cancelled" });
    expect(await deliveries.intend(token, drafts[1]!.send)).toBe(false);
    expect(await deliveries.held(token, mine)).toEqual(new Set([mine[2]!.id]));
    expect(await sends.cancel(userId, mine[0]!.id)).toBeUndefined();
    expect((await sends.find(userId, mine[0]!.id))?.dueAt).toBeUndefined();
  });

  it("cancels many by their ids: what no server was given, and tells the state of each that the account has", async () => {
    const { userId, sends: mine, claim } = await accepted({}, {}, { scheduledAt: inAnHour() });
    const [foreign] = (await accepted({})).sends;
    const { token, drafts } = await claim({ size: 1 });
    await deliveries.intend(token, drafts[0]!.send);
    const which = { ids: [...mine.map(({ id }) => id), foreign!.id, ids.objectId()] };

    const states = await sends.cancelMany(userId, which);

    expect(Object.fromEntries(states)).toEqual({
      [mine[0]!.id]: "processing",
      [mine[1]!.id]: "cancelled",
      [mine[2]!.id]: "cancelled",
    });
    expect(await sends.cancelMany(userId, which)).toEqual(states);
    expect((await sends.find(userId, mine[1]!.id))?.dueAt).toBeUndefined();
    expect((await sends.find(foreign!.userId, foreign!.id))?.status).toBe("queued");
  });

  it("cancels by metadata what a worker holds, until it is given to a server; then nothing is left to cancel", async () => {
    const metadata = { campaign: "spring" };
    const { userId, claim } = await accepted({ metadata }, { metadata });
    const { token, drafts } = await claim({ size: 2 });
    await deliveries.intend(token, drafts[0]!.send);

    expect(await sends.countUnsent(userId, metadata, 10)).toBe(1);
    expect([...(await sends.cancelMany(userId, { metadata })).values()]).toEqual(["cancelled"]);

    expect(await sends.countUnsent(userId, metadata, 10)).toBe(0);
  });

  it("cancels by metadata what waits and has all the pairs, and counts what is left", async () => {
    const metadata = { campaign: "spring", step: "1" };
    const { userId, sends: mine } = await accepted(
      { metadata },
      { metadata, scheduledAt: inAnHour() },
      { metadata: { campaign: "spring" } },
      {},
    );
    const stranger = await accepted({ metadata });

    expect(await sends.countUnsent(userId, metadata, 10)).toBe(2);
    expect(await sends.countUnsent(userId, { campaign: "spring" }, 2)).toBe(2);
    const states = await sends.cancelMany(userId, { metadata });

    expect(new Set(states)).toEqual(
      new Set([
        [mine[0]!.id, "cancelled"],
        [mine[1]!.id, "cancelled"],
      ]),
    );
    expect(await sends.countUnsent(userId, metadata, 10)).toBe(0);
    expect(await sends.cancelMany(userId, { metadata })).toEqual(new Map());
    expect((await sends.find(userId, mine[2]!.id))?.status).toBe("queued");
    expect((await stranger.read(stranger.sends[0]!)).status).toBe("queued");
  });

  it("claims what is due in the order it became due, with its bodies, once", async () => {
    const { sends: mine, claim, read } = await accepted({ bodyText: "one" }, { bodyText: "two" }, { scheduledAt: inAnHour() });

    const { drafts, token } = await claim();

    expect(drafts.map(({ body }) => body?.text)).toEqual(["one", "two"]);
    expect(drafts[0]!.send).toMatchObject({ status: "processing", stage: "claimed", attempts: 1, leaseToken: token });
    expect((await claim()).drafts).toEqual([]);
    expect(await read(mine[2]!)).toMatchObject({ status: "scheduled", attempts: 0 });
  });

  it.each([false, true])(
    "takes no more than two claims of a mailbox at a time, also of a worker that knows of more: %s",
    async (isMore) => {
      const { mailboxId, claim } = await accepted({}, {}, {});

      await claim({ size: 1 });
      await deliveries.claim(mailboxId, { size: 1, isMore });

      expect(await deliveries.claim(mailboxId, { size: 1, isMore })).toEqual({ kind: "busy" });
    },
  );

  it("gives a worker that wrongly knows of more nothing", async () => {
    const { mailboxId, claim } = await accepted({});

    await claim({ size: 1 });

    expect(await deliveries.claim(mailboxId, { size: 1, isMore: true })).toMatchObject({ kind: "claimed", drafts: [] });
  });

  it("claims up to the daily cap, counting what is under way, and puts off the rest", async () => {
    const { mailboxId, sends: mine, claim } = await accepted({}, {}, {});
    const limits = { size: 25, maxDaily: 2 };
    const { drafts, token } = await claim(limits);
    await deliveries.intend(token, drafts[0]!.send);
    await deliveries.succeed(drafts[0]!.send);

    expect(drafts).toHaveLength(2);
    const limited = await deliveries.claim(mailboxId, limits);
    if (limited.kind !== "limited") throw new Error(limited.kind);
    expect(limited.next.id).toBe(mine[2]!.id);
    expect(limited.next.dueAt!.getTime()).toBeGreaterThan(Date.now() + 50_000);
    for (const isMore of [false, true])
      expect(await deliveries.claim(mailboxId, { ...limits, isMore })).toMatchObject({ kind: "paused", forMs: expect.any(Number) });
  });

  it("lets what falls due at a held mailbox wait with the rest, also under a raised cap, for five minutes at most", async () => {
    const { mailboxId, sends: mine, read } = await accepted({}, {});
    const before = await read(mine[0]!);
    await deliveries.claim(mailboxId, { size: 25, maxDaily: 0 });

    const again = await deliveries.claim(mailboxId, { size: 25, maxDaily: 5 });
    if (again.kind !== "paused") throw new Error(again.kind);

    expect(again.forMs).toBeGreaterThan(200_000);
    expect(again.forMs).toBeLessThanOrEqual(300_000);
    expect(await read(mine[0]!)).toEqual(before);
  });

  it("queues scheduled sends whose time has come, and takes the oldest of all first", async () => {
    const soon = new Date(Date.now() + 50);
    const { sends: mine, claim } = await accepted({}, { scheduledAt: soon }, { scheduledAt: soon });
    await new Promise((done) => setTimeout(done, 80));

    const { drafts } = await claim({ size: 2 });

    expect(drafts[0]!.send.id).toBe(mine[0]!.id);
    expect(drafts[1]!.send.status).toBe("processing");
    expect((await claim({ size: 2 })).drafts).toHaveLength(1);
  });

  it("gives room back under the cap when the server refuses", async () => {
    const { mailboxId, claim } = await accepted({}, {});
    const { drafts, token } = await claim({ size: 1 });
    await deliveries.intend(token, drafts[0]!.send);
    await deliveries.fail(token, [drafts[0]!.send], "550 no");

    expect(await deliveries.claim(mailboxId, { size: 25, maxDaily: 1 })).toMatchObject({ kind: "claimed", drafts: [{}] });
  });

  it("writes the intent for the holder of the lease alone, and once", async () => {
    const { claim } = await accepted({});
    const { drafts, token } = await claim();
    const { send } = drafts[0]!;

    expect(await deliveries.intend("another", send)).toBe(false);
    expect(await deliveries.intend(token, send)).toBe(true);
    expect(await deliveries.intend(token, send)).toBe(false);
  });

  it("never makes a send sent that no intent was written for", async () => {
    const { claim, read } = await accepted({});
    const { drafts } = await claim();

    expect(await deliveries.succeed(drafts[0]!.send)).toBe(false);
    expect(await read(drafts[0]!.send)).toMatchObject({ status: "processing" });
  });

  it("hands back and fails for the holder of the lease alone", async () => {
    const { claim, read } = await accepted({}, {});
    const { drafts, token } = await claim();
    const [a, b] = drafts.map(({ send }) => send);

    await deliveries.requeue("another", [a!], { afterMs: 0, counts: true });
    await deliveries.fail("another", [b!], "$no");
    expect([(await read(a!)).status, (await read(b!)).status]).toEqual(["processing", "processing"]);
    await deliveries.requeue(token, [a!], { afterMs: 60_000, lastError: "$later", counts: false });
    await deliveries.fail(token, [b!], "$no");

    expect(await read(a!)).toMatchObject({ status: "queued", attempts: 0, lastError: "$later" });
    expect((await read(a!)).leaseToken).toBeUndefined();
    expect(await read(b!)).toMatchObject({ status: "failed", attempts: 1, lastError: "$no" });
    expect((await read(b!)).dueAt).toBeUndefined();
  });

  it("looks up an unknown outcome when its time has come, by one worker", async () => {
    const { mailboxId, claim, read } = await accepted({}, {});
    const { drafts, token } = await claim();
    for (const { send } of drafts) await deliveries.intend(token, send);
    await deliveries.markUnknown(token, drafts[0]!.send, 0);
    await deliveries.markUnknown(token, drafts[1]!.send, 60_000);

    const found = await deliveries.claimUnknown(mailboxId);

    expect(found.drafts.map(({ send }) => send.id)).toEqual([drafts[0]!.send.id]);
    expect((await deliveries.claimUnknown(mailboxId)).drafts).toEqual([]);
    await deliveries.fail(found.token, [drafts[0]!.send], "outcome unknown", { outcomeUnknown: true });
    expect(await read(drafts[0]!.send)).toMatchObject({ status: "failed", stage: "intent" });
    expect(await deliveries.succeed(drafts[0]!.send)).toBe(true);
  });

  it("makes queued follow-ups due, scheduled ones not", async () => {
    const userId = await user(10);
    const mailbox = aMailbox({ userId });
    const [original] = draftsOf(userId, [{}], mailbox);
    const waitsFor = original!.send.id;
    const follow = draftsOf(userId, [{ waitsFor }, { waitsFor, scheduledAt: inAnHour() }], mailbox);
    await acceptedSends.accept(userId, [original!, ...follow]);

    expect((await sends.makeFollowUpsDue(userId, [waitsFor])).map(({ id }) => id)).toEqual([follow[0]!.send.id]);
  });

  it("tells what is early, what still waits for its time, and what was forgotten", async () => {
    const { mailboxId, sends: mine } = await accepted({ scheduledAt: inAnHour() }, {});
    const [later, now] = mine.map(({ id }) => id);

    expect((await deliveries.early(mailboxId, [later!, now!])).map(({ id }) => id)).toEqual([later]);
    expect((await deliveries.early(ids.objectId(), [later!])).length).toBe(0);
    expect((await deliveries.waiting([later!, now!])).map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [later!, now!].toSorted((a, b) => a.localeCompare(b)),
    );
    const forgotten = async (forMs: number) => (await deliveries.forgotten(forMs)).found.map((send) => send.mailboxId);
    expect(await forgotten(60_000)).not.toContain(mailboxId);
    expect(await forgotten(-60_000)).toContain(mailboxId);
    await deliveries.pause(mailboxId, 60_000, "retry");
    expect(await forgotten(-60_000)).not.toContain(mailboxId);
  });

  it("puts off a mailbox as a whole, longer but never shorter", async () => {
    const { mailboxId, sends: mine, read } = await accepted({}, { scheduledAt: inAnHour() });
    const before = await read(mine[0]!);

    await deliveries.pause(mailboxId, 600_000, "retry");
    await deliveries.pause(mailboxId, 60_000, "retry");

    const outcome = await deliveries.claim(mailboxId, { size: 25, maxDaily: 10 });
    if (outcome.kind !== "paused") throw new Error(outcome.kind);
    expect(outcome.forMs).toBeGreaterThan(500_000);
    expect(await read(mine[0]!)).toEqual(before);
  });

  it("puts off what goes out the same way and nothing else", async () => {
    const userId = await user(10);
    const mailbox = aMailbox({ userId });
    const ipId = ids.objectId();
    const drafts = [{ mailbox, ipId }, { mailbox }, { mailbox, ipId }].map((way) => draftSend({ clock, ids }, way, anEmail()));
    await acceptedSends.accept(userId, drafts);

    await deliveries.pause(mailbox.id, 600_000, "retry", { ipId });

    const outcome = await deliveries.claim(mailbox.id, { size: 25, maxDaily: 10 });
    expect(outcome.kind === "claimed" && outcome.drafts.map(({ send }) => send.id)).toEqual([drafts[1]!.send.id]);
    for (const at of [0, 2])
      expect((await sends.find(userId, drafts[at]!.send.id))!.dueAt!.getTime()).toBeGreaterThan(Date.now() + 500_000);
  });

  it("cancels in a removed mailbox what was given to no server, though a worker holds it, and nothing else", async () => {
    const { mailboxId, sends: mine, claim, read } = await accepted({}, {}, {}, { scheduledAt: inAnHour() });
    const { token, drafts } = await claim({ size: 2 });
    const [given, held] = drafts.map(({ send }) => send);
    await deliveries.intend(token, given!);

    expect(await deliveries.cancelWaiting(mailboxId)).toBeUndefined();
    await deliveries.requeue(token, [held!], { afterMs: 3_600_000, counts: true });

    expect(await deliveries.intend(token, held!)).toBe(false);
    const states = await Promise.all(mine.map(async (send) => (await read(send)).status));
    expect(states).toEqual(["processing", "cancelled", "cancelled", "cancelled"]);
    expect(await deliveries.succeed(given!)).toBe(true);
  });
});
