import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartFailure } from "./fail.ts";

/** Where the local system keeps its state; one running system at a time holds it. */
export interface DataFolder {
  readonly path: string;
  /** Reads a JSON file of the folder; undefined when it is not there. */
  read<T>(name: string): T | undefined;
  /** Writes a JSON file that only its owner reads: it may hold keys. */
  write(name: string, value: unknown): void;
  release(): void;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Not `recursive`: Node tries for ever where the kernel refuses with ENOENT, as below /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
};

/** Opens the data folder, emptied first when `fresh`; throws StartFailure when it cannot be written or is in use. */
export const openDataFolder = (folder: string, fresh: boolean): DataFolder => {
  const path = resolve(folder);
  const lock = join(path, "running.pid");
  const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw new StartFailure(`the data folder ${path} is in use by process ${holder}: stop it, or give another with --data`);
  try {
    if (fresh) rmSync(path, { recursive: true, force: true });
    makeFolder(path);
    writeFileSync(lock, String(process.pid));
  } catch (error) {
    throw new StartFailure(`the data folder ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    path,
    read: <T>(name: string) => (existsSync(join(path, name)) ? (JSON.parse(readFileSync(join(path, name), "utf8")) as T) : undefined),
    write: (name, value) => writeFileSync(join(path, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }),
    release: () => rmSync(lock, { force: true }),
  };
};
