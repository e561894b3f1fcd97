import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guideFiles } from "../contract/docs.ts";
import { setting } from "./env.ts";

/** A file of the documentation; `path` is one of those that the bundle carries, from the repository's root. */
export const docsFile = (path: string): Promise<Buffer> => readFile(join(setting("DOCS_DIR"), path));

/** The table of operations, which the page has itself, and the marks around tables that are generated into a document. */
const NOT_SHOWN = /<!-- operations: [^]*?<!-- \/operations -->\n|<!-- [^>]* -->\n/g;

/** The guides and rules, one below the other, as Markdown. */
export const docsGuides = async (): Promise<string> => (await Promise.all(guideFiles.map(docsFile))).join("\n").replaceAll(NOT_SHOWN, "");
