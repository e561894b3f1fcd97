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

/** An open database. Collections are named by the adapter that owns them. */
export interface Database {
  collection<D extends Document>(name: string): Collection<D>;
  /** Runs `work` in a transaction with majority read and write concern, again on a transient conflict; throws within 8 s when it cannot. */
  transaction<R>(work: (session: ClientSession) => Promise<R>): Promise<R>;
  close(): Promise<void>;
  readonly raw: Db;
}

/** The database's clock: a worker's own may be wrong (T10). */
export const databaseNow = async ({ raw }: Pick<Database, "raw">): Promise<Date> => (await raw.command({ hello: 1 }))["localTime"] as Date;

/** Opens the database once and again only when the URI has changed; every adapter takes this. */
export type Connect = () => Promise<Database>;

/** An index that carries a promise or serves a query (domain/README.md, "Data"). */
export interface IndexSpec {
  readonly collection: string;
  readonly keys: IndexSpecification;
  readonly options?: CreateIndexesOptions;
}

/**
 * Limits fit for Lambda, where the driver's defaults wait far too long (CONTRIBUTING.md, "Decisions"). What hangs is repeated once by the
 * driver and then given up: with the transaction's limit a request is answered within 20 s, whatever the database does (T18).
 */
const clientOptions = {
  serverSelectionTimeoutMS: 5_000,
  socketTimeoutMS: 4_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 2_000,
  maxPoolSize: 5,
  minPoolSize: 0,
  // Atlas: "Manage connections with AWS Lambda". An environment that was frozen closes its idle connections when it is thawed.
  maxIdleTimeMS: 60_000,
  retryWrites: true,
  retryReads: true,
  ignoreUndefined: false,
  writeConcern: { w: "majority" as const },
  // The option `readConcern` would give way to the address's.
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

/** When an address that was refused is tried again, ms. */
const RETRY_MS = 60_000;

interface Opened {
  readonly uri: string;
  readonly database: Promise<Database>;
}

/**
 * A Connect over the URI that the secret holds. A rotated URI opens a new client, and the old one closes when the new one stands; while the new
 * one is refused the old one stays in use, and `refused` is given the error. `options` go over our own.
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

/** True for a violated unique index, of `index` when it is given. */
export const isDuplicateKey = (error: unknown, index?: string): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === 11000 &&
  (index === undefined || (error instanceof Error && error.message.includes(index)));
