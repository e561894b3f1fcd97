import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { watch } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";

const SERVER = fileURLToPath(new URL("../../infra/local/mongo/server.ts", import.meta.url));
const START = fileURLToPath(new URL("../../infra/local/mongo/start-mongo.ts", import.meta.url));

const firstLine = async ({ stdout }: ChildProcess): Promise<string> => {
  if (!stdout) throw new Error("no output to read");
  const [line] = (await once(createInterface(stdout), "line")) as [string];
  return line;
};

describe("the embedded MongoDB's process", () => {
  let dir = "";
  const children: ChildProcess[] = [];
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "embedded-mongo-"));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** `fileBytes`: how large a file may become, until the limit is lifted. */
  const start = async (data: string, fileBytes?: number) => {
    const limits = fileBytes === undefined ? [] : ["prlimit", `--fsize=${fileBytes}:`];
    const [command, ...words] = [...limits, process.execPath, SERVER, "--port", "0", "--data", data];
    const child = spawn(command, words, { stdio: ["pipe", "pipe", fileBytes === undefined ? "inherit" : "ignore"] });
    children.push(child);
    const port = (await firstLine(child)).replace("ready ", "");
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`, { serverSelectionTimeoutMS: 400, retryWrites: false });
    const kill = async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      await client.close();
    };
    return { db: client.db("crash"), client, kill, pid: child.pid };
  };

  it("keeps everything acknowledged through kill -9 amid writes, and transactions whole", async () => {
    const data = join(dir, "crash");
    const inserted: number[] = [];
    const paired: number[] = [];
    let increments = 0;
    let id = 0;

    for (let round = 0; round < 4; round++) {
      const { db, client, kill } = await start(data);
      const [rows, left, right] = ["rows", "left", "right"].map((name) => db.collection<{ _id: number }>(name));
      if (!rows || !left || !right) throw new Error("unreachable");
      await rows.createIndex({ at: 1 });
      const untilKilled = async (write: () => Promise<void>) => {
        for (;;) await write();
      };
      const writers = [
        untilKilled(async () => {
          const batch = Array.from({ length: 5 }, () => ({ _id: id++, at: new Date() }));
          await rows.insertMany(batch);
          inserted.push(...batch.map(({ _id }) => _id));
        }),
        untilKilled(async () => {
          await db.collection("counter").updateOne({}, { $inc: { n: 1 } }, { upsert: true });
          increments++;
        }),
        untilKilled(async () => {
          const _id = id++;
          await client.withSession((session) =>
            session.withTransaction(async () => {
              await left.insertOne({ _id }, { session });
              await right.insertOne({ _id }, { session });
            }),
          );
          paired.push(_id);
        }),
      ];
      const stopped = Promise.allSettled(writers);
      for (const before = paired.length; paired.length < before + 3;) await sleep(5);
      await sleep(50 + round * 70);
      await kill();
      await stopped;
    }

    const { db, kill } = await start(data);
    const stored = new Set((await db.collection("rows").find().toArray()).map(({ _id }) => Number(_id)));
    const [lefts, rights] = await Promise.all(["left", "right"].map((name) => db.collection<{ _id: number }>(name).distinct("_id")));
    const counter = (await db.collection("counter").findOne())?.["n"] as number;
    await kill();
    expect(inserted.length).toBeGreaterThan(50);
    expect(inserted.filter((one) => !stored.has(one))).toEqual([]);
    expect(paired.length).toBeGreaterThanOrEqual(12);
    expect(paired.filter((one) => !lefts?.includes(one))).toEqual([]);
    expect(lefts).toEqual(rights);
    expect(counter).toBeGreaterThanOrEqual(increments);
    expect(counter).toBeLessThanOrEqual(increments + 4);
  });

  it("drops a torn tail and goes on from there", async () => {
    const data = join(dir, "torn");
    const journal = join(data, "journal-1.bson");
    const first = await start(data);
    await first.db.collection("rows").createIndex({ n: 1 }, { unique: true });
    await first.db.collection("rows").insertMany([{ n: 1 }, { n: 2 }]);
    await first.db.collection("rows").insertOne({ n: 3 });
    await first.kill();
    truncateSync(journal, statSync(journal).size - 7);

    const second = await start(data);
    const found = await second.db.collection("rows").distinct("n");
    await second.db.collection("rows").insertOne({ n: 4 });
    await second.kill();
    // A file made longer, and not written: what a power cut leaves.
    appendFileSync(journal, Buffer.alloc(13));

    const third = await start(data);
    const rows = third.db.collection("rows");
    expect(found).toEqual([1, 2]);
    expect(await rows.distinct("n")).toEqual([1, 2, 4]);
    await expect(rows.insertOne({ n: 4 })).rejects.toMatchObject({ code: 11000 });
    await third.kill();
  });

  it("keeps on disk little more than there is, while it runs", async () => {
    const data = join(dir, "compact");
    const first = await start(data);
    await first.db.collection("rows").insertOne({ n: 0 });
    for (let i = 0; i < 200; i++)
      await first.db.collection("rows").updateOne({}, { $inc: { n: 1 }, $set: { text: `${i}`.repeat(50_000) } });
    const size = () => readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0);
    await expect.poll(size, { timeout: 10_000 }).toBeLessThan(9_000_000);
    await first.kill();

    const second = await start(data);
    expect(await second.db.collection("rows").findOne({}, { projection: { n: 1, _id: 0 } })).toEqual({ n: 200 });
    await second.kill();
  });

  it("keeps everything acknowledged when it is killed at any step of writing a snapshot", async () => {
    const data = join(dir, "snapshots");
    const text = "x".repeat(100_000);
    const acknowledged: number[] = [];
    let id = 0;
    const seen: string[] = [];
    for (const [round, step] of ["snapshot.bson.new", "snapshot.bson", "journal-", "snapshot.bson.new", "snapshot.bson"].entries()) {
      const { db, kill } = await start(data);
      const rows = db.collection<{ _id: number; text: string }>("rows");
      const writing = (async () => {
        for (;;) {
          const _id = id++;
          await rows.insertOne({ _id, text });
          acknowledged.push(_id);
          await rows.deleteOne({ _id: _id - 30 });
        }
      })().catch(() => undefined);
      for await (const { filename } of watch(data)) {
        if (!(step.endsWith("-") ? filename?.startsWith(step) : filename === step)) continue;
        // The frames of a snapshot take some milliseconds.
        await sleep(round > 2 ? 15 : 0);
        break;
      }
      await kill();
      await writing;
      seen.push(...readdirSync(data));
    }

    const { db, kill } = await start(data);
    const stored = new Set(await db.collection<{ _id: number }>("rows").distinct("_id"));
    await kill();
    const last = acknowledged.at(-1) ?? 0;
    expect(acknowledged.filter((one) => one > last - 29 && !stored.has(one))).toEqual([]);
    expect(stored.size).toBeLessThan(40);
    expect(seen).toContain("snapshot.bson.new");
  }, 120_000);

  it("answers nothing while the disk is full, goes on by itself when it is not, and loses nothing acknowledged", async () => {
    const data = join(dir, "full");
    // Bytes that a file may have: what is behind them fails as on a full disk, in the middle of a frame.
    const { db, client, kill, pid } = await start(data, 40_000);
    const rows = db.collection<{ _id: number; text: string }>("rows");
    const acknowledged: number[] = [];
    const insert = async (_id: number) => {
      await rows.insertOne({ _id, text: "x".repeat(3_000) });
      acknowledged.push(_id);
    };
    for (let id = 0; id < 20; id++) await insert(id).catch(() => undefined);
    expect(acknowledged.length).toBeGreaterThan(5);
    expect(acknowledged.length).toBeLessThan(15);
    await expect(rows.countDocuments()).rejects.toThrow();
    expect(await client.db("admin").command({ hello: 1 })).toMatchObject({ isWritablePrimary: true });

    execFileSync("prlimit", ["--pid", String(pid), "--fsize=unlimited:"]);
    await insert(100);
    await kill();

    const again = await start(data);
    const stored = await again.db.collection<{ _id: number }>("rows").distinct("_id");
    await again.kill();
    expect(acknowledged.filter((one) => !stored.includes(one))).toEqual([]);
    expect(stored).toContain(100);
  });

  it("dies with the process that started it", async () => {
    const script = `import { startMongo } from ${JSON.stringify(START)}; console.log((await startMongo({ mongodBinary: "", dataDir: undefined })).uri); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(parent);
    const port = Number(new URL(await firstLine(parent)).port);
    const answers = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
        socket.once("close", () => resolve(false)).once("connect", () => socket.destroy());
      });
    expect(await answers()).toBe(true);

    parent.kill("SIGKILL");

    await expect.poll(answers, { timeout: 5_000 }).toBe(false);
  });

  it("says in one line that the server named by MONGODB_URI does not answer, without its password", async () => {
    const failure = startMongo({ uri: "mongodb://ann:secret@127.0.0.1:9/mail?serverSelectionTimeoutMS=300", dataDir: undefined });

    await expect(failure).rejects.toThrow(/^MONGODB_URI: no MongoDB answers at mongodb:\/\/127\.0\.0\.1:9[^\n]*$/);
  });
});
