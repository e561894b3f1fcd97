import { getServer as operation } from "#shared/accounts/contract/oauth.ts";
import { openJson, serverMetadata } from "#shared/accounts/oauth/metadata.ts";
import { issuer } from "#shared/accounts/wiring/oauth.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";

/** GET /.well-known/oauth-authorization-server. */
export const handler = openEndpoint(operation, async () => openJson(serverMetadata(issuer())));
