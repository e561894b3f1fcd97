/** An IMAP server that says any line between any two lines: the sandbox's, with a script that reads along and changes what the client hears. */
import { connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { listenOnLoopback } from "#infra/local/listen-on-loopback.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { imapConnections } from "#shared/adapters/imap/open-connection.ts";
import { imapMailReader } from "#shared/adapters/imap/mail-reader.ts";
import type { MailReader } from "#shared/domain/inbox/ports.ts";

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

/** Starts it on 127.0.0.1, without TLS; any user, the password is "sandbox". `script` may be replaced while it runs. */
export const startScriptedImap = async () => {
  const store = openMailStore();
  const authority = createAuthority();
  const accepts = (_user: string, password: string) => password === "sandbox";
  const sandbox = await startImap({ store, certificate: authority.issue(loopbackNames), accepts });
  const state = { store, script: asItIs, port: 0, commands: [] as string[], answers: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.setNoDelay(true));
    const upstream = connectTls({ host: "127.0.0.1", port: sandbox.port, rejectUnauthorized: false }).setNoDelay(true);
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
      await sandbox.stop();
      store.close();
    },
  });
};

/** A running scripted server. */
export type ScriptedImap = Awaited<ReturnType<typeof startScriptedImap>>;
