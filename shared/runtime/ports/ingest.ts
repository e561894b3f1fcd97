import { mongoPages } from "../../adapters/mongo/inbox/store-page/pages.ts";
import { ingestInto } from "../../domain/inbox/store/store-page.ts";
import { ids } from "../system.ts";
import { connect, keptDays } from "./database.ts";

/** Stores pages of received mail. */
export const ingest = ingestInto(mongoPages(connect, keptDays), ids);
