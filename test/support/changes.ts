import { isDeepStrictEqual } from "node:util";
import { type Document, ObjectId } from "mongodb";
import type { Connect, Database } from "#shared/adapters/mongo/database.ts";
import { TEST_ONLY } from "./port-suite.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const HEX = /^(?:[0-9a-f]{2}){10,}$/;

/** What ids are called. */
export type Names = ReadonlyMap<string, string>;

const toldText = (text: string, names: Names): string =>
  names.get(text) ?? (HEX.test(text) ? "token" : text.startsWith("v1.") ? "sealed" : text);

/** A value in few letters: a time as minutes from now, an id by its name, news by their types, a thread's facts by their counts. */
export const told = (value: unknown, names: Names): string => {
  if (value instanceof Date) return value.getTime() === 0 ? "ever" : `${Math.round((value.getTime() - Date.now()) / MINUTE_MS) + 0}min`;
  if (value instanceof ObjectId) return names.get(String(value)) ?? "id";
  if (Array.isArray(value) && value.length > 3 && value.every((item) => typeof item === "number")) return `${value.length} numbers`;
  if (Array.isArray(value)) return `[${value.map((item) => told(item, names)).join()}]`;
  if (typeof value === "string") return toldText(value, names);
  if (typeof value !== "object" || value === null) return String(value);
  if ("messages" in value && "unread" in value) return `${String(value.messages)} messages, ${String(value.unread)} unread`;
  if ("type" in value && "at" in value) return String(value.type);
  const entries =
    value instanceof Map
      ? [...value].toSorted(([one], [other]) => (toldText(one, names) < toldText(other, names) ? -1 : 1))
      : Object.entries(value);
  return `{${entries.map(([key, item]) => `${toldText(String(key), names)}:${told(item, names)}`).join()}}`;
};

const changed = (before: Document, after: Document, names: Names): string =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((field) => {
      if (field === "_id" || isDeepStrictEqual(before[field], after[field])) return [];
      return field in after ? `${field}=${told(after[field], names)}` : `-${field}`;
    })
    .join(" ");

/** Dates of these days as they are when everything is so many ms younger. */
const younger = <T>(value: T, ms: number, from: number): T => {
  if (value instanceof Date) return (Math.abs(value.getTime() - from) < 3 * DAY_MS ? new Date(value.getTime() + ms) : value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => younger(item, ms, from)) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, younger(item, ms, from)])) as T;
};

type Rows = ReadonlyMap<string, readonly Document[]>;
const byId = (rows: Rows): ReadonlyMap<string, Document> =>
  new Map([...rows].flatMap(([name, of]) => of.map((row) => [`${name} ${String(row["_id"])}`, row] as const)));

/** A database that holds the same before each test, made once; its times keep their distance from now. */
export const sameWorld = <T>(connect: Connect, seed: (database: Database) => Promise<T>) => {
  let made: { readonly at: number; readonly world: T; readonly rows: Rows; readonly collections: readonly string[] } | undefined;
  let now: Rows = new Map();
  let filled: readonly string[] = [];
  const read = async ({ raw }: Database, names: readonly string[]): Promise<Rows> => {
    const found = await Promise.all(names.map(async (name) => [name, await raw.collection(name).find({}, TEST_ONLY).toArray()] as const));
    return new Map(found.filter(([, rows]) => rows.length > 0));
  };
  const make = async (database: Database) => {
    const world = await seed(database);
    const collections = (await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    return { at: Date.now(), world, rows: await read(database, collections), collections };
  };
  return {
    /** Puts everything back. */
    begin: async (): Promise<T> => {
      const database = await connect();
      const first = made;
      made ??= await make(database);
      const { at, world, rows } = made;
      // In whole seconds: times that were cut to the second stay so.
      const ms = first ? Math.floor((Date.now() - at) / 1000) * 1000 : 0;
      now = new Map([...rows].map(([name, of]) => [name, younger(of, ms, at)]));
      if (first) {
        await Promise.all([...new Set([...filled, ...now.keys()])].map((name) => database.raw.collection(name).deleteMany({}, TEST_ONLY)));
        await Promise.all([...now].map(([name, of]) => database.raw.collection(name).insertMany([...of])));
      }
      filled = [...now.keys()];
      return younger(world, ms, at);
    },
    /** Everything that a write changes, by the document's collection and name: its new values, `-field` for a field that goes, `new` and `gone`. */
    changesBy: async (names: Names, write: () => Promise<unknown>): Promise<Readonly<Record<string, string>>> => {
      const [database, before] = [await connect(), byId(now)];
      await write();
      const rows = await read(database, made?.collections ?? []);
      filled = [...rows.keys()];
      const after = byId(rows);
      const nameOf = (key: string) => key.replace(/ (.*)/, (_, id: string) => ` ${names.get(id) ?? "unnamed"}`);
      const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [old, present] = [before.get(key), after.get(key)];
        if (isDeepStrictEqual(old, present)) return [];
        if (!present) return [[nameOf(key), "gone"] as const];
        return [[nameOf(key), old ? changed(old, present, names) : `new ${changed({}, present, names)}`] as const];
      });
      // Of several without a name each counts.
      const all = Map.groupBy(found, ([name]) => name);
      return Object.fromEntries(
        [...all]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, of]) => [
            name,
            of
              .map(([, change]) => change)
              .toSorted()
              .join("; "),
          ]),
      );
    },
  };
};
