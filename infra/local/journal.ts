import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StartFailure } from "./fail.ts";

/** An append-only file of JSON lines. Written at once, so a killed process loses nothing; not fsynced, so a power cut may. */
export interface Journal<Entry> {
  append(entry: Entry): void;
  close(): void;
}

export interface JournalOptions<Entry> {
  /** Absent: nothing is kept. */
  readonly file: string | undefined;
  /** Called for each entry found, in order, before `openJournal` returns. */
  readonly replay: (entry: Entry) => void;
  /** The state as entries; the file begins anew with them, which is what keeps it from growing for ever. */
  readonly snapshot: () => Iterable<Entry>;
}

const parsed = <Entry>(file: string, number: number, line: string): Entry => {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    throw new StartFailure(`${file} is damaged at line ${number}: mend it, or begin anew with --fresh`);
  }
};

/** Replays the file, rewrites it as a snapshot and opens it for more. A torn last line, left by a kill, is dropped. */
export const openJournal = <Entry>({ file, replay, snapshot }: JournalOptions<Entry>): Journal<Entry> => {
  if (file === undefined) return { append: () => {}, close: () => {} };
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) {
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    for (const [index, line] of lines.entries()) replay(parsed<Entry>(file, index + 1, line));
  }
  const fd = openSync(`${file}.new`, "w", 0o600);
  const append = (entry: Entry) => {
    writeSync(fd, `${JSON.stringify(entry)}\n`);
  };
  for (const entry of snapshot()) append(entry);
  renameSync(`${file}.new`, file);
  return { append, close: () => closeSync(fd) };
};
