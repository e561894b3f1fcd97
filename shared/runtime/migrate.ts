import { connectMongo } from "../adapters/mongo/database.ts";
import { createIndexes, longTimeouts } from "../adapters/mongo/indexes.ts";
import type { Doing } from "./custom-resource.ts";
import { secret } from "./ports/secret.ts";

/** Creates the collections and indexes that this code expects and the database lacks; safe to repeat. */
export const migrate = async (doing: Doing = () => undefined): Promise<void> => {
  doing("opening the database");
  const database = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  await createIndexes(database, (collection) =>
    doing(`building the indexes of ${collection}, which MongoDB continues: wait with "npm run admin -- init", then deploy again`),
  );
  await database.close();
};
