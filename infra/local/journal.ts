import { closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StartFailure } from "./terminal.ts";

/**
 * An append-only file of JSON lines. Lines are written at once, so a killed process loses nothing; they are not fsynced, so a power cut may lose
 * some.
 */
export interface Journal<Entry> {
  /** Throws on a full disk, with nothing written; so change the state only afterwards. */
  append(entry: Entry): void;
  close(): void;
}

export interface JournalOptions<Entry> {
  /** Absent: nothing is stored. */
  readonly file: string | undefined;
  /** Called for each stored entry, in order, before `openJournal` returns. */
  readonly replay: (entry: Entry) => void;
  /** The state as entries. The file is rewritten with them when most of it is out of date, so that it does not grow for ever. */
  readonly snapshot: () => Iterable<Entry>;
  /** Parses a line, where JSON.parse would do too much; throws when it is invalid. */
  readonly parse?: (line: Buffer) => Entry;
  /** How many entries the snapshot would have. */
  readonly size: () => number;
}

const CHUNK_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

/** The complete lines of an open file, each with the offset after it: the file may be larger than a string can be. A line's bytes may be kept. */
const linesOf = function* (fd: number): Generator<{ readonly line: Buffer; readonly end: number }> {
  const { size } = fstatSync(fd);
  let rest: Buffer = Buffer.alloc(0);
  for (let [at, end] = [0, 0]; at < size;) {
    const bytes = Buffer.allocUnsafe(rest.length + Math.min(CHUNK_BYTES, size - at));
    rest.copy(bytes);
    const read = readSync(fd, bytes, rest.length, bytes.length - rest.length, at);
    if (read === 0) return;
    at += read;
    const filled = bytes.subarray(0, rest.length + read);
    let from = 0;
    for (let to = filled.indexOf(NEWLINE); to >= 0; to = filled.indexOf(NEWLINE, from)) {
      end += to + 1 - from;
      yield { line: filled.subarray(from, to), end };
      from = to + 1;
    }
    rest = filled.subarray(from);
  }
};

const parseLine = <Entry>(line: Buffer): Entry => JSON.parse(line.toString()) as Entry;

/** Appends to an open file. A full disk may write part of a line: it is not counted, and the next line starts at the same offset. */
const appender = (fd: number, start: number) => {
  let end = start;
  return (entry: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, end + done);
    end += bytes.length;
  };
};

/**
 * Replays the file, rewrites it when less than half of its lines are still needed, and opens it for appending. A torn last line, left by a kill, is
 * dropped.
 */
export const openJournal = <Entry>({ file, replay, snapshot, size, parse = parseLine }: JournalOptions<Entry>): Journal<Entry> => {
  if (file === undefined) return { append: () => {}, close: () => {} };
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, existsSync(file) ? "r+" : "w+", 0o600);
  let [lines, length] = [0, 0];
  for (const { line, end } of linesOf(fd)) {
    lines += 1;
    length = end;
    let entry: Entry;
    try {
      entry = parse(line);
    } catch {
      throw new StartFailure(`${file} is damaged at line ${lines}: repair it, or start with an empty folder with --fresh`);
    }
    replay(entry);
  }
  if (lines <= size() * 2) {
    ftruncateSync(fd, length);
    return { append: appender(fd, length), close: () => closeSync(fd) };
  }
  closeSync(fd);
  const fresh = openSync(`${file}.new`, "w", 0o600);
  const append = appender(fresh, 0);
  for (const entry of snapshot()) append(entry);
  renameSync(`${file}.new`, file);
  return { append, close: () => closeSync(fresh) };
};
