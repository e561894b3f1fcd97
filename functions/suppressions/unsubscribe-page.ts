import { unsubscribePage as operation } from "#shared/contract/unsubscribe.ts";
import { type LinkPorts, seeLink } from "#shared/domain/suppressions/unsubscribe.ts";
import { failurePage, noLinkPage, unsubscribePage } from "#shared/http/unsubscribe/page.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { links } from "#shared/runtime/ports/links.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/unsubscribe/{token}. */
export const show =
  (ports: LinkPorts): Run<typeof operation> =>
  async ({ params, headers }) => {
    const link = await seeLink(ports, params.token);
    return link === undefined ? noLinkPage(headers) : unsubscribePage(headers, link);
  };

export const handler = endpoint(operation, show({ links, suppressions, clock }), failurePage);
