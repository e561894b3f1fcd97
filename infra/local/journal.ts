import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StartFailure } from "./fail.ts";

/** An append-only file of JSON lines. Written at once, so a killed process loses nothing; not fsynced, so a power cut may. */
export interface Journal<Entry> {
  /** Throws on a full disk, with nothing written: change nothing before it. */
  append(entry: Entry): void;
  close(): void;
}

export interface JournalOptions<Entry> {
  /** Absent: nothing is kept. */
  readonly file: string | undefined;
  /** Called for each entry found, in order, before `openJournal` returns. */
  readonly replay: (entry: Entry) => void;
  /** The state as entries; the file begins anew with them when most of it is out of date, which is what keeps it from growing for ever. */
  readonly snapshot: () => Iterable<Entry>;
  /** How many entries that would be. */
  readonly size: () => number;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/** The whole lines of an open file, each with the place behind it: the file may be larger than a string can be. */
const linesOf = function* (fd: number): Generator<{ readonly line: string; readonly end: number }> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let [rest, end] = [Buffer.alloc(0), 0];
  for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      end += at + 1 - from;
      yield { line: bytes.toString("utf8", from, at), end };
      from = at + 1;
    }
    rest = bytes.subarray(from);
  }
};

const parsed = <Entry>(file: string, number: number, line: string): Entry => {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    throw new StartFailure(`${file} is damaged at line ${number}: mend it, or begin anew with --fresh`);
  }
};

/** Appends to an open file; what a full disk took of a line is cut off again. */
const appender = (fd: number, start: number) => {
  let end = start;
  return (entry: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, end + done);
    } catch (error) {
      ftruncateSync(fd, end);
      throw error;
    }
    end += bytes.length;
  };
};

/** Replays the file, begins it anew when less than half of its lines are still needed, and opens it for more. A torn last line, left by a kill, is dropped. */
export const openJournal = <Entry>({ file, replay, snapshot, size }: JournalOptions<Entry>): Journal<Entry> => {
  if (file === undefined) return { append: () => {}, close: () => {} };
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, existsSync(file) ? "r+" : "w+", 0o600);
  let [lines, length] = [0, 0];
  for (const { line, end } of linesOf(fd)) {
    replay(parsed<Entry>(file, ++lines, line));
    length = end;
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
