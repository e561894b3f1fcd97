/** A proxy before an IMAP server, with a script that reads along and changes what the client hears. */
import { connect, createServer, type Socket } from "node:net";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";

/** Where the conversation stands: the how-many-th answer of the connection this is (a literal belongs to its line), and to which command. */
export interface Point {
  readonly index: number;
  readonly command: string;
}

/** What the client hears instead of an answer (latin1, with line ends). */
export type Script = (answer: string, point: Point) => readonly string[];

const asItIs: Script = (answer) => [answer];

/** Splits what a server sends into answers, each a line with the literals that belong to it. */
const answersOf = (onAnswer: (answer: string) => void) => {
  let input = "";
  return (chunk: Buffer) => {
    input += chunk.toString("latin1");
    for (let from = 0; ;) {
      const end = input.indexOf("\r\n", from);
      if (end < 0) return;
      const literal = /\{(\d+)\}$/.exec(input.slice(Math.max(from, end - 20), end));
      from = end + 2 + Number(literal?.[1] ?? 0);
      if (from > input.length) return;
      if (literal) continue;
      onAnswer(input.slice(0, from));
      input = input.slice(from);
      from = 0;
    }
  };
};

/** Starts it on 127.0.0.1, without TLS. `script` may be replaced while it runs; `stopServer` ends the server with it. */
export const startScriptedProxy = async (connectServer: () => Socket, stopServer: () => Promise<void> = async () => undefined) => {
  const state = { script: asItIs, port: 0, commands: [] as string[], answers: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.setNoDelay(true));
    const upstream = connectServer().setNoDelay(true);
    let command = "";
    let index = 0;
    const answer = answersOf((text) => {
      const point = { index, command };
      index += 1;
      state.answers = index;
      for (const said of state.script(text, point)) client.write(said, "latin1");
    });
    client.on("data", (chunk) => {
      command = chunk.toString("latin1").replace(/^\S+ /, "").trim();
      state.commands.push(command);
      upstream.write(chunk);
    });
    upstream.on("data", answer);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on("close", () => (sockets.delete(client), other.destroy())).on("error", () => other.destroy());
  });
  state.port = await listenOnLoopback(server);
  const openSocket = async () => ({ socket: connect(state.port, "127.0.0.1").setNoDelay(true), address: "127.0.0.1" });
  const upgradeTls = async (socket: Socket) => socket as never;
  return Object.assign(state, {
    /** The real adapter, connected to this server. */
    reader: imapMailReader(imapConnections({ openSocket, upgradeTls })) satisfies MailReader,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      await stopServer();
    },
  });
};
