import { getDocs as operation, guides } from "#shared/docs/contract.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { DocsSource } from "#shared/docs/reference-page.ts";
import { guidePage } from "#shared/docs/guide-page.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { openEndpoint } from "#shared/accounts/wiring/open-endpoint.ts";
import { docsSource } from "#shared/service/wiring/docs-files.ts";

/** GET /docs. */
export const getPage =
  (ports: { docsSource: DocsSource }): Run<typeof operation> =>
  async () => {
    const page = await guidePage(guides[0]?.slug ?? "", ports.docsSource);
    if (!page) throw notFound("Page");
    return page;
  };

export const handler = openEndpoint(operation, getPage({ docsSource }));
