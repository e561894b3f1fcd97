import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Metafile } from "esbuild";
import type { Need } from "#shared/runtime/needs.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The ports, by their paths from the root. */
const portFile = /^shared\/runtime\/ports\/[\w-]+\.ts$/;

/** The files of which outputs contain some code, by their paths from the root. */
export const carriedBy = (outputs: readonly Metafile["outputs"][string][]): ReadonlySet<string> =>
  new Set(
    outputs.flatMap(({ inputs }) => Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))),
  );

/** The needs of the ports among these files, in alphabetical order: a function with them gets their grants. */
export const needsIn = async (files: ReadonlySet<string>): Promise<readonly Need[]> => {
  const ports = [...files].filter((path) => portFile.test(path));
  const modules = await Promise.all(
    ports.map((path) => import(/* @vite-ignore */ pathToFileURL(join(root, path)).href) as Promise<{ readonly needs?: readonly Need[] }>),
  );
  return [...new Set(modules.flatMap(({ needs = [] }) => needs))].toSorted();
};
