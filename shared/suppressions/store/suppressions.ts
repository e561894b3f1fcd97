import type { ClientSession, ObjectId } from "mongodb";
import { type Suppressions, type Suppression, suppressionKey, type SuppressionReason } from "../suppression.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, pageOf } from "#shared/platform/mongo/documents.ts";
import { deletePublished } from "#shared/events/store/event-outbox.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { raiseStopVersion } from "#shared/sending/store/delivery-rows.ts";
import { eventAtInsert, pushEvents } from "#shared/events/store/event-documents.ts";
import { mongoSuppressed, type SuppressionDocument, suppressionsOf } from "./suppressed.ts";
import { workerNow } from "#shared/platform/world.ts";

/** Indexes: an address is listed once in an account; the list, all of it and by reason. */
export const suppressionIndexes: readonly IndexSpec[] = [
  { collection: "suppressions", keys: { userId: 1, email: 1 }, options: { unique: true } },
  { collection: "suppressions", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "suppressions", keys: { userId: 1, reason: 1, createdAt: -1, _id: -1 } },
];

const toSuppression = ({ news: _news, newsAt: _newsAt, ...document }: SuppressionDocument): Suppression =>
  fromDocument<Suppression>(document);

/** An address to suppress. */
type NewSuppression = Pick<Suppression, "email" | "reason" | "sendId" | "mailboxId">;

/**
 * Adds the suppressions that do not exist yet, within a transaction; those that a report or a recipient caused record an event. Returns the rows of
 * all these addresses.
 */
export const addSuppressions = async (
  { database, session }: { readonly database: Database; readonly session: ClientSession },
  userId: ObjectId,
  wanted: readonly NewSuppression[],
): Promise<readonly SuppressionDocument[]> => {
  const byKey = new Map(wanted.map((one) => [suppressionKey(one.email), one]));
  const suppressions = suppressionsOf(database);
  const known = await suppressions.find({ userId, email: { $in: [...byKey.keys()] } }, { session }).toArray();
  for (const { email } of known) byKey.delete(email);
  const createdAt = workerNow();
  const fresh = [...byKey].map(([email, { reason, sendId, mailboxId }]): SuppressionDocument => ({
    _id: newId(),
    userId,
    email,
    reason,
    ...(sendId !== undefined && { sendId: oid(sendId) }),
    ...(mailboxId !== undefined && { mailboxId: oid(mailboxId) }),
    createdAt,
    ...(reason !== "manual" && eventAtInsert("suppression.added", createdAt)),
  }));
  if (fresh.length > 0) {
    await suppressions.insertMany(fresh, { session });
    await raiseStopVersion(database, userId, session);
  }
  return [...known, ...fresh];
};

/** Removes the suppressions that reports on a send caused, within a transaction. */
export const dropSuppressions = async (
  { database, session }: { readonly database: Database; readonly session: ClientSession },
  userId: ObjectId,
  { emails, ...made }: { readonly emails: readonly string[]; readonly reason: SuppressionReason; readonly sendId: ObjectId },
): Promise<void> => {
  if (emails.length === 0) return;
  await suppressionsOf(database).deleteMany({ userId, email: { $in: emails.map(suppressionKey) }, ...made }, { session });
};

const HEX_ID = /^[0-9a-f]{24}$/;

/** The suppressions in MongoDB. */
export const mongoSuppressions = (connect: Connect): Suppressions => ({
  ...mongoSuppressed(connect),
  add: async (userId, emails) => {
    const database = await connect();
    const wanted = emails.map((email) => ({ email, reason: "manual" as const }));
    const rows = await database.transaction((session) => addSuppressions({ database, session }, oid(userId), wanted));
    const byKey = new Map(rows.map((row) => [row.email, toSuppression(row)]));
    return [...new Set(emails.map(suppressionKey))].flatMap((email) => byKey.get(email) ?? []);
  },
  unsubscribe: async (sendId) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const send = await sendsOf(database).findOne({ _id: oid(sendId) }, { session, projection: { userId: 1, toEmail: 1, mailboxId: 1 } });
      if (!send) return undefined;
      const mailboxId = send.mailboxId.toHexString();
      const wanted = { email: send.toEmail, reason: "unsubscribed" as const, sendId, mailboxId };
      const [row] = await addSuppressions({ database, session }, send.userId, [wanted]);
      if (row && row.reason !== "unsubscribed") {
        const { $push, $min } = pushEvents("suppression.added");
        const update = { $set: { reason: wanted.reason, sendId: oid(sendId), mailboxId: send.mailboxId }, $push, $min };
        await suppressionsOf(database).updateOne({ _id: row._id, userId: send.userId }, update, { session });
      }
      return row?._id.toHexString();
    });
  },
  linked: async (sendId) => {
    const database = await connect();
    const projection = { userId: 1, fromName: 1, fromEmail: 1, toEmail: 1 };
    const send = await sendsOf(database).findOne({ _id: oid(sendId) }, { projection });
    if (!send) return undefined;
    const filter = { userId: send.userId, email: suppressionKey(send.toEmail), reason: "unsubscribed" as const };
    const row = await suppressionsOf(database).findOne(filter);
    const sender = { name: send.fromName ?? "", email: send.fromEmail };
    return { sender, recipient: send.toEmail, unsubscribed: row ? toSuppression(row) : undefined };
  },
  resubscribe: async (sendId, since) => {
    const database = await connect();
    const send = await sendsOf(database).findOne({ _id: oid(sendId) }, { projection: { userId: 1, toEmail: 1 } });
    if (!send) return false;
    const own = { userId: send.userId, email: suppressionKey(send.toEmail), reason: "unsubscribed" as const, sendId: oid(sendId) };
    return (await deletePublished(database, "suppressions", { ...own, createdAt: { $gte: since } })) === 1;
  },
  list: async (userId, { email, reason }, page) => {
    const filter = { userId: oid(userId), ...given({ email: email && suppressionKey(email), reason }) };
    return (await pageOf(suppressionsOf(await connect()), filter, "createdAt", page).toArray()).map(toSuppression);
  },
  remove: async (userId, idOrEmail) => {
    const one = HEX_ID.test(idOrEmail) ? { _id: oid(idOrEmail) } : { email: suppressionKey(idOrEmail) };
    return (await deletePublished(await connect(), "suppressions", { ...one, userId: oid(userId) })) === 1;
  },
});
