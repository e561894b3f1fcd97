import type { SyncLease } from "../../pull/sync-state.ts";
import type { BodyDays } from "#shared/platform/mongo/retention.ts";
import type { Transaction } from "#shared/threads/store/thread-documents.ts";
import type { PageSends, PageSuppressions } from "../../ports/open-page.ts";
import type { SendEffect } from "../../ingest/send-effects.ts";
import type { OwnSend } from "../../ingest/prepared-mail.ts";
import { fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { updateBy, whichMay, putInThread } from "#shared/sending/store/apply-transition.ts";
import type { ReadBodies } from "#shared/platform/body-store.ts";
import { ITS_PLACE, wholeRows } from "#shared/platform/mongo/moved-bodies.ts";
import { sendBodiesOf, sendsOf } from "#shared/sending/store/send-documents.ts";
import { suppressionKey } from "#shared/suppressions/suppression.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import { addSuppressions } from "#shared/suppressions/store/suppressions.ts";

/** The transaction of a page of a mailbox's mail. */
export interface PageTransaction extends Transaction {
  readonly lease: Pick<SyncLease, "id" | "userId">;
  readonly bodyDays: BodyDays;
  readonly bodyStore: ReadBodies;
}

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
  tags: 1,
  sentAt: 1,
  createdAt: 1,
  repliedAt: 1,
  complainedAt: 1,
  bouncedAt: 1,
  bounceReason: 1,
  bounces: 1,
} as const satisfies Record<Exclude<keyof OwnSend, "id">, 1>;

/** The sends of a page's mailbox in MongoDB. */
export const pageSends = ({ database, session, lease, bodyStore }: PageTransaction): PageSends => {
  const userId = oid(lease.userId);
  const own = { userId, mailboxId: oid(lease.id) };
  const sends = sendsOf(database);
  const fields = { session, projection: ownSendFields };
  return {
    named: async ({ messageIds, providerMessageIds, ids }) => {
      // Each branch uses an index.
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
    body: async (id) => {
      const projection = { ...ITS_PLACE, text: 1, html: 1 };
      const row = await sendBodiesOf(database).findOne({ _id: oid(id), userId }, { session, projection });
      return (await wholeRows("sendBodies", row ? [row] : [], bodyStore))[0];
    },
    note: (notes) => applySendEffects({ database, session }, lease.userId, notes),
    join: async (joined) => {
      const writes = joined.map(({ sendId, threadId }) => ({
        updateOne: { filter: { _id: oid(sendId), userId }, update: putInThread(oid(threadId)) },
      }));
      if (writes.length > 0) await sends.bulkWrite(writes, { session });
    },
  };
};

/** Applies moves to an account's sends in order, within a transaction. */
export const applySendEffects = async ({ database, session }: Transaction, user: string, notes: readonly SendEffect[]): Promise<void> => {
  const userId = oid(user);
  const writes = notes.map(({ sendId, move, change }) => ({
    updateOne: { filter: { _id: oid(sendId), userId, ...whichMay(move) }, update: updateBy(move, change) },
  }));
  if (writes.length > 0) await sendsOf(database).bulkWrite(writes, { session });
};

/** The most sends that are read for one address. */
const SENDS_MAX = 200;

/** The account's suppressed addresses, within a transaction. */
export const pageSuppressions = (transaction: Transaction, user: string): PageSuppressions => {
  const { database, session } = transaction;
  const userId = oid(user);
  return {
    wanted: async () => {
      const projection = { suppressBounced: 1, suppressComplained: 1, suppressAsked: 1 };
      const account = await usersOf(database).findOne({ _id: userId }, { session, projection });
      return {
        bounced: account?.suppressBounced === true,
        complained: account?.suppressComplained !== false,
        asked: account?.suppressAsked === true,
      };
    },
    recentBounces: async (email, since) => {
      const sent = { userId, recipient: suppressionKey(email), createdAt: { $gte: since }, bouncedAt: { $exists: true } };
      const rows = sendsOf(database).find(sent, { session, projection: { bounces: 1 } });
      return (await rows.sort({ createdAt: -1 }).limit(SENDS_MAX).toArray()).map(({ bounces = [] }) => bounces);
    },
    add: async (addresses) => void (await addSuppressions(transaction, userId, addresses)),
  };
};
