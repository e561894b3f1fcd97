// Counts how the source is cut: files, their lines, who has one importer, and what a start loads. It prints; it is no gate.
import { globSync, readFileSync } from "node:fs";
import { build } from "esbuild";
import { ownFilesAtStart } from "#test/support/starts.ts";

const files = globSync("{functions,infra,shared}/**/*.{ts,tsx}").filter((file) => !/node_modules|\.d\.ts$/.test(file));
const lines = files.map((file) => readFileSync(file, "utf8").split("\n").length - 1).toSorted((a, b) => a - b);
const entryPoints = files.filter((file) => file.startsWith("functions/"));

/** The importers of each own file, over everything that a function reaches. */
const importersOf = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    packages: "external",
    splitting: true,
    treeShaking: false,
    format: "esm",
    platform: "node",
    outdir: "unused",
    write: false,
    metafile: true,
  });
  const importers = new Map<string, Set<string>>();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path, external } of imports) if (!external) importers.set(path, (importers.get(path) ?? new Set()).add(file));
  return importers;
};

const importers = await importersOf();
const single = [...importers.values()].filter((by) => by.size === 1).length;
console.log(`source files: ${files.length}, median ${lines[Math.floor(lines.length / 2)]} lines, at most ${lines.at(-1)}`);
console.log(`files that functions reach: ${importers.size + entryPoints.length}, with one importer: ${single}`);
for (const id of ["sending/send", "credits/get-balance", "jobs/deliver", "jobs/sync-mailbox"] as const)
  console.log(`own files at a start of ${id}: ${await ownFilesAtStart(id)}`);
