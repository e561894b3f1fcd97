import { createServer, type TLSSocket } from "node:tls";
import type { ServerCertificate } from "../../certificates.ts";
import { listenOnLoopback, readSocket, type SocketInput } from "../../socket-input.ts";
import type { MailStore } from "../mail-store.ts";
import { CAPABILITY, mailboxCommands, text } from "./mailbox-commands.ts";
import { messageCommands } from "./message-commands.ts";
import { literalAt, parseArguments, type RawCommand, type Session, tellChanges } from "./session.ts";

/**
 * The sandbox's IMAP server (IMAP4rev1, implicit TLS). We wrote one because hoodiecrow-imap keeps one mailbox for all users and supports neither
 * HIGHESTMODSEQ in STATUS nor CHANGEDSINCE.
 */

const MAX_LITERAL_BYTES = 64 * 1024 * 1024;
/** Responses are collected up to this size, bytes, so that a FETCH of many small messages does not cost a write for each. */
const FLUSH_BYTES = 64 * 1024;

const readCommand = async (input: SocketInput, send: Session["send"]): Promise<RawCommand | undefined> => {
  const lines: string[] = [];
  const literals: string[] = [];
  for (;;) {
    const line = (await input.takeUntil("\r\n"))?.toString("latin1");
    if (line === undefined) return undefined;
    lines.push(line);
    const literal = literalAt(line);
    if (literal === undefined) return { lines, literals };
    if (literal.size > MAX_LITERAL_BYTES) return undefined;
    if (literal.waits) await send("+ go ahead\r\n");
    const octets = await input.take(literal.size);
    if (octets === undefined) return undefined;
    literals.push(octets.toString("latin1"));
  }
};

const perform = async (session: Session, command: RawCommand): Promise<string> => {
  const [tag, name, ...args] = parseArguments(command);
  const verb = text(name).toUpperCase();
  const [full, rest] = verb === "UID" ? [`UID ${text(args[0]).toUpperCase()}`, args.slice(1)] : [verb, args];
  const run = mailboxCommands[full] ?? messageCommands[full];
  if (run === undefined) return `${text(tag)} BAD unknown command\r\n`;
  const answer = await run(session, rest);
  if (!["FETCH", "STORE", "SEARCH"].includes(full)) await tellChanges(session);
  return `${text(tag)} ${answer}\r\n`;
};

const converse = async (socket: TLSSocket, store: MailStore, accepts: Session["accepts"]): Promise<void> => {
  let gathered: Buffer[] = [];
  let size = 0;
  let wake = () => {};
  socket.on("drain", () => wake()).on("close", () => wake());
  /** False when the client reads more slowly than we write. */
  const flush = (): boolean => {
    const octets = Buffer.concat(gathered);
    [gathered, size] = [[], 0];
    return octets.length === 0 || socket.write(octets);
  };
  const session: Session = {
    store,
    accepts,
    input: readSocket(socket, flush),
    async send(...octets) {
      for (const piece of octets) {
        const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
        gathered.push(bytes);
        size += bytes.length;
      }
      if (size > FLUSH_BYTES && !flush() && !socket.destroyed) await new Promise<void>((done) => (wake = done));
    },
  };
  await session.send(`* OK [CAPABILITY ${CAPABILITY}] sandbox ready\r\n`);
  for (;;) {
    const command = await readCommand(session.input, session.send);
    if (command === undefined) break;
    const [tag = "*", verb] = command.lines[0]?.split(" ") ?? [];
    if (verb?.toUpperCase() === "LOGOUT") {
      await session.send(`* BYE see you\r\n${tag} OK bye\r\n`);
      break;
    }
    const answer = await perform(session, command).catch((error: Error) => `${tag} BAD ${error.message}\r\n`);
    await session.send(answer);
  }
  flush();
  socket.end();
};

/** Starts the server on 127.0.0.1 at a free port, or at `port`. */
export const startImap = async (options: {
  readonly store: MailStore;
  readonly certificate: ServerCertificate;
  readonly accepts: Session["accepts"];
  readonly port?: number;
}): Promise<{ port: number; stop(): Promise<void> }> => {
  const sockets = new Set<TLSSocket>();
  const server = createServer(options.certificate, (socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    converse(socket, options.store, options.accepts).catch(() => socket.destroy());
  });
  return {
    port: await listenOnLoopback(server, options.port),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
