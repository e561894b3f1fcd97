import { getDocs as operation, guides } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { DocsSource } from "#shared/http/docs/docs-source.ts";
import { guidePage } from "#shared/http/docs/guide-page.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { docsSource } from "#shared/runtime/docs-files.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs. */
export const getPage = (ports: { gate: Gate; docsSource: DocsSource }) =>
  endpoint(ports.gate, operation, async () => {
    const page = await guidePage(guides[0]?.slug ?? "", ports.docsSource);
    if (!page) throw notFound("Page");
    return page;
  });

export const handler = getPage({ gate, docsSource });
