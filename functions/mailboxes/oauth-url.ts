import { oauthUrl as operation } from "#shared/contract/mailboxes.ts";
import { oauthUrl } from "#shared/domain/mailboxes/oauth/oauth-url.ts";
import type { ConfiguredProviders } from "#shared/domain/mailboxes/ports.ts";
import type { Ids } from "#shared/domain/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { oauthUrlIn } from "#shared/mapping/mailboxes.ts";
import { providers } from "#shared/runtime/providers.ts";
import { gate } from "#shared/runtime/store.ts";
import { ids } from "#shared/runtime/system.ts";

/** GET /v1/mailboxes/oauth/{provider}/url. */
export const url = (ports: { gate: Gate; providers: ConfiguredProviders; ids: Ids }) =>
  endpoint(ports.gate, operation, ({ params, query }) => oauthUrl(ports, params.provider, oauthUrlIn(query)));

export const handler = url({ gate, providers, ids });
