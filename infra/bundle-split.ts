import { basename } from "node:path";
import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from "esbuild";

type Outputs = Metafile["outputs"];

/** A bundle's files and what each is made of, by its path from the root. */
export interface Split {
  readonly files: readonly OutputFile[];
  readonly outputs: Outputs;
}

const ENTRY = "index.js";

const importsAtOnce = (outputs: Outputs, path: string): readonly string[] =>
  (outputs[path]?.imports ?? []).flatMap(({ path: next, kind, external }) => (external || kind === "dynamic-import" ? [] : [next]));

/** What a cold start reads: the entry and what it imports at once. */
const startOf = (outputs: Outputs, entry: string): ReadonlySet<string> => {
  const start = new Set<string>();
  const add = (path: string): void => {
    if (start.has(path)) return;
    start.add(path);
    importsAtOnce(outputs, path).forEach(add);
  };
  add(entry);
  return start;
};

/** By what name the joined start gives one of its files to those that come later. */
const partName = (file: string): string => `part_${file.replace(/\W/g, "_")}`;

/** Finds the split files in memory. Those of the start become one with the entry; the later ones import it, and each other, as files. */
const joining = (texts: ReadonlyMap<string, string>, start: ReadonlySet<string>, parts: readonly string[]): Plugin => ({
  name: "joining",
  setup: (esbuild) => {
    esbuild.onResolve({ filter: /^\.\/[\w.-]+\.js$/ }, ({ path, kind, importer }) => {
      const file = basename(path);
      if (kind === "entry-point") return { path: file, namespace: file === ENTRY ? "start" : "split" };
      if (kind !== "import-statement" || !start.has(file)) return { path, external: true };
      return { path: file, namespace: start.has(importer) ? "split" : "part" };
    });
    esbuild.onLoad({ filter: /.*/, namespace: "start" }, () => ({
      contents: [`export * from "./${ENTRY}";`, ...parts.map((file) => `export * as ${partName(file)} from "./${file}";`)].join("\n"),
    }));
    esbuild.onLoad({ filter: /.*/, namespace: "split" }, ({ path }) => ({ contents: texts.get(path)! }));
    esbuild.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({
      contents: `module.exports = require("./${ENTRY}").${partName(path)};`,
    }));
  },
});

/** What the joined files are made of: the sources, which the second run does not know. */
const joinedOutputs = (outputs: Outputs, entry: string, start: ReadonlySet<string>): Outputs => {
  const of = [...start].map((path) => outputs[path]!);
  const inputs: Outputs[string]["inputs"] = {};
  for (const [path, { bytesInOutput }] of of.flatMap((output) => Object.entries(output.inputs)))
    inputs[path] = { bytesInOutput: bytesInOutput + (inputs[path]?.bytesInOutput ?? 0) };
  const outside = of.flatMap(({ imports }) => imports).filter(({ path }) => !start.has(path));
  const later = Object.entries(outputs)
    .filter(([path]) => !start.has(path))
    .map(([path, output]) => [
      path,
      { ...output, imports: output.imports.map((found) => (start.has(found.path) ? { ...found, path: entry } : found)) },
    ]);
  return { ...Object.fromEntries(later), [entry]: { ...outputs[entry]!, inputs, imports: outside } };
};

/**
 * One file for what a cold start reads, and files beside it for what is imported lazily. esbuild splits ES modules only, and into many
 * small files, each of which takes half a millisecond of a start: so a second run joins those of the start, and makes all CommonJS.
 */
export const bundleSplit = async (options: BuildOptions, entryPoint: string, outdir: string): Promise<Split> => {
  const split = await build({
    ...options,
    entryPoints: { index: entryPoint },
    outdir,
    format: "esm",
    splitting: true,
    sourcemap: "inline",
    metafile: true,
    write: false,
  });
  const { outputs } = split.metafile;
  const entry = Object.keys(outputs).find((path) => basename(path) === ENTRY)!;
  const start = startOf(outputs, entry);
  const later = Object.keys(outputs).filter((path) => !start.has(path));
  const parts = new Set(later.flatMap((path) => importsAtOnce(outputs, path)).filter((path) => start.has(path)));
  const texts = new Map(split.outputFiles.map(({ path, text }) => [basename(path), text]));
  const joined = await build({
    ...options,
    plugins: [
      joining(
        texts,
        new Set([...start].map((path) => basename(path))),
        [...parts].map((path) => basename(path)),
      ),
    ],
    entryPoints: Object.fromEntries([entry, ...later].map((path) => [basename(path, ".js"), `./${basename(path)}`])),
    outdir,
    supported: { "dynamic-import": false },
    sourcemap: "external",
    write: false,
  });
  return { files: joined.outputFiles, outputs: joinedOutputs(outputs, entry, start) };
};
