import { BSON } from "mongodb";

/** Collections that any request may change: limits, and the worlds' own clocks. */
const BOOKS = new Set(["worlds", "rateLimits"]);

/** Every document of the database but those of test worlds, as text by collection and id; the last use of a key, and how often its keys were counted, are no change. */
const rawDocuments = async (among: (collection: string) => boolean = (name) => !name.startsWith("test.")): Promise<Map<string, string>> => {
  const { connectLive } = await import("#shared/platform/wiring/database.ts");
  const { raw } = await connectLive();
  const names = (await raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const all = new Map<string, string>();
  for (const name of names.filter((known) => !BOOKS.has(known) && among(known)).toSorted())
    for (const { lastUsedAt: _used, revision: _counted, ...row } of await raw.collection(name).find({}).toArray())
      all.set(`${name} ${String(row["_id"])}`, BSON.EJSON.stringify(row));
  return all;
};

/** The documents once nothing is at work on them any more. */
export const settledDocuments = async (among?: (collection: string) => boolean): Promise<Map<string, string>> => {
  let before = await rawDocuments(among);
  for (let look = 0; look < 60; look += 1) {
    await new Promise((done) => setTimeout(done, 300));
    const now = await rawDocuments(among);
    if ([...now].every(([key, text]) => before.get(key) === text) && now.size === before.size) return now;
    before = now;
  }
  throw new Error("the documents never settled");
};

/** What differs between two looks, one line each. */
export const changesBetween = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key) ?? "absent"} -> ${after.get(key) ?? "absent"}`);
