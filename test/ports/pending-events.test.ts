import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoUsers, mongoWallets } from "#shared/accounts/store/users.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { EventSource } from "#shared/events/event.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { answerBytes } from "#shared/mail/text.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { draftsOf, sendingOnMongo } from "#test/support/sending-stores.ts";
import { aUser } from "#test/support/user.ts";

const keyring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } });

const byText = (a: string, b: string): number => a.localeCompare(b);

describeOnMongo("pending events", (connect) => {
  const eventOutbox = mongoEventOutbox(connect);
  const { acceptedSends, sends, deliveries, user } = sendingOnMongo(connect);
  const mailboxes = mongoSealedMailboxes(connect, keyring);
  const wallets = mongoWallets(connect);

  /** Publishes the documents; answers the account's whole feed, each event by its type and record. */
  const feedOf = async (userId: string, source: EventSource, ids: readonly string[]) => {
    await eventOutbox.publish(source, ids);
    const { events } = await mongoFeeds(connect).read(userId, { limit: 200 });
    return events.map(({ type, data }) => [type, data["id"]]);
  };

  const claimed = async (...emails: readonly Partial<PlacedEmail>[]) => {
    const userId = await user(100);
    const drafts = draftsOf(userId, emails);
    await acceptedSends.accept(userId, drafts);
    const { mailboxId } = drafts[0]!.send;
    const claim = await deliveries.claim(mailboxId, { size: 25 });
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    const mine: readonly Send[] = drafts.map(({ send }) => send);
    const feed = () =>
      feedOf(
        userId,
        "sends",
        mine.map(({ id }) => id),
      );
    return { userId, mailboxId, sends: mine, token: claim.token, feed };
  };

  /** What each of these charges tells. */
  const eventsAfter = async (userId: string, counts: readonly number[]) => {
    const told: unknown[][] = [];
    for (const count of counts) {
      const emails = Array.from({ length: count }, () => ({}));
      await acceptedSends.accept(userId, draftsOf(userId, emails));
      const all = (await feedOf(userId, "wallets", [userId])).map(([type]) => type);
      told.push(all.slice(told.flat().length));
    }
    return told;
  };
  const wants = async (userId: string) => mongoUsers(connect).insert(aUser({ id: userId, suppressBounced: true }));

  it("of a sent email are written once, however often its result is", async () => {
    const { sends: mine, token, feed } = await claimed({}, {});
    for (const send of mine) await deliveries.intend(token, send);

    await Promise.all(mine.map((send) => deliveries.succeed(send)));
    expect(await deliveries.succeed(mine[0]!)).toBe(false);
    await deliveries.fail(token, mine, "too late");

    expect(await feed()).toEqual(mine.map(({ id }) => ["send.sent", id]));
    expect(await feed()).toHaveLength(2);
  });

  it("of a failed email are written once, and a late success after it", async () => {
    const { sends: mine, token, feed } = await claimed({});
    const [send] = mine;
    await deliveries.intend(token, send!);

    await deliveries.fail(token, mine, "$outcome unknown", { outcomeUnknown: true });
    await deliveries.fail(token, mine, "again");
    await deliveries.succeed(send!);

    expect(await feed()).toEqual([
      ["send.failed", send!.id],
      ["send.sent", send!.id],
    ]);
  });

  it("are not written by what changes no final state", async () => {
    const { sends: mine, token, feed } = await claimed({}, {});

    await deliveries.intend(token, mine[0]!);
    await deliveries.markUnknown(token, mine[0]!, 1_000);
    await deliveries.requeue(token, [mine[1]!], { afterMs: 0, lastError: "later", counts: true });
    await deliveries.fail("another token", mine, "not mine");

    expect(await feed()).toEqual([]);
  });

  it("of an email that kills its workers are written by the sweeper", async () => {
    const { sends: mine, feed } = await claimed({});
    const dead = { $set: { dueAt: new Date(0), deaths: 99 } };
    await rawSends(await connect()).updateOne({ _id: oid(mine[0]!.id) }, dead);

    while ((await deliveries.recover()).more);
    await deliveries.recover();

    expect(await feed()).toEqual([["send.failed", mine[0]!.id]]);
  });

  it("of an email that is too late are written once, by the sweeper", async () => {
    const { sends: mine, feed } = await claimed({ scheduledAt: new Date(Date.now() + 3_600_000) });
    await rawSends(await connect()).updateOne({ _id: oid(mine[0]!.id) }, { $set: { sendBefore: new Date(Date.now() - 1_000) } });

    await deliveries.expire();
    await deliveries.expire();

    expect(await feed()).toEqual([["send.failed", mine[0]!.id]]);
  });

  it("of a cancelled email are written once, by its user or with its mailbox", async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const { userId, mailboxId, sends: mine, feed } = await claimed({ scheduledAt }, { scheduledAt });

    await sends.cancel(userId, mine[0]!.id);
    await sends.cancel(userId, mine[0]!.id);
    await deliveries.cancelWaiting(mailboxId);
    await deliveries.cancelWaiting(mailboxId);

    expect((await feed()).map(String).toSorted(byText)).toEqual(mine.map(({ id }) => `send.cancelled,${id}`).toSorted(byText));
  });

  it("of received mail tell the message and what it did to its send, once each", async () => {
    const store = inboxStore(connect);
    const send = await store.sent();
    const failed = await store.sent({ status: "failed", stage: "intent", countedAt: new Date("2026-11-20T09:00:00Z") });
    const page = store.prepare([
      { inReplyTo: send.messageId, receivedAt: new Date("2026-11-21T10:00:00Z") },
      { inReplyTo: send.messageId, receivedAt: new Date("2026-11-21T09:00:00Z") },
      { inReplyTo: failed.messageId },
      { subject: "News" },
    ]);
    await store.commit(page);
    await store.commit(page);
    const stored = await store.all();
    const feed = await feedOf(
      store.userId,
      "messages",
      stored.map(({ id }) => id),
    );

    expect(stored).toHaveLength(4);
    expect(feed.filter(([type]) => type === "message.received").map(([, id]) => id)).toEqual(
      expect.arrayContaining(stored.map(({ id }) => id)),
    );
    expect(
      feed
        .filter(([type]) => type !== "message.received")
        .map(String)
        .toSorted(byText),
    ).toEqual(
      [
        ["send.replied", send.id],
        ["send.replied", failed.id],
        ["send.sent", failed.id],
      ]
        .map(String)
        .toSorted(byText),
    );
    expect(feed).toHaveLength(7);
    expect((await store.send(send.id)).repliedAt).toEqual(new Date("2026-11-21T09:00:00Z"));
  });

  it("of received mail carry its send's metadata and what is new in it, up to 10 KB of an answer", async () => {
    const store = inboxStore(connect);
    const send = await store.sent({ metadata: { contact_id: "42", campaign: "spring" } });
    const quote = `> ${"old ".repeat(10)}`;
    const page = store.prepare([
      { inReplyTo: send.messageId, subject: "short", body: `Yes.\n\n${quote}` },
      { inReplyTo: send.messageId, subject: "long", body: "é".repeat(9_000) },
      { subject: "nobody's", body: "Hello" },
    ]);
    await store.commit(page);
    await eventOutbox.publish(
      "messages",
      (await store.all()).map(({ id }) => id),
    );
    const { events } = await mongoFeeds(connect).read(store.userId, { limit: 10 });
    const told = events.filter(({ type }) => type === "message.received").map(({ data }) => data);
    const dataOf = (subject: string) => told.find((data) => data["subject"] === subject)!;

    expect(dataOf("short")).toMatchObject({ replyText: "Yes.", metadata: { contact_id: "42", campaign: "spring" } });
    expect(answerBytes(dataOf("long")["replyText"])).toBeLessThanOrEqual(10_010);
    expect(dataOf("long")["replyText"]).toMatch(/^é{4900,5000}$/);
    expect(dataOf("nobody's")).toMatchObject({ replyText: "Hello" });
    expect(dataOf("nobody's")).not.toHaveProperty("metadata");
  });

  it("of what the mailbox sent elsewhere are none", async () => {
    const store = inboxStore(connect);

    expect(await store.receive([{ from: "me@example.com", headers: { To: "Jane <jane@peer.test>" } }], "sent")).toBe(1);

    expect((await eventOutbox.forgotten(-60_000)).filter(({ source }) => source === "messages")).toEqual([]);
  });

  it("of a mailbox are written when its status changes, and only then", async () => {
    const mailbox = aMailbox({ userId: await user(0) });
    const { userId, id } = mailbox;
    await mailboxes.insert(mailbox, {});
    const read = async () => (await mailboxes.find(userId, id))!;

    await mailboxes.note(await read(), { status: "error" });
    await mailboxes.note(mailbox, { status: "disconnected" });
    await mailboxes.note(await read(), { smtpFailures: 2 });
    await mailboxes.update(userId, id, { status: "error", displayName: "Jane" });
    expect((await read()).displayName).toBe("Jane");
    await mailboxes.update(userId, id, { status: "active" });
    await mailboxes.update(userId, id, { status: "active", maxDailySends: 7 });
    expect((await read()).maxDailySends).toBe(7);
    await mailboxes.delete(userId, id);
    await mailboxes.delete(userId, id);

    expect(await feedOf(userId, "mailboxes", [id])).toEqual(
      ["mailbox.connected", "mailbox.error", "mailbox.recovered", "mailbox.disconnected"].map((type) => [type, id]),
    );
    expect(await read()).not.toHaveProperty("news");
  });

  it("of credits are written where the balance comes down to 100, and to nothing", async () => {
    const userId = await user(103);
    expect(await eventsAfter(userId, [2, 1, 1, 98, 2, 1])).toEqual([[], ["wallet.low"], [], [], ["wallet.empty"], []]);
  });

  it("of credits are written where the balance comes down to what the account wants, with 0 only when it is empty", async () => {
    const [early, never] = [await user(8), await user(2)];
    await wallets.setLowBalance(early, 5);
    await wallets.setLowBalance(never, 0);

    expect(await eventsAfter(early, [2, 1, 1, 4])).toEqual([[], ["wallet.low"], [], ["wallet.empty"]]);
    expect(await eventsAfter(never, [1, 1])).toEqual([[], ["wallet.empty"]]);
    expect(await wallets.find(early)).toMatchObject({ balance: 0, lowBalance: 5 });
  });

  it("of a hard bounce tell that its recipient is suppressed, where the account wants it", async () => {
    const [store, other] = [inboxStore(connect), inboxStore(connect)];
    const suppressions = mongoSuppressions(connect);
    await wants(store.userId);
    const page = { limit: 10, offset: 0 };
    const feeds = [];
    for (const one of [store, other]) {
      const [failed, delayed, named] = [await one.sent({ toEmail: "Jane@peer.test" }), await one.sent(), await one.sent()];
      const person = { ...bounce(named.messageId), from: "Jane <jane@peer.test>", headers: {}, body: "550 5.1.1 no such user" };
      await one.receive([bounce(delayed.messageId, { action: "delayed" }), person, bounce(failed.messageId), bounce(failed.messageId)]);
      const feed = await feedOf(
        one.userId,
        "messages",
        (await one.all()).map(({ id }) => id),
      );
      const rows = await suppressions.list(one.userId, {}, page);
      feeds.push([
        rows.map(({ email, reason, sendId }) => [email, reason, sendId === failed.id]),
        feed.filter(([type]) => type === "suppression.added").length,
      ]);
    }

    expect(feeds).toEqual([
      [[["jane@peer.test", "bounced", true]], 1],
      [[], 0],
    ]);
  });

  it("of a refused batch are none", async () => {
    const userId = await user(101);
    const foreign = aMailbox({ userId });
    await mailboxes.insert(foreign, {});
    await mailboxes.delete(userId, foreign.id);

    await expect(acceptedSends.accept(userId, draftsOf(userId, [{}], foreign))).rejects.toMatchObject({ reason: "mailboxDisconnected" });

    expect(await feedOf(userId, "wallets", [userId])).toEqual([]);
  });
});
