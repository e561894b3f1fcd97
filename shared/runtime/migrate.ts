import { connectMongo } from "../adapters/mongo/database.ts";
import { createIndexes, longTimeouts } from "../adapters/mongo/indexes.ts";
import { secret } from "./ports/secret.ts";

/** Brings the database to what this code expects: makes the collections and indexes that are missing; safe to repeat. */
export const migrate = async (): Promise<void> => {
  const database = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  await createIndexes(database);
  await database.close();
};
