import { type Database, databaseNow } from "../database.ts";
import { sendsOf } from "./send-documents.ts";

/** How many emails workers have claimed at the moment. */
export const countUnderWay = async (database: Database): Promise<number> => {
  const held = { leaseToken: { $exists: true }, dueAt: { $gte: await databaseNow(database) } };
  return sendsOf(database).countDocuments({ status: { $in: ["processing", "sent"] }, ...held });
};
