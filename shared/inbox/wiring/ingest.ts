import { mongoPages } from "../store/page/pages.ts";
import { ingestInto } from "../ingest/store-page.ts";
import { ids } from "#shared/platform/system.ts";
import { connect, keptDays } from "#shared/platform/wiring/database.ts";

/** Stores pages of received mail. */
export const ingest = ingestInto(mongoPages(connect, keptDays), ids);
