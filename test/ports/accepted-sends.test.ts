import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import type { Accepted } from "#shared/sending/ports/acceptance.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { allAsIs, anEmail, asIs, recordingWakeUps } from "#test/support/sending-rig.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";

const ring = async () => ({ current: "k", keys: { k: Buffer.alloc(32, 7).toString("base64") } });

describeOnMongo("accepted sends", (connect) => {
  const acceptedSends = mongoAcceptedSends(connect);
  const wallets = mongoWallets(connect);

  it("keeps topups = balance + ledger = accepted under concurrent batches that exceed the balance", async () => {
    const userId = ids.objectId();
    await wallets.topUp(userId, 57, "test");

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        acceptedSends.accept(
          userId,
          draftsOf(
            userId,
            Array.from({ length: 9 }, () => ({})),
          ),
        ),
      ),
    );

    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(57);
    expect((await wallets.find(userId))?.balance).toBe(0);
    const rows = await wallets.transactions(userId, { limit: 200, offset: 0 });
    expect(rows.filter(({ type }) => type === "charge")).toHaveLength(57);
    expect(new Set(rows.map(({ balanceAfter }) => balanceAfter)).size).toBe(58);
  });

  it("dates charges and topups by the database's clock, whatever this process's own says", async () => {
    const userId = ids.objectId();
    const realNow = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: realNow + 40 * 86_400_000 });
    try {
      await wallets.topUp(userId, 3, "test");
      await acceptedSends.accept(userId, draftsOf(userId, [{}, {}]));
      await acceptedSends.accept(userId, draftsOf(userId, [{}, {}]));
    } finally {
      vi.useRealTimers();
    }

    const rows = await wallets.transactions(userId, { limit: 50, offset: 0 });
    expect(rows.map(({ balanceAfter }) => balanceAfter).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    for (const { createdAt } of rows) expect(createdAt.getTime()).toBeLessThan(realNow + 86_400_000);
    expect((await wallets.find(userId))?.updatedAt.getTime()).toBeLessThan(realNow + 86_400_000);
  });

  it("writes nothing at all when one document cannot be written", async () => {
    const userId = ids.objectId();
    await wallets.topUp(userId, 5, "test");
    const [first] = draftsOf(userId, [{}]);
    await acceptedSends.accept(userId, [first!]);
    const twice = draftsOf(userId, [{}]).map((draft) => ({ ...draft, send: { ...draft.send, messageId: first!.send.messageId } }));

    await expect(acceptedSends.accept(userId, [...draftsOf(userId, [{}]), ...twice])).rejects.toThrow(/duplicate/i);

    expect((await wallets.find(userId))?.balance).toBe(4);
    expect(await wallets.transactions(userId, { limit: 50, offset: 0 })).toHaveLength(2);
  });

  it("saves the answer with the charge, and charges nothing when the claim was lost", async () => {
    const userId = ids.objectId();
    await wallets.topUp(userId, 5, "test");
    const idempotency = mongoIdempotency(connect);
    const request = { userId, route: "POST /v1/send", key: "k", bodyHash: "h" };
    const outcome = await idempotency.claim(request);
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    const answer = ({ count: accepted }: Accepted) => ({ accepted });

    await acceptedSends.accept(userId, draftsOf(userId, [{}]), { claim: outcome.claim, answer });
    const lost = acceptedSends.accept(userId, draftsOf(userId, [{}]), { claim: { ...outcome.claim, token: "other" }, answer });

    await expect(lost).rejects.toThrow("in use");
    expect(await idempotency.claim(request)).toEqual({ kind: "saved", answer: { accepted: 1 } });
    expect((await wallets.find(userId))?.balance).toBe(4);
  });
});

describeOnMongo("accepted sends beside a mailbox's deletion", (connect) => {
  const acceptedSends = mongoAcceptedSends(connect);
  const wallets = mongoWallets(connect);
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const suppressions = mongoSuppressions(connect);
  const ports = {
    mailboxes,
    ips: mongoIpRegistry(connect, ring),
    acceptedSends,
    suppressions,
    unsubscribeLinks,
    wakeUps: recordingWakeUps(),
    clock,
    ids,
  };
  const scheduledAt = new Date(Date.now() + 24 * 3_600_000);
  const account = async () => {
    const userId = ids.objectId();
    const boxes = [aMailbox({ userId }), aMailbox({ userId })] as const;
    for (const box of boxes) await mailboxes.insert(box, {});
    await wallets.topUp(userId, 200, "test");
    return { userId, boxes, balance: async () => (await wallets.find(userId))?.balance };
  };

  it("accepts nothing for a mailbox that was deleted after the client's request had found it", async () => {
    const { userId, boxes, balance } = await account();
    const drafts = draftsOf(userId, [{ scheduledAt }], boxes[0]);
    await mailboxes.delete(userId, boxes[0].id);

    await expect(acceptedSends.accept(userId, drafts)).rejects.toMatchObject({ reason: "mailboxDisconnected" });

    expect(await balance()).toBe(200);
    expect(await mongoSends(connect).find(userId, drafts[0]!.send.id)).toBeUndefined();
  });

  it.each([0, 5, 15, 40])("cancels or refuses everything, deleted %i ms after the first of twelve sends", async (afterMs) => {
    const { userId, boxes, balance } = await account();
    const accepting = Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        pause(index * 2).then(() => acceptSend(ports, userId, { ...anEmail({ scheduledAt }), mailboxId: boxes[0].id }, asIs)),
      ),
    );
    const batch = acceptBatch(
      ports,
      userId,
      Array.from({ length: 20 }, (_, index) => ({ ...anEmail({ scheduledAt }), mailboxId: boxes[index % 2]!.id })),
      allAsIs,
    );
    await pause(afterMs);
    await deleteMailbox({ mailboxes, deliveries: mongoDeliveries(connect), wakeUps: recordingWakeUps() }, userId, boxes[0].id);

    const singles = await accepting;
    const batched = await batch;

    for (const outcome of singles) if (outcome.status === "rejected") expect(outcome.reason.reason).toBe("mailboxDisconnected");
    for (const [index, result] of batched.entries())
      if ("error" in result)
        expect([index % 2, result.error]).toEqual([0, expect.stringMatching(/^mailbox_id: the mailbox is disconnected/)]);
    const accepted = singles.filter(({ status }) => status === "fulfilled").length + batched.filter((result) => "send" in result).length;
    const stored = await mongoSends(connect).list(userId, {}, { limit: 200, offset: 0 });
    for (const { mailboxId, status } of stored) expect(status).toBe(mailboxId === boxes[0].id ? "cancelled" : "scheduled");
    expect([stored.length, await balance()]).toEqual([accepted, 200 - accepted]);
  });
});

describeOnMongo("dedicated addresses", (connect) => {
  const ips = mongoIpRegistry(connect, ring);
  const anIp = (userId: string, facts = {}) => ({
    id: ids.objectId(),
    userId,
    address: "203.0.113.7",
    label: "a",
    isDefault: false,
    createdAt: new Date(),
    ...facts,
  });
  const proxy = { protocol: "socks5", host: "proxy.example.com", port: 1080, username: "u", password: "p" } as const;

  it("are listed without their proxies, found with them, and never another account's", async () => {
    const userId = ids.objectId();
    const ip = anIp(userId);
    await ips.add(ip, proxy);

    expect(await ips.list(userId)).toEqual([ip]);
    expect(await ips.proxy(userId, ip.id)).toEqual(proxy);
    expect(await ips.proxy(userId, undefined)).toBeUndefined();
    await expect(ips.proxy(ids.objectId(), ip.id)).rejects.toThrow("not found");
    expect(await ips.remove(ids.objectId(), ip.id)).toBe(false);
    expect(await ips.remove(userId, ip.id)).toBe(true);
  });

  it("have one default, whose password is stored sealed", async () => {
    const userId = ids.objectId();
    const [first, second] = [anIp(userId, { isDefault: true }), anIp(userId, { isDefault: true, label: "b" })];
    await ips.add(first, { ...proxy, host: "one.example.com" });
    await ips.add(second, proxy);

    expect((await ips.list(userId)).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(await ips.proxy(userId, undefined)).toEqual(proxy);
    expect(JSON.stringify(await (await connect()).collection("ips").find({}, TEST_ONLY).toArray())).not.toContain('"p"');
  });
});
