import { CommandError, type Doc, FROM_WIRE, keyOf, notSupported } from "./value.ts";
import { readDocs } from "./frames.ts";
import { type Store, openStore } from "./store.ts";
import { BSON } from "mongodb";
import { fromClient } from "./journal.ts";
import { createServer, type Server, type Socket, type AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { adminCommands, handshakeCommands } from "./commands/admin.ts";
import { type Command, createCursors } from "./commands/call.ts";
import { readCommands } from "./commands/read.ts";
import { writeCommands } from "./commands/write.ts";
import { createSessions } from "./sessions.ts";

const MAX_AT_ONCE = 1000;

/**
 * Deletes documents that have expired by TTL indexes (`expireAfterSeconds`), except those locked by an open transaction; a server does this every
 * minute.
 */
const sweepExpired = (store: Store): void => {
  for (const collection of store.collections.values()) {
    for (const { spec } of collection.indexes) {
      const path = Object.keys(spec.key)[0];
      if (spec.expireAfterSeconds === undefined || path === undefined) continue;
      const expired = { [path]: { $lt: new Date(Date.now() - spec.expireAfterSeconds * 1000) } };
      const filter = spec.partialFilterExpression ? { $and: [expired, spec.partialFilterExpression] } : expired;
      for (const { _id } of readDocs(collection, { filter, limit: MAX_AT_ONCE }).docs)
        if (!store.isHeld(collection, keyOf(_id))) store.write(collection, keyOf(_id), undefined, undefined);
    }
  }
};

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER = 16;
const MAX_MESSAGE_BYTES = 48_000_000;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

/** One request of a client: its command as a document, and whether it expects an answer. */
export interface Request {
  readonly id: number;
  /** True for the one old message type (OP_QUERY) with which a driver opens a connection. */
  readonly legacy: boolean;
  readonly wantsReply: boolean;
  readonly body: Doc;
}

const parse = (bytes: Buffer): Doc => BSON.deserialize(bytes, FROM_WIRE);
const documentAt = (message: Buffer, at: number): Buffer => message.subarray(at, at + message.readInt32LE(at));

const decodeMessage = (message: Buffer): Request => {
  const flags = message.readUInt32LE(HEADER);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences: Doc = {};
  let body: Doc = {};
  for (let at = HEADER + 4; at < end;) {
    const kind = message[at++];
    const sectionEnd = at + message.readInt32LE(at);
    if (kind === 0) body = parse(message.subarray(at, sectionEnd));
    else {
      const name = message.indexOf(0, at + 4);
      const docs: Doc[] = [];
      for (let doc = name + 1; doc < sectionEnd; doc += message.readInt32LE(doc)) docs.push(fromClient(documentAt(message, doc)));
      sequences[message.toString("utf8", at + 4, name)] = docs;
    }
    at = sectionEnd;
  }
  return { id: message.readInt32LE(4), legacy: false, wantsReply: (flags & MORE_TO_COME) === 0, body: { ...body, ...sequences } };
};
const decode = (message: Buffer): Request => {
  const operation = message.readInt32LE(12);
  if (operation === OP_MSG) return decodeMessage(message);
  if (operation !== OP_QUERY) throw notSupported(`wire operation ${operation}`);
  const query = message.indexOf(0, HEADER + 4) + 9;
  return { id: message.readInt32LE(4), legacy: true, wantsReply: true, body: { ...parse(documentAt(message, query)), $db: "admin" } };
};

/** Splits a connection's bytes into requests; throws on bytes that are no MongoDB message. */
const readRequests = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Request> {
  let chunks: Buffer[] = [];
  let [held, wanted] = [0, HEADER];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      wanted = all.readInt32LE(0);
      if (wanted < HEADER || wanted > MAX_MESSAGE_BYTES) throw notSupported(`a message of ${wanted} bytes`);
      chunks = [all];
      if (held < wanted) break;
      yield decode(all.subarray(0, wanted));
      chunks = [all.subarray(wanted)];
      held -= wanted;
      wanted = HEADER;
    }
  }
};

/** The answer to a request, in the message type of the request. */
const encodeReply = (request: Request, reply: Doc): Buffer => {
  const body = BSON.serialize(reply);
  const between = Buffer.alloc(HEADER + (request.legacy ? 20 : 5));
  between.writeInt32LE(between.length + body.length, 0);
  between.writeInt32LE(request.id, 8);
  between.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) between.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([between, body]);
};

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
