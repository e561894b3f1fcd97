import type { AnyBulkWriteOperation, ClientSession, Filter, ObjectId } from "mongodb";
import type { ChangePage, DirectoryFolder, DirectoryItem, ItemRange, MailboxPage, MailDirectory, Repair } from "../ports/mail-directory.ts";
import { type Connect, type Database, databaseNow, type IndexSpec } from "#shared/platform/mongo/database.ts";
import { given, oid } from "#shared/platform/mongo/documents.ts";

/** A folder; `round` grows with each reading from the beginning, and an item has the round in which it was seen last. */
interface FolderDocument extends Omit<DirectoryFolder, "id" | "link"> {
  _id: string;
  mailboxId: ObjectId;
  folderId: string;
  link: string;
  round: number;
  /** Whether a reading from the start is in progress. */
  isReading: boolean;
}

interface ItemDocument extends DirectoryItem {
  _id: ObjectId;
  mailboxId: ObjectId;
  folderId: string;
  round: number;
  /** The folder's `modseq` when its flags changed last; absent while it has none and never changed. */
  modseq?: number;
}

/** The collections of the directory. */
const foldersOf = (database: Database) => database.collection<FolderDocument>("graphFolders");
/** Messages, by mailbox, folder and UID. */
const directoryItemsOf = (database: Database) => database.collection<Omit<ItemDocument, "_id">>("graphItems");

/** Indexes: each message has one UID in its folder, and each UID one message; messages whose flags changed. */
export const directoryIndexes: readonly IndexSpec[] = [
  { collection: "graphFolders", keys: { mailboxId: 1 } },
  { collection: "graphItems", keys: { mailboxId: 1, folderId: 1, uid: 1 }, options: { unique: true } },
  { collection: "graphItems", keys: { mailboxId: 1, folderId: 1, id: 1 }, options: { unique: true } },
  {
    collection: "graphItems",
    keys: { mailboxId: 1, folderId: 1, modseq: 1 },
    options: { partialFilterExpression: { modseq: { $exists: true } } },
  },
];

/** Stands for a folder's id in the row that has a whole mailbox's link. */
const WHOLE = "";
const keyOf = (mailboxId: string, folderId: string): string => `${mailboxId} ${folderId}`;

/** The directory in MongoDB. */
export const mongoMailDirectory = (connect: Connect): MailDirectory => ({
  folders: async (mailboxId) => {
    const rows = await foldersOf(await connect())
      .find({ mailboxId: oid(mailboxId), folderId: { $ne: WHOLE } })
      .toArray();
    return rows.map(({ folderId: id, path, use, uidValidity, uidNext, count, link, isWhole, unlisted, modseq }) => {
      const known = given({ use, unlisted, modseq, link: link === "" ? undefined : link });
      return { id, path, uidValidity, uidNext, count, isWhole, ...known };
    });
  },
  setFolders: async (mailboxId, folders) => {
    const database = await connect();
    const uidValidity = String(Math.floor((await databaseNow(database)).getTime() / 1000));
    const empty = { uidValidity, uidNext: 1, count: 0, link: "", round: 1, isReading: true, isWhole: false };
    for (const { id, path, use } of folders) {
      const $setOnInsert = { ...empty, mailboxId: oid(mailboxId), folderId: id };
      const set = use === undefined ? { $set: { path }, $unset: { use: "" as const } } : { $set: { path, use } };
      await foldersOf(database).updateOne({ _id: keyOf(mailboxId, id) }, { ...set, $setOnInsert }, { upsert: true });
    }
    const gone = { mailboxId: oid(mailboxId), folderId: { $nin: [WHOLE, ...folders.map(({ id }) => id)] } };
    const left = await foldersOf(database)
      .find(gone, { projection: { folderId: 1 } })
      .toArray();
    if (left.length === 0) return;
    await foldersOf(database).deleteMany(gone);
    await directoryItemsOf(database).deleteMany({ mailboxId: oid(mailboxId), folderId: { $in: left.map(({ folderId }) => folderId) } });
  },
  take: async (mailboxId, folderId, page) => {
    const database = await connect();
    return database.transaction((session) => takePage({ database, session, mailboxId, folderId }, page));
  },
  restart: async (mailboxId, folderId, used) => {
    const row = { _id: keyOf(mailboxId, folderId), link: used };
    await foldersOf(await connect()).updateOne(row, { $set: { link: "", isReading: true }, $inc: { round: 1 } });
  },
  repair: async (mailboxId, folderId, repair) => {
    const database = await connect();
    await database.transaction((session) => repairFolder({ database, session, mailboxId, folderId }, repair));
  },
  find: async (mailboxId, folderId, { skip = 0, limit = 0, ...range }) => {
    const filter = { mailboxId: oid(mailboxId), folderId, ...filterOf(range) };
    const rows = directoryItemsOf(await connect()).find(filter, { projection: { _id: 0, mailboxId: 0, folderId: 0, round: 0, modseq: 0 } });
    return rows
      .sort(range.changedSince === undefined ? { uid: 1 } : { modseq: 1 })
      .skip(skip)
      .limit(limit)
      .toArray();
  },
  cursor: async (mailboxId) => {
    const { link, isWhole } = await wholeOf(await connect(), mailboxId);
    return { isWhole, ...(link !== "" && { link }) };
  },
  takeAll: async (mailboxId, page) => {
    const database = await connect();
    return database.transaction((session) => takeMailboxPage({ database, session, mailboxId, folderId: WHOLE }, page));
  },
  restartAll: async (mailboxId, used) => {
    await foldersOf(await connect()).updateOne({ _id: keyOf(mailboxId, WHOLE), link: used }, { $set: { link: "" } });
  },
  places: async (mailboxId) => {
    const projection = { _id: 0, id: 1, folderId: 1 } as const;
    const rows = directoryItemsOf(await connect()).find({ mailboxId: oid(mailboxId) }, { projection });
    return new Map((await rows.toArray()).map(({ id, folderId }) => [id, folderId]));
  },
});

/** The row with a whole mailbox's link, which is made on first use. */
const wholeOf = async (database: Database, mailboxId: string): Promise<FolderDocument> => {
  const empty = { path: WHOLE, uidValidity: "", uidNext: 0, count: 0, link: "", round: 1, isReading: true, isWhole: false };
  const $setOnInsert = { ...empty, mailboxId: oid(mailboxId), folderId: WHOLE };
  const options = { upsert: true, returnDocument: "after" } as const;
  return (await foldersOf(database).findOneAndUpdate({ _id: keyOf(mailboxId, WHOLE) }, { $setOnInsert }, options))!;
};

const filterOf = ({ above = 0, upTo, uids, ids, changedSince, since, before }: ItemRange): Filter<Omit<ItemDocument, "_id">> => ({
  ...(ids && { id: { $in: [...ids] } }),
  ...(changedSince !== undefined && { modseq: { $gt: changedSince } }),
  uid: { $gt: above, ...(upTo !== undefined && upTo !== Infinity && { $lte: upTo }), ...(uids && { $in: [...uids] }) },
  ...((since ?? before) && { receivedAt: { ...(since && { $gte: since }), ...(before && { $lt: before }) } }),
});

interface Place {
  readonly database: Database;
  readonly session: ClientSession;
  readonly mailboxId: string;
  readonly folderId: string;
}

/** The folder is written first: of two readers of one page, the second conflicts, is repeated, and finds that the link has moved. */
const takePage = async (place: Place, { used = "", next, isLast, there, gone }: ChangePage): Promise<boolean> => {
  const { database, session, mailboxId, folderId } = place;
  const key = { _id: keyOf(mailboxId, folderId), link: used };
  const folder = await foldersOf(database).findOneAndUpdate(key, { $set: { link: next } }, { session });
  if (!folder) return false;
  const { round, isReading } = folder;
  const isEnd = isReading && isLast;
  const end = isEnd ? { isReading: false, isWhole: true } : {};
  const left = isEnd ? { mailboxId: oid(mailboxId), folderId, round: { $lt: round } } : undefined;
  await applyTo(place, folder, { there, gone, left, set: end, isWhole: folder.isWhole });
  return true;
};

/**
 * The mailbox's link is written first, as a folder's is. Then each folder takes the messages that are in it now, and gives up those that are
 * elsewhere or gone.
 */
const takeMailboxPage = async (place: Place, { used = "", next = "", isEnd, there, gone }: MailboxPage): Promise<boolean> => {
  const { database, session, mailboxId } = place;
  const set = { link: next, ...(isEnd && { isWhole: true }) };
  // The round changes with each page, so that of two readers of one page the second conflicts also where the link stays.
  const changes = { $set: set, $inc: { round: 1 } };
  const whole = await foldersOf(database).findOneAndUpdate({ _id: keyOf(mailboxId, WHOLE), link: used }, changes, { session });
  if (!whole) return false;
  const now = new Map(there.map(({ folderId, item }) => [item.id, folderId]));
  const folders = await foldersOf(database)
    .find({ mailboxId: oid(mailboxId), folderId: { $ne: WHOLE } }, { session })
    .toArray();
  if (there.some(({ folderId }) => !folders.some((folder) => folder.folderId === folderId))) {
    await foldersOf(database).updateOne({ _id: keyOf(mailboxId, WHOLE) }, { $set: { link: used, isWhole: whole.isWhole } }, { session });
    return false;
  }
  const ids = [...now.keys(), ...gone];
  const among = { mailboxId: oid(mailboxId), folderId: { $in: folders.map(({ folderId }) => folderId) }, id: { $in: ids } };
  const before = await directoryItemsOf(database)
    .find(among, { session, projection: { id: 1, folderId: 1 } })
    .toArray();
  for (const folder of folders) {
    const { folderId } = folder;
    const mine = there.filter((one) => one.folderId === folderId).map(({ item }) => item);
    const left = before.filter((row) => row.folderId === folderId && now.get(row.id) !== folderId).map(({ id }) => id);
    if (mine.length + left.length === 0) continue;
    await applyTo({ ...place, folderId }, folder, { there: mine, gone: left, left: undefined, set: {}, isWhole: whole.isWhole });
  }
  return true;
};

/** The folder is written first, so that a page of changes that is taken meanwhile is repeated. */
const repairFolder = async (place: Place, { there, gone, unlisted }: Repair): Promise<void> => {
  const { database, session, mailboxId, folderId } = place;
  const folder = await foldersOf(database).findOneAndUpdate({ _id: keyOf(mailboxId, folderId) }, { $set: { unlisted } }, { session });
  if (folder) await applyTo(place, folder, { there, gone, left: undefined, set: {}, isWhole: folder.isWhole });
};

interface Applied extends Pick<ChangePage, "there" | "gone"> {
  /** The filter for items that a complete reading did not contain; undefined when none is complete. */
  readonly left: Filter<Omit<ItemDocument, "_id">> | undefined;
  readonly set: Partial<FolderDocument>;
  /** Whether it was read whole before, so that a new message counts as one whose flags changed: it may have come from another folder. */
  readonly isWhole: boolean;
}

/** Writes messages of a folder, each with one UID; flags that changed get the folder's next `modseq`. */
const applyTo = async (
  place: Place,
  { round, uidNext, modseq: before = 0 }: FolderDocument,
  { there, gone, left, set, isWhole }: Applied,
): Promise<void> => {
  const { database, session, mailboxId, folderId } = place;
  const own = { mailboxId: oid(mailboxId), folderId };
  const items = directoryItemsOf(database);
  // A page may contain the same message twice; the last entry is kept.
  const latest = new Map(there.map((item) => [item.id, item]));
  for (const id of gone) latest.delete(id);
  const known = await items
    .find({ ...own, id: { $in: [...latest.keys()] } }, { session, projection: { id: 1, seen: 1, flagged: 1 } })
    .toArray();
  const ids = new Map(known.map((row) => [row.id, row]));
  const changed = new Set(
    [...latest.values()].filter((item) => (ids.has(item.id) ? isOther(item, ids.get(item.id)!) : isWhole)).map(({ id }) => id),
  );
  const modseq = (id: string) => changed.has(id) && { modseq: before + 1 };
  const fresh = [...latest.values()].filter(({ id }) => !ids.has(id)).toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  if (fresh.length > 0) {
    const rows = fresh.map((item, at) => ({ ...item, ...own, round, uid: uidNext + at, ...modseq(item.id) }));
    await items.insertMany(rows, { session });
  }
  const updates = [...latest.values()].filter(({ id }) => ids.has(id)).map((item) => updateOf(own, item, { round, ...modseq(item.id) }));
  if (updates.length > 0) await items.bulkWrite(updates, { session, ordered: false });
  const erased = gone.length === 0 ? 0 : (await items.deleteMany({ ...own, id: { $in: [...gone] } }, { session })).deletedCount;
  const missed = left ? (await items.deleteMany(left, { session })).deletedCount : 0;
  const $set = { uidNext: uidNext + fresh.length, ...set, ...(changed.size > 0 && { modseq: before + 1 }) };
  const $inc = { count: fresh.length - erased - missed };
  await foldersOf(database).updateOne({ _id: keyOf(mailboxId, folderId) }, { $set, $inc }, { session });
};

type Flags = Pick<DirectoryItem, "seen" | "flagged">;
/** Whether a flag is another than it was, as far as it is told. */
const isOther = (now: Flags, before: Flags): boolean =>
  now.seen !== before.seen || (now.flagged !== undefined && now.flagged !== before.flagged);

const updateOf = (
  own: { readonly mailboxId: ObjectId; readonly folderId: string },
  { id, seen, flagged, draft }: Omit<DirectoryItem, "uid">,
  set: Pick<ItemDocument, "round" | "modseq">,
): AnyBulkWriteOperation<Omit<ItemDocument, "_id">> => ({
  updateOne: { filter: { ...own, id }, update: { $set: { seen, draft, ...given({ flagged }), ...set } } },
});

/** Deletes some of a mailbox's directory; false when nothing is left. */
export const eraseDirectory = async (database: Database, { _id: mailboxId }: { readonly _id: ObjectId }): Promise<boolean> => {
  await foldersOf(database).deleteMany({ mailboxId });
  const rows = await directoryItemsOf(database)
    .find({ mailboxId }, { projection: { _id: 1 } })
    .limit(500)
    .toArray();
  if (rows.length > 0) await directoryItemsOf(database).deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  return rows.length > 0;
};
