// Pools and conversations beside another account's of the same names.
import { expect, it } from "vitest";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoPools } from "#shared/mailboxes/store/pools.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { mongoConversations } from "#shared/sending/store/sends.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

describeOnMongo("pools", (connect) => {
  const pools = mongoPools(connect);
  const aPool = (userId: string, name: string, mailboxIds: readonly string[] = [ids.objectId()], seconds = 0) => ({
    id: ids.objectId(),
    userId,
    name,
    mailboxIds,
    createdAt: at(seconds),
    updatedAt: at(seconds),
  });

  it("are stored once under a name, with other mailboxes when it is put again, in their account", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];
    const [first, theirs] = [aPool(userId, "sales"), aPool(other, "sales")];
    expect(await pools.put(first, 9)).toEqual(first);
    expect(await pools.put(theirs, 9)).toEqual(theirs);
    const anew = aPool(userId, "sales", [ids.objectId(), ids.objectId()], 5);
    const changed = { ...first, mailboxIds: anew.mailboxIds, updatedAt: at(5) };

    expect(await pools.put(anew, 9)).toEqual(changed);
    expect([await pools.find(userId, "sales"), await pools.find(other, "sales")]).toEqual([changed, theirs]);
    expect([await pools.list(userId), await pools.findMany(userId, ["sales", "x"])]).toEqual([[changed], [changed]]);
    expect(await pools.find(userId, "Sales")).toBeUndefined();
    expect(await pools.delete(userId, "x")).toBeUndefined();
    expect(await pools.delete(userId, "sales")).toEqual(changed);
    expect([await pools.find(userId, "sales"), await pools.find(other, "sales")]).toEqual([undefined, theirs]);
  });

  it("are so many in an account, also when they come at once; those that are there change all the same", async () => {
    const userId = ids.objectId();
    await mongoUsers(connect).insert({ id: userId, email: `${userId}@a.test`, name: "A", passwordHash: "h", createdAt: at(0) });
    await pools.put(aPool(ids.objectId(), "d"), 2);
    const put = await Promise.all(["c", "a", "b"].map((name) => pools.put(aPool(userId, name), 2)));

    expect(put.filter((pool) => pool === undefined)).toHaveLength(1);
    const [one] = await pools.list(userId);
    expect(await pools.put(aPool(userId, one!.name, []), 2)).toMatchObject({ id: one!.id, mailboxIds: [] });
    const names = (await pools.list(userId)).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });

  it("have names that read as an expression", async () => {
    const userId = ids.objectId();
    await pools.put(aPool(userId, "$where"), 9);

    expect(await pools.find(userId, "$where")).toMatchObject({ name: "$where" });
  });
});

describeOnMongo("conversations", (connect) => {
  it("are of an account's mailboxes with an address, the latest first, each mailbox once", async () => {
    const [userId, other] = [ids.objectId(), ids.objectId()];
    const [a, b, c] = [ids.objectId(), ids.objectId(), ids.objectId()];
    const talk = async (mailboxId: string, participants: readonly string[], seconds: number, whose = userId) => {
      const row = { _id: oid(ids.objectId()), userId: oid(whose), mailboxId: oid(mailboxId), aliasIds: [], participants };
      await threadsOf(await connect()).insertOne({ ...row, lastMessageAt: at(seconds) } as never);
    };
    await talk(a, ["jane@x.test", "kim@x.test"], 3);
    await talk(b, ["jane@x.test"], 5);
    await talk(a, ["jane@x.test"], 1);
    await talk(c, ["jane@x.test"], 9);
    await talk(b, ["joe@x.test"], 9);
    await talk(b, ["kim@x.test"], 9, other);
    const latest = (mailboxIds: readonly string[], addresses: readonly string[]) =>
      mongoConversations(connect).latest(userId, mailboxIds, addresses);

    expect(await latest([a, b], ["jane@x.test", "kim@x.test", "new@x.test"])).toEqual(
      new Map([
        ["jane@x.test", [b, a]],
        ["kim@x.test", [a]],
      ]),
    );
    expect([await latest([], ["jane@x.test"]), await latest([a], [])]).toEqual([new Map(), new Map()]);
  });
});
