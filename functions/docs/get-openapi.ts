import { getOpenapi as operation } from "#shared/contract/docs.ts";
import { openapi } from "#shared/contract/openapi.ts";
import { openEndpoint } from "#shared/runtime/open-endpoint.ts";

/** GET /openapi.json. */
export const handler = openEndpoint(operation, async () => openapi());
