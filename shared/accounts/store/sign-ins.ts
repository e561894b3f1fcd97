import type { BegunSignIn, Identities, SignIns } from "../sign-in/ports.ts";
import { conflict } from "#shared/platform/errors.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { exact, oid } from "#shared/platform/mongo/documents.ts";
import type { Identity, Member } from "../member.ts";
import { isOpen, membersOf, toMember } from "./members.ts";

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
