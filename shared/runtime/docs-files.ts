import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { setting } from "./env.ts";

const files = new Map<string, Promise<Buffer>>();

/** A file of the documentation viewer, gzipped, read once per environment; the caller names only known files. */
export const docsFile = (name: string): Promise<Buffer> => {
  const file = files.get(name) ?? readFile(join(setting("DOCS_DIR"), name)).then((bytes) => gzipSync(bytes));
  files.set(name, file);
  return file;
};
