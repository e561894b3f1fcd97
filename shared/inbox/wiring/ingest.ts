import { mongoPages } from "../store/page/pages.ts";
import { ingestInto } from "../ingest/store-page.ts";
import { ids } from "#shared/platform/system.ts";
import { bodyStore } from "#shared/platform/wiring/bodies.ts";
import { connect, bodyDays } from "#shared/platform/wiring/database.ts";

/** Stores pages of received mail. */
export const ingest = ingestInto(mongoPages(connect, bodyDays, bodyStore), ids);
