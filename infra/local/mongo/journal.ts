import { BSON } from "mongodb";
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, truncateSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type Doc, FROM_WIRE } from "./value.ts";
import { FILE_MARK, frameOf, readFrames, syncFolder, writeAll } from "./frames.ts";
import type { IndexSpec } from "./index.ts";
import type { SessionReply } from "./snapshot.ts";

/** The changed and the removed fields of a document. */
export interface Change {
  readonly set: Doc;
  readonly gone: readonly string[];
}

/** The change from one document to another; undefined when applying it would give a different order of fields. */
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

/** One change in the journal. */
export type Entry =
  | { readonly ns: string; readonly put: Doc }
  | { readonly ns: string; readonly id: unknown; readonly change: Change }
  | { readonly ns: string; readonly del: unknown }
  | { readonly ns: string; readonly index: IndexSpec }
  | { readonly ns: string; readonly unindex: string }
  | { readonly ns: string; readonly create: true }
  | { readonly ns: string; readonly drop: true }
  | SessionReply;

/** The bytes in which clients sent documents; the journal copies them unchanged, once. */
const cameAs = new WeakMap<Doc, Buffer>();
/** Reads a document from a client's bytes, which the journal may keep. */
export const fromClient = (bytes: Buffer): Doc => {
  const doc: Doc = BSON.deserialize(bytes, FROM_WIRE);
  cameAs.set(doc, bytes);
  return doc;
};

/** The journal of the changes since the snapshot. */
export interface Journal {
  /** Adds an entry to the next flush. */
  readonly add: (entry: Entry) => void;
  /** Writes all entries so far as one frame, so that a killed process does not lose them. Throws on a full disk and keeps them. */
  readonly flush: () => void;
  /** Starts the next journal file and returns its generation: a snapshot of this moment replaces all earlier files. */
  readonly rotate: () => number;
  /** Deletes the files before a generation, once a snapshot replaces them. */
  readonly dropBefore: (generation: number) => void;
  /** How many bytes a start would replay. */
  readonly behind: () => number;
}

/** The bytes of an empty document (bsonspec.org). */
const EMPTY_BYTES = 5;

/** `{ ns, put }` as BSON, with the document's bytes in place of an empty one's. */
const putAround = (ns: string, doc: Buffer): readonly Uint8Array[] => {
  const around = Buffer.from(BSON.serialize({ ns, put: {} }));
  around.writeInt32LE(around.length - EMPTY_BYTES + doc.length, 0);
  return [around.subarray(0, -EMPTY_BYTES - 1), doc, around.subarray(-1)];
};

const bytesOf = (entry: Entry): readonly Uint8Array[] => {
  if (!("put" in entry)) return [BSON.serialize(entry)];
  const { ns, put } = entry;
  const came = cameAs.get(put);
  // Keeping it longer would keep the whole request in memory.
  cameAs.delete(put);
  return came ? putAround(ns, came) : [BSON.serialize({ ns, put })];
};

const OLDEST = "journal.bson";
const nameOf = (generation: number): string => (generation === 0 ? OLDEST : `journal-${generation}.bson`);
const generationOf = (name: string): number | undefined => {
  const [, number] = /^journal-([1-9]\d*)\.bson$/.exec(name) ?? [];
  return name === OLDEST ? 0 : number === undefined ? undefined : Number(number);
};

/** The journals to read, in order. Throws when one is missing, because its changes would be lost silently. */
const generationsFrom = (dir: string, snapshot: number | undefined): readonly number[] => {
  const all = readdirSync(dir).flatMap((name) => generationOf(name) ?? []);
  for (const old of all) if (old < (snapshot ?? 0)) unlinkSync(join(dir, nameOf(old)));
  const found = all.filter((generation) => generation >= (snapshot ?? 0)).toSorted((a, b) => a - b);
  if (snapshot === undefined && found.length === 0) return [];
  // The first journal is number 0 of the first version, or number 1 of an empty database.
  const first = snapshot ?? (found[0] === 0 ? 0 : 1);
  const gap = [...found.keys(), 0].find((i) => found[i] !== first + i);
  if (gap === undefined) return found;
  const missing = snapshot === undefined && gap === 0 ? "snapshot.bson" : nameOf(first + gap);
  throw new Error(`${join(dir, missing)} is missing beside other data: restore it, or start with an empty folder with --fresh`);
};

/** Replays one journal and cuts its torn end, which only the last may have; returns its length. */
const readJournal = (path: string, isLast: boolean, replay: (entry: Entry) => void): number => {
  const file = readFileSync(path);
  const end = readFrames(path, file, (body) => {
    for (let at = 0; at < body.length; at += body.readInt32LE(at))
      replay(BSON.deserialize(body.subarray(at, at + body.readInt32LE(at)), FROM_WIRE) as Entry);
  });
  if (end < file.length && !isLast)
    throw new Error(`${path} is damaged at byte ${end}: restore it, or start with an empty folder with --fresh`);
  truncateSync(path, end);
  return end;
};

/** Opens a file to append frames; a new file gets its mark. */
const appendTo = (path: string) => {
  const fd = openSync(path, existsSync(path) ? "r+" : "w+", 0o600);
  let end = fstatSync(fd).size;
  /** A full disk may write part of it: nothing is counted then, and the next write starts at the same offset. */
  const append = (bytes: Uint8Array) => {
    writeAll(fd, bytes, end);
    end += bytes.length;
  };
  if (end < FILE_MARK.length) {
    end = 0;
    append(FILE_MARK);
  }
  return { append, close: () => closeSync(fd) };
};

/**
 * Opens the journal in a folder: replays what is newer than the snapshot with this generation (undefined: there is none), and appends at its end.
 * Data is written but not fsynced: it survives the process, not a power cut.
 */
export const openJournal = (dir: string | undefined, snapshot: number | undefined, replay: (entry: Entry) => void): Journal => {
  if (dir === undefined) return { add: () => {}, flush: () => {}, rotate: () => 0, dropBefore: () => {}, behind: () => 0 };
  const found = generationsFrom(dir, snapshot);
  let behind = 0;
  for (const generation of found) behind += readJournal(join(dir, nameOf(generation)), generation === found.at(-1), replay);
  // The first version's journal is only read; frames of this version go to the next one.
  let current = Math.max(found.at(-1) ?? 0, 1);
  let file = appendTo(join(dir, nameOf(current)));
  let pending: Entry[] = [];

  const flush = () => {
    if (pending.length === 0) return;
    const bytes = frameOf(pending.flatMap(bytesOf));
    file.append(bytes);
    behind += bytes.length;
    pending = [];
  };
  return {
    add: (entry) => void pending.push(entry),
    flush,
    rotate: () => {
      flush();
      const next = appendTo(join(dir, nameOf(current + 1)));
      file.close();
      [file, current, behind] = [next, current + 1, 0];
      syncFolder(dir);
      return current;
    },
    dropBefore: (generation) => {
      for (const name of readdirSync(dir)) if ((generationOf(name) ?? generation) < generation) unlinkSync(join(dir, name));
    },
    behind: () => behind,
  };
};
