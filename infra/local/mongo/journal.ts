import { BSON } from "mongodb";
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Doc } from "./errors.ts";
import type { IndexSpec } from "./index.ts";

/** What of a document's fields is new, and which went. */
export interface Change {
  readonly set: Doc;
  readonly gone: readonly string[];
}

/** The change from one document to another; undefined where it would not give the fields in their order. */
export const changeOf = (before: Doc, after: Doc): Change | undefined => {
  const names = Object.keys(after);
  const [kept, gone] = [Object.keys(before).filter((name) => name in after), Object.keys(before).filter((name) => !(name in after))];
  const made = [...kept, ...names.filter((name) => !(name in before))];
  if (made.some((name, i) => name !== names[i])) return undefined;
  return { set: Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value)), gone };
};

/** The document after a change. */
export const changed = (before: Doc, { set, gone }: Change): Doc => ({
  ...Object.fromEntries(Object.entries(before).filter(([name]) => !gone.includes(name))),
  ...set,
});

/** One change, as the journal keeps it. */
export type Entry =
  | { readonly ns: string; readonly put: Doc }
  | { readonly ns: string; readonly id: unknown; readonly change: Change }
  | { readonly ns: string; readonly del: unknown }
  | { readonly ns: string; readonly index: IndexSpec }
  | { readonly ns: string; readonly unindex: string }
  | { readonly ns: string; readonly create: true }
  | { readonly ns: string; readonly drop: true }
  | { readonly session: string; readonly number: number; readonly reply: Doc };

/** How BSON comes in: numbers as numbers, binary data as Binary, so that a value goes out as it came. */
export const FROM_WIRE = { promoteBuffers: false, promoteLongs: true, promoteValues: true } as const;

/** The bytes in which documents came from a client: the journal takes them as they are, once. */
const cameAs = new WeakMap<Doc, Buffer>();
/** Reads a document from a client's bytes, which the journal may keep. */
export const fromClient = (bytes: Buffer): Doc => {
  const doc: Doc = BSON.deserialize(bytes, FROM_WIRE);
  cameAs.set(doc, bytes);
  return doc;
};

export interface Journal {
  /** Keeps an entry for the next flush. */
  readonly add: (entry: Entry) => void;
  /** Hands all entries so far to the operating system as one frame: after it a killed process loses nothing of them. */
  readonly flush: () => void;
}

/** The bytes of an empty document (bsonspec.org). */
const EMPTY_BYTES = 5;

/** `{ ns, put }` as BSON, with the document's own bytes in the place of an empty one's. */
const putAround = (ns: string, doc: Buffer): readonly Uint8Array[] => {
  const around = Buffer.from(BSON.serialize({ ns, put: {} }));
  around.writeInt32LE(around.length - EMPTY_BYTES + doc.length, 0);
  return [around.subarray(0, -EMPTY_BYTES - 1), doc, around.subarray(-1)];
};

const bytesOf = (entry: Entry): readonly Uint8Array[] => {
  if (!("put" in entry)) return [BSON.serialize(entry)];
  const { ns, put } = entry;
  const came = cameAs.get(put);
  // What is kept longer would hold the whole request in memory.
  cameAs.delete(put);
  return came ? putAround(ns, came) : [BSON.serialize({ ns, put })];
};

const frame = (entries: readonly Entry[]): Buffer => {
  const whole = Buffer.concat([Buffer.alloc(8), ...entries.flatMap(bytesOf)]);
  const body = whole.subarray(8);
  whole.writeUInt32LE(body.length, 0);
  whole.writeUInt32LE(crc32(body), 4);
  return whole;
};
const writeAll = (fd: number, bytes: Buffer) => {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
};

/**
 * Gives each entry of the whole frames to `replay` and returns where they end and how many there were. A torn last frame, which a kill or a power
 * cut leaves, is left out. Any other frame with a wrong sum is damage, and throws: an empty database must never stand in for a broken one.
 */
const readFrames = (path: string, file: Buffer, replay: (entry: Entry) => void): { end: number; entries: number } => {
  let [end, entries] = [0, 0];
  while (end + 8 <= file.length) {
    const body = file.subarray(end + 8, end + 8 + file.readUInt32LE(end));
    if (body.length < file.readUInt32LE(end)) break;
    if (crc32(body) !== file.readUInt32LE(end + 4)) {
      if (end > 0 && end + 8 + body.length === file.length) break;
      throw new Error(`${path} is damaged at byte ${end}: restore it, or begin anew`);
    }
    for (let at = 0; at < body.length; at += body.readInt32LE(at), entries++)
      replay(BSON.deserialize(body.subarray(at, at + body.readInt32LE(at)), FROM_WIRE) as Entry);
    end += 8 + body.length;
  }
  return { end, entries };
};

/**
 * Opens the journal in a folder: replays it, cuts a torn tail, and writes it anew from `snapshot` when most of it is out of date.
 * Written, not fsynced: it survives the process, not a power cut.
 */
export const openJournal = (dir: string | undefined, replay: (entry: Entry) => void, snapshot: () => readonly Entry[]): Journal => {
  if (dir === undefined) return { add: () => {}, flush: () => {} };
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "journal.bson");
  const { end, entries } = readFrames(path, existsSync(path) ? readFileSync(path) : Buffer.alloc(0), replay);
  const live = snapshot();
  if (entries > live.length * 2) {
    const fresh = openSync(`${path}.new`, "w", 0o600);
    for (let i = 0; i < live.length; i += 1000) writeAll(fresh, frame(live.slice(i, i + 1000)));
    closeSync(fresh);
    renameSync(`${path}.new`, path);
  } else if (existsSync(path)) {
    const cut = openSync(path, "r+");
    ftruncateSync(cut, end);
    closeSync(cut);
  }
  const fd = openSync(path, "a", 0o600);
  let pending: Entry[] = [];
  const flush = () => {
    if (pending.length > 0) writeAll(fd, frame(pending));
    pending = [];
  };
  return { add: (entry) => void pending.push(entry), flush };
};
