import { mongoIngest } from "../../adapters/mongo/inbox/ingest.ts";
import { mongoSyncStates } from "../../adapters/mongo/inbox/sync-states.ts";
import { connect, keptDays } from "./database.ts";

/** How far each mailbox is read, and what stores a page of its mail. */
export const syncStates = mongoSyncStates(connect);
export const ingest = mongoIngest(connect, keptDays);
