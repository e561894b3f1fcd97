import { build, type Metafile } from "esbuild";
import type { FunctionId } from "#infra/functions.ts";
import { carriedBy } from "#infra/bundle.ts";

/** The outputs that are loaded when an output is, those of dynamic imports left out. */
const atOnce = (outputs: Metafile["outputs"], path: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(path)) return found;
  found.add(path);
  for (const next of outputs[path]?.imports ?? []) if (!next.external && next.kind !== "dynamic-import") atOnce(outputs, next.path, found);
  return found;
};

/** How many of our own files a start of the function loads some code of. */
export const ownFilesAtStart = async (id: FunctionId): Promise<number> => {
  const { metafile } = await build({
    entryPoints: [`functions/${id}.ts`],
    bundle: true,
    packages: "external",
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "unused",
    write: false,
    metafile: true,
  });
  const [entry = ""] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `functions/${id}.ts`) ?? [];
  return carriedBy([...atOnce(metafile.outputs, entry)].flatMap((path) => metafile.outputs[path] ?? [])).size;
};
