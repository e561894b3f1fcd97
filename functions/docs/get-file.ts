import { getDocsFile as operation, VIEWER_FILE } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import { docsStart, docsViewer } from "#shared/http/docs-page.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { docsFile } from "#shared/runtime/docs-files.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs/{file}. */
export const getFile = (ports: { gate: Gate; docsFile: (path: string) => Promise<Buffer> }) =>
  endpoint(ports.gate, operation, async ({ params }) => {
    if (params.file === "start.js") return docsStart();
    if (params.file !== "standalone.js") throw notFound("File");
    return docsViewer(await ports.docsFile(VIEWER_FILE));
  });

export const handler = getFile({ gate, docsFile });
