// Bundles every function with esbuild, all in one run: cdk.out/bundles/<module>/<function>/index.js.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { docsAssets, furtherPages, guides, VIEWER_FILE } from "#shared/contract/docs.ts";
import { writeConsole } from "./console/build.ts";
import { bundleSplit } from "./bundle-split.ts";
import { dropSentences } from "./drop-sentences.ts";
import type { FunctionCode } from "./constructs/service-function.ts";
import { type FunctionId, functionIds } from "./functions.ts";
import { leanDriver } from "./lean-driver.ts";
import { carriedBy, needsIn } from "./reach.ts";
import { skimFunctions } from "./skim-functions.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Where the bundles are, below the repository's root. */
const bundlesDir = join(root, "cdk.out", "bundles");

/**
 * Parts of packages that our functions never use: optional dependencies of the mongodb driver that are not installed, and event streams of the AWS
 * SDK.
 */
export const external = [
  "mongodb-client-encryption",
  "snappy",
  "kerberos",
  "@mongodb-js/zstd",
  "gcp-metadata",
  "aws4",
  "@aws-sdk/credential-providers",
  "@smithy/core/event-streams",
  "bowser",
];

/** Replacements, within packages, for packages that make a cold start slow and are useless on Lambda; our own imports are not replaced. */
const replacements: Readonly<Record<string, string>> = {
  "whatwg-url": "global-url.ts",
  "@mongodb-js/saslprep": "saslprep.ts",
  "@aws-sdk/credential-provider-node": "credential-provider.ts",
  postcss: "never-called.ts",
  dayjs: "never-called.ts",
};

const imapflow = createRequire(join(root, "node_modules/imapflow/package.json"));

const packedFiles = new Map<string, string>();

/** A module with the value of a JSON file, compressed. */
const packed = (path: string): string => {
  const known = packedFiles.get(path) ?? brotliCompressSync(readFileSync(path)).toString("base64");
  packedFiles.set(path, known);
  return `module.exports = JSON.parse(require("node:zlib").brotliDecompressSync(Buffer.from("${known}", "base64")));`;
};

/** The files with phrases, `{ phrase: example }`, of languages, bounce dialects and classes of bounces. */
const phraseFiles = /mail\/read\/(?:languages|bounces\/dialects|bounces\/classes)\/[a-z]+\.ts$/;
/** Files in the same folders without phrases. */
const noPhrases = /\/(?:index|language|phrases|dialect)\.ts$/;

/** Phrases without their examples, which only readers and tests need. */
const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value !== "object" || value === null) return 0;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutExamples(item)]));
};

const lean: Plugin = {
  name: "lean",
  setup: (esbuild) => {
    esbuild.onResolve({ filter: new RegExp(`^(${Object.keys(replacements).join("|")})$`) }, ({ path, importer }) =>
      importer.includes("node_modules") ? { path: join(root, "infra/replacements", replacements[path] ?? path) } : undefined,
    );
    // Both mail packages use the same version of iconv-lite, and npm installs it twice.
    esbuild.onResolve({ filter: /^iconv-lite$/ }, ({ path }) => ({ path: imapflow.resolve(path) }));
    // Its tables of rare charsets, a megabyte of source text, are unpacked when a mail needs one.
    esbuild.onLoad({ filter: /iconv-lite.*tables.*\.json$/ }, ({ path }) => ({ contents: packed(path) }));
    esbuild.onLoad({ filter: phraseFiles }, async ({ path }) => {
      if (noPhrases.test(path)) return undefined;
      const exported = Object.entries((await import(pathToFileURL(path).href)) as object);
      return { contents: exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutExamples(value))};`).join("\n") };
    });
    // Packages read only their version from it.
    esbuild.onLoad({ filter: /node_modules.*\/package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
      return { contents: JSON.stringify({ name, version }), loader: "json" };
    });
    // The driver loads socks only when its URI names a proxy.
    esbuild.onResolve({ filter: /^socks$/ }, ({ path, importer }) =>
      importer.includes("node_modules/mongodb/") ? { path, external: true } : undefined,
    );
  },
};

/** The function that makes the OpenAPI document, including the schemas' sentences. */
const DOCUMENT = "docs/get-openapi";

const contractFile = /shared\/contract\/(?!described\.ts$)[a-z-]+\.ts$/;
/** Ours, and the packages that hold arrow functions by the hundred. */
const arrowFiles = /\/(?:functions|shared)\/.*\.ts$|\/node_modules\/(?:@smithy|@aws-sdk|zod)\/.*\.js$/;

const texts = new Map<string, string>();

const textOf = (path: string): string => {
  const source = readFileSync(path, "utf8");
  return skimFunctions(contractFile.test(path) ? dropSentences(source) : source);
};

/** Sources without what no function reads, and quick to parse. */
const quick: Plugin = {
  name: "quick",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: arrowFiles }, ({ path }) => {
      if (!texts.has(path)) texts.set(path, textOf(path));
      return { contents: texts.get(path)!, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

const driver = leanDriver(root);

/** CommonJS, minified, with the AWS SDK, which starts fastest on Lambda (CONTRIBUTING.md, "Decisions"; test/bench/bundles.ts). */
const buildOptions: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  mainFields: ["module", "main"],
  external,
  plugins: [lean, driver, quick],
  absWorkingDir: root,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
};

/** The files in the bundles of the documentation's functions. */
const docsPages = [...guides, ...furtherPages].map(({ file }) => file);
const docsFiles = {
  "docs/get-page": docsPages,
  "docs/get-file": [...docsPages, ...Object.values(docsAssets).map(({ file }) => file), VIEWER_FILE],
};

/** The functions with the console's files in their bundles. */
const consoleFunctions = ["console/get-page", "console/get-file"] as const;

/** The bundles of one run. */
export interface Bundles extends FunctionCode {
  /** The inputs of each output file, by its path from the root, for the budgets (test/bundles/bundles.test.ts). */
  readonly outputs: Metafile["outputs"];
}

/**
 * Where the source maps of a run are: beside the bundles and not in them, because `--enable-source-maps` took 38 to 99 ms more of a cold start of 263
 * to 317 ms. `infra/trace.ts` reads them.
 */
export const mapsDirOf = (outdir: string): string => `${outdir}-maps`;

const writeMap = (outdir: string, file: string, map: string): void => {
  const path = join(mapsDirOf(outdir), `${relative(outdir, file)}.map`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, map);
};

/** Writes a run's files, each map beside the bundles. */
const write = (files: readonly OutputFile[], outdir: string): void => {
  for (const { path, text } of files) {
    if (path.endsWith(".map")) writeMap(outdir, path.slice(0, -".map".length), text);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
};

/** Bundles each function into one file, all in one run. */
const bundleWhole = async (ids: readonly FunctionId[], outdir: string, plugins = buildOptions.plugins!): Promise<Metafile["outputs"]> => {
  const entryPoints = Object.fromEntries(ids.map((id) => [`${id}/index`, `functions/${id}.ts`]));
  const { outputFiles, metafile } = await build({
    ...buildOptions,
    plugins,
    entryPoints,
    outdir,
    sourcemap: "external",
    write: false,
    metafile: true,
  });
  write(outputFiles, outdir);
  return Object.fromEntries(Object.entries(metafile.outputs).filter(([path]) => !path.endsWith(".map")));
};

/** Bundles a function with its lazy imports as separate files. */
const bundleLazy = async (id: FunctionId, outdir: string): Promise<Metafile["outputs"]> => {
  const { files, outputs } = await bundleSplit(buildOptions, `functions/${id}.ts`, join(outdir, id));
  write(files, outdir);
  return outputs;
};

/** The functions with lazy imports, which are split. Found by bundling our own files only, which is quick. */
const lazyOf = async (ids: readonly FunctionId[]): Promise<ReadonlySet<FunctionId>> => {
  const { metafile } = await build({
    ...buildOptions,
    plugins: [],
    packages: "external",
    format: "esm",
    splitting: true,
    entryPoints: Object.fromEntries(ids.map((id) => [id, `functions/${id}.ts`])),
    outdir: ".",
    write: false,
    metafile: true,
  });
  const isLazy = (output: string): boolean =>
    metafile.outputs[output]!.imports.some(({ path, kind, external: outside }) => kind === "dynamic-import" || (!outside && isLazy(path)));
  return new Set(ids.filter((id) => isLazy(`${id}.js`)));
};

/** Bundles functions, all by default, into `outdir`, which is emptied first. */
export const bundleFunctions = async (outdir = bundlesDir, ids = functionIds): Promise<Bundles> => {
  for (const dir of [outdir, mapsDirOf(outdir)]) rmSync(dir, { recursive: true, force: true });
  const lazy = await lazyOf(ids);
  const documents = ids.filter((id): id is typeof DOCUMENT => id === DOCUMENT);
  const whole = ids.filter((id) => !lazy.has(id) && id !== DOCUMENT);
  const runs = await Promise.all([
    bundleWhole(whole, outdir),
    bundleWhole(documents, outdir, [lean, driver]),
    ...[...lazy].map((id) => bundleLazy(id, outdir)),
  ]);
  // Lambda's runtime reads the module type from the folder's package.json.
  for (const id of ids) writeFileSync(join(outdir, id, "package.json"), '{"type":"commonjs"}\n');
  for (const [id, paths] of Object.entries(docsFiles).filter(([id]) => ids.includes(id as FunctionId)))
    for (const path of paths) cpSync(join(root, path), join(outdir, id, "docs", path));
  for (const id of consoleFunctions.filter((id) => ids.includes(id))) await writeConsole(join(outdir, id, "console"));
  const outputs: Metafile["outputs"] = Object.assign({}, ...runs);
  const filesOf = (id: FunctionId) => Object.entries(outputs).filter(([path]) => dirname(resolve(root, path)) === join(outdir, id));
  const needs = new Map(
    await Promise.all(ids.map(async (id) => [id, await needsIn(carriedBy(filesOf(id).map(([, output]) => output)))] as const)),
  );
  return { codeDirOf: (id) => join(outdir, id), needsOf: (id) => needs.get(id) ?? [], outputs };
};
