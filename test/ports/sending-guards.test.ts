import { expect, it } from "vitest";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

describeOnMongo("guards of delivering between two statements", (connect) => {
  const accepted = async (count: number) => {
    const userId = ids.objectId();
    await mongoWallets(connect).topUp(userId, count, "test");
    const drafts = draftsOf(
      userId,
      Array.from({ length: count }, () => ({})),
    );
    const shared = drafts.map((draft) => ({ ...draft, send: { ...draft.send, mailboxId: drafts[0]!.send.mailboxId } }));
    await mongoAcceptedSends(connect).accept(userId, shared);
    return { userId, mailboxId: drafts[0]!.send.mailboxId, sends: shared.map(({ send }) => send) };
  };
  const claimed = async (mailboxId: string, size: number, leaseMs = 60_000) => {
    const outcome = await mongoDeliveries(connect, leaseMs).claim(mailboxId, { size });
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    return outcome;
  };

  it("takes no lease that was renewed after the look", async () => {
    const { userId, mailboxId, sends } = await accepted(1);
    const claim = await claimed(mailboxId, 1, 1);
    await new Promise((done) => setTimeout(done, 20));
    const renewing = interrupted(connect, "sends", "updateMany", () => mongoDeliveries(connect, 60_000).renew(claim.token, sends));

    await mongoDeliveries(renewing).recover();

    expect(await mongoSends(connect).find(userId, sends[0]!.id)).toMatchObject({ status: "processing", leaseToken: claim.token });
  });

  it("lets no third worker in that looked before the other two had claimed", async () => {
    const { mailboxId } = await accepted(6);
    const others = async () => [await claimed(mailboxId, 1), await claimed(mailboxId, 1)];
    const third = mongoDeliveries(interrupted(connect, "deliveryLimits", "findOneAndUpdate", others));

    expect(await third.claim(mailboxId, { size: 1 })).toEqual({ kind: "busy" });
  });

  it("looks up an unknown outcome in the one worker that took it", async () => {
    const { mailboxId, sends } = await accepted(1);
    const claim = await claimed(mailboxId, 1);
    const deliveries = mongoDeliveries(connect);
    await deliveries.intend(claim.token, sends[0]!);
    await deliveries.markUnknown(claim.token, sends[0]!, 0);
    const first = async () => expect((await deliveries.claimUnknown(mailboxId)).drafts).toHaveLength(1);

    const second = await mongoDeliveries(interrupted(connect, "sends", "updateMany", first)).claimUnknown(mailboxId);

    expect(second.drafts).toEqual([]);
  });

  it("saves an answer only with what it answers", async () => {
    const userId = ids.objectId();
    await mongoWallets(connect).topUp(userId, 5, "test");
    const idempotency = mongoIdempotency(connect);
    const asked = { userId, route: "POST /v1/send", key: "k", bodyHash: "h" };
    const outcome = await idempotency.claim(asked);
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    const cut: Connect = async () => {
      const database = await connect();
      const transaction: typeof database.transaction = (work) =>
        database.transaction(async (session) => {
          await work(session);
          throw new Error("cut before the commit");
        });
      return { ...database, transaction };
    };
    const saved = { claim: outcome.claim, answer: () => "accepted" };

    await expect(mongoAcceptedSends(cut).accept(userId, draftsOf(userId, [{}]), saved)).rejects.toThrow("cut before");

    expect(await idempotency.claim(asked)).toEqual({ kind: "in_flight" });
    expect(await sendsOf(await connect()).countDocuments({ userId: oid(userId) }, TEST_ONLY)).toBe(0);
    expect((await mongoWallets(connect).find(userId))?.balance).toBe(5);
  });

  it("knows a request again that the version before saved by its bytes, while it runs and once it is answered, and no other", async () => {
    const idempotency = mongoIdempotency(connect);
    const key = { userId: ids.objectId(), route: "POST /v1/send", key: "k" };
    const before = await idempotency.claim({ ...key, bodyHash: "of the bytes" });
    if (before.kind !== "claimed") throw new Error(before.kind);
    const again = { ...key, bodyHash: "of the content", formerHash: "of the bytes" };
    const another = { ...key, bodyHash: "of other content", formerHash: "of other bytes" };

    expect([await idempotency.claim(again), await idempotency.claim(another)]).toEqual([{ kind: "in_flight" }, { kind: "other_body" }]);
    await idempotency.save(before.claim, "accepted");
    expect([await idempotency.claim(again), await idempotency.claim(another)]).toEqual([
      { kind: "saved", answer: "accepted" },
      { kind: "other_body" },
    ]);
  });

  it("releases a key for the request that holds it alone", async () => {
    const idempotency = mongoIdempotency(connect);
    const asked = { userId: ids.objectId(), route: "POST /v1/send", key: "k", bodyHash: "h" };
    const outcome = await idempotency.claim(asked);
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);

    await idempotency.release({ ...outcome.claim, token: "another" });
    expect(await idempotency.claim(asked)).toEqual({ kind: "in_flight" });
    await idempotency.release(outcome.claim);
    expect(await idempotency.claim(asked)).toMatchObject({ kind: "claimed" });
  });
});
