import { type ChildProcess, spawn } from "node:child_process";
import { MongoClient } from "mongodb";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A server process that is restarted when it dies. */
export interface KeptProcess {
  /** Resolves when the process died and cannot be restarted. */
  readonly lost: Promise<Error>;
  readonly stop: () => Promise<void>;
}

const MAX_RESTARTS = 5;

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once("exit", () => resolve()));

/** Ends a process and waits until it has ended. */
const stopProcess = async (child: ChildProcess): Promise<void> => {
  child.kill("SIGTERM");
  await ended(child);
};

/** Starts a process, and restarts it a few times when it ends unexpectedly. `launch` resolves when it is ready and throws when it does not start. */
export const keepRunning = async (name: string, launch: () => Promise<ChildProcess>): Promise<KeptProcess> => {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  let running = Promise.resolve(await launch());
  let [isStopping, restarts] = [false, 0];
  const watch = (child: ChildProcess): ChildProcess => {
    void ended(child).then(() => {
      if (isStopping) return;
      const how = `${name} ended unexpectedly (${child.signalCode ?? `code ${child.exitCode}`})`;
      if (++restarts > MAX_RESTARTS) return lose(new Error(`${how} for the ${restarts}th time`));
      console.error(`${how}: it is restarted`);
      running = launch().then(watch);
      running.catch((error: Error) => lose(error));
    });
    return child;
  };
  watch(await running);
  return {
    lost,
    stop: async () => {
      isStopping = true;
      await running.then(stopProcess, () => {});
    },
  };
};

/** Which MongoDB to start or use. */
export interface MongoSettings {
  /** A running server to use (`MONGODB_URI`). */
  readonly uri?: string | undefined;
  /** The mongod to start (`MONGOD_BINARY`); by default the one on the PATH, if any. */
  readonly mongodBinary?: string | undefined;
  /** The folder of the data; undefined keeps the embedded server's in memory. */
  readonly dataDir: string | undefined;
}

// Children get a separate process group, so that Ctrl-C in a terminal reaches only the parent, which stops them in order.

/** A MongoDB with transactions. `stop` ends only processes that were started here. */
export interface RunningMongo {
  readonly uri: string;
  readonly kind: MongoKind;
  readonly stop: () => Promise<void>;
  /** Resolves when a process that was started here died and cannot be restarted. */
  readonly lost: Promise<Error>;
}

/** Which MongoDB is used: the one at `MONGODB_URI`, a mongod of this machine, or the embedded one. */
export type MongoKind = "external" | "mongod" | "embedded";

const CONNECT_MS = 5_000;
const STARTUP_MS = 120_000;

/** The last output line that explains why a child ended; it says more than the exit code. */
const lastWords = (stream: Readable, read: (line: string) => string | undefined): (() => string) => {
  let last = "";
  createInterface(stream).on("line", (line) => (last = read(line) ?? last));
  return () => (last === "" ? "" : `: ${last}`);
};

/** A fatal or error line of mongod's structured log (MongoDB manual, "Log Messages"). */
const mongodError = (line: string): string | undefined => {
  try {
    const { s, msg, attr = {} } = JSON.parse(line) as { s?: string; msg?: string; attr?: Record<string, unknown> };
    if (s !== "E" && s !== "F") return undefined;
    return [msg, attr["error"], attr["message"]].filter((part) => typeof part === "string").join(": ");
  } catch {
    return undefined;
  }
};

const useExternal = async (uri: string): Promise<RunningMongo> => {
  if (!/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/.test(uri)) throw new Error("MONGODB_URI must name the database: mongodb://host/NAME");
  const client = new MongoClient(uri, /serverSelectionTimeoutMS=/i.test(uri) ? {} : { serverSelectionTimeoutMS: CONNECT_MS });
  try {
    await client.db("admin").command({ ping: 1 });
  } catch (error) {
    throw new Error(`MONGODB_URI: no MongoDB answers at ${uri.replace(/\/\/[^@/]*@/, "//")}: ${String(error)}`, { cause: error });
  } finally {
    await client.close();
  }
  return { uri, kind: "external", stop: () => Promise.resolve(), lost: new Promise(() => {}) };
};

/** A TCP port of loopback that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/**
 * The files of a dropped collection are deleted when no snapshot needs them; this makes that soon, so that the port suites' databases do not use up
 * the open files.
 */
const SHORT_HISTORY = ["--setParameter", "minSnapshotHistoryWindowInSeconds=5", "--syncdelay", "5"];

/** Starts a replica set with one member and waits until it is primary, because transactions need one. */
const launchMongod = async (binary: string, dataDir: string, port: number): Promise<ChildProcess> => {
  const flags = ["--replSet", "rs0", "--bind_ip", "127.0.0.1", "--port", String(port), "--dbpath", dataDir, ...SHORT_HISTORY];
  const child = spawn(binary, flags, { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const why = lastWords(child.stdout, mongodError);
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${binary} does not start: ${error.message}`)));
    child.once("close", (code) => reject(new Error(`${binary} ended with code ${code} before it was ready${why()}`)));
  });
  failed.catch(() => {});
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, { serverSelectionTimeoutMS: STARTUP_MS });
  const becomePrimary = async () => {
    const admin = client.db("admin");
    const config = { _id: "rs0", members: [{ _id: 0, host: `127.0.0.1:${port}` }] };
    await admin.command({ replSetInitiate: config }).catch((error: { codeName?: string }) => {
      if (error.codeName !== "AlreadyInitialized") throw error;
      return admin.command({ replSetReconfig: { ...config, version: Date.now() % 2 ** 31 }, force: true });
    });
    while ((await admin.command({ hello: 1 }))["isWritablePrimary"] !== true) await sleep(50);
  };
  try {
    await Promise.race([becomePrimary(), failed]);
  } catch (error) {
    await stopProcess(child);
    throw error;
  } finally {
    await client.close();
  }
  return child;
};

const startMongod = async (binary: string, dataDir: string): Promise<RunningMongo> => {
  const port = await freePort();
  mkdirSync(dataDir, { recursive: true });
  // A mongod may run as a different user, who must be able to traverse the parent folder.
  const above = dirname(dataDir);
  chmodSync(above, statSync(above).mode | 0o011);
  const kept = await keepRunning("mongod", () => launchMongod(binary, dataDir, port));
  return { uri: `mongodb://127.0.0.1:${port}/test?replicaSet=rs0`, kind: "mongod", ...kept };
};

const launchEmbedded = async (port: string, dataDir: string | undefined) => {
  const server = fileURLToPath(new URL("server.ts", import.meta.url));
  const data = dataDir === undefined ? [] : ["--data", dataDir];
  const child = spawn(process.execPath, [server, "--port", port, ...data], { stdio: ["pipe", "pipe", "pipe"], detached: true });
  const why = lastWords(child.stderr, (line) => (/^\s*(?:at |node:|\^|$)/.test(line) ? undefined : line));

  const taken = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve(line.replace("ready ", "")));
    child.once("close", (code) => reject(new Error(`the embedded MongoDB ended with code ${code} before it was ready${why()}`)));
  });
  child.stderr.pipe(process.stderr);
  return { child, taken };
};

const startEmbedded = async (dataDir: string | undefined): Promise<RunningMongo> => {
  // A restarted server uses the same port, where the driver looks for it.
  let port = "0";
  const kept = await keepRunning("the embedded MongoDB", async () => {
    if (port !== "0" && dataDir === undefined)
      throw new Error("the embedded MongoDB ended, and its data, which was only in memory, is lost");
    const { child, taken } = await launchEmbedded(port, dataDir);
    port = taken;
    return child;
  });
  return { uri: `mongodb://127.0.0.1:${port}/test?replicaSet=rs0`, kind: "embedded", ...kept };
};

const onPath = (): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((dir) => join(dir, "mongod"))
    .find(existsSync);

/** Which MongoDB these settings choose: the one named, else a mongod of this machine, else the embedded server. */
export const mongoKind = ({ uri, mongodBinary = onPath() }: Pick<MongoSettings, "uri" | "mongodBinary">): MongoKind =>
  uri ? "external" : mongodBinary ? "mongod" : "embedded";

/** Starts or finds the MongoDB to use (`mongoKind`). Throws a one-line error when it cannot. */
export const startMongo = async ({ uri, mongodBinary = onPath(), dataDir }: MongoSettings): Promise<RunningMongo> => {
  if (uri) return useExternal(uri);
  if (mongodBinary) return startMongod(mongodBinary, dataDir ?? fail());
  return startEmbedded(dataDir);
};
const fail = (): never => {
  throw new Error("a mongod needs a data folder");
};
