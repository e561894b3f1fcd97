import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartFailure } from "./terminal.ts";
import { createHash } from "node:crypto";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";

/**
 * An append-only file of JSON lines. Lines are written at once, so a killed process loses nothing; they are not fsynced, so a power cut may lose
 * some.
 */
export interface Journal<Entry> {
  /** Throws on a full disk, with nothing written; so change the state only afterwards. */
  append(entry: Entry): void;
  close(): void;
}

/** The options of a journal. */
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

/** The socket of a folder's holder. Its name is a hash, because a socket's path has at most 107 bytes. */
const socketOf = (path: string): string => {
  const name = `email-service-${createHash("sha256")
    .update(existsSync(path) ? realpathSync(path) : path)
    .digest("hex")
    .slice(0, 24)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
};

/**
 * The id of the process that runs a system in the folder; undefined for none. It asks the process itself, because a lock file would outlive a crash.
 */
export const holderOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = connect(socketOf(path));
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.once("error", () => resolve(undefined));
    socket.once("end", () => resolve(Number(text)));
  });

const listen = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(socketOf(path), () => resolve(true));
  });

/** A folder locked for this process; the operating system releases it when the process dies. */
interface FolderLock {
  release(): void;
}

/** Locks the folder, or returns the id of the process that has it. When two processes take over a dead one's folder at once, one wins. */
const lockFolder = async (path: string): Promise<FolderLock | number> => {
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.unref();
  if (!(await listen(server, path))) {
    const holder = await holderOf(path);
    if (holder !== undefined) return holder;
    rmSync(socketOf(path), { force: true });
    await listen(server, path);
  }
  const winner = await holderOf(path);
  if (winner === process.pid) return { release: () => void server.close() };
  server.close();
  return winner ?? 0;
};

/** The folder with the local system's state; one running system at a time holds it. */
export interface DataFolder {
  readonly path: string;
  /** Reads a JSON file of the folder; undefined when it does not exist. Throws StartFailure with the file's name when it cannot be read. */
  read<T>(name: string): T | undefined;
  /** Writes a JSON file that only its owner can read, because it may contain keys. */
  write(name: string, value: unknown): void;
  /** Moves the folder's content aside for a fresh start. */
  putAside(): void;
  /** Ends a fresh start: the old content is deleted when the system runs, and restored when it does not. */
  settle(started: boolean): void;
  release(): void;
}

/** The file that marks a folder as ours; a folder without it is never emptied or written to. */
const MARKER = ".email-service";
const MARKER_TEXT = "The local email service keeps its state in this folder; npm start -- --fresh empties it.\n";
const ASIDE = ".before-fresh";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Not `recursive`: Node then loops for ever where the kernel answers with ENOENT, as below /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
};

const prepare = (path: string): void => {
  const isForeign = existsSync(path) && !existsSync(join(path, MARKER)) && readdirSync(path).length > 0;
  if (isForeign) throw new StartFailure(`${path} contains files that are not this service's: give an empty or a new folder with --data`);
  try {
    makeFolder(path);
    writeFileSync(join(path, MARKER), MARKER_TEXT);
  } catch (error) {
    throw new StartFailure(`the data folder ${path} cannot be written: ${messageOf(error)}`);
  }
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartFailure(`${file} cannot be read (${messageOf(error)}): repair it, or start with an empty folder with --fresh`);
  }
};

const contents = (path: string): readonly string[] => readdirSync(path).filter((name) => name !== MARKER && name !== ASIDE);

const moveAll = (from: string, to: string): void => {
  for (const name of contents(from)) renameSync(join(from, name), join(to, name));
};

/** Opens the data folder; throws StartFailure when it is not ours, not writable or in use. */
export const openDataFolder = async (folder: string): Promise<DataFolder> => {
  const path = resolve(folder);
  const lock: FolderLock | number = await lockFolder(path);
  if (typeof lock === "number")
    throw new StartFailure(`the data folder ${path} is in use by process ${lock}: stop it, or give another with --data`);
  const aside = join(path, ASIDE);
  const bringBack = () => {
    if (!existsSync(aside)) return;
    for (const name of contents(path)) rmSync(join(path, name), { recursive: true, force: true });
    moveAll(aside, path);
    rmSync(aside, { recursive: true });
  };
  try {
    prepare(path);
    // Restores the old content when a fresh start was killed before the system ran.
    bringBack();
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    path,
    read: <T>(name: string) => (existsSync(join(path, name)) ? (readJson(join(path, name)) as T) : undefined),
    write: (name, value) => writeFileSync(join(path, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }),
    putAside: () => {
      mkdirSync(aside);
      moveAll(path, aside);
    },
    settle: (started) => {
      if (started) rmSync(aside, { recursive: true, force: true });
      else bringBack();
    },
    release: () => lock.release(),
  };
};
