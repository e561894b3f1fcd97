// Sign-ins at providers in MongoDB: one return each, in time; a member is bound to one account, and an account to one member.
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "#shared/accounts/member.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoMembers, mongoIdentities, mongoSignIns } from "#shared/accounts/store/members.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { ids } from "#shared/platform/system.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const MINUTE_MS = 60_000;
const token = () => ids.random(32);
const anIdentity = () => ({ issuer: "https://issuer.test", subject: ids.random(8), address: "jane@team.test" });

describeOnMongo("sign-ins at providers", (connect) => {
  const signIns = mongoSignIns(connect);
  const [members, identities] = [mongoMembers(connect), mongoIdentities(connect)];
  let mine: { id: string; key: string };
  beforeEach(async () => {
    const [id, key] = [ids.objectId(), ids.objectId()];
    await mongoUsers(connect).insert({ id, email: `${id}@a.test`, name: "A", passwordHash: "h", createdAt: new Date() });
    await mongoApiKeys(connect).insert({ id: key, userId: id, hash: key, last4: "1234", createdAt: new Date() }, 9);
    mine = { id, key };
  });
  const invited = async () => {
    const id = ids.objectId();
    const invitation = { hash: token(), expiresAt: new Date(Date.now() + MINUTE_MS) };
    const member: Member = { id, userId: mine.id, name: id, role: "admin", createdAt: new Date(), invitation, revision: 0 };
    await members.insert(member, mine.key);
    return { id, hash: invitation.hash, email: `${id}@team.test` };
  };
  const withPassword = async () => {
    const { hash, email } = await invited();
    return { ...(await members.accept(hash, { email, passwordHash: "p" }))!, email };
  };

  it("are taken once, by one of two, at their provider alone and in time", async () => {
    const [hash, invitation, late] = [token(), token(), token()];
    await signIns.insert({ hash, provider: "google", invitation }, MINUTE_MS);
    await signIns.insert({ hash: late, provider: "google" }, 0);
    expect(await signIns.take(hash, "outlook")).toBeUndefined();
    expect(await signIns.take(token(), "google")).toBeUndefined();
    expect(await signIns.take(late, "google")).toBeUndefined();
    const answers = await Promise.all([signIns.take(hash, "google"), signIns.take(hash, "google")]);
    expect(answers.filter(Boolean)).toEqual([{ hash, provider: "google", invitation }]);
    expect(await signIns.take(hash, "google")).toBeUndefined();
  });

  describe("a member", () => {
    it("is bound once, while he signs in with that email and no invitation of his is open", async () => {
      const [anna, identity] = [await withPassword(), anIdentity()];
      expect(await identities.bind(anna.id, "other@team.test", identity)).toBeUndefined();
      await members.invite(mine.id, anna.id, { hash: token(), expiresAt: new Date(Date.now() + MINUTE_MS) }, mine.key);
      expect(await identities.bind(anna.id, anna.email, identity)).toBeUndefined();

      const bert = await withPassword();
      const late = mongoIdentities(
        interrupted(connect, "members", "findOneAndUpdate", () => identities.bind(bert.id, bert.email, identity)),
      );
      expect(await late.bind(bert.id, bert.email, anIdentity())).toBeUndefined();
      expect(await identities.find(identity)).toMatchObject({ id: bert.id, passwordHash: "p", revision: bert.revision, identity });
    });

    it("who accepts an invitation with an account is bound to it, and leaves the email and password of before", async () => {
      const [anna, identity] = [await withPassword(), anIdentity()];
      const link = { hash: token(), expiresAt: new Date(Date.now() + MINUTE_MS) };
      await members.invite(mine.id, anna.id, link, mine.key);
      const joined = await identities.accept(link.hash, identity);
      expect(joined).toMatchObject({ id: anna.id, identity, joinedAt: expect.any(Date), revision: anna.revision + 2 });
      for (const field of ["email", "passwordHash", "invitation"]) expect(joined).not.toHaveProperty(field);
      expect(await identities.accept(link.hash, anIdentity())).toBeUndefined();
      expect(await members.findByEmail(anna.email)).toBeUndefined();
    });

    it("who is invited again is found by his account no more, and can take another", async () => {
      const [{ hash, id }, identity] = [await invited(), anIdentity()];
      await identities.accept(hash, identity);
      const link = { hash: token(), expiresAt: new Date(Date.now() + MINUTE_MS) };
      await members.invite(mine.id, id, link, mine.key);
      expect(await identities.find(identity)).toBeUndefined();
      expect(await identities.accept(link.hash, anIdentity())).toMatchObject({ id });
      expect(await identities.find(identity)).toBeUndefined();
    });

    it("is not bound to the account of another; the same id at another issuer is another account", async () => {
      const [first, second, third, anna] = [await invited(), await invited(), await invited(), await withPassword()];
      const identity = anIdentity();
      await identities.accept(first.hash, identity);
      await expect(identities.accept(second.hash, { ...identity, address: "new@team.test" })).rejects.toMatchObject({ reason: "conflict" });
      await expect(identities.bind(anna.id, anna.email, identity)).rejects.toMatchObject({ reason: "conflict" });
      expect(await members.findInvited(second.hash)).toMatchObject({ id: second.id });
      const elsewhere = { ...identity, issuer: "https://other.test" };
      expect(await identities.find(elsewhere)).toBeUndefined();
      expect(await identities.accept(third.hash, elsewhere)).toMatchObject({ id: third.id });
      for (const [one, id] of [
        [identity, first.id],
        [elsewhere, third.id],
      ] as const)
        expect(await identities.find(one)).toMatchObject({ id });
    });
  });
});
