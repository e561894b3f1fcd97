import { mongoDueWorlds } from "../../adapters/mongo/sandbox/due-worlds.ts";
import { connectLive } from "./database.ts";

/** The test worlds in which something is due. */
export const dueWorlds = mongoDueWorlds(connectLive);
