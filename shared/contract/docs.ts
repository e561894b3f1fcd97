import * as z from "zod/mini";
import { atMost } from "./fields.ts";
import { operation } from "./operation.ts";

/** For how long the page and the document are kept without asking whether they have changed; the viewer's files, which change seldom, longer. */
const PAGE_SECONDS = 300;
const FILE_SECONDS = 86_400;

/** The viewer's one file, from the repository's root. */
export const VIEWER_FILE = "node_modules/@scalar/api-reference/dist/browser/standalone.js";

/** A page of the documentation, written in Markdown. */
export interface DocsPage {
  /** Its address below /docs. */
  readonly slug: string;
  /** Its file, from the repository's root. */
  readonly file: string;
}

const guide = (slug: string): DocsPage => ({ slug, file: `shared/docs/guides/${slug}.md` });

/** The guides in the order in which they are read; the first is what /docs shows. */
export const guides: readonly DocsPage[] = [
  "first-email",
  "sequences",
  "replies-and-threads",
  "webhooks",
  "scheduling",
  "bounces-and-suppressions",
  "connecting-google-and-outlook",
  "several-customers",
  "going-live",
  "migrating",
].map(guide);

/** What stands beside the guides: the rules that the reference does not cover, and what happens inside. */
export const furtherPages: readonly DocsPage[] = [{ slug: "rules", file: "shared/contract/README.md" }, guide("internals")];

/** The style and the script of the pages, by their names below /docs. */
export const docsAssets = {
  "docs.css": { file: "shared/docs/docs.css", type: "text/css; charset=utf-8" },
  "docs.js": { file: "shared/docs/docs.js", type: "text/javascript; charset=utf-8" },
} as const;

/** GET /openapi.json: the OpenAPI 3.1 document made from the table. */
export const getOpenapi = operation({
  id: "docs/get-openapi",
  method: "GET",
  path: "/openapi.json",
  summary: "Get this document",
  description: "This API as an OpenAPI 3.1 document",
  auth: "none",
  cachedSeconds: PAGE_SECONDS,
  response: z.record(z.string(), z.unknown()),
  errors: [500],
});

/** GET /docs: the first guide. */
export const getDocs = operation({
  id: "docs/get-page",
  method: "GET",
  path: "/docs",
  summary: "Show the guides",
  description: "The documentation page",
  auth: "none",
  cachedSeconds: PAGE_SECONDS,
  errors: [500],
});

/** GET /docs/{file}: a guide, the rules, the reference over /openapi.json, and their files, served by us and not from a CDN. */
export const getDocsFile = operation({
  id: "docs/get-file",
  method: "GET",
  path: "/docs/{file}",
  summary: "Show a page",
  description: "A page of the documentation, or a file of one",
  auth: "none",
  cachedSeconds: FILE_SECONDS,
  params: z.strictObject({ file: z.string().check(atMost(64), z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)) }),
  errors: [400, 404, 500],
});
