import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BSON } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { changed, changeOf, fromClient } from "#infra/local/mongo/journal.ts";
import { openJournaled } from "#infra/local/mongo/journaled.ts";
import { keyOf } from "#infra/local/mongo/value.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A database in a folder of its own, what it holds after a start anew, and how long its journal is. */
const aDatabase = () => {
  const dir = mkdtempSync(join(tmpdir(), "journal-"));
  folders.push(dir);
  const opened = openJournaled(dir);
  const rows = opened.collection("test.rows");
  const put = (doc: BSON.Document) => opened.put(rows, keyOf(doc["_id"]), doc, rows.changesOf(rows.slots.get(keyOf(doc["_id"]))?.doc, doc));
  const length = () => {
    opened.flush();
    return readFileSync(join(dir, "journal.bson")).length;
  };
  const again = (): readonly string[] => {
    opened.flush();
    const slots = openJournaled(dir).collections.get("test.rows")?.slots ?? new Map();
    return [...slots.values()].map(({ doc }) => BSON.EJSON.stringify(doc));
  };
  return { put, again, length };
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
});
