import { BSON } from "mongodb";
import { FROM_WIRE } from "./bson.ts";
import { type Doc, notSupported } from "./errors.ts";
import { fromClient } from "./journal.ts";

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
export const readRequests = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Request> {
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
export const encodeReply = (request: Request, reply: Doc): Buffer => {
  const body = BSON.serialize(reply);
  const between = Buffer.alloc(HEADER + (request.legacy ? 20 : 5));
  between.writeInt32LE(between.length + body.length, 0);
  between.writeInt32LE(request.id, 8);
  between.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) between.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([between, body]);
};
