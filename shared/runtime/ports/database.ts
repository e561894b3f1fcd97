import { connectMongo } from "../../adapters/mongo/database.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";
import { secret } from "./secret.ts";

export const needs: readonly Need[] = ["database"];

/** The database named by the secret; opened at the first use. */
export const connect = connectMongo(
  async () => (await secret()).mongodbUri,
  () => ({ maxPoolSize: setting("MONGODB_POOL") }),
);

/** How long bodies are kept, in days; 0 for ever. */
export const keptDays = () => setting("BODIES_KEPT_DAYS");
