import { BSON } from "mongodb";
import { type Doc, CommandError } from "../value.ts";

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
export type Cursors = ReturnType<typeof createCursors>;
