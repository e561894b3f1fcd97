import { type Connect, connectMongo } from "../mongo/database.ts";
import { currentWorld } from "../world.ts";
import { setting, type Need } from "../env.ts";
import { log } from "../log.ts";
import { secret } from "./secret.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["database"];

/** The live database, by the URI in the secret; opened on first use. */
export const connectLive = connectMongo(
  async () => (await secret()).mongodbUri,
  () => ({ maxPoolSize: setting("MONGODB_POOL") }),
  (error) => log.error("the secret's new database address is refused; the old one stays in use", { error }),
);

/** The database of the current call: the live one, or its test world's view. */
export const connect: Connect = async () => {
  const world = currentWorld();
  const database = await connectLive();
  // Loaded with the first request of a test key, so that live mail does not wait for it.
  return world ? (await import("../mongo/world-database.ts")).worldDatabase(database, world) : database;
};

/** How long bodies are kept, and how long in the database. */
export const bodyDays = () => ({ kept: setting("BODIES_KEPT_DAYS"), inDatabase: setting("BODIES_IN_DATABASE_DAYS") });
