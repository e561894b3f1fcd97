import { mongoPages } from "../../adapters/mongo/inbox/store-page/pages.ts";
import { mongoSyncStates } from "../../adapters/mongo/inbox/sync-states.ts";
import { connect, keptDays } from "./database.ts";
import { ingestInto } from "../../domain/inbox/store/store-page.ts";
import { ids } from "../system.ts";

/** How far each mailbox is read, and what stores a page of its mail. */
export const syncStates = mongoSyncStates(connect);
export const ingest = ingestInto(mongoPages(connect, keptDays), ids);
