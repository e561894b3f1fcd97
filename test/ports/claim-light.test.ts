import { expect, it } from "vitest";
import type { Email } from "#shared/domain/sending/accept/draft.ts";
import { isLight } from "#shared/domain/sending/light.ts";
import { ids } from "#shared/runtime/system.ts";
import { describePort } from "#test/support/port-suite.ts";
import { draftsOf, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";

describePort("claiming what is light", { memory: sendingInMemory, mongo: sendingOnMongo }, ({ outbox, sends, deliveries, user }) => {
  /** Accepts emails of one new mailbox; the first is due first. */
  const accepted = async (...emails: readonly Partial<Email>[]) => {
    const userId = await user(10);
    const drafts = draftsOf(userId, emails);
    await outbox.accept(userId, drafts);
    const [{ id, mailboxId }] = drafts.map(({ send }) => send) as [(typeof drafts)[number]["send"]];
    return { userId, mailboxId, id, all: drafts.map(({ send }) => send) };
  };

  it("leaves what the worker does not take as it is, and tells it: its first try, its files, its original and its answers decide", async () => {
    const file = { name: "a", type: "text/plain", content: Buffer.from("a") };
    const heavy: readonly Partial<Email>[] = [
      { files: [file] },
      { text: "x".repeat(200_000) },
      { waitsFor: ids.objectId() },
      { cancelOn: ["reply"] },
    ];
    const light = { size: 1, takes: isLight };
    for (const email of heavy) {
      const { userId, mailboxId, id } = await accepted(email, {});
      const before = await sends.find(userId, id);

      expect(await deliveries.claim(mailboxId, light)).toMatchObject({
        kind: "left",
        next: { id, userId, mailboxId },
      });
      expect(await sends.find(userId, id)).toEqual(before);
    }
    const { id, mailboxId, all } = await accepted({});
    const claim = await deliveries.claim(mailboxId, light);
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    expect(claim.drafts.map(({ send }) => send.id)).toEqual([id]);
    await deliveries.handBack(claim.token, all, { afterMs: 0, counts: true });

    expect(await deliveries.claim(mailboxId, light)).toMatchObject({ kind: "left" });
  });

  it("leaves what is light in a mailbox whose server is slow, for as long as that counts, and to workers that choose alone", async () => {
    const { id, mailboxId } = await accepted({});
    const other = await accepted({});
    await deliveries.noteSlow(mailboxId, 60_000);
    const light = { size: 1, takes: isLight };

    expect(await deliveries.claim(mailboxId, light)).toMatchObject({ kind: "left", next: { id } });
    expect(await deliveries.claim(other.mailboxId, light)).toMatchObject({ drafts: [{ send: { id: other.id } }] });
    await deliveries.noteSlow(mailboxId, -1);
    expect(await deliveries.claim(mailboxId, light)).toMatchObject({ drafts: [{ send: { id } }] });

    const again = await accepted({});
    await deliveries.noteSlow(again.mailboxId, 60_000);
    expect(await deliveries.claim(again.mailboxId, { size: 1 })).toMatchObject({ drafts: [{ send: { id: again.id } }] });
  });
});
