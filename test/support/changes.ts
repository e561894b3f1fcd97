import { isDeepStrictEqual } from "node:util";
import { type Document, ObjectId } from "mongodb";
import type { Database } from "#shared/adapters/mongo/database.ts";
import { TEST_ONLY } from "./port-suite.ts";

const MINUTE_MS = 60_000;
const HEX = /^(?:[0-9a-f]{2}){10,}$/;

/** A value in few letters: a time as minutes from now, an id by its name, news by their types. */
export const told = (value: unknown, names: ReadonlyMap<string, string>): string => {
  if (value instanceof Date && value.getTime() === 0) return "ever";
  if (value instanceof Date) return `${Math.round((value.getTime() - Date.now()) / MINUTE_MS) + 0}min`;
  if (value instanceof ObjectId) return names.get(String(value)) ?? "id";
  if (value instanceof Map)
    return told(
      Object.fromEntries(
        [...value]
          .map(([key, item]) => [names.get(String(key)) ?? String(key), item] as const)
          .toSorted(([one], [other]) => one.localeCompare(other)),
      ),
      names,
    );
  if (Array.isArray(value)) return `[${value.map((item) => told(item, names)).join()}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "string" && HEX.test(value) ? (names.get(value) ?? "token") : String(value);
  if ("type" in value && "at" in value) return String(value.type);
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}:${told(item, names)}`)
    .join()}}`;
};

const changed = (before: Document, after: Document, names: ReadonlyMap<string, string>): string =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((field) => {
      if (field === "_id" || isDeepStrictEqual(before[field], after[field])) return [];
      return field in after ? `${field}=${told(after[field], names)}` : `-${field}`;
    })
    .join(" ");

const read = async ({ raw }: Database): Promise<ReadonlyMap<string, Document>> => {
  const names = (await raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const all = await Promise.all(
    names.map(async (name) =>
      (await raw.collection(name).find({}, TEST_ONLY).toArray()).map((row) => [`${name} ${String(row._id)}`, row] as const),
    ),
  );
  return new Map(all.flat());
};

/** Empties every collection. */
export const emptied = async ({ raw }: Database): Promise<void> => {
  const names = (await raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  await Promise.all(names.map((name) => raw.collection(name).deleteMany({}, TEST_ONLY)));
};

/** Everything that a write changes in the whole database, by the document's name: its new values, `-field` for a field that goes, `new` and `gone`. */
export const changesBy = async (
  database: Database,
  names: ReadonlyMap<string, string>,
  write: () => Promise<unknown>,
): Promise<Readonly<Record<string, string>>> => {
  const before = await read(database);
  await write();
  const after = await read(database);
  const nameOf = (key: string) => {
    const [collection = "", id = ""] = key.split(/ (.*)/);
    return `${collection === "sends" ? "" : `${collection} `}${names.get(id) ?? "of its own"}`;
  };
  const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (!old) return [[nameOf(key), `new ${changed({}, now ?? {}, names)}`] as const];
    if (!now) return [[nameOf(key), "gone"] as const];
    return isDeepStrictEqual(old, now) ? [] : [[nameOf(key), changed(old, now, names)] as const];
  });
  return Object.fromEntries(found.toSorted(([one], [other]) => one.localeCompare(other)));
};
