import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { BSON } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { frameOf } from "#infra/local/mongo/frames.ts";
import { changed, changeOf, fromClient } from "#infra/local/mongo/journal.ts";
import { openJournaled } from "#infra/local/mongo/store.ts";
import { invertKey, keyOf } from "#infra/local/mongo/value.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A database in a folder of its own, what it holds after a start anew, and how long its journal is. */
const aDatabase = (dir = mkdtempSync(join(tmpdir(), "journal-"))) => {
  folders.push(dir);
  const opened = openJournaled(dir);
  const rows = opened.collection("test.rows");
  const put = (doc: BSON.Document) => opened.put(rows, keyOf(doc["_id"]), doc, rows.changesOf(rows.slots.get(keyOf(doc["_id"]))?.doc, doc));
  const length = () => {
    opened.flush();
    return readFileSync(join(dir, "journal-1.bson")).length;
  };
  const again = (): readonly string[] => {
    opened.flush();
    const slots = openJournaled(dir).collections.get("test.rows")?.slots ?? new Map();
    return [...slots.values()].map(({ doc }) => BSON.EJSON.stringify(doc));
  };
  return { dir, opened, rows, put, again, length };
};

const JOURNAL = "journal-1.bson";
const docsIn = (dir: string): readonly unknown[] =>
  [...(openJournaled(dir).collections.get("test.rows")?.slots.values() ?? [])].map(({ doc }) => doc);

/** A frame of the first version: the length of the body, its CRC-32, the body. */
const oldFrame = (entry: BSON.Document): Buffer => {
  const body = BSON.serialize(entry);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([head, body]);
};

/** Where each frame of a journal begins. */
const framesAt = (file: Buffer): readonly number[] => {
  const places = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32LE(at)) places.push(at);
  return places;
};

/** A folder of three documents in three frames, and its journal. */
const threeFrames = () => {
  const { dir, put, opened } = aDatabase();
  for (const _id of [1, 2, 3]) {
    put({ _id });
    opened.flush();
  }
  return { dir, path: join(dir, JOURNAL), file: readFileSync(join(dir, JOURNAL)) };
};

/** Writes so much that a snapshot is due, and waits until it stands for all that was written. */
const untilSnapshot = async ({ dir, put, opened }: ReturnType<typeof aDatabase>) => {
  put({ _id: "large", text: "x".repeat(9_000_000) });
  opened.flush();
  await expect.poll(() => readdirSync(dir).toSorted()).toEqual(["journal-2.bson", "snapshot.bson"]);
};

const large = "x".repeat(10_000);

describe("the embedded database's journal", () => {
  it("keeps a client's document as it came, whatever its characters, and once", () => {
    const { put, again, length } = aDatabase();
    const came = { _id: 1, text: "façade 日本 \u0000", at: new Date(5), id: new BSON.ObjectId(), deep: { list: [1, 2.5, null] } };
    const doc = fromClient(Buffer.from(BSON.serialize(came)));
    put(doc);
    put({ ...doc, _id: 2 });
    expect(again()).toEqual([came, { ...came, _id: 2 }].map((one) => BSON.EJSON.stringify(one)));
    expect(length()).toBeGreaterThan(0);
  });

  it("keeps of a document that changed the change alone", () => {
    const { put, again, length } = aDatabase();
    put({ _id: 1, text: large, news: [1] });
    const before = length();
    put({ _id: 1, text: large });
    put({ _id: 1, text: large, read: true });
    expect(length() - before).toBeLessThan(300);
    expect(again()).toEqual([BSON.EJSON.stringify({ _id: 1, text: large, read: true })]);
  });

  it("gives a document that lost all but its id, and one that came again, back", () => {
    const { put, again } = aDatabase();
    put({ _id: 1, a: 1, b: 2 });
    put({ _id: 1 });
    put({ _id: 1, b: 3, a: undefined });
    expect(again()).toEqual(['{"_id":1,"b":3}']);
  });

  it.each([
    ["a field that changed", { _id: 1, a: 1, b: 2 }, { _id: 1, a: 3, b: 2 }],
    ["a field that came", { _id: 1, a: 1 }, { _id: 1, a: 1, b: 2 }],
    ["fields that went and came", { _id: 1, a: 1, b: 2 }, { _id: 1, b: 2, c: 3 }],
    ["a value in an object", { _id: 1, a: { b: 1 } }, { _id: 1, a: { b: 2 } }],
  ])("finds the change of %s", (_what, before, after) => {
    const change = changeOf(before, after);
    expect(change && Object.entries(changed(before, change))).toEqual(Object.entries(after));
  });

  it("takes the whole document where a change would not give its fields in their order", () => {
    expect(changeOf({ _id: 1, a: 1, b: 2 }, { _id: 1, b: 2, a: 1 })).toBeUndefined();
    expect(changeOf({ _id: 1, b: 2 }, { _id: 1, a: 1, b: 2 })).toBeUndefined();
    const { put, again } = aDatabase();
    put({ _id: 1, a: 1, b: 2 });
    put({ _id: 1, b: 2, a: 1 });
    expect(again()).toEqual(['{"_id":1,"b":2,"a":1}']);
  });

  it("refuses a journal with any flipped bit in the head of a frame, naming file and byte", () => {
    const { dir, path, file } = threeFrames();
    for (const at of framesAt(file))
      for (let bit = 0; bit < 12 * 8; bit++) {
        const flipped = Buffer.from(file);
        flipped[at + (bit >> 3)]! ^= 1 << (bit & 7);
        writeFileSync(path, flipped);
        expect(() => docsIn(dir)).toThrow(`${path} is damaged at byte ${at}`);
      }
  });

  it("drops a last frame torn at any byte, and zeros behind the last one, and goes on from there", () => {
    const { dir, path, file } = threeFrames();
    const last = framesAt(file).at(-1)!;
    for (let end = last; end < file.length; end++) {
      writeFileSync(path, file.subarray(0, end));
      expect(docsIn(dir)).toEqual([{ _id: 1 }, { _id: 2 }]);
      expect(readFileSync(path).length).toBe(last);
    }
    writeFileSync(path, Buffer.concat([file, Buffer.alloc(100)]));
    expect(docsIn(dir)).toHaveLength(3);
  });

  it("reads a journal of the first version, goes on in a new file and drops the old one with the first snapshot", async () => {
    const { dir } = aDatabase();
    rmSync(join(dir, JOURNAL));
    const entries = [
      { ns: "test.rows", put: { _id: 1, a: 1 } },
      { ns: "test.rows", id: 1, change: { set: { a: 2 }, gone: [] } },
    ];
    writeFileSync(join(dir, "journal.bson"), Buffer.concat([...entries.map(oldFrame), oldFrame({ torn: 1 }).subarray(0, 9)]));

    const database = aDatabase(dir);
    database.put({ _id: 2 });
    expect(database.again()).toEqual(['{"_id":1,"a":2}', '{"_id":2}']);

    await untilSnapshot(database);
    expect(docsIn(dir)).toMatchObject([{ _id: 1, a: 2 }, { _id: 2 }, { _id: "large" }]);
  });

  it("gives documents, indexes and the order of insertion back from a snapshot, with what was written after it", async () => {
    const database = aDatabase();
    const { dir, opened, rows, put } = database;
    opened.addIndex("test.rows", { name: "tags_1", key: { tags: 1, n: -1 } });
    opened.addIndex("test.rows", { name: "n_1", key: { n: 1 }, unique: true, partialFilterExpression: { n: { $exists: true } } });
    for (const _id of [5, 3, 4]) put({ _id, n: _id * 10, tags: ["é", `t${_id}`], at: new Date(_id), id: new BSON.ObjectId() });
    put({ _id: 3, n: 31, tags: [] });
    opened.remember("s1", 7, { ok: 1 });
    await untilSnapshot(database);
    put({ _id: 4, n: 41 });
    put({ _id: 6, n: 60, tags: ["z"] });
    opened.flush();

    const again = openJournaled(dir);
    const found = again.collection("test.rows");

    const content = ({ indexes }: typeof rows) =>
      indexes.map((index) => [index.spec, [...index.multikey], [...index.scan("", "\xff")].map(([key, { doc }]) => [key, doc["_id"]])]);
    expect(content(found)).toEqual(content(rows));
    expect([...found.slots.values()].map(({ doc }) => doc["_id"])).toEqual([5, 3, 4, "large", 6]);
    expect(again.answered("s1", 7)).toEqual({ ok: 1 });

    // A snapshot with other keys is filed anew.
    const path = join(dir, "snapshot.bson");
    const [file, end] = [readFileSync(path), framesAt(readFileSync(path))[1]!];
    const head = { ...BSON.deserialize(file.subarray(20, end)), keys: 0 };
    writeFileSync(path, Buffer.concat([file.subarray(0, 8), frameOf([BSON.serialize(head)]), file.subarray(end)]));
    expect(content(openJournaled(dir).collection("test.rows"))).toEqual(content(rows));
    expect(() => again.addIndex("test.rows", { name: "n_1", key: { n: 1 } })).toThrow("other options");
  });

  it("files each kind of value in a snapshot as this version does: whoever changes a key counts KEYS in snapshot.ts up", () => {
    const values = [null, -1.5, 0, 7, BSON.Long.fromString("9007199254740993"), "é\0x", { a: [1] }, [2], true, new Date(9), /a/i];
    const id = new BSON.ObjectId("0123456789abcdef01234567");
    const keys = [...values, id, new BSON.Binary(Buffer.from([1, 2])), new BSON.MinKey()].map(keyOf);
    expect(
      createHash("sha256")
        .update([...keys, ...keys.map(invertKey)].join("|"))
        .digest("hex")
        .slice(0, 16),
    ).toBe("ae708b8809560633");
  });

  it.each([
    ["the journal behind a snapshot", "journal-2.bson"],
    ["the snapshot", "snapshot.bson"],
  ])("refuses to start without %s, naming it", async (_what, name) => {
    const database = aDatabase();
    await untilSnapshot(database);
    rmSync(join(database.dir, name));

    expect(() => openJournaled(database.dir)).toThrow(`${join(database.dir, name)} is missing beside other data: restore it`);
  });

  it("refuses a damaged snapshot, and finishes what a kill left of making one", async () => {
    const database = aDatabase();
    const { dir } = database;
    const old = readFileSync(join(dir, JOURNAL));
    await untilSnapshot(database);
    writeFileSync(join(dir, JOURNAL), old);
    writeFileSync(join(dir, "snapshot.bson.new"), "half");
    expect(docsIn(dir)).toHaveLength(1);
    expect(readdirSync(dir)).not.toContain(JOURNAL);

    const path = join(dir, "snapshot.bson");
    const whole = readFileSync(path);
    for (const broken of [whole.subarray(0, -1), Buffer.concat([whole.subarray(0, 500), Buffer.from([7]), whole.subarray(501)])]) {
      writeFileSync(path, broken);
      expect(() => openJournaled(dir)).toThrow(`${path} is damaged at byte`);
    }
  });
});
