import { getOpenapi as operation } from "#shared/docs/contract.ts";
import { openapi } from "#shared/service/openapi.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";

/** GET /openapi.json. */
export const handler = openEndpoint(operation, async () => openapi());
