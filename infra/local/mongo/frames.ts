import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Collection, Transaction } from "./collection.ts";
import { type Doc, keyOf, sortDocs } from "./value.ts";
import type { Slot } from "./index.ts";
import { compileFilter } from "./match.ts";
import { type Plan, type Query, clausesOf, planQuery, pointsOf, readIndex } from "./planner.ts";

/** The start of every file of frames. A file without it is a journal of the first version, whose frames have no checksum of their length. */
export const FILE_MARK = Buffer.from("frames-2");

/**
 * The head of a frame: the body's length, its CRC-32, and the CRC-32 of these two, so that a wrong length is noticed before the data after it is
 * skipped.
 */
const HEAD = 12;
const FIRST_VERSION_HEAD = 8;

/** A frame around a body made of several parts. */
export const frameOf = (parts: readonly Uint8Array[]): Buffer => {
  const frame = Buffer.concat([Buffer.alloc(HEAD), ...parts]);
  frame.writeUInt32LE(frame.length - HEAD, 0);
  frame.writeUInt32LE(crc32(frame.subarray(HEAD)), 4);
  frame.writeUInt32LE(crc32(frame.subarray(0, 8)), 8);
  return frame;
};

/** Writes all bytes at an offset of an open file, in as many calls as needed. */
export const writeAll = (fd: number, bytes: Uint8Array, at: number | null = null): void => {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at === null ? null : at + done);
};

/** Makes changes of a folder's entries, such as a renamed file, survive a power cut. */
export const syncFolder = (dir: string): void => {
  const fd = openSync(dir, "r");
  fsyncSync(fd);
  closeSync(fd);
};

const damaged = (path: string, at: number) =>
  new Error(`${path} is damaged at byte ${at}: restore it, or start with an empty folder with --fresh`);

/** The body of the frame at `at`; undefined for a torn last frame, which a kill or a power cut leaves. Throws for a damaged one. */
const bodyAt = (path: string, file: Buffer, at: number): Buffer | undefined => {
  const isMarked = file.subarray(0, FILE_MARK.length).equals(FILE_MARK);
  const head = isMarked ? HEAD : FIRST_VERSION_HEAD;
  if (at + head > file.length) return undefined;
  if (isMarked && crc32(file.subarray(at, at + 8)) !== file.readUInt32LE(at + 8)) {
    // A file system may fill space with zeros before it writes.
    if (file.subarray(at).every((byte) => byte === 0)) return undefined;
    throw damaged(path, at);
  }
  const end = at + head + file.readUInt32LE(at);
  if (end > file.length) return undefined;
  const body = file.subarray(at + head, end);
  if (crc32(body) === file.readUInt32LE(at + 4)) return body;
  if (at > 0 && end === file.length) return undefined;
  throw damaged(path, at);
};

/**
 * Calls `read` with each complete frame's body, and returns the offset after the last one. Throws on damage, so that an empty database never replaces
 * a damaged one.
 */
export const readFrames = (path: string, file: Buffer, read: (body: Buffer) => void): number => {
  if (FILE_MARK.subarray(0, file.length).equals(file)) return 0;
  let at = file.subarray(0, FILE_MARK.length).equals(FILE_MARK) ? FILE_MARK.length : 0;
  for (;;) {
    const body = bodyAt(path, file, at);
    if (!body) return at;
    read(body);
    at = body.byteOffset - file.byteOffset + body.length;
  }
};

/** Statistics of a read, for explain. */
export interface ReadResult {
  readonly docs: readonly Doc[];
  readonly plan: Plan;
  readonly examined: number;
}

const slotsOf = (plan: Plan, collection: Collection): Iterable<Slot> => {
  if (plan.stage === "IXSCAN") return readIndex(plan);
  if (plan.stage === "COLLSCAN") return collection.slots.values();
  if (plan.stage === "IDHACK") return plan.ids.flatMap((id) => collection.slots.get(id) ?? []);
  return new Set(plan.plans.flatMap((one) => [...slotsOf(one, collection)]));
};

/** The documents that the transaction sees differently from the committed ones; only those that the filter can match, when it names their `_id`. */
const overlaid = (collection: Collection, query: Query, transaction: Transaction | undefined) => {
  const overlay = transaction?.overlays.get(collection);
  if (!overlay || overlay.own.size + overlay.past.size === 0) return undefined;
  const { own, past } = overlay;
  const points = pointsOf(clausesOf(query.filter).get("_id") ?? [])?.map(keyOf);
  const ids = new Set(points ?? [...own.keys(), ...past.keys()]);
  const docs = [...ids].map((id) => (own.has(id) ? own.get(id) : past.get(id))).filter((doc) => doc !== undefined);
  return { has: (id: string) => own.has(id) || past.has(id), docs };
};

/** Runs a query on the documents that the transaction sees or, without one, on the committed ones. */
export const readDocs = (collection: Collection, query: Query, transaction?: Transaction): ReadResult => {
  const matches = compileFilter(query.filter);
  const plan = planQuery(collection.indexes, query);
  const overlay = overlaid(collection, query, transaction);
  const sort = query.sort && Object.keys(query.sort).length > 0 ? query.sort : undefined;
  const end = query.limit ? (query.skip ?? 0) + query.limit : Infinity;
  const found: Doc[] = [];
  let examined = 0;
  for (const { id, doc } of slotsOf(plan, collection)) {
    examined++;
    if (overlay?.has(id) || !matches(doc)) continue;
    found.push(doc);
    if (found.length >= end && (plan.sorted || !sort)) break;
  }
  const extra = overlay?.docs.filter(matches) ?? [];
  const all = extra.length > 0 ? [...found, ...extra] : found;
  const sorted = sort && (!plan.sorted || extra.length > 0) ? sortDocs(all, sort) : all;
  return { docs: query.skip || end < sorted.length ? sorted.slice(query.skip ?? 0, end) : sorted, plan, examined };
};
