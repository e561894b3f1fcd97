import type { Changes, PendingChange, ServerFlags } from "../ports/messages.ts";
import type { Message, MessageLocation, ServerChange } from "../message.ts";
import { pushEvents } from "#shared/events/store/event-documents.ts";
import { type Connect, type Database, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newToken, oid } from "#shared/platform/mongo/documents.ts";
import { snakeCase } from "#shared/api/wire.ts";
import { countRead } from "#shared/threads/store/thread-summary.ts";
import { type MessageDocument, messagesOf, WITHOUT_SEARCH } from "./message-documents.ts";
import { movedTo } from "./messages.ts";

const names = ["isRead", "isFlagged", "folder"] as const;

type ShownState = ServerChange & Pick<Partial<Message>, "serverState" | "serverReason">;

/** The event of a change, with the message's state after it. */
const changedEvent = (changed: readonly string[], by: "api" | "server", state: ShownState) => {
  return pushEvents({ type: "message.changed", facts: { changed: changed.map(snakeCase), by, ...state } });
};

const shownState = ({ isRead, isFlagged = false, folder }: MessageDocument): ShownState => ({ isRead, isFlagged, folder });

/** The fields that a request changes; after a failure all that it names. */
const changedFields = (
  { isRead, isFlagged = false, folder, wish, serverState }: MessageDocument,
  asked: ServerChange,
): (keyof ServerChange)[] => {
  const current: Required<ServerChange> = { isRead, isFlagged, folder: wish?.folder ?? (folder === "INBOX" ? "inbox" : folder) };
  return names.filter((name) => asked[name] !== undefined && (asked[name] !== current[name] || serverState === "failed"));
};

/** The update for a request that changes these fields. */
const askedUpdate = (before: MessageDocument, asked: ServerChange, changed: readonly (keyof ServerChange)[], at: Date | undefined) => {
  const { isRead, isFlagged } = asked;
  const flags = given({ isRead, isFlagged });
  if (!at) return { $set: flags };
  const wish = { ...before.wish, ...Object.fromEntries(changed.map((name) => [name, asked[name]])) };
  return {
    $set: { ...flags, wish: { ...wish, token: newToken(), at, dueAt: at, attempts: 0 }, serverState: "pending" as const },
    $unset: { serverReason: "" as const, serverWish: "" as const },
    ...changedEvent(changed, "api", { ...shownState(before), ...flags, serverState: "pending" }),
  };
};

type FlaggedRow = Pick<MessageDocument, "_id" | "isRead" | "isFlagged" | "folder" | "wish" | "threadId" | "userId">;

/** Sets the server's flags on a message, except those for which a wish waits; false when that changes nothing. */
const takeFlags = (database: Database, row: FlaggedRow, flags: ServerFlags): Promise<boolean> => {
  const differing = (["isRead", "isFlagged"] as const).filter(
    (name) => flags[name] !== undefined && flags[name] !== (row[name] ?? false) && row.wish?.[name] === undefined,
  );
  if (differing.length === 0) return Promise.resolve(false);
  const set = Object.fromEntries(differing.map((name) => [name, flags[name]]));
  const asRead = Object.fromEntries(differing.map((name) => [`wish.${name}`, { $exists: false }]));
  return database.transaction(async (session) => {
    const update = { $set: set, ...changedEvent(differing, "server", { ...shownState(row as MessageDocument), ...set }) };
    const own = { _id: row._id, isRead: row.isRead, ...asRead };
    const { modifiedCount } = await messagesOf(database).updateOne(own, update, { session });
    if (modifiedCount > 0 && differing.includes("isRead"))
      await countRead({ database, session }, String(row.userId), String(row.threadId), flags.isRead ? 1 : -1);
    return modifiedCount > 0;
  });
};

/** How many messages are looked up at a time. */
const CHUNK = 500;
const chunked = (uids: readonly number[]): readonly number[][] =>
  Array.from({ length: Math.ceil(uids.length / CHUNK) }, (_, n) => uids.slice(n * CHUNK, (n + 1) * CHUNK));

/** A place that no message has, because it is not known. */
const unknownPlace = (id: string, folder: string): MessageLocation => ({ folder, uidValidity: id, uid: 0 });

/** The changes of messages in MongoDB. */
export const mongoChanges = (connect: Connect): Changes => {
  const mine = ({ id, wish: { token } }: PendingChange) => ({ _id: oid(id), "wish.token": token });
  return {
    ask: async (userId, id, asked, forServer) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const messages = messagesOf(database);
        const own = { _id: oid(id), userId: oid(userId), direction: { $exists: false } };
        const before = await messages.findOne(own, { session, projection: WITHOUT_SEARCH });
        if (!before) return undefined;
        const changed = changedFields(before, asked);
        if (changed.length === 0) return fromDocument<Message>(before);
        const update = askedUpdate(before, asked, changed, forServer);
        const after = await messages.findOneAndUpdate(own, update, { session, returnDocument: "after", projection: WITHOUT_SEARCH });
        if (after && after.isRead !== before.isRead)
          await countRead({ database, session }, userId, String(after.threadId), after.isRead ? 1 : -1);
        return after ? fromDocument<Message>(after) : undefined;
      });
    },
    due: async ({ id }, now, most) => {
      const projection = { folder: 1, uidValidity: 1, uid: 1, messageId: 1, dedupeKey: 1, copyAt: 1, wish: 1 } as const;
      const rows = messagesOf(await connect()).find({ mailboxId: oid(id), "wish.dueAt": { $lte: now } }, { projection });
      const found = await rows.sort({ "wish.dueAt": 1 }).limit(most).toArray();
      return found.map((row) => fromDocument<PendingChange>(row));
    },
    begin: async (change, dueAt) => {
      const next = { $set: { "wish.dueAt": dueAt }, $inc: { "wish.attempts": 1 } };
      return (await messagesOf(await connect()).updateOne(mine(change), next)).matchedCount > 0;
    },
    take: async (mailbox, place, flags) => {
      const database = await connect();
      const changed: string[] = [];
      for (const uids of chunked([...flags.keys()])) {
        const at = { mailboxId: oid(mailbox.id), folder: place.path, uidValidity: place.uidValidity, uid: { $in: uids } };
        const projection = { uid: 1, isRead: 1, isFlagged: 1, folder: 1, wish: 1, threadId: 1, userId: 1, serverState: 1 } as const;
        const rows = await messagesOf(database)
          .find({ ...at, direction: { $exists: false } }, { projection })
          .toArray();
        for (const row of rows) if (await takeFlags(database, row, flags.get(row.uid)!)) changed.push(row._id.toHexString());
      }
      return changed;
    },
    settle: async (change, outcome) => {
      const messages = messagesOf(await connect());
      const { at } = outcome;
      if (at) {
        const own = { _id: oid(change.id) };
        const isKnown = at.uid !== 0 && at.uidValidity !== "";
        await messages.updateOne(own, movedTo(isKnown ? at : unknownPlace(change.id, at.folder))).catch(async (error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          await messages.updateOne(own, movedTo(unknownPlace(change.id, at.folder)));
        });
      }
      const before = await messages.findOne(mine(change), { projection: { isRead: 1, isFlagged: 1, folder: 1 } });
      if (!before) return;
      const { isRead, isFlagged, folder } = change.wish;
      const reason = outcome.state === "failed" ? { serverReason: outcome.reason } : {};
      const refused = outcome.state === "failed" ? { serverWish: given({ isRead, isFlagged, folder }) } : {};
      const state = { serverState: outcome.state, ...reason };
      const changed = [...(at && at.folder !== change.folder ? ["folder"] : []), "serverState"];
      await messages.updateOne(mine(change), {
        $set: { ...state, ...refused },
        $unset: { wish: "" },
        ...changedEvent(changed, "server", { ...shownState(before), ...state }),
      });
    },
  };
};
