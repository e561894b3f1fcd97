import { isDeepStrictEqual } from "node:util";
import { type CommandStartedEvent, type Document, ObjectId } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { TEST_ONLY } from "./port-suite.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const HEX = /^(?:[0-9a-f]{2}){10,}$/;

/** What ids are called. */
export type Names = ReadonlyMap<string, string>;

const plainText = (text: string, names: Names): string =>
  names.get(text) ?? (HEX.test(text) ? "token" : text.startsWith("v1.") ? "sealed" : text);

/** A value that is the same in every run: a time as minutes from now, an id as its name, what is drawn at random as what it is. */
export const plain = (value: unknown, names: Names): unknown => {
  if (value instanceof Date) return value.getTime() === 0 ? "ever" : `${Math.round((value.getTime() - Date.now()) / MINUTE_MS) + 0}min`;
  if (value instanceof ObjectId) return names.get(String(value)) ?? "id";
  if (typeof value === "string") return plainText(value, names);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) && value.length > 3 && value.every((item) => typeof item === "number")) return `${value.length} numbers`;
  if (Array.isArray(value)) return value.map((item) => plain(item, names));
  const entries: readonly (readonly [unknown, unknown])[] = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [plainText(String(key), names), plainField(String(key), item, names)]));
};

/** An event's place is drawn at random, and a number alone does not show it. */
const plainField = (field: string, value: unknown, names: Names): unknown =>
  field === "place" && typeof value === "number" ? "random" : plain(value, names);

/** The new values of what differs; undefined for a field that is gone. */
const changed = (before: Document, after: Document, names: Names) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
      field === "_id" || isDeepStrictEqual(before[field], after[field]) ? [] : [[field, plainField(field, after[field], names)]],
    ),
  );

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

const WRITES = new Set(["insert", "update", "delete", "findAndModify"]);
/** So long what was not written stays as it is, ms: times are told to the minute. */
const AS_NEW_MS = 10_000;

/** A database that holds the same before each test, made once; its times keep their distance from now. Only what is written is read and put back. */
export const sameWorld = <T>(connect: Connect, seed: (database: Database) => Promise<T>) => {
  let made: { readonly at: number; readonly world: T; readonly rows: Rows } | undefined;
  let now: Rows = new Map();
  /** When all was put back, and how much younger than it was made. */
  let whole = { at: 0, ms: 0 };
  const written = new Set<string>();
  const see = ({ commandName, command }: CommandStartedEvent) => {
    if (WRITES.has(commandName) && command["comment"] === undefined) written.add(String(command[commandName]));
  };
  const read = async ({ raw }: Database, names: Iterable<string>): Promise<Rows> =>
    new Map(await Promise.all([...names].map(async (name) => [name, await raw.collection(name).find({}, TEST_ONLY).toArray()] as const)));
  const make = async (database: Database) => {
    database.raw.client.on("commandStarted", see);
    const world = await seed(database);
    const rows = await read(database, written);
    written.clear();
    return { at: Date.now(), world, rows };
  };
  const putBack = async ({ raw }: Database, names: readonly string[]) => {
    await Promise.all(names.map((name) => raw.collection(name).deleteMany({}, TEST_ONLY)));
    const rows = names.map((name) => [name, now.get(name) ?? []] as const).filter(([, of]) => of.length > 0);
    await Promise.all(rows.map(([name, of]) => raw.collection(name).insertMany([...of], TEST_ONLY)));
  };
  const world = {
    /** Puts everything back. */
    begin: async (): Promise<T> => {
      const database = await connect();
      if (!made) {
        made = await make(database);
        now = made.rows;
        whole = { at: made.at, ms: 0 };
        return made.world;
      }
      const { at, world, rows } = made;
      const isOld = Date.now() - whole.at > AS_NEW_MS;
      if (isOld) {
        // In whole seconds: times that were cut to the second stay so.
        whole = { at: Date.now(), ms: Math.floor((Date.now() - at) / 1000) * 1000 };
        now = new Map([...rows].map(([name, of]) => [name, younger(of, whole.ms, at)]));
      }
      await putBack(database, [...new Set([...written, ...(isOld ? now.keys() : [])])]);
      written.clear();
      return younger(world, whole.ms, at);
    },
    /** What a write changes in the whole database, by the record's collection and name: its new values; all of a new record, and "gone". */
    changesBy: async (names: Names, write: () => Promise<unknown>): Promise<Readonly<Record<string, unknown>>> => {
      await write();
      const [before, after] = [byId(now), byId(new Map([...now, ...(await read(await connect(), written))]))];
      const nameOf = (key: string) => key.replace(/ (.*)/, (_, id: string) => ` ${names.get(id) ?? "unnamed"}`);
      const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key): readonly (readonly [string, unknown])[] => {
        const [old, present] = [before.get(key), after.get(key)];
        if (isDeepStrictEqual(old, present)) return [];
        if (!present) return [[nameOf(key), "gone"]];
        return [[nameOf(key), old ? changed(old, present, names) : { new: changed({}, present, names) }]];
      });
      // Several without a name stand in one list.
      const all = Map.groupBy(changes, ([name]) => name);
      return Object.fromEntries([...all].map(([name, of]) => [name, of.length === 1 ? of[0]?.[1] : of.map(([, change]) => change)]));
    },
  };
  return {
    ...world,
    /** Everything that a write changes, with its answer where that is to be told; default: where it is one plain value. */
    did: async (names: Names, write: () => Promise<unknown>, tells = (answer: unknown) => typeof answer !== "object") => {
      let answer: unknown;
      const changes = await world.changesBy(names, async () => {
        answer = await write();
      });
      return { ...changes, ...(answer !== undefined && tells(answer) && { answer: plain(answer, names) }) };
    },
  };
};
