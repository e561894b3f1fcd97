import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from "mongodb";
import { TransactionTimeout, unwrapped } from "./transaction.ts";

const LABELS = ["RetryableWriteError", "TransientTransactionError", "UnknownTransactionCommitResult"] as const;

/**
 * Codes of a server that steps down, shuts down, recovers or cannot reach the majority. The driver labels these on writes only (MongoDB
 * specifications, "Server Discovery and Monitoring": not writable primary, node is recovering; "Retryable Reads").
 */
const CODES: ReadonlySet<unknown> = new Set([6, 7, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436]);

/**
 * True when the database could not be reached or gave up during an election, so that the request may be repeated (G22 in shared/domain/README.md).
 */
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
