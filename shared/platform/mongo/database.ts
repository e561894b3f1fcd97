import {
  type ClientSession,
  type Collection,
  type CreateIndexesOptions,
  type Document,
  type IndexSpecification,
  MongoClient,
  type MongoClientOptions,
  type Db,
} from "mongodb";
import { runTransaction } from "./transaction.ts";

/** An open database; each collection is named by the store that owns it. */
export interface Database {
  collection<D extends Document>(name: string): Collection<D>;
  /**
   * Runs `work` in a transaction with majority read and write concern, and repeats it after a transient conflict; throws when it takes longer than 8
   * s.
   */
  transaction<R>(work: (session: ClientSession) => Promise<R>): Promise<R>;
  close(): Promise<void>;
  readonly raw: Db;
  /** The time of a test world, which replaces the database's. */
  readonly now?: () => Promise<Date>;
}

/** The database's current time, because a worker's clock may be wrong. */
export const databaseNow = async ({ raw, now }: Pick<Database, "raw" | "now">): Promise<Date> =>
  now ? now() : ((await raw.command({ hello: 1 }))["localTime"] as Date);

/** Returns the open database, and opens it again only when the URI has changed; every store takes this function. */
export type Connect = () => Promise<Database>;

/** An index that enforces uniqueness or serves a query. */
export interface IndexSpec {
  readonly collection: string;
  readonly keys: IndexSpecification;
  readonly options?: CreateIndexesOptions;
  /** The fields of an older index that it replaces, which only older code reads; it is dropped by a deployment a week later or more. */
  readonly replaces?: IndexSpecification;
}

/**
 * Limits for Lambda, where the driver's defaults wait far too long (CONTRIBUTING.md, "Decisions"). The driver repeats a hanging command once and then
 * gives up: with the transaction's limit, a request is answered within 20 s whatever the database does.
 */
const clientOptions = {
  serverSelectionTimeoutMS: 5_000,
  socketTimeoutMS: 4_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 2_000,
  maxPoolSize: 5,
  minPoolSize: 0,
  // A thawed environment closes the connections that were idle while it was frozen (Atlas, "Manage connections with AWS Lambda").
  maxIdleTimeMS: 60_000,
  retryWrites: true,
  retryReads: true,
  ignoreUndefined: false,
  writeConcern: { w: "majority" as const },
  // The option `readConcern` would yield to the one in the URI.
  readConcernLevel: "majority" as const,
  readPreference: "primary" as const,
};

const open = async (uri: string, options: MongoClientOptions): Promise<Database> => {
  const client = await new MongoClient(uri, { ...clientOptions, ...options }).connect();
  const db = client.db();
  return {
    raw: db,
    collection: (name) => db.collection(name),
    transaction: (work) => runTransaction(client, work),
    close: () => client.close(),
  };
};

/** How long until a refused URI is tried again, ms. */
const RETRY_MS = 60_000;

interface Opened {
  readonly uri: string;
  readonly database: Promise<Database>;
}

/**
 * Makes a Connect for the URI in a secret. A rotated URI opens a new client, and the old one closes once the new one is connected. While the new URI
 * is refused, the old client stays in use, and `refused` is called with the error. `options` override the defaults above.
 */
export const connectMongo = (
  uri: () => Promise<string>,
  options: () => MongoClientOptions = () => ({}),
  refused: (error: unknown) => void = () => {},
): Connect => {
  let current: Opened | undefined;
  let next: (Opened & { retryAt?: number }) | undefined;
  const first = (wanted: string): Opened => {
    const opened = { uri: wanted, database: open(wanted, options()) };
    opened.database.catch(() => {
      if (current === opened) current = undefined;
    });
    return opened;
  };
  const replace = (old: Opened, wanted: string): Opened => {
    const tried: Opened & { retryAt?: number } = {
      uri: wanted,
      database: open(wanted, options()).then(
        (database) => {
          current = { uri: wanted, database: Promise.resolve(database) };
          void old.database.then((previous) => previous.close()).catch(() => undefined);
          return database;
        },
        (error: unknown) => {
          refused(error);
          tried.retryAt = performance.now() + RETRY_MS;
          return old.database;
        },
      ),
    };
    return tried;
  };
  return async () => {
    const wanted = await uri();
    current ??= first(wanted);
    if (current.uri === wanted) return current.database;
    if (next?.uri !== wanted || (next.retryAt ?? Infinity) < performance.now()) next = replace(current, wanted);
    return next.database;
  };
};

/** True for a violation of a unique index; of `index` when given. */
export const isDuplicateKey = (error: unknown, index?: string): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === 11000 &&
  (index === undefined || (error instanceof Error && error.message.includes(index)));
