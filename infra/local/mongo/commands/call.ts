import { BSON } from "mongodb";
import { CommandError, type Doc, notSupported } from "../value.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../store.ts";
import { Locked, type Transaction } from "../collection.ts";

const MAX_BATCH_BYTES = 12_000_000;
const DEFAULT_BATCH = 101;
const IDLE_MS = 600_000;

interface Cursor {
  readonly namespace: string;
  readonly docs: readonly Doc[];
  at: number;
  usedAt: number;
}

/** The open cursors: complete results, returned in batches. */
export const createCursors = () => {
  const open = new Map<number, Cursor>();
  let lastId = 0;

  const batch = (cursor: Cursor, size: number): Doc[] => {
    const docs: Doc[] = [];
    for (let bytes = 0; cursor.at < cursor.docs.length && docs.length < size; cursor.at++) {
      const doc = cursor.docs[cursor.at] ?? {};
      bytes += BSON.calculateObjectSize(doc);
      if (docs.length > 0 && bytes > MAX_BATCH_BYTES) break;
      docs.push(doc);
    }
    return docs;
  };
  return {
    /** The first answer to find or aggregate. */
    first: (namespace: string, docs: readonly Doc[], batchSize: unknown, single = false): Doc => {
      const cursor = { namespace, docs, at: 0, usedAt: Date.now() };
      const firstBatch = batch(cursor, batchSize === undefined ? DEFAULT_BATCH : Number(batchSize));
      const more = cursor.at < docs.length && !single;
      if (more) open.set(++lastId, cursor);
      return { cursor: { firstBatch, id: BSON.Long.fromNumber(more ? lastId : 0), ns: namespace }, ok: 1 };
    },
    /** The next answer; code 43 when the cursor no longer exists. */
    next: (id: number, batchSize: unknown): Doc => {
      const cursor = open.get(id);
      if (!cursor) throw new CommandError(43, "CursorNotFound", `cursor id ${id} not found`);
      cursor.usedAt = Date.now();
      const nextBatch = batch(cursor, batchSize === undefined ? Infinity : Number(batchSize));
      const more = cursor.at < cursor.docs.length;
      if (!more) open.delete(id);
      return { cursor: { nextBatch, id: BSON.Long.fromNumber(more ? id : 0), ns: cursor.namespace }, ok: 1 };
    },
    kill: (id: number): boolean => open.delete(id),
    /** Closes cursors that were not used for ten minutes. */
    sweep: () => {
      for (const [id, { usedAt }] of open) if (Date.now() - usedAt > IDLE_MS) open.delete(id);
    },
  };
};
type Cursors = ReturnType<typeof createCursors>;

/** One command with its context: its document, its database, and its transaction. */
export interface Call {
  readonly store: Store;
  readonly cursors: Cursors;
  /** `127.0.0.1:port`, the server's address for drivers. */
  readonly address: string;
  readonly db: string;
  readonly body: Doc;
  readonly transaction: Transaction | undefined;
  /** The time of `$$NOW` and `$currentDate` throughout the command. */
  readonly now: Date;
}
/** A command of the server: returns its answer, or throws CommandError. */
export type Command = (call: Call) => Doc | Promise<Doc>;

/** The namespace of a command such as `{find: "sends"}`. */
export const namespaceOf = ({ db, body }: Call, command: string): string => `${db}.${String(body[command])}`;

/** Throws for options that would change the answer and are not implemented, instead of ignoring them. */
export const refuseOptions = (options: Doc): void => {
  for (const name of ["collation", "let", "tailable", "min", "max", "returnKey", "showRecordId", "encryptionInformation"])
    if (options[name] !== undefined && options[name] !== false) throw notSupported(`the option ${name}`);
};

/** Runs one statement; when a document is locked by an open transaction, waits for its end, or for `maxTimeMS`, and runs the statement again. */
export const whenUnlocked = async <T>({ store, body }: Call, statement: () => T): Promise<T> => {
  const { maxTimeMS } = body;
  const late = async () => {
    await pause(Number(maxTimeMS), undefined, { ref: false });
    throw new CommandError(50, "MaxTimeMSExpired", "operation exceeded time limit");
  };
  for (;;) {
    try {
      return statement();
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      store.flush();
      await (maxTimeMS === undefined ? error.holder.ended : Promise.race([error.holder.ended, late()]));
    }
  }
};
