import { expect, it } from "vitest";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describePort } from "#test/support/port-suite.ts";
import { draftsOf, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";

describePort(
  "expired leases",
  { memory: () => sendingInMemory(0), mongo: (connect) => sendingOnMongo(connect, 0) },
  ({ acceptedSends, sends, deliveries, user }) => {
    const read = async (draft: Draft | undefined) => sends.find(draft!.send.userId, draft!.send.id);
    const aMoment = () => new Promise((done) => setTimeout(done, 5));

    it("go back to the queue with their attempt and their place; an intent is looked up a minute after it was written", async () => {
      const userId = await user(10);
      const [once, intended, other] = draftsOf(userId, [{}, {}, {}], aMailbox({ userId }));
      await acceptedSends.accept(userId, [once!, intended!, other!]);
      const { mailboxId } = once!.send;
      const claim = await deliveries.claim(mailboxId, { size: 2 });
      if (claim.kind === "claimed") await deliveries.intend(claim.token, intended!.send);
      await aMoment();

      const { woken, failed } = await deliveries.recover();

      expect(failed).toEqual([]);
      expect(woken.map(({ id }) => id).toSorted()).toEqual([once!.send.id, intended!.send.id].toSorted());
      expect(await read(once)).toMatchObject({ status: "queued", attempts: 0, deaths: 1 });
      const unknown = (await read(intended))!;
      expect(unknown).toMatchObject({ status: "processing", stage: "intent" });
      expect(unknown.dueAt!.getTime() - unknown.countedAt!.getTime()).toBe(60_000);
      expect((await deliveries.claimUnknown(mailboxId)).drafts).toEqual([]);
      const next = await deliveries.claim(mailboxId, { size: 1 });
      expect(next.kind === "claimed" && next.drafts.map(({ send }) => send.id)).toEqual([once!.send.id]);
    });

    it("hold no more of large bodies than a worker can", async () => {
      const userId = await user(14);
      const text = "é".repeat(500_000);
      const drafts = draftsOf(
        userId,
        [...Array.from({ length: 7 }, () => ({ bodyText: text })), ...Array.from({ length: 7 }, () => ({}))],
        aMailbox({ userId }),
      );
      await acceptedSends.accept(userId, drafts);
      const mailboxId = drafts[0]!.send.mailboxId;

      const claims = [await deliveries.claim(mailboxId, { size: 50 }), await deliveries.claim(mailboxId, { size: 50 })];

      expect(claims.map((claim) => claim.kind === "claimed" && claim.drafts.length)).toEqual([5, 9]);
    });

    it("bring the one email that kills to be alone: it fails, the others leave, and no attempt is spent", async () => {
      const userId = await user(60);
      const drafts = draftsOf(
        userId,
        Array.from({ length: 50 }, () => ({})),
        aMailbox({ userId }),
      );
      await acceptedSends.accept(userId, drafts);
      const poison = drafts[30]!.send.id;

      for (let round = 0; round < 100; round += 1) {
        const claim = await deliveries.claim(drafts[0]!.send.mailboxId, { size: 50 });
        if (claim.kind !== "claimed") throw new Error(claim.kind);
        if (claim.drafts.some(({ send }) => send.id === poison)) {
          await aMoment();
          await deliveries.recover();
        } else
          for (const { send } of claim.drafts)
            expect((await deliveries.intend(claim.token, send)) && (await deliveries.succeed(send))).toBe(true);
      }

      const ended = await Promise.all(drafts.map(read));
      expect(ended.filter((send) => send!.status !== "sent").map((send) => send!.id)).toEqual([poison]);
      expect(ended[30]).toMatchObject({ status: "failed", attempts: 1, lastError: expect.stringContaining("worker crashed") });
      expect(ended.every((send) => send!.attempts === 1)).toBe(true);
    });

    it("forget the crashes of what a worker requeued", async () => {
      const userId = await user(10);
      const [draft] = draftsOf(userId, [{}]);
      await acceptedSends.accept(userId, [draft!]);
      const claim = async () => {
        const outcome = await deliveries.claim(draft!.send.mailboxId, { size: 5 });
        if (outcome.kind !== "claimed") throw new Error(outcome.kind);
        return outcome;
      };
      await claim();
      await aMoment();
      await deliveries.recover();
      const { token, drafts } = await claim();
      await deliveries.requeue(
        token,
        drafts.map(({ send }) => send),
        { afterMs: 0, counts: false },
      );

      expect((await read(draft))!.deaths).toBeUndefined();
    });
  },
);

describePort(
  "leases",
  { memory: () => sendingInMemory(2_000), mongo: (connect) => sendingOnMongo(connect, 2_000) },
  ({ acceptedSends, sends, deliveries, user }) => {
    it("are kept by who renews them, with the token that holds them alone", async () => {
      const userId = await user(10);
      const [kept, lost] = draftsOf(userId, [{}, {}], aMailbox({ userId }));
      await acceptedSends.accept(userId, [kept!, lost!]);
      const claim = await deliveries.claim(kept!.send.mailboxId, { size: 5 });
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      await new Promise((done) => setTimeout(done, 1_500));
      await deliveries.renew(claim.token, [kept!.send]);
      await deliveries.renew("another", [lost!.send]);
      await new Promise((done) => setTimeout(done, 700));

      const { woken } = await deliveries.recover();

      expect(woken.map(({ id }) => id)).toEqual([lost!.send.id]);
      expect(await sends.find(userId, kept!.send.id)).toMatchObject({ status: "processing" });
    });
  },
);
