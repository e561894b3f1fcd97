import type { AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { ThreadPlan } from "../../../../domain/inbox/store/plan-threads.ts";
import type { DecidedMail } from "../../../../domain/inbox/store/prepared-mail.ts";
import type { BouncedRecipient } from "../../../../domain/sending/recipients.ts";
import { transitions } from "../../../../domain/sending/transitions.ts";
import { oid } from "../../documents.ts";
import { recordEvent } from "../../events/event-documents.ts";
import { updateBy, whichMay } from "../../sending/apply-transition.ts";
import { type SendDocument, sendsOf } from "../../sending/send-documents.ts";
import type { Page } from "./page.ts";

/** A failed send of which something came back was accepted by the server after all: a bounce, an answer, also an automatic one. */
const settleUnknown = (userId: ObjectId, mails: readonly DecidedMail[]): AnyBulkWriteOperation<SendDocument>[] =>
  mails.flatMap(({ concerns }) => {
    if (!concerns) return [];
    const unknown = { _id: oid(concerns.id), userId, ...whichMay(transitions.succeedLate) };
    return [{ updateOne: { filter: unknown, update: updateBy(transitions.succeedLate, { compute: { sentAt: "counted" } }) } }];
  });

/** A recipient is noted once; what proves takes the place of what informs. */
const noteReturned = (send: { readonly _id: ObjectId; readonly userId: ObjectId }, one: BouncedRecipient) => {
  const others = { $filter: { input: { $ifNull: ["$bounces", []] }, cond: { $ne: ["$$this.email", { $literal: one.email }] } } };
  const bounces = { $concatArrays: [others, [{ $literal: one }]] };
  const first = {
    filter: { ...send, "bounces.email": { $ne: one.email } },
    update: [{ $set: { bounces, ...recordEvent("send.bounced") } }],
  };
  const informed = { ...send, bounces: { $elemMatch: { email: one.email, unproven: true as const } } };
  return [{ updateOne: first }, ...(one.unproven ? [] : [{ updateOne: { filter: informed, update: [{ $set: { bounces } }] } }])];
};

/** replied_at is the earliest answer's, bounced_at the earliest failure's; both in the transaction of the message (G18). The first answer is an event, and the first failure of each recipient. */
export const stampSends = async (
  { database, session, lease }: Page,
  mails: readonly DecidedMail[],
  { joined }: ThreadPlan,
): Promise<void> => {
  const userId = oid(lease.userId);
  const stamps = mails.flatMap(({ message, concerns, stamp, bounce, returned = [] }): AnyBulkWriteOperation<SendDocument>[] => {
    if (!concerns || !stamp) return [];
    const send = { _id: oid(concerns.id), userId };
    const at = message.receivedAt;
    if (stamp === "replied") {
      const first = {
        filter: { ...send, repliedAt: { $exists: false } },
        update: [{ $set: { repliedAt: at, ...recordEvent("send.replied") } }],
      };
      return [{ updateOne: first }, { updateOne: { filter: { ...send, repliedAt: { $gt: at } }, update: { $set: { repliedAt: at } } } }];
    }
    if (stamp === "complained") {
      const complained = { complainedAt: at, ...recordEvent("send.complained") };
      return [{ updateOne: { filter: { ...send, complainedAt: { $exists: false } }, update: [{ $set: complained }] } }];
    }
    const bounced = { bouncedAt: at, bounceReason: { $literal: bounce?.reason ?? "" } };
    const first = { filter: { ...send, bouncedAt: { $exists: false } }, update: [{ $set: bounced }] };
    return [
      ...returned.flatMap((one) => noteReturned(send, { ...one, at })),
      { updateOne: first },
      { updateOne: { filter: { ...send, bouncedAt: { $gt: at } }, update: [{ $set: bounced }] } },
    ];
  });
  const joins = joined.map(({ sendId, threadId }): AnyBulkWriteOperation<SendDocument> => ({
    updateOne: { filter: { _id: oid(sendId), userId }, update: { $set: { threadId: oid(threadId), uncounted: true } } },
  }));
  const all = [...settleUnknown(userId, mails), ...stamps, ...joins];
  if (all.length > 0) await sendsOf(database).bulkWrite(all, { session });
};
