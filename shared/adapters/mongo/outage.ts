import { MongoNetworkError, MongoServerSelectionError, MongoError } from "mongodb";

/** True when the database could not be reached or gave up during an election: the request may be repeated (guarantees.md, G22). */
export const isOutage = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoError &&
    (error.name === "MongoWaitQueueTimeoutError" ||
      error.hasErrorLabel("RetryableWriteError") ||
      error.hasErrorLabel("TransientTransactionError")));
