import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { guideFiles } from "../contract/docs.ts";
import { setting } from "./env.ts";

const files = new Map<string, Promise<Buffer>>();

const read = (path: string): Promise<Buffer> => readFile(join(setting("DOCS_DIR"), path));

/** A file of the documentation, gzipped, read once per environment; `path` is one of those that the bundle carries, from the repository's root. */
export const docsFile = (path: string): Promise<Buffer> => {
  const file = files.get(path) ?? read(path).then((bytes) => gzipSync(bytes));
  files.set(path, file);
  return file;
};

/** The table of operations, which the page has itself, and the marks around tables that are generated into a document. */
const NOT_SHOWN = /<!-- operations: [^]*?<!-- \/operations -->\n|<!-- [^>]* -->\n/g;

/** The guides and rules, one below the other, as Markdown. */
export const docsGuides = async (): Promise<string> => (await Promise.all(guideFiles.map(read))).join("\n").replaceAll(NOT_SHOWN, "");
