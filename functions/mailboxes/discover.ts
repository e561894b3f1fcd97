import { discoverMailbox as operation } from "#shared/contract/discovery.ts";
import { discover } from "#shared/domain/mailboxes/discovery/discover.ts";
import { discoveredOut } from "#shared/mapping/discovery.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { discovery } from "#shared/runtime/ports/discovery.ts";

/** GET /v1/mailboxes/discover. */
export const handler = outsideEndpoint(operation, async ({ query }) => discoveredOut(await discover(discovery, query.email)));
