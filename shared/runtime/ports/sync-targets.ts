import { mongoSyncTargets } from "../../adapters/mongo/inbox/sync-targets.ts";
import { connect } from "./database.ts";

/** The mailboxes whose poll is due. */
export const syncTargets = mongoSyncTargets(connect);
