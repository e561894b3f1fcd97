import type { SentCopies } from "../../../domain/sending/ports.ts";
import type { Connect } from "../database.ts";
import { oid } from "../documents.ts";
import { databaseNow } from "./recovery.ts";
import { sendBodiesOf, sendsOf, toSend, toWaiting } from "./send-documents.ts";

const LOOK_AT_MOST = 1000;

/** The list of copies in MongoDB: the sends that have a `copyAt`, in its order, by the database's clock. */
export const mongoSentCopies = (connect: Connect): SentCopies => ({
  take: async (mailboxId, forMs) => {
    const database = await connect();
    const taken = await sendsOf(database).findOneAndUpdate(
      { mailboxId: oid(mailboxId), copyAt: { $gte: new Date(0) }, $expr: { $lte: ["$copyAt", "$$NOW"] } },
      [{ $set: { copyAt: { $add: ["$$NOW", forMs] } } }],
      { sort: { copyAt: 1 }, returnDocument: "after" },
    );
    if (!taken) return undefined;
    const body = await sendBodiesOf(database).findOne({ _id: taken._id }, { projection: { _id: 0, html: 1, text: 1 } });
    return { send: toSend(taken), body: body ? { html: body.html, text: body.text } : undefined };
  },
  drop: async (id) => void (await sendsOf(await connect()).updateOne({ _id: oid(id) }, { $unset: { copyAt: true } })),
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
