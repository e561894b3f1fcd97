import type { Filter, UpdateFilter } from "mongodb";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { ListedMessage, Message, MessageLocation } from "../message.ts";
import type { MessageFilter, Messages } from "../ports/messages.ts";
import type { Page } from "#shared/platform/ports.ts";
import { type Connect, type Database, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { noBodyStore, type ReadBodies } from "#shared/platform/body-store.ts";
import { wholeRows } from "#shared/platform/mongo/moved-bodies.ts";
import { fromDocument, given, oid, inMailboxes, joinedPage, pageOf } from "#shared/platform/mongo/documents.ts";
import {
  type MessageDocument,
  messageBodiesOf,
  messagesOf,
  NOT_LISTED,
  toBody,
  WITHOUT_REPORT,
  WITHOUT_SEARCH,
} from "./message-documents.ts";
import { spread, threadIdFilter } from "#shared/threads/store/thread-merges.ts";
import { countRead } from "#shared/threads/store/thread-summary.ts";
import type { FolderMoves } from "../ports/sync.ts";

const kinds: readonly InboundKind[] = ["reply", "inbound", "bulk", "bounce", "auto_reply"];

/** Mail that the mailbox sent outside this service belongs to threads, but not to the inbox. */
const received = { direction: { $exists: false } } as const;

/** The sort order of the list. */
const newestFirst = { receivedAt: -1, _id: -1 } as const;

/** The filter of a list. A filter on only one of kind and isRead lists all values of the other, so that the index on both returns rows in order. */
export const messageQuery = (
  userId: string,
  { mailboxId, mailboxIds, threadId, emailJobId, tag, kind, intent, unread, since }: MessageFilter,
): Filter<MessageDocument> => ({
  userId: oid(userId),
  ...received,
  ...inMailboxes({ mailboxId, mailboxIds }),
  ...given({
    threadId: threadId === undefined ? undefined : oid(threadId),
    emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
    tags: tag,
    intent,
    receivedAt: since && { $gte: since },
  }),
  ...((kind !== undefined || unread !== undefined) && {
    kind: kind ?? { $in: [...kinds] },
    isRead: unread === undefined ? { $in: [true, false] } : !unread,
  }),
});

/** The filter of a list, with every id of its thread. */
export const listed = async (database: Database, userId: string, filter: MessageFilter): Promise<Filter<MessageDocument>> => {
  const ofThread = filter.threadId === undefined ? {} : { threadId: await threadIdFilter(database, userId, filter.threadId) };
  return { ...messageQuery(userId, filter), ...ofThread };
};

/** The inbound messages in MongoDB; bodies that have left it are read from the store. */
export const mongoMessages = (connect: Connect, bodyStore: ReadBodies = noBodyStore): Messages => {
  const toMessage = (document: object) => fromDocument<Message>(document);
  return {
    find: async (userId, id) => {
      const found = await messagesOf(await connect()).findOne(
        { _id: oid(id), userId: oid(userId), ...received },
        { projection: WITHOUT_SEARCH },
      );
      return found ? toMessage(found) : undefined;
    },
    list: async (userId, filter, page) => {
      const database = await connect();
      const query = await listed(database, userId, filter);
      const read = (some: object, part: Page) =>
        pageOf(messagesOf(database), { ...query, ...some }, "receivedAt", part)
          .project<MessageDocument>(NOT_LISTED)
          .toArray();
      const rows = await joinedPage<MessageDocument>(filter, "receivedAt", page, read);
      return rows.map((row) => fromDocument<ListedMessage>(row));
    },
    ofThread: async (userId, thread, limit, until) => {
      const database = await connect();
      const of = {
        userId: oid(userId),
        threadId: spread(oid(thread.id), thread.aliasIds.map(oid)),
        ...(until && { receivedAt: { $lte: until } }),
      };
      const rows = messagesOf(database).find(of, { projection: WITHOUT_REPORT });
      return (await rows.sort(newestFirst).limit(limit).toArray()).map(toMessage).toReversed();
    },
    bodies: async (userId, ids) => {
      const rows = await messageBodiesOf(await connect())
        .find({ _id: { $in: ids.map(oid) }, userId: oid(userId) })
        .toArray();
      const whole = await wholeRows("messageBodies", rows, bodyStore);
      return new Map(whole.map((row) => [row._id.toHexString(), toBody(row)]));
    },
    setRead: async (userId, id, isRead) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const mine = { _id: oid(id), userId: oid(userId), ...received };
        const changed = await messagesOf(database).findOneAndUpdate(
          { ...mine, isRead: !isRead },
          { $set: { isRead } },
          { session, returnDocument: "after", projection: WITHOUT_SEARCH },
        );
        if (changed) await countRead({ database, session }, userId, String(changed.threadId), isRead ? 1 : -1);
        const found = changed ?? (await messagesOf(database).findOne(mine, { session, projection: WITHOUT_SEARCH }));
        return found ? toMessage(found) : undefined;
      });
    },
  };
};

/** How many messages' own locations are checked in one pull; the rest in the next. */
const UNSETTLED_MAX = 500;

/** The update that sets a message's new location, at which its server has it. */
export const movedTo = (to: MessageLocation): UpdateFilter<MessageDocument> => ({
  $set: { folder: to.folder, uidValidity: to.uidValidity, uid: to.uid },
  ...(to.uid !== 0 && { $unset: { copyAt: "", mayHaveMoved: "", onServer: "" } }),
});

/** Moves between folders in MongoDB. Each write requires that the message still has the location at which it was read. */
export const mongoFolderMoves = (connect: Connect): FolderMoves => {
  const at = (
    mailboxId: string,
    { path, uidValidity }: { readonly path: string; readonly uidValidity: string },
    uids: readonly number[],
  ) => ({
    mailboxId: oid(mailboxId),
    folder: path,
    uidValidity,
    uid: { $in: [...uids] },
  });
  return {
    unsettled: async ({ id }) => {
      const fields = { projection: { _id: 0, folder: 1, uidValidity: 1, uid: 1 } } as const;
      const found = messagesOf(await connect()).find({ mailboxId: oid(id), mayHaveMoved: true }, fields);
      return found.limit(UNSETTLED_MAX).toArray();
    },
    stay: async ({ id }, place, uids) => {
      await messagesOf(await connect()).updateMany({ ...at(id, place, uids), mayHaveMoved: true }, { $unset: { mayHaveMoved: "" } });
    },
    leave: async ({ id }, place, uids) => {
      const messages = messagesOf(await connect());
      const gone = await messages.find({ ...at(id, place, uids), copyAt: { $exists: true } }, { projection: { copyAt: 1 } }).toArray();
      for (const { _id, copyAt } of gone) {
        if (!copyAt) continue;
        const row = { _id, mailboxId: oid(id), copyAt };
        await messages.updateOne(row, movedTo(copyAt)).catch(async (error: unknown) => {
          // Another message is at that location now, so the copy is gone too.
          if (!isDuplicateKey(error)) throw error;
          await messages.updateOne(row, { $unset: { copyAt: "", mayHaveMoved: "" } });
        });
      }
    },
  };
};
