import * as z from "zod/mini";
import { atMost } from "#shared/api/fields.ts";
import { operation } from "#shared/api/operation.ts";

/** How long clients keep the page and the document without revalidating, and longer the viewer's files, which seldom change; seconds. */
const PAGE_SECONDS = 300;
const FILE_SECONDS = 86_400;

/** The viewer's file, from the repository's root. */
export const VIEWER_FILE = "node_modules/@scalar/api-reference/dist/browser/standalone.js";

/** A page of the documentation, written in Markdown. */
export interface DocsPage {
  /** The last part of its URL, after /docs/. */
  readonly slug: string;
  /** Its file, from the repository's root. */
  readonly file: string;
}

const guide = (slug: string): DocsPage => ({ slug, file: `shared/docs/guides/${slug}.md` });

/** The guides in reading order; /docs shows the first. */
export const guides: readonly DocsPage[] = [
  "first-email",
  "sequences",
  "approvals",
  "agents",
  "replies-and-threads",
  "shared-inbox",
  "webhooks",
  "scheduling",
  "bounces-and-suppressions",
  "testing",
  "what-needs-you",
  "numbers",
  "connecting-google-and-outlook",
  "connect-links",
  "several-customers",
  "client",
  "command-line",
  "going-live",
  "migrating",
].map(guide);

/** The pages besides the guides: the rules that the reference does not cover, and the internals. */
export const furtherPages: readonly DocsPage[] = [{ slug: "rules", file: "shared/api/README.md" }, guide("internals")];

/** The style sheet and script of the pages, by their names below /docs. */
export const docsAssets = {
  "docs.css": { file: "shared/docs/docs.css", type: "text/css; charset=utf-8" },
  "docs.js": { file: "shared/docs/docs.js", type: "text/javascript; charset=utf-8" },
} as const;

/** GET /openapi.json: the OpenAPI 3.1 document, made from the table of operations. */
export const getOpenapi = operation({
  id: "docs/get-openapi",
  method: "GET",
  path: "/openapi.json",
  boundKeys: "open",
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
  boundKeys: "open",
  summary: "Show the guides",
  description: "The documentation page",
  auth: "none",
  cachedSeconds: PAGE_SECONDS,
  errors: [500],
});

/** GET /docs/{file}: a guide, the rules, the reference made from /openapi.json, and their files; nothing comes from a CDN. */
export const getDocsFile = operation({
  id: "docs/get-file",
  method: "GET",
  path: "/docs/{file}",
  boundKeys: "open",
  summary: "Show a page",
  description: "A page of the documentation, or a file of one",
  auth: "none",
  cachedSeconds: FILE_SECONDS,
  params: z.strictObject({ file: z.string().check(atMost(64), z.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)) }),
  errors: [400, 404, 500],
});
