// Members beside other accounts' members: invitations, once and to the second, and what ends a member's sessions.
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#shared/accounts/member.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoMembers } from "#shared/accounts/store/members.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(Date.now() + ms);

describeOnMongo("members", (connect) => {
  const members = mongoMembers(connect);
  const keys = mongoApiKeys(connect);
  const users = mongoUsers(connect);
  const account = async () => {
    const id = ids.objectId();
    await users.insert({ id, email: `${id}@a.test`, name: "A", passwordHash: "h", createdAt: new Date() });
    const key = ids.objectId();
    await keys.insert({ id: key, userId: id, hash: key, last4: "1234", createdAt: new Date() }, 9);
    return { id, key };
  };
  let mine: Awaited<ReturnType<typeof account>>;
  let others: Awaited<ReturnType<typeof account>>;
  beforeEach(async () => void ([mine, others] = [await account(), await account()]));

  const invited = async (facts: Partial<Member> = {}, at = mine) => {
    const id = ids.objectId();
    const invitation = { hash: ids.random(16), expiresAt: inMs(DAY_MS) };
    const rights = { role: "viewer", mailboxIds: [] } as const;
    const member: Member = { id, userId: at.id, name: id, ...rights, createdAt: new Date(), invitation, revision: 0, ...facts };
    await members.insert(member, at.key);
    return member;
  };
  const joined = async (at = mine) => {
    const member = await invited({}, at);
    return (await members.accept(member.invitation!.hash, { email: `${member.id}@team.test`, passwordHash: "p" }))!;
  };
  const session = async (member: Pick<Member, "id" | "userId" | "name">, revision: number) => {
    const id = ids.objectId();
    const key = { id, userId: member.userId, hash: id, last4: "1234", createdAt: new Date(), member: { id: member.id, name: member.name } };
    return [id, await keys.insert({ ...key, expiresAt: inMs(DAY_MS) }, 9, { memberRevision: revision })] as const;
  };
  const sessionsOf = async ({ userId, id }: Member) => (await keys.list(userId)).filter(({ member }) => member?.id === id).length;
  const invitation = () => ({ hash: ids.random(16), expiresAt: inMs(DAY_MS) });

  it("join by their link, once, by one of two who have it", async () => {
    const { invitation: open, id } = await invited();
    const login = (name: string) => ({ email: `${name}-${id}@team.test`, passwordHash: name });
    expect(await members.findInvited(open!.hash)).toMatchObject({ id });
    const late = mongoMembers(interrupted(connect, "members", "findOneAndUpdate", () => members.accept(open!.hash, login("one"))));

    expect(await late.accept(open!.hash, login("two"))).toBeUndefined();
    const found = await members.find(mine.id, id);
    expect(found).toMatchObject({ email: `one-${id}@team.test`, passwordHash: "one", revision: 1 });
    expect(found).not.toHaveProperty("invitation");
    expect([await members.findInvited(open!.hash), await members.findByEmail(`one-${id}@team.test`)]).toMatchObject([undefined, { id }]);
  });

  it("join until the end of their link, and by no other", async () => {
    const over = await invited({ invitation: { hash: ids.random(16), expiresAt: inMs(-1) } });
    const soon = await invited({ invitation: { hash: ids.random(16), expiresAt: inMs(30_000) } });
    const login = { email: `${over.id}@team.test`, passwordHash: "p" };

    expect([await members.findInvited(over.invitation!.hash), await members.accept(over.invitation!.hash, login)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await members.accept("0".repeat(64), login)).toBeUndefined();
    expect(await members.accept(soon.invitation!.hash, login)).toMatchObject({ id: soon.id });
    const third = await invited();
    await expect(members.accept(third.invitation!.hash, login)).rejects.toMatchObject({ reason: "conflict" });
  });

  it("who are invited again have no password, no session and no earlier link, and keep role and name", async () => {
    const member = await joined();
    const bystander = await joined();
    await session(member, 1);
    await session(bystander, 1);
    const link = invitation();

    expect(await members.invite(others.id, member.id, link, others.key)).toBeUndefined();
    expect(await members.invite(mine.id, member.id, link, ids.objectId())).toBe("revoked");
    expect(await sessionsOf(member)).toBe(1);
    const again = await members.invite(mine.id, member.id, link, mine.key);
    expect(again).toMatchObject({ id: member.id, name: member.name, role: "viewer", email: member.email, revision: 2, invitation: link });
    expect(again).not.toHaveProperty("passwordHash");
    expect([await sessionsOf(member), await sessionsOf(bystander)]).toEqual([0, 1]);
    const newer = invitation();
    await members.invite(mine.id, member.id, newer, mine.key);
    const login = { email: member.email!, passwordHash: "new" };
    expect(await members.accept(link.hash, login)).toBeUndefined();
    expect(await members.accept(newer.hash, login)).toMatchObject({ id: member.id, passwordHash: "new", revision: 4 });
  });

  it("who never joined are deleted thirty days after the end of their latest link, and who joined once are not", async () => {
    const goesAt = async (id: string) => (await (await connect()).collection("members").findOne({ _id: oid(id) }))?.["goesAt"] as Date;
    const [fresh, member] = [await invited(), await joined()];
    const days = async (id: string) => ((await goesAt(id))?.getTime() - Date.now()) / DAY_MS;

    expect([Math.round(await days(fresh.id)), await goesAt(member.id)]).toEqual([31, undefined]);
    await members.invite(mine.id, fresh.id, { ...invitation(), expiresAt: inMs(2 * DAY_MS) }, mine.key);
    await members.invite(mine.id, member.id, invitation(), mine.key);
    expect([Math.round(await days(fresh.id)), await goesAt(member.id)]).toEqual([32, undefined]);
    expect(await members.find(mine.id, fresh.id)).not.toHaveProperty("goesAt");
  });

  describe("have a session", () => {
    it("as long as they are as they signed in, in an account that is open", async () => {
      const member = await joined();
      expect((await session(member, 1))[1]).toBe("stored");
      expect((await session(member, 0))[1]).toBe("revoked");
      expect((await session({ ...member, userId: others.id }, 1))[1]).toBe("revoked");
      await members.change(mine.id, member.id, { role: "admin" }, mine.key);
      expect([await sessionsOf(member), (await session(member, 1))[1], (await session(member, 2))[1]]).toEqual([0, "revoked", "stored"]);
      await users.setLocked(mine.id, new Date());
      expect((await session(member, 2))[1]).toBe("revoked");
    });

    it.each([
      ["removed", (id: string) => members.remove(mine.id, id, mine.key)],
      ["changed", (id: string) => members.change(mine.id, id, { role: "member", mailboxIds: [] }, mine.key)],
      ["invited again", (id: string) => members.invite(mine.id, id, invitation(), mine.key)],
    ] as const)("not when they are %s while they sign in", async (_, change) => {
      const member = await joined();
      const late = mongoApiKeys(interrupted(connect, "users", "updateOne", () => change(member.id)));
      const id = ids.objectId();
      const key = { id, userId: mine.id, hash: id, last4: "1234", createdAt: new Date(), member: { id: member.id, name: "x" } };

      expect(await late.insert(key, 9, { memberRevision: 1 })).toBe("revoked");
      expect(await sessionsOf(member)).toBe(0);
    });
  });

  it.each<[string, (id: string, madeBy: string, at: { readonly id: string }) => Promise<unknown>]>([
    ["changes", (id, madeBy, at) => members.change(at.id, id, { role: "admin" }, madeBy)],
    ["removes", (id, madeBy, at) => members.remove(at.id, id, madeBy)],
    ["invites again", (id, madeBy, at) => members.invite(at.id, id, invitation(), madeBy)],
  ])("nobody %s who is another account's, whose key is gone, or whose account is locked", async (_, change) => {
    const member = await joined();
    const before = await members.find(mine.id, member.id);
    expect(await change(member.id, others.key, others)).toBeFalsy();
    expect(await change(member.id, others.key, mine)).toBe("revoked");
    await users.setLocked(mine.id, new Date());
    expect(await change(member.id, mine.key, mine)).toBe("revoked");

    expect(await members.find(mine.id, member.id)).toEqual(before);
    expect(await members.find(others.id, member.id)).toBeUndefined();
    await users.setLocked(mine.id, undefined);
    expect(await change(member.id, mine.key, mine)).toBeTruthy();
  });

  it("are a hundred at most, of an account, and their names are taken once in it", async () => {
    const row = { userId: oid(mine.id), role: "viewer", createdAt: new Date(), revision: 0 };
    await (await connect()).collection("members").insertMany(Array.from({ length: 98 }, (_, n) => ({ ...row, name: `n${n}` })));
    const insert = (name: string, at = mine) =>
      members
        .insert({ id: ids.objectId(), userId: at.id, name, role: "viewer", createdAt: new Date(), revision: 0 }, at.key)
        .catch(({ reason }: { reason: string }) => reason);

    expect(await insert("n1")).toBe("conflict");
    expect([await insert("last"), await insert("one"), await insert("more")]).toEqual(["stored", "stored", "full"]);
    expect([await insert("n1", others), (await members.list(others.id)).length]).toEqual(["stored", 1]);
  });
});
