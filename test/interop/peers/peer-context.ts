import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "#infra/local/socket-input.ts";

/** The ports of all peers, on 127.0.0.1. */
export interface PeerPorts {
  /** Dovecot: IMAP with TLS, IMAP with STARTTLS, submission with STARTTLS and AUTH, LMTP. */
  readonly imaps: number;
  readonly imap: number;
  readonly submission: number;
  readonly lmtp: number;
  /** Postfix, and the two sinks behind it that refuse for good and for now. */
  readonly smtp: number;
  readonly refusingHard: number;
  readonly refusingSoft: number;
  /** The OAuth server (HTTPS) and its introspection for Dovecot (HTTP). */
  readonly oauth: number;
  readonly introspect: number;
}

/** What every peer is started with: one folder for all of them, readable by their users, with `cert.pem` and `key.pem`. */
export interface PeerContext {
  readonly dir: string;
  readonly ports: PeerPorts;
}

/** A started server. */
export interface Peer {
  stop(): Promise<void>;
}

/** Ports that were free a moment ago, each another. */
export const freePorts = async (): Promise<PeerPorts> => {
  const holders: Server[] = [];
  const free = async () => {
    const holder = createServer();
    holders.push(holder);
    return listenOnLoopback(holder);
  };
  const ports: PeerPorts = {
    imaps: await free(),
    imap: await free(),
    submission: await free(),
    lmtp: await free(),
    smtp: await free(),
    refusingHard: await free(),
    refusingSoft: await free(),
    oauth: await free(),
    introspect: await free(),
  };
  await Promise.all(holders.map((holder) => new Promise((done) => holder.close(done))));
  return ports;
};

/** Runs a command to its end; throws with what it wrote to stderr. */
export const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ["ignore", "pipe", "pipe"] });
};

/** Starts a server that stays in the foreground. */
export const launch = (command: string, ...args: readonly string[]): ChildProcess =>
  spawn(command, args, { stdio: "ignore", detached: true });

/** Ends a launched server; its process group follows if it lingers, as Dovecot's children may for half a minute. */
export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const group = -child.pid;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => process.kill(group, "SIGKILL"), 2000);
  await exited;
  clearTimeout(late);
};

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  const open = await new Promise<boolean>((done) => socket.once("connect", () => done(true)).once("error", () => done(false)));
  socket.destroy();
  return open;
};

/** The peer once it listens on the port; if it does not within ten seconds it is stopped and this throws. */
export const ready = async (peer: Peer, port: number, what: string): Promise<Peer> => {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(50)) if (await listens(port)) return peer;
  await peer.stop();
  throw new Error(`${what} does not answer on port ${port}`);
};
