import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { eventsOf } from "#shared/events/store/event-documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoSlots } from "#shared/accounts/store/shares.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { ids } from "#shared/platform/system.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const HOURS_AHEAD_MS = 6 * 3_600_000;
const ring = async () => ({ current: "k", keys: { k: Buffer.alloc(32, 7).toString("base64") } });

describeOnMongo("what a worker whose clock is hours ahead writes", (connect) => {
  const right = () => performance.timeOrigin + performance.now();
  const isRight = (date: Date | undefined) => date !== undefined && Math.abs(date.getTime() - right()) < HOURS_AHEAD_MS / 2;
  const skew = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOURS_AHEAD_MS });
  beforeEach(() => void skew());
  afterEach(() => void vi.useRealTimers());

  it("is dated by the database's clock: a mailbox's change, note and deletion, and the erasing of its mail", async () => {
    const mailboxes = mongoSealedMailboxes(connect, ring);
    const mailbox = aMailbox();
    const stored = async () => mailboxesOf(await connect()).findOne({ _id: oid(mailbox.id) }, TEST_ONLY);
    await mailboxes.insert(mailbox, {});

    const changed = await mailboxes.update(mailbox.userId, mailbox.id, { maxDailySends: 7 });
    expect(isRight(changed?.updatedAt)).toBe(true);
    expect(await mailboxes.note(changed!, { status: "error" })).toBe(true);
    expect(isRight((await stored())?.updatedAt)).toBe(true);
    await mailboxes.delete(mailbox.userId, mailbox.id);
    const { deletedAt, statusSince, updatedAt } = (await stored())!;
    expect([deletedAt, statusSince, updatedAt].map(isRight)).toEqual([true, true, true]);
    await mongoPurges(connect).begin(mailbox.userId, mailbox.id);
    expect(isRight((await stored())?.purging?.since)).toBe(true);
  });

  it("is dated by the database's clock: events, which are found when they are forgotten, and never before", async () => {
    const userId = ids.objectId();
    vi.useRealTimers();
    await mongoWallets(connect).topUp(userId, 5, "test");
    const [draft] = draftsOf(userId, [{}]);
    await mongoAcceptedSends(connect).accept(userId, [draft!]);
    skew();
    const deliveries = mongoDeliveries(connect);
    const claim = await deliveries.claim(draft!.send.mailboxId, { size: 1 });
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    await deliveries.intend(claim.token, draft!.send);
    await deliveries.succeed(draft!.send);
    const eventOutbox = mongoEventOutbox(connect);
    const source = { source: "sends" as const, ids: [draft!.send.id] };

    expect(await eventOutbox.forgotten(HOURS_AHEAD_MS / 2)).not.toContainEqual(source);
    expect(await eventOutbox.forgotten(-60_000)).toContainEqual(source);
    await eventOutbox.publish("sends", [draft!.send.id]);
    const [event] = await eventsOf(await connect())
      .find({ userId: oid(userId) }, TEST_ONLY)
      .toArray();
    expect(isRight(event?.createdAt)).toBe(true);
  });

  it("is dated by the database's clock: a thread's change, and up to when it was read", async () => {
    const inbox = inboxStore(connect);
    await inbox.receive([{ messageId: "<a@x>" }]);
    const [thread] = await inbox.threads.list(inbox.userId, {}, { limit: 1, offset: 0 });

    await inbox.threads.setRead(inbox.userId, thread!.id, true);

    const stored = await threadsOf(await connect()).findOne({ _id: oid(thread!.id) }, TEST_ONLY);
    expect(isRight(stored?.updatedAt)).toBe(true);
  });

  it("takes no slot that another request holds", async () => {
    const slots = mongoSlots(connect);
    const userId = ids.objectId();
    vi.useRealTimers();
    await slots.take(userId, 1, 60_000);
    skew();

    expect(await slots.take(userId, 1, 60_000)).toBeUndefined();
  });
});
