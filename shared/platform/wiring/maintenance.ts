import { mongoMaintenance } from "../mongo/maintenance.ts";
import { processClock } from "../system.ts";
import { connectLive } from "./database.ts";

/** The operator's switch. */
export const isInMaintenance = mongoMaintenance(connectLive, processClock);
