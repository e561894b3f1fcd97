import { expect, it } from "vitest";
import type { Refusal } from "#shared/platform/errors.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { acceptDraft } from "#shared/sending/accept/accept.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { heldWorldOn } from "#test/support/held-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { anEmail, SENDER } from "#test/support/sending-rig.ts";

/** How often two clients answer one conversation at the same moment. */
const TIMES = Number(process.env["ANSWERED_TIMES"] ?? 1_000);

describeOnMongo("an answer to what its writer has seen", (connect) => {
  const open = heldWorldOn(connect);
  const world = async (credits = 10) => {
    const made = await open(credits);
    const answer = (threadId: string, ifLastMessageId: string, facts: Partial<PlacedEmail> = {}): Promise<Send> => {
      const draft = draftSend(made.ports, { mailbox: made.mailbox }, anEmail({ threadId, ifLastMessageId, kind: "reply", ...facts }));
      return acceptDraft(made.ports, draft, { by: SENDER, claim: undefined, answer: (send) => send });
    };
    return { ...made, answer };
  };

  it("is refused once newer mail or somebody's answer is there, with its id; a cancelled answer, a draft and old mail are none", async () => {
    const { thread, arrives, answer, hold, charges, ports, userId } = await world();
    const threadId = await thread();
    const first = await arrives(threadId);
    await hold({ threadId, draft: true, hold: false });
    const waiting = await answer(threadId, first, { hold: true });
    await expect(answer(threadId, first)).rejects.toMatchObject({ reason: "conversationChanged", details: waiting.id });
    await cancelSend(ports, userId, waiting.id);
    await arrives(threadId, { receivedAt: new Date(0) });
    const mine = await answer(threadId, first);
    const second = await arrives(threadId);
    await expect(answer(threadId, mine.id)).rejects.toMatchObject({ reason: "conversationChanged", details: second });
    await expect(answer(threadId, "0".repeat(24))).rejects.toMatchObject({ reason: "invalid", details: [{ field: "ifLastMessageId" }] });
    await expect(answer(threadId, await arrives(await thread()))).rejects.toMatchObject({ reason: "invalid" });
    expect(await charges()).toBe(1);
  });

  it(`is one of two that are given at the same moment, ${TIMES} times`, async () => {
    const { thread, arrives, answer, charges, userId } = await world(2 * TIMES);
    let refused = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const threadId = await thread();
      const seen = await arrives(threadId, { createdAt: new Date(Date.now() - 1_000) });
      const both = await Promise.allSettled([answer(threadId, seen), answer(threadId, seen)]);
      for (const one of both) if (one.status === "rejected") refused += Number((one.reason as Refusal).reason === "conversationChanged");
      const left = await sendsOf(await connect()).countDocuments({ userId: oid(userId), threadId: oid(threadId) });
      expect([time, left]).toEqual([time, 1]);
    }
    expect([refused, await charges()]).toEqual([TIMES, TIMES]);
  }, 600_000);
});

describeOnMongo("an email that can be taken back", (connect) => {
  const open = heldWorldOn(connect);

  it("leaves no earlier than that after its acceptance, or its approval, and can be cancelled until then", async () => {
    const world = await open();
    const send = (facts: Partial<PlacedEmail>) => world.hold({ hold: false, undoFor: "PT30S", ...facts });
    const now = await send({});
    expect(now).toMatchObject({ status: "scheduled", undoFor: "PT30S" });
    expect(now.scheduledAt!.getTime() - now.createdAt.getTime()).toBe(30_000);
    const later = new Date(Date.now() + 3_600_000);
    expect((await send({ scheduledAt: later })).scheduledAt).toEqual(later);
    expect(await world.claimed()).toEqual([]);
    expect(await cancelSend(world.ports, world.userId, now.id)).toMatchObject({ status: "cancelled" });
    expect(await world.balance(world.userId)).toBe(8);
    const held = await send({ hold: true });
    const approved = await world.approve(held);
    expect(approved).toMatchObject({ status: "scheduled" });
    expect(approved.scheduledAt!.getTime() - approved.approvedAt!.getTime()).toBeGreaterThan(29_000);
    const wall = await send({ sendAt: { local: "2000-01-01T09:00", timezone: "UTC" } });
    expect(wall.scheduledAt!.getTime() - wall.createdAt.getTime()).toBe(30_000);
  });
});
