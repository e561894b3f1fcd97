import { setTimeout as pause } from "node:timers/promises";
import {
  type ClientSession,
  MongoBulkWriteError,
  type MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from "mongodb";

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
