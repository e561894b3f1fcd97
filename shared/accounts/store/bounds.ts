import type { ObjectId } from "mongodb";
import type { BoundKind, BoundReads } from "../auth/bounds.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, given, oid } from "#shared/platform/mongo/documents.ts";

type OfMailboxKind = Exclude<BoundKind, "mailbox" | "connectLink">;

interface OfMailbox {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  tenant?: string;
  aliasIds?: ObjectId[];
}

/** The collections with a kind of record. */
const collections: Readonly<Record<OfMailboxKind, readonly string[]>> = {
  send: ["sends"],
  message: ["messages"],
  thread: ["threads"],
  email: ["messages", "sends"],
  sequence: ["sequences"],
};

const projection = { mailboxId: 1 } as const;

/** The id of a record's mailbox; a merged conversation is found by its former ids too. */
const mailboxIdOf = async (database: Database, userId: ObjectId, kind: OfMailboxKind, id: ObjectId) => {
  for (const name of collections[kind]) {
    const records = database.collection<OfMailbox>(name);
    const found =
      (await records.findOne({ _id: id, userId }, { projection })) ??
      (kind === "thread" ? await records.findOne({ aliasIds: id, userId }, { projection }) : null);
    if (found) return found.mailboxId;
  }
  return undefined;
};

/** The reads that check bounds, in MongoDB. */
export const mongoBounds = (connect: Connect): BoundReads => ({
  mailboxIds: async (user, { tenant, mailboxIds }) => {
    const filter = exact({ userId: oid(user), ...given({ tenant }), ...(mailboxIds && { _id: { $in: mailboxIds.map(oid) } }) });
    const found = (await connect()).collection<OfMailbox>("mailboxes").find(filter, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id.toHexString());
  },
  mailboxOf: async (user, kind, id) => {
    const [database, userId] = [await connect(), oid(user)];
    if (kind === "connectLink") {
      const link = await database.collection<OfMailbox>("connectLinks").findOne({ _id: oid(id), userId }, { projection: { tenant: 1 } });
      return link ? fromDocument<Pick<Mailbox, "id" | "tenant">>(link) : undefined;
    }
    const _id = kind === "mailbox" ? oid(id) : await mailboxIdOf(database, userId, kind, oid(id));
    const found = _id && (await database.collection<OfMailbox>("mailboxes").findOne({ _id, userId }, { projection: { tenant: 1 } }));
    return found ? fromDocument<Pick<Mailbox, "id" | "tenant">>(found) : undefined;
  },
});
