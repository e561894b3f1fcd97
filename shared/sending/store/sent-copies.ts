import { heldTogether } from "../deliver/claim.ts";
import type { SentCopies } from "../ports/sent-folder.ts";
import { type Connect, databaseNow } from "#shared/platform/mongo/database.ts";
import { newToken, oid } from "#shared/platform/mongo/documents.ts";
import { transitions } from "../transitions.ts";
import { updateBy } from "./apply-transition.ts";
import { draftsWithBodies } from "./delivery-rows.ts";
import { sendsOf, toSend, toWaiting } from "./send-documents.ts";

const LOOK_AT_MOST = 1000;

/** The list of copies in MongoDB: the sends with a `copyAt`, in its order, by the database's clock. */
export const mongoSentCopies = (connect: Connect): SentCopies => ({
  take: async (mailboxId, forMs, atMost) => {
    const database = await connect();
    const waits = { mailboxId: oid(mailboxId), copyAt: { $gte: new Date(0) }, $expr: { $lte: ["$copyAt", "$$NOW"] } };
    const found = await sendsOf(database)
      .find(waits, { projection: { bodyBytes: 1 } })
      .sort({ copyAt: 1 })
      .limit(atMost)
      .toArray();
    if (found.length === 0) return [];
    const ids = { _id: { $in: heldTogether(found).map(({ _id }) => _id) } };
    const copyToken = newToken();
    const held = { set: { copyToken }, compute: { copyAt: { inMs: forMs } } };
    await sendsOf(database).updateMany({ ...waits, ...ids }, updateBy(transitions.takeCopy, held));
    const taken = await sendsOf(database)
      .find({ ...ids, copyToken })
      .sort({ sentAt: 1 })
      .toArray();
    return draftsWithBodies(database, taken.map(toSend));
  },
  putBack: async (ids) => {
    const filter = { _id: { $in: ids.map(oid) }, copyAt: { $gte: new Date(0) } };
    await sendsOf(await connect()).updateMany(filter, updateBy(transitions.putBackCopy));
  },
  drop: async (id) => void (await sendsOf(await connect()).updateOne({ _id: oid(id) }, updateBy(transitions.dropCopy))),
  waiting: async (fromMs, toMs) => {
    const database = await connect();
    const now = (await databaseNow(database)).getTime();
    const found = await sendsOf(database)
      .find({ copyAt: { $lt: new Date(now - fromMs), $gt: new Date(now - toMs) } }, { projection: { userId: 1, mailboxId: 1 } })
      .limit(LOOK_AT_MOST)
      .toArray();
    const first = new Map(found.map(({ _id, userId, mailboxId }) => [mailboxId.toHexString(), { _id, userId, mailboxId }]));
    return [...first.values()].map(toWaiting);
  },
});
