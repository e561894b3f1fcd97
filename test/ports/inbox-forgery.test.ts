import { expect, it } from "vitest";
import { mongoAnswersTo } from "#shared/inbox/store/answers.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

const report = (messageId = "") => bounce(messageId, { from: "Mail Delivery System <mailer-daemon@mx.evil.test>" });

describeOnMongo("what a stranger's mail changes", (connect) => {
  const suppressions = mongoSuppressions(connect);
  /** An offer to Jane with a follow-up that any answer and any bounce cancels, of an account that suppresses what bounces. */
  const anOffer = async () => {
    const store = inboxStore(connect);
    await mongoUsers(connect).insert(aUser({ id: store.userId, suppressBounced: true }));
    const offer = await store.sent({ subject: "Offer" });
    const threadId = await store.threads.ofSend(store.userId, offer);
    const followUp = await store.sent({
      status: "scheduled",
      threadId,
      cancelOn: ["reply", "bounce"],
      waitsFor: offer.id,
      sentAt: undefined,
    } as never);
    const changes = async () => {
      const { repliedAt, bouncedAt, bounces } = await store.send(offer.id);
      const waiting = await store.send(followUp.id);
      return {
        replied: repliedAt !== undefined,
        bounced: bouncedAt !== undefined,
        proven: bounces?.map(({ unproven }) => !unproven),
        followUp: waiting.status,
        answeredLater: await mongoAnswersTo(connect)({ ...waiting, answersSince: new Date(0) }),
        suppressed: [...(await suppressions.among(store.userId, ["jane@peer.test"])).keys()],
      };
    };
    return { store, offer, threadId, changes };
  };
  const untouched = { replied: false, bounced: false, proven: undefined, followUp: "scheduled", answeredLater: undefined, suppressed: [] };

  it("by a subject and a From address that he knows: nothing, and he joins as an unverified sender who merges and vouches for nothing", async () => {
    const { store, threadId, changes } = await anOffer();

    await store.receive([{ subject: "Re: Offer", headers: { Cc: "m@evil.test", "Reply-To": "m@evil.test" } }]);
    await store.receive([{ subject: "Re: Offer", from: "m@evil.test", inReplyTo: (await store.all())[0]!.messageId }]);

    // A follow-up that becomes due waits for a person's word: one sign alone neither lets it go nor cancels it.
    expect(await changes()).toEqual({ ...untouched, answeredLater: "answer_unclear" });
    expect(await store.all()).toMatchObject([
      { threadId, newcomer: true, explanation: { threadRule: "newcomer" } },
      { threadId, newcomer: true, kind: "reply", explanation: { threadRule: "subject" } },
    ]);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("by a subject alone, to a send without a conversation: begins that with the send, and leaves its recipient a participant", async () => {
    const store = inboxStore(connect);
    const send = await store.sent({ subject: "Offer" });

    await store.receive([{ subject: "Re: Offer" }]);
    await store.receive([{ subject: "Re: Offer", inReplyTo: send.messageId }]);

    expect(await store.allThreads()).toMatchObject([{ messageCount: 3, hasNewcomer: true, emailJobId: send.id }]);
    expect((await store.all()).map(({ newcomer = false }) => newcomer)).toEqual([false, true]);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("by a report without an id of ours: it informs, and neither cancels nor suppresses", async () => {
    const { store, offer, changes } = await anOffer();

    await store.receive([report()]);

    expect(await changes()).toEqual({ ...untouched, bounced: true, proven: [false] });
    expect(await store.all()).toMatchObject([
      { kind: "bounce", emailJobId: offer.id, newcomer: true, explanation: { threadRule: "recipient" } },
    ]);
  });

  it("by a report with an id whose random part is not ours: nothing at all", async () => {
    const { store, offer, changes } = await anOffer();

    await store.receive([report(offer.messageId.replace(/\.[0-9a-f]{32}@/, `.${"0".repeat(32)}@`))]);

    expect(await changes()).toEqual(untouched);
  });

  it("while a report with our id does it all, also after one that only informed", async () => {
    const { store, offer, changes } = await anOffer();

    await store.receive([report()]);
    await store.receive([report(offer.messageId)]);

    expect(await changes()).toEqual({
      replied: false,
      bounced: true,
      proven: [true],
      followUp: "cancelled",
      answeredLater: "bounced",
      suppressed: ["jane@peer.test"],
    });
  });

  it("by an address that failed DMARC: an unverified sender whatever it names, while what it answers is known by our id", async () => {
    const { store, offer, threadId, changes } = await anOffer();
    const failed = { "Authentication-Results": "mx.example.com; dmarc=fail header.from=peer.test" };

    await store.receive([{ headers: { ...failed, Cc: "m@evil.test" }, inReplyTo: offer.messageId }]);
    await store.receive([{ from: "m@evil.test", inReplyTo: (await store.all())[0]!.messageId }]);

    expect(await changes()).toMatchObject({ replied: true, followUp: "cancelled", answeredLater: "replied" });
    expect(await store.all()).toMatchObject([
      { threadId, newcomer: true, explanation: { threadRule: "newcomer" } },
      { threadId, newcomer: true, explanation: { threadRule: "send", evidence: expect.stringContaining("dmarc=fail") } },
    ]);
  });

  it("by an address that failed DMARC, in a participant's name: joins what it names as an unverified sender, and cancels nothing", async () => {
    const { store, offer, threadId, changes } = await anOffer();
    await store.receive([{ messageId: "<known@peer.test>", inReplyTo: offer.messageId, headers: { "Auto-Submitted": "auto-replied" } }]);

    await store.receive([{ inReplyTo: "<known@peer.test>", headers: { "Authentication-Results": "x; dmarc=fail" } }]);

    expect(await changes()).toEqual(untouched);
    expect((await store.all())[0]).toMatchObject({ threadId, newcomer: true, explanation: { threadRule: "links" } });
  });
});
