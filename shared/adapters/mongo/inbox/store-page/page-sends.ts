import type { AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { PageSends } from "../../../../domain/inbox/ports/open-page.ts";
import type { SendNote } from "../../../../domain/inbox/store/notes.ts";
import type { OwnSend } from "../../../../domain/inbox/store/prepared-mail.ts";
import type { BouncedRecipient } from "../../../../domain/sending/recipients.ts";
import { transitions } from "../../../../domain/sending/transitions.ts";
import { fromDocument, oid } from "../../documents.ts";
import { recordEvent } from "../../events/event-documents.ts";
import { updateBy, whichMay } from "../../sending/apply-transition.ts";
import { type SendDocument, sendBodiesOf, sendsOf } from "../../sending/send-documents.ts";
import type { PageTransaction } from "./page-transaction.ts";

const NEWEST_MAX = 1000;
const ownSendFields = {
  messageId: 1,
  providerMessageId: 1,
  trackingKey: 1,
  threadId: 1,
  toEmail: 1,
  cc: 1,
  bcc: 1,
  subject: 1,
  sentAt: 1,
  createdAt: 1,
} as const;

/** The sends of a page's mailbox in MongoDB. */
export const pageSends = ({ database, session, lease }: PageTransaction): PageSends => {
  const userId = oid(lease.userId);
  const own = { userId, mailboxId: oid(lease.id) };
  const sends = sendsOf(database);
  const fields = { session, projection: ownSendFields };
  return {
    named: async ({ messageIds, providerMessageIds, ids }) => {
      // Each branch has an index of its own.
      const those = [
        ...(messageIds.length > 0 ? [{ ...own, messageId: { $in: [...messageIds] } }] : []),
        ...(providerMessageIds.length > 0 ? [{ ...own, providerMessageId: { $in: [...providerMessageIds] } }] : []),
        ...(ids.length > 0 ? [{ ...own, _id: { $in: ids.map(oid) } }] : []),
      ];
      if (those.length === 0) return [];
      return (await sends.find({ $or: those }, fields).toArray()).map((row) => fromDocument<OwnSend>(row));
    },
    sentTo: async (emails) => {
      if (emails.length === 0) return [];
      const toThem = { ...own, recipient: { $in: [...emails] }, sentAt: { $exists: true } };
      const newest = sends.find(toThem, fields).sort({ createdAt: -1 }).limit(NEWEST_MAX);
      return (await newest.toArray()).map((row) => fromDocument<OwnSend>(row));
    },
    body: async (id) =>
      (await sendBodiesOf(database).findOne({ _id: oid(id), userId }, { session, projection: { text: 1, html: 1 } })) ?? undefined,
    rename: async (providerMessageIds) => {
      const writes = [...providerMessageIds].map(([id, providerMessageId]) => ({
        updateOne: { filter: { _id: oid(id), userId }, update: { $set: { providerMessageId } } },
      }));
      if (writes.length > 0) await sends.bulkWrite(writes, { session });
    },
    note: async (notes) => {
      const writes = notes.flatMap((note) => writesOf({ _id: oid(note.sendId), userId }, note));
      if (writes.length > 0) await sends.bulkWrite(writes, { session });
    },
  };
};

interface One {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
}

/** repliedAt is the earliest answer's, bouncedAt the earliest failure's (G18). */
const writesOf = (send: One, note: SendNote): readonly AnyBulkWriteOperation<SendDocument>[] => {
  switch (note.kind) {
    case "arrived": {
      const filter = { ...send, ...whichMay(transitions.succeedLate) };
      return [{ updateOne: { filter, update: updateBy(transitions.succeedLate, { compute: { sentAt: "counted" } }) } }];
    }
    case "replied": {
      const { at: repliedAt } = note;
      const first = {
        filter: { ...send, repliedAt: { $exists: false } },
        update: [{ $set: { repliedAt, ...recordEvent("send.replied") } }],
      };
      return [{ updateOne: first }, { updateOne: { filter: { ...send, repliedAt: { $gt: repliedAt } }, update: { $set: { repliedAt } } } }];
    }
    case "complained": {
      const update = [{ $set: { complainedAt: note.at, ...recordEvent("send.complained") } }];
      return [{ updateOne: { filter: { ...send, complainedAt: { $exists: false } }, update } }];
    }
    case "bounced": {
      const update = [{ $set: { bouncedAt: note.at, bounceReason: { $literal: note.reason } } }];
      return [
        ...note.returned.flatMap((one) => noteReturned(send, one)),
        { updateOne: { filter: { ...send, bouncedAt: { $exists: false } }, update } },
        { updateOne: { filter: { ...send, bouncedAt: { $gt: note.at } }, update } },
      ];
    }
    default:
      return [{ updateOne: { filter: send, update: { $set: { threadId: oid(note.threadId), uncounted: true } } } }];
  }
};

/** A recipient is noted once; what proves takes the place of what informs. */
const noteReturned = (send: One, one: BouncedRecipient) => {
  const others = { $filter: { input: { $ifNull: ["$bounces", []] }, cond: { $ne: ["$$this.email", { $literal: one.email }] } } };
  const bounces = { $concatArrays: [others, [{ $literal: one }]] };
  const first = {
    filter: { ...send, "bounces.email": { $ne: one.email } },
    update: [{ $set: { bounces, ...recordEvent("send.bounced") } }],
  };
  const informed = { ...send, bounces: { $elemMatch: { email: one.email, unproven: true as const } } };
  return [{ updateOne: first }, ...(one.unproven ? [] : [{ updateOne: { filter: informed, update: [{ $set: { bounces } }] } }])];
};
