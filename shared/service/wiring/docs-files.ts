import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderMarkdown } from "#shared/platform/render-markdown.ts";
import type { DocsSource } from "#shared/docs/reference-page.ts";
import { setting, type Need } from "#shared/platform/env.ts";

export const needs: readonly Need[] = ["docsFiles"];

/** The documentation's files, which are in the bundle. */
export const docsSource: DocsSource = { read: (path) => readFile(join(setting("DOCS_DIR"), path)), render: renderMarkdown };
