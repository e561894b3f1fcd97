import { getConnectLink as operation, connectLinkOut } from "#shared/connect/contract/connect-links.ts";
import { findLink } from "#shared/connect/create-link.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectLinks } from "#shared/connect/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/connect-links/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) =>
  connectLinkOut(await findLink({ connectLinks }, userId, params.id), clock.now()),
);
