// Keys, places and accounts beside others': what a condition of a write or a read keeps apart.
import { describe, expect, it } from "vitest";
import { mongoApiKeys, mongoBounds } from "#shared/accounts/store/api-keys.ts";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import { purgeCollections } from "#shared/accounts/store/purge.ts";
import { mongoShares } from "#shared/accounts/store/shares.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import type { IdempotencyClaim } from "#shared/accounts/auth/request-ports.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import type { PoolName, Share } from "#shared/platform/fair-shares.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { anAccount, ring } from "#test/support/account-world.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

describeOnMongo("an account", (connect) => {
  it("that is erased leaves nothing that names only its mailbox, and another's mailbox whole", async () => {
    const [mine, others] = [await anAccount(connect), await anAccount(connect)];
    const database = await connect();
    const names = ["graphFolders", "graphItems", "refusals"];
    for (const name of names)
      for (const { mailbox } of [mine, others])
        await database.collection(name).insertOne({ mailboxId: oid(mailbox.id), folderId: "f", id: "m", uid: 1, hour: at(0) });

    await purgeCollections(database, [...names, "mailboxes"], mine.id);

    for (const name of names) {
      const left = (of: typeof mine) => database.collection(name).countDocuments({ mailboxId: oid(of.mailbox.id) }, TEST_ONLY);
      expect([name, await left(mine), await left(others)]).toEqual([name, 0, 1]);
    }
  });

  describe("whose keys", () => {
    const keys = mongoApiKeys(connect);
    let seconds = 0;
    const key = async (userId: string, facts: Partial<ApiKey> = {}, most = 9) => {
      const id = ids.objectId();
      await keys.insert({ id, userId, hash: id, last4: "1234", createdAt: at((seconds += 1)), ...facts }, most);
      return id;
    };
    const held = async (userId: string) => new Set((await keys.list(userId)).map(({ id }) => id));
    const end = new Date("2099-01-01T00:00:00Z");

    it("end with their sessions, which no other key opened, in their account and their mode", async () => {
      const [userId, stranger] = [ids.objectId(), ids.objectId()];
      const [live, other] = [await key(userId), await key(userId)];
      const session = await key(userId, { openedBy: live, expiresAt: end });
      const othersSession = await key(userId, { openedBy: other, expiresAt: end });

      expect(await keys.delete(stranger, live)).toBe(false);
      expect(await keys.delete(userId, live, "test")).toBe(false);
      expect(await held(userId)).toEqual(new Set([live, other, session, othersSession]));
      expect(await keys.delete(userId, live)).toBe(true);
      expect(await held(userId)).toEqual(new Set([other, othersSession]));
      expect(await keys.delete(userId, live)).toBe(false);
      const tested = await key(userId, { mode: "test" });
      expect(await keys.delete(userId, tested, "test")).toBe(true);
    });

    it("give way to newer ones of their kind: logins' to logins', sessions to sessions, a member's to his own", async () => {
      const [userId, stranger] = [ids.objectId(), ids.objectId()];
      const login = await key(userId);
      const session = await key(userId, { expiresAt: end });
      const named = await key(userId, { name: "ci" });
      const jo = await key(userId, { expiresAt: end, member: { id: "jo", name: "Jo" } });
      const al = await key(userId, { expiresAt: end, member: { id: "al", name: "Al" } });
      const stranges = await key(stranger, { expiresAt: end });
      const newer = await key(userId, { expiresAt: end, member: { id: "jo", name: "Jo" } }, 1);

      expect(await held(userId)).toEqual(new Set([login, session, named, al, newer]));
      const newerLogin = await key(userId, {}, 1);
      expect(await held(userId)).toEqual(new Set([newerLogin, session, named, al, newer]));
      const newerSession = await key(userId, { expiresAt: end }, 1);
      expect(await held(userId)).toEqual(new Set([newerLogin, newerSession, named, al, newer]));
      expect([jo, login].some((id) => [newerLogin, newerSession].includes(id))).toBe(false);
      expect(await held(stranger)).toEqual(new Set([stranges]));
    });

    it("are bound to mailboxes of the account alone: by tenant, by id, and a link's by its tenant", async () => {
      const bounds = mongoBounds(connect);
      const mailboxes = mongoSealedMailboxes(connect, ring);
      const [userId, stranger] = [ids.objectId(), ids.objectId()];
      const [acme, plain, theirs] = [
        aMailbox({ userId, tenant: "acme" }),
        aMailbox({ userId }),
        aMailbox({ userId: stranger, tenant: "acme" }),
      ];
      for (const mailbox of [acme, plain, theirs]) await mailboxes.insert(mailbox, {});
      const all = [acme, plain, theirs].map(({ id }) => id);

      expect(await bounds.mailboxIds(userId, { tenant: "acme" })).toEqual([acme.id]);
      expect(await bounds.mailboxIds(userId, { tenant: "other" })).toEqual([]);
      expect(new Set(await bounds.mailboxIds(userId, { mailboxIds: all }))).toEqual(new Set([acme.id, plain.id]));
      expect(await bounds.mailboxIds(userId, { mailboxIds: [plain.id] })).toEqual([plain.id]);
      expect(await bounds.mailboxIds(userId, { mailboxIds: [] })).toEqual([]);
      expect(await bounds.mailboxOf(userId, "mailbox", acme.id)).toMatchObject({ id: acme.id, tenant: "acme" });
      expect(await bounds.mailboxOf(userId, "mailbox", theirs.id)).toBeUndefined();
      const link = { _id: oid(ids.objectId()), userId: oid(userId), tenant: "acme", hash: ids.random(16) };
      await (await connect()).collection("connectLinks").insertOne(link);
      expect(await bounds.mailboxOf(userId, "connectLink", String(link._id))).toEqual({ id: String(link._id), tenant: "acme" });
      expect(await bounds.mailboxOf(stranger, "connectLink", String(link._id))).toBeUndefined();
      expect(await bounds.mailboxOf(userId, "send", String(link._id))).toBeUndefined();
    });
  });

  describe("whose requests are repeated", () => {
    const idempotency = mongoIdempotency(connect);
    const request = (facts: Partial<IdempotencyClaim> = {}) => ({
      userId: ids.objectId(),
      route: "POST /v1/send",
      key: "k",
      bodyHash: "h",
      ...facts,
    });
    const claimed = async (what: ReturnType<typeof request>, store = idempotency) => {
      const outcome = await store.claim(what);
      return outcome.kind === "claimed" ? outcome.claim : outcome.kind;
    };
    const age = async ({ userId }: { userId: string }, fields: object) =>
      void (await (await connect()).collection("idempotency").updateMany({ userId: oid(userId) }, { $set: fields }));
    const long = () => new Date(Date.now() - 1_000);

    it("saves and frees only with the claim's own account, route, key and token", async () => {
      const what = request();
      const claim = (await claimed(what)) as IdempotencyClaim;
      const foreign: Partial<IdempotencyClaim>[] = [{ userId: ids.objectId() }, { route: "POST /x" }, { key: "other" }, { token: "t" }];

      for (const change of foreign) {
        expect(await idempotency.save({ ...claim, ...change }, 1)).toBe(false);
        await idempotency.release({ ...claim, ...change });
      }
      expect(await claimed(what)).toBe("in_flight");
      expect(await idempotency.save(claim, { id: 7 })).toBe(true);
      // An answer stays though its request wants to free the key.
      await idempotency.release(claim);
      expect(await idempotency.claim(what)).toEqual({ kind: "saved", answer: { id: 7 } });
      expect(await claimed({ ...what, bodyHash: "other" })).toBe("other_body");
    });

    it("takes over from a request that died, once, and its late answer is none", async () => {
      const what = request();
      const dead = (await claimed(what)) as IdempotencyClaim;
      await age(what, { claimedUntil: long() });
      let second: unknown;
      const late = mongoIdempotency(interrupted(connect, "idempotency", "updateOne", async () => void (second = await claimed(what))));

      expect(await claimed(what, late)).toBe("in_flight");
      expect(second).toMatchObject({ userId: what.userId });
      expect(await idempotency.save(dead, 1)).toBe(false);
      expect(await idempotency.save(second as IdempotencyClaim, 2)).toBe(true);
    });

    it("takes over no key whose answer is being saved at that moment", async () => {
      const what = request();
      const slow = (await claimed(what)) as IdempotencyClaim;
      await age(what, { claimedUntil: long() });
      const taking = mongoIdempotency(interrupted(connect, "idempotency", "updateOne", () => idempotency.save(slow, { id: 1 })));

      expect(await claimed(what, taking)).toBe("in_flight");
      expect(await idempotency.claim(what)).toEqual({ kind: "saved", answer: { id: 1 } });
    });

    it("is a new request a day later", async () => {
      const what = request();
      await idempotency.save((await claimed(what)) as IdempotencyClaim, 1);
      await age(what, { expiresAt: long() });

      expect(await claimed({ ...what, bodyHash: "new" })).toMatchObject({ key: "k" });
    });
  });

  describe("that shares a pool", () => {
    const shares = mongoShares(connect);
    const leaseMs = 60_000;
    const aPool = () => `guard ${ids.objectId()}` as PoolName;
    const take = async (pool: PoolName, account: string, what?: string, most = 4) =>
      (await shares.take(pool, { account, most, leaseMs, ...(what !== undefined && { what }) })) as Share;

    it("gives a place back once: the second time lets nobody in", async () => {
      const pool = aPool();
      const first = await take(pool, "a");
      for (const account of ["a", "b", "c"]) await take(pool, account);
      for (const account of ["d", "e"]) await take(pool, account, "waits");

      expect(await first.free()).toEqual({ account: "d", what: "waits" });
      expect(await first.free()).toBeUndefined();
    });

    it("renews its own place alone", async () => {
      const pool = aPool();
      const [first] = [await take(pool, "a"), await take(pool, "b")];
      const rows = (await connect()).collection<{ _id: string; held: { account: string; until: Date }[] }>("rateLimits");
      const untils = async () => (await rows.findOne({ _id: `share ${pool}` }))!.held.map(({ until }) => until.getTime());
      await rows.updateOne({ _id: `share ${pool}` }, { $set: { "held.$[].until": new Date(Date.now() + 5_000) } });
      const before = await untils();
      await first.renew();
      const after = await untils();

      expect([after[0]! > before[0]!, after[1]]).toEqual([true, before[1]]);
    });

    it("leaves others a place in the line when its own hundred are in it", async () => {
      const pool = aPool();
      await take(pool, "a", undefined, 1);
      const rows = (await connect()).collection<{ _id: string; line: { account: string; what: string }[] }>("rateLimits");
      const line = Array.from({ length: 99 }, (_, n) => ({ account: "b", what: String(n) }));
      await rows.updateOne({ _id: `share ${pool}` }, { $set: { line } });
      for (const account of ["b", "b", "c"]) await take(pool, account, ids.objectId(), 1);

      const counts = (await rows.findOne({ _id: `share ${pool}` }))!.line.map(({ account }) => account);
      expect([counts.filter((one) => one === "b").length, counts.filter((one) => one === "c").length]).toEqual([100, 1]);
    });

    it("waits in a line of a thousand at most", async () => {
      const pool = aPool();
      await take(pool, "a", undefined, 1);
      const rows = (await connect()).collection<{ _id: string; line: { account: string; what: string }[] }>("rateLimits");
      const line = Array.from({ length: 999 }, (_, n) => ({ account: `b${n}`, what: "x" }));
      await rows.updateOne({ _id: `share ${pool}` }, { $set: { line } });
      for (const account of ["c", "d"]) await take(pool, account, "x", 1);

      expect((await rows.findOne({ _id: `share ${pool}` }))!.line.slice(998).map(({ account }) => account)).toEqual(["b998", "c"]);
    });
  });

  it("is deleted whole, and no other account with it", async () => {
    const [gone, stays] = [await anAccount(connect), await anAccount(connect)];
    const database = await connect();
    for (const { mailbox } of [gone, stays])
      await database.collection("refusals").insertOne({ mailboxId: oid(mailbox.id), hour: new Date(0) });
    // Mailboxes first: what names only its mailbox is found by them all the same.
    const names = ["mailboxes", "refusals", "sends", "apiKeys", "webhooks", "webhookDeliveries", "ledger", "ips"];
    const rowsOf = async ({ id, mailbox }: typeof gone) => {
      const counts = names.map(async (name) => {
        const filter = name === "refusals" ? { mailboxId: oid(mailbox.id) } : { userId: oid(id) };
        return [name, await database.collection(name).countDocuments(filter, TEST_ONLY)] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    const [before, others] = [await rowsOf(gone), await rowsOf(stays)];

    const purged = await purgeCollections(database, names, gone.id);

    expect(Object.fromEntries(purged.map(({ collection, deleted }) => [collection, deleted]))).toEqual(before);
    expect(Math.min(...Object.values(before))).toBeGreaterThan(0);
    expect(Object.values(await rowsOf(gone))).toEqual(names.map(() => 0));
    expect(await rowsOf(stays)).toEqual(others);
    expect(await purgeCollections(database, names, gone.id)).toEqual([]);
  });
});
