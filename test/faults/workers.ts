import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ApiServer } from "#test/support/api-sending.ts";
import type { ImapServer } from "#test/support/sync-world.ts";
import type { Mutant } from "./mutants.ts";
import type { Point } from "./points.ts";
import type { PullPoint } from "./pull-worker.ts";

/** What a worker process is told to do: deliver a mailbox's due mail, or pull it, and stop or die at a point on the way. */
export interface Order {
  readonly mailbox: Mailbox;
  /** Whether the mailbox is read from the database each time, as it is then. */
  readonly isStored?: true;
  /** The server to pull from. */
  readonly imap?: ImapServer;
  /** Its provider's HTTP interface, where the mailbox sends over that. */
  readonly api?: ApiServer | undefined;
  readonly leaseMs?: number;
  readonly fault?: {
    readonly point: Point | PullPoint;
    /** At its n-th passage, from 1. */ readonly passage: number;
    readonly signal: "SIGKILL" | "SIGSTOP";
  };
  readonly mutant?: Mutant | undefined;
  /** Added to the worker's clock. */
  readonly clockSkewMs?: number;
}

/** How a worker ended. */
export interface Ending {
  readonly signal: NodeJS.Signals | null;
  readonly error?: string | undefined;
}

/** A worker process. */
export interface Worker {
  readonly pid: number;
  /** Delivers, and answers when done or when the process has ended. */
  run(order: Order): Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has stopped itself by SIGSTOP; rejects when it has delivered or ended without that. */
  stopped(): Promise<void>;
}

/** Worker processes; a spare one is always starting, for they are used up quickly. */
export interface Workers {
  take(): Promise<Worker>;
  stop(): Promise<void>;
}

interface Answer {
  readonly ready?: true;
  readonly stopping?: true;
  readonly done?: true;
  readonly error?: string;
}

/** The worker as one file, built when the first is started: hundreds are, and each would read the sources for seconds. */
let program: Promise<string> | undefined;
const buildWorker = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "faults-worker-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    // What the packages within it load by require.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
};

/** Starts worker processes on demand; only their own pids are ever signalled. */
export const startWorkers = ({ uri, ca }: { readonly uri: string; readonly ca: string }): Workers => {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, ca);
  const children = new Set<ChildProcess>();

  const spawn = async (): Promise<Worker> => {
    const file = await (program ??= buildWorker());
    const child = fork(file, [], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile, FAULTS_URI: uri, NODE_COMPILE_CACHE: dirname(file) },
    });
    children.add(child);
    const exited = new Promise<Ending>((done) => child.once("exit", (_, signal) => done({ signal })));
    void exited.then(() => children.delete(child));
    const hear = (wanted: (answer: Answer) => boolean) =>
      new Promise<Answer>((done) => {
        const listen = (answer: Answer) => {
          if (!wanted(answer)) return;
          child.off("message", listen);
          done(answer);
        };
        child.on("message", listen);
      });
    const ready = hear(({ ready: yes }) => yes === true);
    await Promise.race([ready, exited.then(() => Promise.reject(new Error("a worker ended before it was ready")))]);
    return {
      pid: child.pid ?? 0,
      run: (order) => {
        const done = hear((answer) => answer.done === true).then(({ error }): Ending => ({ signal: null, error }));
        child.send(order);
        return Promise.race([done, exited]);
      },
      kill: (signal) => void child.kill(signal),
      stopped: async () => {
        const { stopping } = await Promise.race([
          hear((answer) => (answer.stopping ?? answer.done) === true),
          exited.then((): Answer => ({})),
        ]);
        if (!stopping) throw new Error("a worker was to be frozen, and did not come to that point");
      },
    };
  };
  let spare: Promise<Worker> | undefined;
  return {
    take: () => {
      const taken = spare ?? spawn();
      spare = spawn();
      spare.catch(() => undefined);
      return taken;
    },
    stop: async () => {
      await spare?.catch(() => undefined);
      for (const child of children) child.kill("SIGKILL");
      await Promise.all([...children].map((child) => new Promise((done) => child.once("exit", done))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
