import { gunzipSync } from "node:zlib";
import { getDocsFile as operation } from "#shared/contract/docs.ts";
import { notFound } from "#shared/domain/errors.ts";
import { docsStart, viewerFiles } from "#shared/http/docs-page.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { docsFile } from "#shared/runtime/docs-files.ts";
import { openGate as gate } from "#shared/runtime/open-gate.ts";

/** GET /docs/{file}: gzipped for every browser, plain for the rest. */
export const getFile = (ports: { gate: Gate; docsFile: (name: string) => Promise<Buffer> }) =>
  endpoint(ports.gate, operation, async ({ params, headers }) => {
    if (params.file === "start.js") return docsStart();
    const type = viewerFiles.get(params.file);
    if (type === undefined) throw notFound("File");
    const zipped = await ports.docsFile(params.file);
    const common = { "content-type": type, "cache-control": "public, max-age=86400", vary: "accept-encoding" };
    if (headers["accept-encoding"]?.includes("gzip"))
      return { status: 200, headers: { ...common, "content-encoding": "gzip" }, body: zipped };
    return { status: 200, headers: common, body: gunzipSync(zipped) };
  });

export const handler = getFile({ gate, docsFile });
