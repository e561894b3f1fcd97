import { oauthUrl as operation } from "#shared/contract/mailboxes.ts";
import { oauthUrl } from "#shared/domain/mailboxes/oauth/oauth-url.ts";
import { oauthUrlIn } from "#shared/mapping/mailboxes.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { providers } from "#shared/runtime/ports/providers.ts";
import { ids } from "#shared/runtime/system.ts";

const ports = { providers, ids };

/** GET /v1/mailboxes/oauth/{provider}/url. */
export const handler = endpoint(operation, ({ params, query }) => oauthUrl(ports, params.provider, oauthUrlIn(query)));
