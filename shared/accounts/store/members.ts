import type { ClientSession, Filter } from "mongodb";
import { type Member, type Members, MEMBERS_MAX, type Identity } from "../member.ts";
import { emailTaken } from "../members.ts";
import { conflict } from "#shared/platform/errors.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import { deleteSessionsOf, isKeyGone } from "./api-keys.ts";
import { loginWrites, touchUser } from "./users.ts";
import type { BegunSignIn, Identities, SignIns } from "../sign-in/begin.ts";

/** `goesAt`: when somebody who never joined is deleted. */
type MemberDocument = Stored<Member, "userId"> & { goesAt?: Date };

/** How long an invitation of somebody who never joined is kept after its end, for the list: 30 days. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Indexes: an account's members, by name; whoever signs in, by email or by a provider's account; an invitation by its token; the end of invitations
 * that nobody accepted.
 */
export const memberIndexes: readonly IndexSpec[] = [
  { collection: "members", keys: { userId: 1, name: 1 }, options: { unique: true } },
  { collection: "members", keys: { email: 1 }, options: { unique: true, partialFilterExpression: { email: { $exists: true } } } },
  {
    collection: "members",
    keys: { "identity.subject": 1, "identity.issuer": 1 },
    options: { unique: true, partialFilterExpression: { "identity.subject": { $exists: true } } },
  },
  {
    collection: "members",
    keys: { "invitation.hash": 1 },
    options: { unique: true, partialFilterExpression: { "invitation.hash": { $exists: true } } },
  },
  {
    collection: "members",
    keys: { goesAt: 1 },
    options: { expireAfterSeconds: 0, partialFilterExpression: { goesAt: { $exists: true } } },
  },
];

/** The members' collection. */
const membersOf = (database: Database) => database.collection<MemberDocument>("members");

const toMember = ({ goesAt: _goesAt, ...document }: MemberDocument): Member => fromDocument<Member>(document);
const ifFound = (document: MemberDocument | null): Member | undefined => (document ? toMember(document) : undefined);
const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });

/** The condition for an invitation that can be accepted, by the database's clock. */
const isOpen = (hash: string): Filter<MemberDocument> => ({
  ...exact({ "invitation.hash": hash }),
  $expr: { $gt: ["$invitation.expiresAt", "$$NOW"] },
});

/** The members in MongoDB. */
export const mongoMembers = (connect: Connect): Members => {
  const members = async () => membersOf(await connect());
  /** Runs a change, unless the key that asks for it has gone or the account is locked; excludes sign-ins meanwhile. */
  const changing = async <R>(
    userId: string,
    madeBy: string | undefined,
    work: (session: ClientSession) => Promise<R>,
  ): Promise<R | "revoked"> => {
    const database = await connect();
    return database.transaction(async (session) => {
      const user = oid(userId);
      const isThere = await touchUser(database, user, session, madeBy === undefined ? {} : { lockedAt: { $exists: false } }, {
        hasTeam: true,
      });
      if (madeBy !== undefined && (!isThere || (await isKeyGone(database, user, madeBy, session)))) return "revoked";
      return work(session);
    });
  };
  return {
    insert: async (member, madeBy) => {
      const { invitation } = member;
      const document = {
        ...toDocument(member, ["userId"]),
        ...(invitation && { goesAt: new Date(invitation.expiresAt.getTime() + KEPT_MS) }),
      };
      try {
        return await changing(member.userId, madeBy, async (session) => {
          const count = await (await members()).countDocuments({ userId: document.userId }, { session, limit: MEMBERS_MAX });
          if (count >= MEMBERS_MAX) return "full";
          await (await members()).insertOne(document, { session });
          return "stored";
        });
      } catch (error) {
        throw isDuplicateKey(error) ? conflict("The name is taken", `a member of the account is called ${member.name} already`) : error;
      }
    },
    find: async (userId, id) => ifFound(await (await members()).findOne(one(userId, id))),
    list: async (userId) => {
      const found = await (await members()).find({ userId: oid(userId) }).toArray();
      return found.map(toMember).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    },
    change: (userId, id, { role, mailboxIds }, madeBy) =>
      changing(userId, madeBy, async (session) => {
        const update = {
          $set: { role, ...(mailboxIds && { mailboxIds }) },
          ...(!mailboxIds && { $unset: { mailboxIds: "" as const } }),
          $inc: { revision: 1 },
        };
        const changed = await (await members()).findOneAndUpdate(one(userId, id), update, { session, returnDocument: "after" });
        if (changed) await deleteSessionsOf(await connect(), oid(userId), id, session);
        return ifFound(changed);
      }),
    invite: (userId, id, invitation, madeBy) =>
      changing(userId, madeBy, async (session) => {
        const goesAt = { $cond: [{ $gt: ["$goesAt", null] }, new Date(invitation.expiresAt.getTime() + KEPT_MS), "$$REMOVE"] };
        const update = [
          { $set: { invitation: { $literal: invitation }, goesAt, revision: { $add: ["$revision", 1] } } },
          { $unset: ["passwordHash", "identity"] },
        ];
        const changed = await (await members()).findOneAndUpdate(one(userId, id), update, { session, returnDocument: "after" });
        if (changed) await deleteSessionsOf(await connect(), oid(userId), id, session);
        return ifFound(changed);
      }),
    remove: (userId, id, madeBy) =>
      changing(userId, madeBy, async (session) => {
        const { deletedCount } = await (await members()).deleteOne(one(userId, id), { session });
        await deleteSessionsOf(await connect(), oid(userId), id, session);
        return deletedCount === 1;
      }),
    findInvited: async (hash) => ifFound(await (await members()).findOne(isOpen(hash))),
    accept: async (hash, { email, passwordHash }) => {
      const joined = { email: { $literal: email }, passwordHash: { $literal: passwordHash }, joinedAt: "$$NOW" };
      const update = [{ $set: { ...joined, revision: { $add: ["$revision", 1] } } }, { $unset: ["invitation", "goesAt"] }];
      try {
        const found = await (await members()).findOneAndUpdate(isOpen(hash), update, { returnDocument: "after" });
        return found ? toMember(found) : undefined;
      } catch (error) {
        throw isDuplicateKey(error) ? emailTaken() : error;
      }
    },
    findByEmail: async (email) => ifFound(await (await members()).findOne(exact({ email }))),
    ...loginWrites(connect, "members"),
  };
};

/** A begun sign-in as stored. */
type SignInDocument = BegunSignIn & { readonly expiresAt: Date };

/** Indexes: a sign-in by its browser's secret; the end of those that nobody came back to. */
export const signInIndexes: readonly IndexSpec[] = [
  { collection: "signIns", keys: { hash: 1 }, options: { unique: true } },
  { collection: "signIns", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const signInsOf = (database: Database) => database.collection<SignInDocument>("signIns");

/** The begun sign-ins in MongoDB. */
export const mongoSignIns = (connect: Connect): SignIns => ({
  insert: async ({ hash, provider, invitation }, forMs) => {
    const begun = { provider: { $literal: provider }, ...(invitation !== undefined && { invitation: { $literal: invitation } }) };
    const row = { ...begun, expiresAt: { $add: ["$$NOW", forMs] } };
    await signInsOf(await connect()).updateOne(exact({ hash }), [{ $set: row }], { upsert: true });
  },
  take: async (hash, provider) => {
    const open = { ...exact({ hash, provider }), $expr: { $gt: ["$expiresAt", "$$NOW"] } };
    const taken = await signInsOf(await connect()).findOneAndDelete(open);
    return taken ? { hash, provider, ...(taken.invitation !== undefined && { invitation: taken.invitation }) } : undefined;
  },
});

const accountTaken = () => conflict("The account is taken", "another member signs in with it already");

/** The members by their accounts at providers, in MongoDB. */
export const mongoIdentities = (connect: Connect): Identities => {
  const members = async () => membersOf(await connect());
  const unlessTaken = async (write: () => Promise<Parameters<typeof toMember>[0] | null>): Promise<Member | undefined> => {
    try {
      const found = await write();
      return found ? toMember(found) : undefined;
    } catch (error) {
      throw isDuplicateKey(error) ? accountTaken() : error;
    }
  };
  const kept = ({ issuer, subject, address }: Identity) => ({ $literal: { issuer, subject, address } });
  return {
    find: async ({ issuer, subject }) => {
      const found = await (await members()).findOne(exact({ "identity.issuer": issuer, "identity.subject": subject }));
      return found ? toMember(found) : undefined;
    },
    bind: (id, email, identity) =>
      unlessTaken(async () => {
        const alone = { ...exact({ _id: oid(id), email }), identity: { $exists: false }, invitation: { $exists: false } };
        return (await members()).findOneAndUpdate(alone, [{ $set: { identity: kept(identity) } }], { returnDocument: "after" });
      }),
    accept: (hash, identity) =>
      unlessTaken(async () => {
        const joined = { identity: kept(identity), joinedAt: "$$NOW", revision: { $add: ["$revision", 1] } };
        const update = [{ $set: joined }, { $unset: ["invitation", "goesAt", "email"] }];
        return (await members()).findOneAndUpdate(isOpen(hash), update, { returnDocument: "after" });
      }),
  };
};
