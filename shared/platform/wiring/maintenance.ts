import { mongoMaintenance } from "../mongo/database.ts";
import { processClock } from "../system.ts";
import { connectLive } from "./database.ts";

/** Whether the operator has put the service in maintenance. */
export const isInMaintenance = mongoMaintenance(connectLive, processClock);
