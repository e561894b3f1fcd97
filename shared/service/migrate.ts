import { connectMongo } from "#shared/platform/mongo/database.ts";
import { createIndexes, longTimeouts } from "./indexes.ts";
import type { Doing } from "#shared/platform/custom-resource.ts";
import { secret } from "#shared/platform/wiring/secret.ts";

/** Creates the collections and indexes that this code expects and the database lacks; safe to repeat. */
export const migrate = async (doing: Doing = () => undefined): Promise<void> => {
  doing("opening the database");
  const database = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  await createIndexes(database, (collection) =>
    doing(`building the indexes of ${collection}, which MongoDB continues: wait with "npm run admin -- init", then deploy again`),
  );
  await database.close();
};
