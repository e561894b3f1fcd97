import { expect, it } from "vitest";
import { mongoIdempotency } from "#shared/adapters/mongo/idempotency.ts";
import { mongoIps } from "#shared/adapters/mongo/ips.ts";
import { mongoOutbox } from "#shared/adapters/mongo/outbox.ts";
import { mongoWallets } from "#shared/adapters/mongo/wallets.ts";
import { ids } from "#shared/runtime/system.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

describeOnMongo("the outbox", (connect) => {
  const outbox = mongoOutbox(connect);
  const wallets = mongoWallets(connect);

  it("keeps topups = balance + ledger = accepted under concurrent batches that exceed the balance", async () => {
    const userId = ids.objectId();
    await wallets.topUp(userId, 57, "test");

    const counts = await Promise.all(
      Array.from({ length: 10 }, () =>
        outbox.accept(
          userId,
          draftsOf(
            userId,
            Array.from({ length: 9 }, () => ({})),
          ),
        ),
      ),
    );

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(57);
    expect((await wallets.find(userId))?.balance).toBe(0);
    const rows = await wallets.transactions(userId, { limit: 200, offset: 0 });
    expect(rows.filter(({ type }) => type === "charge")).toHaveLength(57);
    expect(new Set(rows.map(({ balanceAfter }) => balanceAfter)).size).toBe(58);
  });

  it("writes nothing at all when one document cannot be written", async () => {
    const userId = ids.objectId();
    await wallets.topUp(userId, 5, "test");
    const [first] = draftsOf(userId, [{}]);
    await outbox.accept(userId, [first!]);
    const twice = draftsOf(userId, [{}]).map((draft) => ({ ...draft, send: { ...draft.send, messageId: first!.send.messageId } }));

    await expect(outbox.accept(userId, [...draftsOf(userId, [{}]), ...twice])).rejects.toThrow(/duplicate/i);

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
    const answer = (accepted: number) => ({ accepted });

    await outbox.accept(userId, draftsOf(userId, [{}]), { claim: outcome.claim, answer });
    const lost = outbox.accept(userId, draftsOf(userId, [{}]), { claim: { ...outcome.claim, token: "other" }, answer });

    await expect(lost).rejects.toThrow("in use");
    expect(await idempotency.claim(request)).toEqual({ kind: "saved", answer: { accepted: 1 } });
    expect((await wallets.find(userId))?.balance).toBe(4);
  });
});

describeOnMongo("dedicated addresses", (connect) => {
  const ring = async () => ({ current: "k", keys: { k: Buffer.alloc(32, 7).toString("base64") } });
  const ips = mongoIps(connect, ring);
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
