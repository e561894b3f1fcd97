import { callHttp } from "#shared/platform/wiring/web.ts";
import { processClock } from "#shared/platform/system.ts";
import { clientsByDocument } from "../oauth/client-metadata.ts";

/** The OAuth clients, by their metadata documents behind the egress guard. */
export const findClient = clientsByDocument({ callHttp, clock: processClock });
