import { gunzipSync } from "node:zlib";
import { getDocsFile as operation, VIEWER_FILE } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import { docsStart } from "#shared/http/docs-page.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { docsFile } from "#shared/runtime/docs-files.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs/{file}: gzipped for every browser, plain for the rest. */
export const getFile = (ports: { gate: Gate; docsFile: (path: string) => Promise<Buffer> }) =>
  endpoint(ports.gate, operation, async ({ params, headers }) => {
    if (params.file === "start.js") return docsStart();
    if (params.file !== "standalone.js") throw notFound("File");
    const zipped = await ports.docsFile(VIEWER_FILE);
    const common = { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=86400", vary: "accept-encoding" };
    if (headers["accept-encoding"]?.includes("gzip"))
      return { status: 200, headers: { ...common, "content-encoding": "gzip" }, body: zipped };
    return { status: 200, headers: common, body: gunzipSync(zipped) };
  });

export const handler = getFile({ gate, docsFile });
