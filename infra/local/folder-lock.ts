import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
export interface FolderLock {
  release(): void;
}

/** Locks the folder, or returns the id of the process that has it. When two processes take over a dead one's folder at once, one wins. */
export const lockFolder = async (path: string): Promise<FolderLock | number> => {
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
