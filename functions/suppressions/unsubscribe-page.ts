import { unsubscribePage as operation } from "#shared/suppressions/contract/unsubscribe.ts";
import { type LinkPorts, seeLink } from "#shared/suppressions/unsubscribe.ts";
import { failurePage, noLinkPage, unsubscribePage } from "#shared/suppressions/page/page.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { links } from "#shared/accounts/wiring/links.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/unsubscribe/{token}. */
export const show =
  (ports: LinkPorts): Run<typeof operation> =>
  async ({ params, headers }) => {
    const link = await seeLink(ports, params.token);
    return link === undefined ? noLinkPage(headers) : unsubscribePage(headers, link);
  };

export const handler = endpoint(operation, show({ links, suppressions, clock }), failurePage);
