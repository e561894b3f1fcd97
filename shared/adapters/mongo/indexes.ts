import { MongoServerError } from "mongodb";
import { apiKeyIndexes } from "./api-keys.ts";
import type { Database, IndexSpec } from "./database.ts";
import { idempotencyIndexes } from "./idempotency.ts";
import { ipIndexes } from "./ips.ts";
import { mailboxIndexes } from "./mailbox-documents.ts";
import { messageIndexes } from "./messages.ts";
import { rateLimitIndexes } from "./rate-limits.ts";
import { sendIndexes } from "./send-documents.ts";
import { syncStateIndexes } from "./sync-states.ts";
import { syncTargetIndexes } from "./sync-targets.ts";
import { threadLinkIndexes } from "./thread-links.ts";
import { threadIndexes } from "./threads.ts";
import { userIndexes } from "./users.ts";
import { walletIndexes } from "./wallets.ts";

/** Every index of the database (architecture.md, "Data"). */
export const indexes: readonly IndexSpec[] = [
  ...userIndexes,
  ...apiKeyIndexes,
  ...rateLimitIndexes,
  ...idempotencyIndexes,
  ...walletIndexes,
  ...mailboxIndexes,
  ...sendIndexes,
  ...ipIndexes,
  ...messageIndexes,
  ...threadIndexes,
  ...threadLinkIndexes,
  ...syncStateIndexes,
  ...syncTargetIndexes,
];

/** Options of a connection that builds indexes: over much data that takes longer than any request may wait. */
export const patiently = () => ({ socketTimeoutMS: 30 * 60_000 });

/** Creates what is missing; safe to repeat. Run by `npm run admin -- init` and by the local system at every start. */
export const createIndexes = async (database: Database): Promise<void> => {
  const existing = new Set((await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const collection of new Set([
    ...indexes.map((index) => index.collection),
    "wallets",
    "sendBodies",
    "deliveryLimits",
    "messageBodies",
  ])) {
    if (!existing.has(collection)) await database.raw.createCollection(collection).catch(unlessItExists);
  }
  for (const { collection, keys, options } of indexes) await database.raw.collection(collection).createIndex(keys, options ?? {});
};

/** A job that writes meanwhile makes its collection too. */
const unlessItExists = (error: unknown): void => {
  if (!(error instanceof MongoServerError && error.codeName === "NamespaceExists")) throw error;
};
