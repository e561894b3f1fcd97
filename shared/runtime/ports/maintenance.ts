import { mongoMaintenance } from "../../adapters/mongo/maintenance.ts";
import { clock } from "../system.ts";
import { connect } from "./database.ts";

/** The operator's switch. */
export const isInMaintenance = mongoMaintenance(connect, clock);
