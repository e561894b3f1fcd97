import { connectMongo } from "#shared/platform/mongo/database.ts";
import { createIndexes, dropReplacedIndexes, longTimeouts } from "./indexes.ts";
import type { Doing } from "#shared/platform/custom-resource.ts";
import { secret } from "#shared/platform/wiring/secret.ts";

/** When a step of the deployment comes: before any new code answers, or when all of it does and no old code any more. */
export type Phase = "before" | "after";

/**
 * Before: creates the collections and indexes that this code expects and the database lacks. After: drops the indexes that these replace. Safe to
 * repeat.
 */
export const migrate = async (doing: Doing = () => undefined, phase: Phase = "before"): Promise<void> => {
  doing("opening the database");
  const database = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  try {
    if (phase === "before")
      await createIndexes(database, (collection) =>
        doing(`building the indexes of ${collection}, which MongoDB continues: wait with "npm run admin -- init", then deploy again`),
      );
    else {
      doing("dropping the indexes that others replace");
      await dropReplacedIndexes(database);
    }
  } finally {
    await database.close();
  }
};
