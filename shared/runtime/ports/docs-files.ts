import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderMarkdown } from "../../adapters/markdown/render-markdown.ts";
import type { DocsSource } from "../../http/docs/docs-source.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["docsFiles"];

/** The documentation's files, which are in the bundle. */
export const docsSource: DocsSource = { read: (path) => readFile(join(setting("DOCS_DIR"), path)), render: renderMarkdown };
