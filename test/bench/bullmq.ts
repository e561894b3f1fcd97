import { Queue, Worker } from "bullmq";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Sink } from "./sink.ts";

const REDIS = "/usr/bin/redis-server";
/** Connections of nodemailer's pool, and jobs that the worker has in hand. */
const POOL = 10;

/** What a team would build by itself: BullMQ and a nodemailer pool, over a Redis of this process's own. */
export interface BareQueue {
  /** Queues emails; the sink tells when they are there. */
  send(
    emails: readonly { readonly to: string; readonly subject: string; readonly body_text: string; readonly body_html: string }[],
  ): Promise<void>;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
};

const startRedis = async (port: number, dir: string): Promise<ChildProcess> => {
  // As a queue is run that shall outlive its machine: an append-only file, flushed every second.
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"];
  const redis = spawn(REDIS, options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of redis.stdout) if (String(line).includes("Ready to accept connections")) break;
  redis.stdout.resume();
  return redis;
};

/** Undefined where Debian's redis-server is not installed. */
export const startBareQueue = async (sink: Sink): Promise<BareQueue | undefined> => {
  if (!existsSync(REDIS)) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "bullmq-"));
  const port = await freePort();
  const redis = await startRedis(port, dir);
  const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };
  const auth = { user: "sales", pass: "any" };
  const pool = createTransport({
    host: "127.0.0.1",
    port: sink.port,
    secure: true,
    pool: true,
    maxConnections: POOL,
    maxMessages: 1e9,
    auth,
  });
  const queue = new Queue("mail", { connection });
  const worker = new Worker("mail", async ({ data }) => void (await pool.sendMail(data)), { connection, concurrency: POOL });
  await worker.waitUntilReady();
  return {
    send: async (emails) => {
      const jobs = emails.map(({ to, subject, body_text: text, body_html: html }) => ({
        name: "email",
        data: { from: "Sales <sales@example.com>", to, subject, text, html },
      }));
      await queue.addBulk(jobs);
    },
    stop: async () => {
      await worker.close();
      await queue.close();
      pool.close();
      redis.kill("SIGTERM");
      await once(redis, "exit");
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
