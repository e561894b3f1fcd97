import { getConnectLink as operation } from "#shared/contract/connect-links.ts";
import { findLink } from "#shared/domain/connect-links/create-link.ts";
import { connectLinkOut } from "#shared/mapping/connect-links.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectLinks } from "#shared/runtime/ports/connect-links.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/connect-links/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) =>
  connectLinkOut(await findLink({ connectLinks }, userId, params.id), clock.now()),
);
