import type { ClientSession, ObjectId } from "mongodb";
import type { ContactLimit } from "#shared/accounts/credits.ts";
import { walletsOf } from "#shared/accounts/store/users.ts";
import { durationMs } from "#shared/platform/duration.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type FirstEmail, type Contacted, contactedAmong, contactKey, isContact, leavesAt } from "../refused-recipients.ts";
import type { Contacts } from "../ports/acceptance.ts";
import { sendsOf } from "./send-documents.ts";

/** The first emails to one address or domain from the mailboxes of a tenant; kept while the account has a limit of them. */
interface ContactDocument {
  _id: ObjectId;
  userId: ObjectId;
  tenant: string;
  key: string;
  sends: { sendId: ObjectId; mailboxId: ObjectId; at: Date }[];
  expiresAt: Date;
}

/** Indexes: one row for each recipient of a tenant; expiry. */
export const contactIndexes: readonly IndexSpec[] = [
  { collection: "contacts", keys: { userId: 1, tenant: 1, key: 1 }, options: { unique: true } },
  { collection: "contacts", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const contactsOf = (database: Database) => database.collection<ContactDocument>("contacts");

/** How far ahead an email may be moved after its acceptance, ms: its row outlasts that. */
const MOVED_AT_MOST_MS = 366 * 86_400_000;

interface Place {
  readonly database: Database;
  readonly session?: ClientSession;
  readonly userId: ObjectId;
}

/** The account's limit; undefined for none. */
export const contactLimitOf = async ({ database, session, userId }: Place): Promise<ContactLimit | undefined> =>
  (await walletsOf(database).findOne({ _id: userId }, { ...(session && { session }), projection: { contactLimit: 1 } }))?.contactLimit;

/** The rows of the recipients, each with those of its sends that still count, at the times that they have now. */
const rowsOf = async ({ database, session, userId }: Place, limit: ContactLimit, asking: readonly FirstEmail[]) => {
  const tenants = [...new Set(asking.map(({ tenant }) => tenant))];
  const keys = [...new Set(asking.map(({ send }) => contactKey(limit, send.toEmail)))];
  const options = session ? { session } : {};
  const rows = await contactsOf(database)
    .find({ userId, tenant: { $in: tenants }, key: { $in: keys } }, options)
    .toArray();
  const ids = rows.flatMap(({ sends }) => sends.map(({ sendId }) => sendId));
  const projection = { status: 1, stage: 1, sentAt: 1, scheduledAt: 1, createdAt: 1 } as const;
  const found =
    ids.length > 0
      ? await sendsOf(database)
          .find({ _id: { $in: ids }, userId }, { ...options, projection })
          .toArray()
      : [];
  const byId = new Map(found.map((send) => [send._id.toHexString(), send]));
  return new Map(
    rows.map(({ tenant, key, sends }) => {
      const counting = sends.flatMap(({ sendId, mailboxId, at }): Contacted[] => {
        const send = byId.get(sendId.toHexString());
        if (send && !isContact(send)) return [];
        return [{ sendId: sendId.toHexString(), mailboxId: mailboxId.toHexString(), at: send ? leavesAt(send) : at }];
      });
      return [`${tenant} ${key}`, counting] as const;
    }),
  );
};

/** The first emails among these that the limit refuses, and the write that counts those of the others that are accepted. */
export const judgeContacts = async (place: Place, limit: ContactLimit, asking: readonly FirstEmail[]) => {
  const rows = await rowsOf(place, limit, asking);
  const refused = contactedAmong(limit, asking, (tenant, key) => rows.get(`${tenant} ${key}`) ?? []);
  const count = async (accepted: readonly FirstEmail[]): Promise<void> => {
    const { database, session, userId } = place;
    const groups = Map.groupBy(accepted, ({ send, tenant }) => `${tenant} ${contactKey(limit, send.toEmail)}`);
    const writes = [...groups.values()].map((those) => {
      const [{ tenant, send }] = those as [FirstEmail, ...FirstEmail[]];
      const key = contactKey(limit, send.toEmail);
      const added = those.map(({ send: one }) => ({ sendId: one.id, mailboxId: one.mailboxId, at: leavesAt(one) }));
      const withinMs = durationMs(limit.within) ?? 0;
      const isOver = ({ at }: Contacted) => at.getTime() + withinMs < send.createdAt.getTime();
      const all = [...(rows.get(`${tenant} ${key}`) ?? []).filter((one) => !isOver(one)), ...added];
      const sends = all.map(({ sendId, mailboxId, at }) => ({ sendId: oid(sendId), mailboxId: oid(mailboxId), at }));
      const last = Math.max(...all.map(({ at }) => at.getTime()));
      const expiresAt = new Date(last + withinMs + MOVED_AT_MOST_MS);
      return { updateOne: { filter: { userId, tenant, key }, update: { $set: { sends, expiresAt } }, upsert: true } };
    });
    if (writes.length > 0) await contactsOf(database).bulkWrite(writes, { ...(session && { session }), ordered: false });
  };
  return { refused, count };
};

/** The contacts in MongoDB, for a judgement that counts nothing. */
export const mongoContacts = (connect: Connect): Contacts => ({
  among: async (userId, limit, asking) => (await judgeContacts({ database: await connect(), userId: oid(userId) }, limit, asking)).refused,
});
