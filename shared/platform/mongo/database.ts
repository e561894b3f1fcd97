import { setTimeout as pause } from "node:timers/promises";
import {
  type ClientSession,
  MongoBulkWriteError,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type Collection,
  type CreateIndexesOptions,
  type Document,
  type IndexSpecification,
  type MongoClientOptions,
  type Db,
} from "mongodb";
import type { IsInMaintenance, Clock } from "../ports.ts";

/** How long a transaction may take with all its repetitions, ms. The driver's loop takes up to 120 s, longer than a request may. */
const LIMIT_MS = 8_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** A transaction did not end in time: it may or may not have been committed. */
export class TransactionTimeout extends Error {
  constructor(options?: ErrorOptions) {
    super("the transaction came to no end in time", options);
  }
}

/** The error itself; for a bulk write that lost its connection the network error, which the driver wraps in an error without labels. */
export const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError ? error.errorResponse : error;

const labelled = (error: unknown, label: string): boolean => error instanceof MongoError && error.hasErrorLabel(label);

/** For a transaction that is not being committed: none of its writes can become visible, so it may be repeated. */
const isTransient = (error: unknown): boolean => {
  const cause = unwrapped(error);
  return cause instanceof MongoNetworkError || labelled(cause, "TransientTransactionError");
};

/** Repeating a commit is safe, because the server identifies the transaction by its number. */
const commit = async (session: ClientSession, endAt: number): Promise<void> => {
  for (;;) {
    // After the limit nobody waits for the result: an environment that was frozen must not commit on waking what has been reported as failed.
    if (Date.now() >= endAt) throw new TransactionTimeout();
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!labelled(error, "UnknownTransactionCommitResult")) throw error;
      if (Date.now() >= endAt) throw new TransactionTimeout({ cause: error });
      await pause(LONGEST_PAUSE_MS);
    }
  }
};

const repeat = async <R>(session: ClientSession, work: (session: ClientSession) => Promise<R>, endAt: number): Promise<R> => {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    session.startTransaction();
    let committing = false;
    try {
      const result = await work(session);
      committing = true;
      await commit(session, endAt);
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      if (!(committing ? labelled(error, "TransientTransactionError") : isTransient(error))) throw error;
      if (Date.now() + wait >= endAt) throw new TransactionTimeout({ cause: error });
    }
    await pause(Math.random() * wait);
  }
};

/**
 * Runs `work` in a transaction of a new session, and repeats it after a transient conflict (MongoDB, "Transactions: callback API"); throws
 * TransactionTimeout after 8 s.
 */
export const runTransaction = async <R>(client: MongoClient, work: (session: ClientSession) => Promise<R>): Promise<R> => {
  const endAt = Date.now() + LIMIT_MS;
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new TransactionTimeout()), LIMIT_MS);
  try {
    return await Promise.race([client.withSession((session) => repeat(session, work, endAt)), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const LABELS = ["RetryableWriteError", "TransientTransactionError", "UnknownTransactionCommitResult"] as const;

/**
 * Codes of a server that steps down, shuts down, recovers or cannot reach the majority. The driver labels these on writes only (MongoDB
 * specifications, "Server Discovery and Monitoring": not writable primary, node is recovering; "Retryable Reads").
 */
const CODES: ReadonlySet<unknown> = new Set([6, 7, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436]);

/** Whether the database could not be reached or gave up during an election, so that the request may be repeated (G22 in shared/README.md). */
export const isOutage = (failure: unknown): boolean => {
  const error = unwrapped(failure);
  return (
    error instanceof TransactionTimeout ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    (error instanceof MongoServerError && CODES.has(error.code)) ||
    (error instanceof MongoError && (error.name === "MongoWaitQueueTimeoutError" || LABELS.some((label) => error.hasErrorLabel(label))))
  );
};

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

/** The operator's settings for the whole service. */
interface SettingDocument {
  _id: "maintenance";
  since: Date;
}

const settingsOf = (database: Database) => database.collection<SettingDocument>("settings");

/** How long a process uses a result that it has read, ms: the maximum delay until it notices the start or end of maintenance. */
export const MAINTENANCE_CACHE_MS = 5_000;

/** Since when the database is in maintenance; undefined while it is not. */
export const maintenanceSince = async (database: Database): Promise<Date | undefined> =>
  (await settingsOf(database).findOne({ _id: "maintenance" }))?.since;

/** Starts or ends maintenance; repeating it is no error. */
export const setMaintenance = async (database: Database, isOn: boolean): Promise<void> => {
  if (!isOn) return void (await settingsOf(database).deleteOne({ _id: "maintenance" }));
  const since = await databaseNow(database);
  await settingsOf(database).updateOne({ _id: "maintenance" }, { $setOnInsert: { since } }, { upsert: true });
};

/** Queries the database at most once in MAINTENANCE_CACHE_MS; a failed query is not remembered. */
export const mongoMaintenance = (connect: Connect, clock: Clock): IsInMaintenance => {
  let known: Promise<boolean> | undefined;
  let until = 0;
  return () => {
    const now = clock.now().getTime();
    if (known && now < until) return known;
    const asked = connect()
      .then(maintenanceSince)
      .then((since) => since !== undefined);
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    known = asked;
    until = now + MAINTENANCE_CACHE_MS;
    return asked;
  };
};
