import { expect, it } from "vitest";
import { correctionsIn } from "#shared/threads/correct-message.ts";
import { mongoCorrections } from "#shared/threads/store/corrections.ts";
import { correctionsOf, correctedCases } from "#shared/threads/store/correction-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { messageOut } from "#shared/threads/wire.ts";
import { ids } from "#shared/platform/system.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { type Arrival, inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

describeOnMongo("corrections", (connect) => {
  const corrections = correctionsIn(mongoCorrections(connect));
  const suppressions = mongoSuppressions(connect);
  const page = { limit: 10, offset: 0 };
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000);
  /** An account with an offer to Jane and a follow-up of tomorrow that answers and bounces cancel. */
  const aWorld = async () => {
    const store = inboxStore(connect);
    const { userId } = store;
    await mongoUsers(connect).insert(aUser({ id: userId, suppressBounced: true }));
    const offer = await store.sent({ subject: "Offer" });
    const threadId = await store.threads.ofSend(userId, offer);
    const waits = { status: "scheduled", threadId, waitsFor: offer.id, scheduledAt: ahead(1), dueAt: ahead(1), sentAt: undefined } as never;
    const followUp = await store.sent({ cancelOn: ["reply", "bounce", "auto_reply"], ...(waits as object) });
    const next = await store.sent({ ...(waits as object), waitsFor: followUp.id, scheduledAt: ahead(2), dueAt: ahead(2) });
    const newest = async () => (await store.all())[0]!;
    const state = async () => {
      const { repliedAt, bouncedAt, bounces } = await store.send(offer.id);
      const [second, third] = [await store.send(followUp.id), await store.send(next.id)];
      return {
        replied: repliedAt !== undefined,
        bounced: bouncedAt !== undefined && bounces !== undefined,
        followUps: [second.status, third.status],
        suppressed: [...(await suppressions.among(userId, ["jane@peer.test"])).keys()],
      };
    };
    return { store, userId, offer, followUp, threadId, newest, state };
  };
  const untouched = { replied: false, bounced: false, followUps: ["scheduled", "scheduled"], suppressed: [] };
  const answered = { ...untouched, replied: true, followUps: ["cancelled", "cancelled"] };
  const cameBack = { replied: false, bounced: true, followUps: ["cancelled", "cancelled"], suppressed: ["jane@peer.test"] };

  it("keep what a bounce of an older version recorded, which does not say what it reports", async () => {
    const { store, userId, offer, newest } = await aWorld();
    await store.receive([bounce(offer.messageId)]);
    const recorded = await store.send(offer.id);
    await messagesOf(await connect()).updateOne({ _id: oid((await newest()).id) }, { $unset: { report: "" } });
    await store.receive([{ inReplyTo: offer.messageId, messageId: "<later@peer.test>" }]);
    await corrections.correct(userId, (await newest()).id, { kind: "auto_reply" });
    const { bounceReason, bounces, repliedAt } = await store.send(offer.id);
    expect({ bounceReason, bounces }).toEqual({ bounceReason: recorded.bounceReason, bounces: recorded.bounces });
    expect([bounces?.length, repliedAt]).toEqual([1, undefined]);
  });

  it("of an answer that is none take back what followed from it, and say what the rule had said", async () => {
    const { store, userId, offer, followUp, newest, state } = await aWorld();
    await store.receive([{ inReplyTo: offer.messageId }]);
    expect(await state()).toEqual(answered);

    const corrected = await corrections.correct(userId, (await newest()).id, { kind: "auto_reply", emailJobId: "" });

    expect(await state()).toEqual({ ...untouched, followUps: ["cancelled", "cancelled"] });
    expect(messageOut(corrected!)).toMatchObject({
      kind: "auto_reply",
      email_job_id: "",
      explanation: { corrected: true, kind_rule: "answers_own_send", ruled: { kind: "reply", email_job_id: offer.id } },
    });
    expect(await store.messages.find(userId, corrected!.id)).toMatchObject(corrected!);
    await corrections.correct(userId, corrected!.id, { kind: "bulk" });
    expect(await state()).toEqual(untouched);
    expect(await store.send(followUp.id)).toMatchObject({ dueAt: followUp.dueAt, scheduledAt: followUp.scheduledAt });
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("taken back leave the rules' word, with all that follows from it, and are gone", async () => {
    const { store, userId, offer, newest, state } = await aWorld();
    await store.receive([{ inReplyTo: offer.messageId }]);
    const before = await newest();

    await corrections.correct(userId, before.id, { kind: "bulk", emailJobId: "" });
    expect(await corrections.takeBack(userId, before.id)).toBe(true);

    const told = { news: expect.any(Array), newsAt: expect.any(Date) };
    expect(await newest()).toEqual({ ...before, ...told });
    expect(await state()).toEqual(answered);
    expect(await corrections.takeBack(userId, before.id)).toBe(false);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("of a mail that a subject alone tied to a send make it an answer, whose sender is vouched for", async () => {
    const { store, userId, offer, newest, state } = await aWorld();
    await store.receive([{ subject: "Re: Offer" }]);
    expect(await state()).toEqual(untouched);

    await corrections.correct(userId, (await newest()).id, { emailJobId: offer.id });

    expect(await state()).toEqual(answered);
    expect((await newest()).newcomer).toBeUndefined();
    expect(await store.allThreads()).toMatchObject([{ hasNewcomer: false }]);
  });

  it("of the send that it answers give it that send's tags, and take them back", async () => {
    const { store, userId, offer, newest } = await aWorld();
    const tagged = await store.sent({ tags: ["spring"], toEmail: "kim@peer.test" });
    await store.receive([{ inReplyTo: offer.messageId }]);
    const { id } = await newest();
    const tags = async () => [(await newest()).tags, (await store.messages.list(userId, { tag: "spring" }, page)).map((one) => one.id)];

    expect((await corrections.correct(userId, id, { emailJobId: tagged.id }))?.tags).toEqual(["spring"]);
    expect(await tags()).toEqual([["spring"], [id]]);
    await corrections.takeBack(userId, id);
    expect(await tags()).toEqual([undefined, []]);
  });

  it("of a bounce free whom it suppressed, of a mail that is one suppress nobody but its recipient", async () => {
    const { store, userId, offer, newest, state } = await aWorld();
    await store.receive([bounce(offer.messageId)]);
    expect(await state()).toEqual(cameBack);

    await corrections.correct(userId, (await newest()).id, { emailJobId: "" });
    expect(await state()).toEqual(untouched);
    await corrections.correct(userId, (await newest()).id, { emailJobId: offer.id });
    expect(await state()).toEqual(cameBack);
    await corrections.correct(userId, (await newest()).id, { kind: "auto_reply" });
    expect(await state()).toEqual({ ...untouched, followUps: ["cancelled", "cancelled"] });
  });

  it("of one of two bounces leave what the other says", async () => {
    const { store, userId, offer, newest, state } = await aWorld();
    await store.receive([bounce(offer.messageId)]);
    await store.receive([bounce(offer.messageId, { receivedAt: new Date("2026-11-20T12:00:00Z") })]);

    await corrections.correct(userId, (await newest()).id, { emailJobId: "" });

    expect(await state()).toEqual(cameBack);
    expect((await store.send(offer.id)).bouncedAt).toEqual((await store.all())[1]!.receivedAt);
  });

  it("bring back nothing whose time has come meanwhile, and nothing that something else cancels", async () => {
    const { store, userId, offer, followUp, newest, state } = await aWorld();
    await store.receive([{ inReplyTo: offer.messageId }, { inReplyTo: offer.messageId }]);
    const [first, second] = await store.all();
    await corrections.correct(userId, first!.id, { kind: "bulk", emailJobId: "" });
    expect(await state()).toMatchObject({ replied: true, followUps: ["cancelled", "cancelled"] });
    await rawSends(await connect()).updateOne({ _id: oid(followUp.id) }, { $set: { scheduledAt: ahead(-1) } });

    await corrections.correct(userId, second!.id, { kind: "bulk", emailJobId: "" });

    expect(await state()).toEqual({ ...untouched, followUps: ["cancelled", "cancelled"] });
    expect((await newest()).kind).toBe("bulk");
  });

  it("come before the rules when the mail is read again, whatever UIDVALIDITY it has then", async () => {
    const { store, userId, offer, threadId, newest, state } = await aWorld();
    const mail: Arrival = { messageId: "<again@peer.test>", inReplyTo: offer.messageId };
    await store.receive([mail]);
    await corrections.correct(userId, (await newest()).id, { kind: "bulk", emailJobId: "" });
    const forget = async () => {
      const database = await connect();
      const { id } = await newest();
      for (const collection of [messagesOf(database), messageBodiesOf(database)]) await collection.deleteOne({ _id: oid(id) });
    };

    await forget();
    await store.commit(store.prepare([mail], "inbox", "2"));

    expect(await newest()).toMatchObject({ kind: "bulk", threadId, ruled: { kind: "reply", emailJobId: offer.id } });
    expect((await newest()).emailJobId).toBeUndefined();
    expect(await state()).toEqual(untouched);
    const [part] = await store.all();
    const apart = await corrections.split(userId, threadId, [part!.id]).catch(() => undefined);
    await forget();
    await store.commit(store.prepare([mail], "inbox", "3"));
    expect((await newest()).threadId).toBe(apart?.id ?? threadId);
    expect(await corrections.takeBack(userId, (await newest()).id)).toBe(true);
    expect(await state()).toEqual(answered);
  });

  it("are events, one each", async () => {
    const { store, userId, offer, newest } = await aWorld();
    await store.receive([{ inReplyTo: offer.messageId }]);
    const { id } = await newest();

    await corrections.correct(userId, id, { kind: "inbound" });
    await corrections.takeBack(userId, id);
    await mongoEventOutbox(connect).publish("messages", [id]);

    const { events } = await mongoFeeds(connect).read(userId, { limit: 10 });
    const types = events.map(({ type }) => type).filter((type) => type.startsWith("message."));
    expect(types).toEqual(["message.received", "message.corrected", "message.corrected"]);
  });

  it("are of the account's own messages and sends alone", async () => {
    const [mine, other] = [await aWorld(), await aWorld()];
    await mine.store.receive([{}]);
    const { id } = await mine.newest();

    expect(await corrections.correct(other.userId, id, { kind: "bulk" })).toBeUndefined();
    expect(await corrections.takeBack(other.userId, id)).toBe(false);
    await expect(corrections.correct(mine.userId, id, { emailJobId: other.offer.id })).rejects.toMatchObject({ reason: "invalid" });
    await expect(corrections.correct(mine.userId, id, { emailJobId: ids.objectId() })).rejects.toMatchObject({ reason: "invalid" });
    const elsewhere = await mine.store.sent({ mailboxId: ids.objectId() });
    await expect(corrections.correct(mine.userId, id, { emailJobId: elsewhere.id })).rejects.toMatchObject({ reason: "invalid" });
    expect(await corrections.split(other.userId, mine.threadId, [id])).toBeUndefined();
    expect(await corrections.merge(mine.userId, mine.threadId, other.threadId)).toBeUndefined();
  });

  it("part messages from a conversation, which answers to both do not join again, and a correction that is taken back does", async () => {
    const { store, userId, offer, threadId } = await aWorld();
    await store.receive([
      { messageId: "<a@peer.test>", inReplyTo: offer.messageId },
      { messageId: "<b@peer.test>", inReplyTo: "<a@peer.test>", references: [offer.messageId, "<a@peer.test>"] },
    ]);
    const [b] = await store.all();

    const apart = await corrections.split(userId, threadId, [b!.id]);
    await store.receive([
      { messageId: "<c@peer.test>", inReplyTo: "<b@peer.test>", references: [offer.messageId, "<a@peer.test>", "<b@peer.test>"] },
    ]);

    expect(apart).toMatchObject({ messageCount: 1 });
    const threadOf = async (messageId: string) => (await store.all()).find((one) => one.messageId === messageId)?.threadId;
    expect([await threadOf("<a@peer.test>"), await threadOf("<b@peer.test>"), await threadOf("<c@peer.test>")]).toEqual([
      threadId,
      apart!.id,
      apart!.id,
    ]);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
    expect(await corrections.takeBack(userId, b!.id)).toBe(true);
    expect(await threadOf("<b@peer.test>")).toBe(threadId);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("refuse to part what is not in the conversation, or all of it", async () => {
    const { store, userId } = await aWorld();
    await store.receive([{ messageId: "<one@peer.test>" }]);
    await store.receive([{ messageId: "<two@peer.test>" }]);
    const [two, one] = await store.all();

    for (const wrong of [[two!.id], [one!.id, two!.id], [one!.id]])
      await expect(corrections.split(userId, one!.threadId, wrong)).rejects.toMatchObject({
        reason: "invalid",
        details: [{ field: "messageIds" }],
      });
    expect((await store.allThreads()).map(({ messageCount }) => messageCount)).toEqual([1, 1, 1]);
  });

  it("join two conversations of a mailbox, and never one to itself", async () => {
    const { store, userId, offer, threadId } = await aWorld();
    await store.receive([{ messageId: "<x@peer.test>" }, { inReplyTo: offer.messageId }]);
    const other = (await store.all()).find(({ messageId }) => messageId === "<x@peer.test>")!.threadId;

    const merged = await corrections.merge(userId, threadId, other);

    expect(merged).toMatchObject({ id: threadId, messageCount: 3, aliasIds: [other] });
    expect(await store.threads.find(userId, other)).toMatchObject({ id: threadId });
    await expect(corrections.merge(userId, threadId, other)).rejects.toMatchObject({ reason: "invalid" });
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("are exported as cases where the account shares them, and go with a mailbox that is purged", async () => {
    const { store, userId, offer, newest } = await aWorld();
    await store.receive([{ inReplyTo: offer.messageId, subject: `Case ${userId}` }]);
    await corrections.correct(userId, (await newest()).id, { kind: "auto_reply" });
    const cases = async () => {
      const found = [];
      for await (const one of correctedCases(connect)) found.push(one);
      return found;
    };
    const mine = async () => (await cases()).filter(({ subject }) => subject === `Case ${userId}`);

    expect(await mine()).toEqual([]);
    await mongoUsers(connect).changeSettings(userId, { shareCorrections: true });
    expect(await mine()).toMatchObject([
      { kind: "auto_reply", ruled: { kind: "reply", kind_rule: "answers_own_send" }, body_text: expect.stringContaining("Fine.") },
    ]);
    const database = await connect();
    await mailboxesOf(database).insertOne({ _id: oid(store.mailbox.id), userId: oid(userId), deletedAt: new Date() } as never);
    const purges = mongoPurges(connect);
    await purges.begin(userId, store.mailbox.id);
    while (await purges.step(store.mailbox.id));
    expect(await correctionsOf(database).countDocuments({ userId: oid(store.userId), mailboxId: oid(store.mailbox.id) })).toBe(0);
  });
});
