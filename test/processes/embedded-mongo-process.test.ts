import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
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

  const start = async (data: string) => {
    const child = spawn(process.execPath, [SERVER, "--port", "0", "--data", data], { stdio: ["pipe", "pipe", "inherit"] });
    children.push(child);
    const port = (await firstLine(child)).replace("ready ", "");
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`, { serverSelectionTimeoutMS: 400, retryWrites: false });
    const kill = async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      await client.close();
    };
    return { db: client.db("crash"), client, kill };
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
      await sleep(150 + round * 70);
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
    expect(paired.length).toBeGreaterThan(10);
    expect(paired.filter((one) => !lefts?.includes(one))).toEqual([]);
    expect(lefts).toEqual(rights);
    expect(counter).toBeGreaterThanOrEqual(increments);
    expect(counter).toBeLessThanOrEqual(increments + 4);
  });

  it("drops a torn tail and goes on from there", async () => {
    const data = join(dir, "torn");
    const journal = join(data, "journal.bson");
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
    // A length, a wrong checksum, and as many zeros: what a power cut leaves.
    appendFileSync(journal, Buffer.from([5, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0]));

    const third = await start(data);
    const rows = third.db.collection("rows");
    expect(found).toEqual([1, 2]);
    expect(await rows.distinct("n")).toEqual([1, 2, 4]);
    await expect(rows.insertOne({ n: 4 })).rejects.toMatchObject({ code: 11000 });
    await third.kill();
  });

  it("writes its journal anew at the start when most of it is out of date", async () => {
    const data = join(dir, "compact");
    const first = await start(data);
    await first.db.collection("rows").insertOne({ n: 0 });
    for (let i = 0; i < 200; i++) await first.db.collection("rows").updateOne({}, { $inc: { n: 1 } });
    await first.kill();
    const before = readFileSync(join(data, "journal.bson")).length;

    const second = await start(data);

    expect(readFileSync(join(data, "journal.bson")).length).toBeLessThan(before / 20);
    expect(await second.db.collection("rows").findOne({}, { projection: { _id: 0 } })).toEqual({ n: 200 });
    await second.kill();
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
