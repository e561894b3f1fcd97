import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "#infra/local/mongo/start-mongo.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Document, MongoClient } from "mongodb";

/** One mongod of a replica set; signals go to its own process only. */
export interface Member {
  readonly port: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  ended(): Promise<void>;
  /** Starts it again on its port and data; resolves when it answers. */
  start(): Promise<void>;
  /** An administrative command to this member; throws when it does not answer. */
  command(command: Document): Promise<Document>;
}

/** A replica set of real mongods on loopback. */
export interface RealMongo {
  /** Names one member, from which a driver learns the others; for `new URL`, which takes no list of hosts. */
  readonly uri: string;
  /** Names every member, and a database. */
  uriOf(database: string): string;
  readonly members: readonly Member[];
  /** The member that says it is primary; tries for 30 s. */
  primary(): Promise<Member>;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const untilIn = async <T>(look: () => Promise<T | undefined>, ms = 30_000): Promise<T> => {
  for (const until = Date.now() + ms; ; await sleep(100)) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error("the replica set does not come up");
  }
};

const member = (binary: string, port: number, dataDir: string, flags: readonly string[]): Member & { close(): Promise<void> } => {
  let child: ChildProcess | undefined;
  let exit: Promise<void> = Promise.resolve();
  const limits = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 20_000 };
  const spawnOnce = () => {
    const network = ["--replSet", "rs0", "--bind_ip", "127.0.0.1", "--port", String(port), "--dbpath", dataDir];
    const started = spawn(binary, [...network, "--wiredTigerCacheSizeGB", "0.5", ...flags], { stdio: "ignore" });
    child = started;
    exit = new Promise((done) => {
      started.once("exit", () => done());
      started.once("error", () => done());
    });
  };
  const command = async (document: Document) => {
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, limits);
    try {
      return await client.db("admin").command(document);
    } finally {
      await client.close();
    }
  };
  return {
    port,
    kill: (signal) => void child?.kill(signal),
    ended: () => exit,
    start: async () => {
      spawnOnce();
      await untilIn(async () => {
        // Wine sometimes gives up when two programs start at once.
        if (child?.exitCode !== null || child.signalCode !== null) spawnOnce();
        return command({ ping: 1 });
      }, START_MS);
    },
    command,
    close: async () => {
      for (const signal of ["SIGCONT", "SIGKILL"] as const) child?.kill(signal);
      await exit;
    },
  };
};

/** Starts a replica set of `size` members with `flags`; elections take 2 s. */
export const startRealMongo = async (binary: string, size: number, flags: readonly string[] = []): Promise<RealMongo> => {
  const folders: string[] = [];
  // Not one within another: the mongod of the tests runs as a user of its own.
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "real-mongod-"));
    folders.push(made);
    return made;
  };
  const members: ReturnType<typeof member>[] = [];
  const stop = async () => {
    await Promise.all(members.map((each) => each.close()));
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  };
  const primary = () =>
    Promise.any(
      members.map((each) => untilIn(async () => ((await each.command({ hello: 1 }))["isWritablePrimary"] === true ? each : undefined))),
    );
  try {
    for (let index = 0; index < size; index += 1) members.push(member(binary, await freePort(), folder(), flags));
    for (const each of members) await each.start();
    const config = members.map(({ port }, index) => ({ _id: index, host: `127.0.0.1:${port}` }));
    await members[0]?.command({ replSetInitiate: { _id: "rs0", members: config, settings: { electionTimeoutMillis: 2_000 } } });
    await primary();
  } catch (error) {
    await stop();
    throw error;
  }
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`);
  return {
    uri: `mongodb://${hosts[0]}/?replicaSet=rs0`,
    uriOf: (database) => `mongodb://${hosts.join(",")}/${database}?replicaSet=rs0`,
    members,
    primary,
    stop,
  };
};
