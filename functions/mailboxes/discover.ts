import { discoverMailbox as operation, discoveredOut } from "#shared/mailboxes/contract/discovery.ts";
import { discover } from "#shared/mailboxes/discovery/discover.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { consentsFor, discovery } from "#shared/mailboxes/wiring/discovery.ts";

/** GET /v1/mailboxes/discover. */
export const handler = outsideEndpoint(operation, async ({ query }) => {
  const found = await discover(discovery, query.email);
  return discoveredOut({ ...found, ...consentsFor(found.type) });
});
