import { connectMongo, type Database } from "#shared/platform/mongo/database.ts";
import { type Migration, type Phase, runMigrations } from "#shared/platform/mongo/migrations.ts";
import { mailboxMigrations } from "#shared/mailboxes/store/mailbox-documents.ts";
import { searchMigrations } from "#shared/inbox/store/message-documents.ts";
import { threadMigrations } from "#shared/threads/store/thread-documents.ts";
import { webhookMigrations } from "#shared/webhooks/store/webhook-documents.ts";
import { createIndexes, dropReplacedIndexes, longTimeouts } from "./indexes.ts";
import type { Doing } from "#shared/platform/custom-resource.ts";
import { secret } from "#shared/platform/wiring/secret.ts";

/** Every migration, in the order in which they run. Each stands beside its collection. */
export const migrations: readonly Migration[] = [...mailboxMigrations, ...searchMigrations, ...threadMigrations, ...webhookMigrations];

/** Runs before any new code answers: creates the collections and indexes that it expects, then changes the rows. */
const before = async (database: Database, doing: Doing): Promise<void> => {
  await createIndexes(database, (collection) =>
    doing(`building the indexes of ${collection}, which MongoDB continues: wait with "npm run admin -- init", then deploy again`),
  );
  await runMigrations(database, migrations, "before", doing);
};

/** Runs when no old code answers any more: changes the rows that it stored meanwhile, and drops the indexes that only it read. */
const after = async (database: Database, doing: Doing): Promise<void> => {
  await runMigrations(database, migrations, "after", doing);
  doing("dropping the indexes that others replace");
  await dropReplacedIndexes(database);
};

/** Creates and drops indexes and runs migrations for this version of the code; safe to repeat, and to stop at any time. */
export const migrate = async (doing: Doing = () => undefined, phase: Phase = "before"): Promise<void> => {
  doing("opening the database");
  const database = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  try {
    await (phase === "before" ? before : after)(database, doing);
  } finally {
    await database.close();
  }
};
