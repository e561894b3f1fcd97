import type { Document } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";

/** The fields that record events in an update, a pipeline or a document. */
const NOTES = new Set(["news", "newsAt"]);

const isPlain = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** The same without events. */
const stripped = (value: unknown): unknown => {
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(stripped);
  const kept = Object.entries(value).filter(([name]) => !NOTES.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, stripped(inner)] as const));
};

const WRITES = ["updateOne", "updateMany", "findOneAndUpdate", "bulkWrite", "insertMany", "insertOne"];
/** The places of an update's or an insert's argument, by the method. */
const positionOf = (method: string) => (method.startsWith("insert") || method === "bulkWrite" ? 0 : 1);

/** A database in which nothing notes an event: what the same work costs without them. Filters keep what they ask for. */
export const withoutEvents =
  (connect: Connect): Connect =>
  async () => {
    const database = await connect();
    const collection = (name: string) => {
      const real = database.collection(name);
      if (name !== "sends" && name !== "messages") return real;
      return new Proxy(real, {
        get: (target, method) => {
          const member: unknown = Reflect.get(target, method);
          if (typeof member !== "function") return member;
          if (!WRITES.includes(String(method))) return member.bind(target) as unknown;
          return (...args: unknown[]) =>
            member.apply(target, args.with(positionOf(String(method)), stripped(args[positionOf(String(method))]))) as unknown;
        },
      });
    };
    return { ...database, collection: collection as Database["collection"] };
  };
