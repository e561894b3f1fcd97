import { BSON } from "mongodb";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Doc, FROM_WIRE, keyOf } from "./value.ts";
import { type Collection, createCollection } from "./collection.ts";
import { FILE_MARK, frameOf, readFrames, syncFolder, writeAll } from "./frames.ts";
import { type IndexContent, type IndexSpec, Slot, SUFFIX_LENGTH } from "./index.ts";

/** Changed whenever `value.ts` makes different keys: indexes are then rebuilt from the documents. */
const KEYS = 1;
const FRAME_BYTES = 1_000_000;
const FILE = "snapshot.bson";

/** The answer to a session's last retryable write or commit. */
export interface SessionReply {
  readonly session: string;
  readonly number: number;
  readonly reply: Doc;
}

/** The committed state at one moment; `generation` is the number of the first journal after it. */
export interface Snapshot {
  readonly generation: number;
  readonly collections: readonly CollectionCopy[];
  readonly sessions: readonly SessionReply[];
}
interface CollectionCopy {
  readonly ns: string;
  readonly slots: readonly Slot[];
  readonly held: readonly (Doc | Buffer)[];
  readonly indexes: readonly { readonly spec: IndexSpec; readonly held: IndexContent }[];
}
interface CollectionHead {
  readonly ns: string;
  readonly docs: number;
  readonly indexes: readonly { readonly spec: IndexSpec; readonly multikey: readonly string[]; readonly chunks: number }[];
}

/** A collection's current content by reference, because stored documents never change. */
export const copyOf = ({ namespace: ns, slots, indexes }: Collection): CollectionCopy => ({
  ns,
  slots: [...slots.values()],
  held: [...slots.values()].map(({ held }) => held),
  indexes: indexes.map((index) => ({ spec: index.spec, held: index.copy() })),
});

const u32 = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32LE(number, i * 4);
  return bytes;
};
const docFrames = function* ({ slots, held }: CollectionCopy): Generator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for (const [i, doc] of held.entries()) {
    const bytes = Buffer.isBuffer(doc) ? doc : BSON.serialize(doc);
    parts.push(u32([slots[i]?.serial ?? 0]), bytes);
    size += bytes.length;
    if (size < FRAME_BYTES && i < held.length - 1) continue;
    yield frameOf(parts);
    [parts, size] = [[], 0];
  }
};
const framesOf = function* ({ generation, collections, sessions }: Snapshot): Generator<Buffer> {
  yield frameOf([BSON.serialize({ generation, keys: KEYS, sessions: sessions.length, collections: collections.length })]);
  for (const session of sessions) yield frameOf([BSON.serialize(session)]);
  for (const copy of collections) {
    const indexes = copy.indexes.map(({ spec, held: { multikey, chunks } }) => ({ spec, multikey, chunks: chunks.length }));
    yield frameOf([BSON.serialize({ ns: copy.ns, docs: copy.slots.length, indexes } satisfies CollectionHead)]);
    yield* docFrames(copy);
    const places = new Map(copy.slots.map((slot, i) => [slot, i]));
    for (const { keys, slots } of copy.indexes.flatMap(({ held }) => held.chunks)) {
      const numbers = [keys.length, ...slots.map((slot) => places.get(slot) ?? 0), ...keys.map(({ length }) => length)];
      yield frameOf([u32(numbers), Buffer.from(keys.join(""), "latin1")]);
    }
  }
};

/**
 * Writes a snapshot beside the existing one and replaces that once it is complete and on the disk; yields after each frame. Returns its size in
 * bytes.
 */
export const writeSnapshot = async (dir: string, snapshot: Snapshot): Promise<number> => {
  const path = join(dir, FILE);
  const fd = openSync(`${path}.new`, "w", 0o600);
  let size = FILE_MARK.length;
  try {
    writeAll(fd, FILE_MARK);
    for (const frame of framesOf(snapshot)) {
      writeAll(fd, frame);
      size += frame.length;
      await nextTurn();
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${path}.new`, path);
  syncFolder(dir);
  return size;
};

const slotBytes = (bodies: Iterator<Buffer, Buffer>, docs: number) => {
  const found: { serial: number; bytes: Buffer }[] = [];
  while (found.length < docs) {
    const body = bodies.next().value;
    for (let at = 0; at < body.length;) {
      const bytes = body.subarray(at + 4, at + 4 + body.readInt32LE(at + 4));
      found.push({ serial: body.readUInt32LE(at), bytes });
      at += 4 + bytes.length;
    }
  }
  return found;
};
const chunkOf = (body: Buffer) => {
  const count = body.readUInt32LE(0);
  const text = body.toString("latin1", 4 + count * 8);
  const keys: string[] = [];
  const places: number[] = [];
  for (let i = 0, from = 0; i < count; i++) {
    const length = body.readUInt32LE(4 + (count + i) * 4);
    keys.push(text.slice(from, from + length));
    places.push(body.readUInt32LE(4 + i * 4));
    from += length;
  }
  return { keys, places };
};

const restore = (bodies: Iterator<Buffer, Buffer>, hasKeys: boolean): Collection => {
  const { ns, docs, indexes } = BSON.deserialize(bodies.next().value, FROM_WIRE) as CollectionHead;
  const stored = slotBytes(bodies, docs);
  const contents = indexes.map(({ spec, chunks, multikey }) => ({
    spec,
    multikey,
    chunks: Array.from({ length: chunks }, () => chunkOf(bodies.next().value)),
  }));
  const target = createCollection(ns);
  if (!hasKeys) {
    for (const { serial, bytes } of stored) {
      const { doc } = new Slot("", serial, bytes);
      target.put(keyOf(doc["_id"]), doc, target.changesOf(undefined, doc));
    }
    for (const { spec } of indexes.slice(1)) target.addIndex(spec);
    return target;
  }
  // The first index is the one on `_id`.
  const ids: string[] = [];
  for (const { keys, places } of contents[0]?.chunks ?? [])
    for (const [i, place] of places.entries()) ids[place] = keys[i]?.slice(0, -SUFFIX_LENGTH) ?? "";
  const slots = stored.map(({ serial, bytes }, i) => new Slot(ids[i] ?? "", serial, bytes));
  const slotsAt = (places: readonly number[]) => places.map((place) => slots[place]!);
  target.restore(
    slots,
    contents.map(({ spec, multikey, chunks }) => ({
      spec,
      held: { multikey, chunks: chunks.map(({ keys, places }) => ({ keys, slots: slotsAt(places) })) },
    })),
  );
  return target;
};

/** Reads the snapshot of a folder, if there is one; documents are parsed on first use. Throws when it is incomplete. */
export const readSnapshot = (dir: string) => {
  const path = join(dir, FILE);
  if (!existsSync(path)) return undefined;
  const file = readFileSync(path);
  const found: Buffer[] = [];
  const end = readFrames(path, file, (body) => found.push(body));
  if (end < file.length || found.length === 0)
    throw new Error(`${path} is damaged at byte ${end}: restore it, or start with an empty folder with --fresh`);
  const bodies = found.values() as Iterator<Buffer, Buffer>;
  const head = BSON.deserialize(bodies.next().value) as { generation: number; keys: number; sessions: number; collections: number };
  const sessions = Array.from({ length: head.sessions }, () => BSON.deserialize(bodies.next().value, FROM_WIRE) as SessionReply);
  const collections = Array.from({ length: head.collections }, () => restore(bodies, head.keys === KEYS));
  return { generation: head.generation, sessions, collections, bytes: file.length };
};
