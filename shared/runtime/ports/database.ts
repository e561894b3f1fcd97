import { connectMongo } from "../../adapters/mongo/database.ts";
import { setting } from "../env.ts";
import { log } from "../log.ts";
import type { Need } from "../needs.ts";
import { secret } from "./secret.ts";

export const needs: readonly Need[] = ["database"];

/** The database in the secret; opened on first use. */
export const connect = connectMongo(
  async () => (await secret()).mongodbUri,
  () => ({ maxPoolSize: setting("MONGODB_POOL") }),
  (error) => log.error("the secret's new database address is refused; the old one stays in use", { error }),
);

/** How long bodies are kept, days; 0 means for ever. */
export const keptDays = () => setting("BODIES_KEPT_DAYS");
