import { getResource as operation } from "#shared/accounts/contract/oauth.ts";
import { openJson, resourceMetadata } from "#shared/accounts/oauth/metadata.ts";
import { issuer } from "#shared/accounts/wiring/oauth.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";

/** GET /.well-known/oauth-protected-resource. */
export const handler = openEndpoint(operation, async () => openJson(resourceMetadata(issuer())));
