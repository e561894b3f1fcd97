import { unsubscribePage as operation } from "#shared/contract/unsubscribe.ts";
import { type LinkPorts, seeLink } from "#shared/domain/suppressions/unsubscribe.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { noLinkPage, unsubscribePage } from "#shared/http/unsubscribe/page.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";
import { links } from "#shared/runtime/unsubscribe.ts";

/** GET /v1/unsubscribe/{token}. */
export const show = (ports: LinkPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ params, headers }) => {
    const link = await seeLink(ports, params.token);
    return link === undefined ? noLinkPage(headers) : unsubscribePage(headers, link);
  });

export const handler = show({ gate, links, suppressions, clock });
