import { getDocs as operation, guides } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { DocsSource } from "#shared/http/docs/docs-source.ts";
import { guidePage } from "#shared/http/docs/guide-page.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { openEndpoint } from "#shared/runtime/open-endpoint.ts";
import { docsSource } from "#shared/runtime/ports/docs-files.ts";

/** GET /docs. */
export const getPage =
  (ports: { docsSource: DocsSource }): Run<typeof operation> =>
  async () => {
    const page = await guidePage(guides[0]?.slug ?? "", ports.docsSource);
    if (!page) throw notFound("Page");
    return page;
  };

export const handler = openEndpoint(operation, getPage({ docsSource }));
