import { listProviders as operation } from "#shared/mailboxes/contract/providers.ts";
import { listProviders } from "#shared/mailboxes/list-providers.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";

/** GET /v1/providers. */
export const handler = endpoint(operation, async () => [...listProviders()]);
