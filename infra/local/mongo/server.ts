import { createServer, type Server, type Socket, type AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { adminCommands } from "./commands/admin.ts";
import type { Command } from "./commands/call.ts";
import { createCursors } from "./commands/cursors.ts";
import { handshakeCommands } from "./commands/handshake.ts";
import { readCommands } from "./commands/read.ts";
import { writeCommands } from "./commands/write.ts";
import { type Doc, CommandError } from "./errors.ts";
import { createSessions } from "./sessions.ts";
import { openStore } from "./store.ts";
import { sweepExpired } from "./ttl.ts";
import { encodeReply, readRequests } from "./wire.ts";

const COMMANDS: Record<string, Command> = { ...handshakeCommands, ...readCommands, ...writeCommands, ...adminCommands };
const SWEEP_MS = 2_000;

const errorReply = (error: unknown): Doc => {
  const known = error instanceof CommandError ? error : new CommandError(8, "UnknownError", String(error));
  const labels = known.labels.length > 0 ? { errorLabels: known.labels } : {};
  return { ok: 0, errmsg: known.message, code: known.code, codeName: known.codeName, ...labels, ...known.extra };
};

/** Serves MongoDB's wire protocol on loopback with the data in a folder, or in memory only; port 0 uses a free one. */
export const serve = async (port: number, dir: string | undefined): Promise<{ port: number; server: Server }> => {
  const store = openStore(dir);
  const cursors = createCursors();
  const sessions = createSessions(store);
  let address = "";

  let isStuck = false;
  /** Throws while the disk is full: an answer would confirm data that a killed process loses. */
  const flush = () => {
    try {
      store.flush();
    } catch (error) {
      if (!isStuck) console.error(`the embedded MongoDB cannot write its journal, and answers nothing until it can: ${String(error)}`);
      isStuck = true;
      throw error;
    }
    if (isStuck) console.error("the embedded MongoDB writes its journal again");
    isStuck = false;
  };

  const run = async (body: Doc): Promise<Doc> => {
    const [name = ""] = Object.keys(body);
    const command = COMMANDS[name];
    // A driver may connect even while the disk is full.
    const settle = name in handshakeCommands ? () => {} : flush;
    settle();
    try {
      const call = { store, cursors, address, db: String(body["$db"]), body, now: new Date() };
      return await sessions.run(call, name, command);
    } catch (error) {
      return errorReply(error);
    } finally {
      settle();
    }
  };
  const sweep = () => {
    sessions.sweep();
    cursors.sweep();
    try {
      flush();
      sweepExpired(store);
      flush();
    } catch {
      // logged already; the next sweep tries again
    }
  };
  const attend = async (socket: Socket) => {
    socket.setNoDelay(true);
    try {
      for await (const request of readRequests(socket)) {
        const reply = await run(request.body);
        if (request.wantsReply && !socket.destroyed) socket.write(encodeReply(request, reply));
      }
    } catch {
      socket.destroy(); // a client that disconnected or speaks another protocol; or a full disk, where the outcome is unknown
    }
  };
  const server = createServer((socket) => void attend(socket));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const taken = (server.address() as AddressInfo).port;
  address = `127.0.0.1:${taken}`;
  setInterval(sweep, SWEEP_MS);
  return { port: taken, server };
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: "string" }, data: { type: "string" } } });
  try {
    const { port } = await serve(Number(values.port ?? 0), values.data);
    console.log(`ready ${port}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  // The process that started this one holds the other end: when it dies, this one ends.
  process.stdin.on("end", () => process.exit(0)).resume();
}
