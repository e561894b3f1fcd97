import { mongoSyncTargets } from "../../adapters/mongo/inbox/sync-targets.ts";
import { connect } from "./database.ts";

/** The mailboxes that scheduled sync polls. */
export const syncTargets = mongoSyncTargets(connect);
