// Counts how the source is cut: files, their lines, who has one importer, and what a start loads. It prints; it is no gate.
import { globSync, readFileSync } from "node:fs";
import { build } from "esbuild";

const files = globSync("{functions,infra,shared}/**/*.{ts,tsx}").filter((file) => !/node_modules|\.d\.ts$/.test(file));
const lines = files.map((file) => readFileSync(file, "utf8").split("\n").length - 1).toSorted((a, b) => a - b);
const entryPoints = files.filter((file) => file.startsWith("functions/"));
const options = {
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  outdir: "unused",
  write: false,
  metafile: true,
} as const;

/** The importers of each own file, over everything that a function reaches. */
const importersOf = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const { metafile } = await build({ ...options, entryPoints, splitting: true, treeShaking: false });
  const importers = new Map<string, Set<string>>();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path, external } of imports) if (!external) importers.set(path, (importers.get(path) ?? new Set()).add(file));
  return importers;
};

/** How many own files a start of a function loads code of. */
const startOf = async (id: string): Promise<number> => {
  const { metafile } = await build({ ...options, entryPoints: [`functions/${id}.ts`], splitting: true });
  const [entry = ""] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined && entryPoint.endsWith(`${id}.ts`)) ?? [];
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of metafile.outputs[path]?.imports ?? []) if (next.kind !== "dynamic-import") load(next.path);
  };
  load(entry);
  const own = [...loaded].flatMap((path) => Object.entries(metafile.outputs[path]?.inputs ?? {}));
  return new Set(own.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)).size;
};

const importers = await importersOf();
const single = [...importers.values()].filter((by) => by.size === 1).length;
console.log(`source files: ${files.length}, median ${lines[Math.floor(lines.length / 2)]} lines, at most ${lines.at(-1)}`);
console.log(`files that functions reach: ${importers.size + entryPoints.length}, with one importer: ${single}`);
for (const id of ["sending/send", "credits/get-balance", "jobs/deliver", "jobs/sync-mailbox"])
  console.log(`own files at a start of ${id}: ${await startOf(id)}`);
