import * as z from "zod/mini";
import { atMost } from "./fields.ts";
import { operation } from "./operation.ts";

/** For how long the page and the document are kept without asking whether they have changed; the viewer's files, which change seldom, longer. */
const PAGE_SECONDS = 300;
const FILE_SECONDS = 86_400;

/** The viewer's one file, from the repository's root. */
export const VIEWER_FILE = "node_modules/@scalar/api-reference/dist/browser/standalone.js";

/** The guides and rules that the page shows before the operations, in Markdown, from the repository's root. */
export const guideFiles = ["shared/contract/guides.md", "shared/contract/README.md"] as const;

/** GET /openapi.json: the OpenAPI 3.1 document made from the table. */
export const getOpenapi = operation({
  id: "docs/get-openapi",
  method: "GET",
  path: "/openapi.json",
  summary: "This API as an OpenAPI 3.1 document",
  auth: "none",
  cachedSeconds: PAGE_SECONDS,
  response: z.record(z.string(), z.unknown()),
  errors: [500],
});

/** GET /docs: the documentation page over /openapi.json. */
export const getDocs = operation({
  id: "docs/get-page",
  method: "GET",
  path: "/docs",
  summary: "The documentation page",
  auth: "none",
  cachedSeconds: PAGE_SECONDS,
  errors: [500],
});

/** GET /docs/{file}: the viewer's own files, served by us and not from a CDN. */
export const getDocsFile = operation({
  id: "docs/get-file",
  method: "GET",
  path: "/docs/{file}",
  summary: "A file of the documentation page",
  auth: "none",
  cachedSeconds: FILE_SECONDS,
  params: z.strictObject({ file: z.string().check(atMost(64), z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)) }),
  errors: [400, 404, 500],
});
