import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, dirname, resolve } from "node:path";
import { StartFailure } from "./terminal.ts";

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
