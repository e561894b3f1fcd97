import { MongoServerError } from "mongodb";
import { apiKeyIndexes } from "./accounts/api-keys.ts";
import type { Database, IndexSpec } from "./database.ts";
import { eventIndexes } from "./events/event-documents.ts";
import { idempotencyIndexes } from "./accounts/idempotency.ts";
import { ipIndexes } from "./mailboxes/ips.ts";
import { mailboxIndexes } from "./mailboxes/mailbox-documents.ts";
import { messageIndexes } from "./inbox/message-documents.ts";
import { isSearched, markUnsearched } from "./inbox/search/mark-unsearched.ts";
import { searchIndexes } from "./inbox/search/search-fields.ts";
import { retentionIndexes } from "./retention.ts";
import { rateLimitIndexes } from "./accounts/rate-limits.ts";
import { sendIndexes } from "./sending/send-documents.ts";
import { workerTimeIndexes } from "./sending/worker-time.ts";
import { auditIndexes } from "./inbox/audits.ts";
import { syncStateIndexes } from "./inbox/sync-states.ts";
import { syncTargetIndexes } from "./inbox/sync-targets.ts";
import { suppressionIndexes } from "./suppressions/suppressions.ts";
import { correctionIndexes } from "./inbox/correction-documents.ts";
import { threadLinkIndexes } from "./inbox/thread-links.ts";
import { threadIndexes } from "./inbox/thread-documents.ts";
import { userIndexes } from "./accounts/users.ts";
import { webhookIndexes } from "./webhooks/webhook-documents.ts";
import { walletIndexes } from "./accounts/wallets.ts";

/** Every index of the database (domain/README.md, "Data"). */
export const indexes: readonly IndexSpec[] = [
  ...userIndexes,
  ...apiKeyIndexes,
  ...rateLimitIndexes,
  ...idempotencyIndexes,
  ...walletIndexes,
  ...mailboxIndexes,
  ...sendIndexes,
  ...workerTimeIndexes,
  ...ipIndexes,
  ...messageIndexes,
  ...searchIndexes,
  ...threadIndexes,
  ...threadLinkIndexes,
  ...correctionIndexes,
  ...syncStateIndexes,
  ...auditIndexes,
  ...syncTargetIndexes,
  ...eventIndexes,
  ...webhookIndexes,
  ...suppressionIndexes,
  ...retentionIndexes,
];

/** Options of a connection that builds indexes: over much data that takes longer than any request may wait. */
export const longTimeouts = () => ({ socketTimeoutMS: 30 * 60_000 });

/** Creates what is missing; safe to repeat. Run by `npm run admin -- init` and by the local system at every start. */
export const createIndexes = async (database: Database): Promise<void> => {
  const existing = new Set((await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const collection of new Set([...indexes.map((index) => index.collection), "wallets", "deliveryLimits", "feeds"])) {
    if (!existing.has(collection)) await database.raw.createCollection(collection).catch(unlessItExists);
  }
  const unsearched: ("messages" | "threads")[] = [];
  for (const name of ["messages", "threads"] as const) if (existing.has(name) && !(await isSearched(database, name))) unsearched.push(name);
  for (const { collection, keys, options } of indexes) await database.raw.collection(collection).createIndex(keys, options ?? {});
  for (const name of unsearched) await markUnsearched(database, name);
};

/** A job that writes meanwhile makes its collection too. */
const unlessItExists = (error: unknown): void => {
  if (!(error instanceof MongoServerError && error.codeName === "NamespaceExists")) throw error;
};
