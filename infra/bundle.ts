// Bundles every function with esbuild: cdk.out/bundles/<module>/<function>/index.mjs, and beside it the parts that it imports when needed.
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type BuildOptions, type Metafile } from "esbuild";
import { docsAssets, furtherPages, guides, VIEWER_FILE } from "#shared/docs/contract.ts";
import type { Need } from "#shared/platform/env.ts";
import { writeConsole } from "./console/build.ts";
import type { FunctionCode } from "./constructs/service-function.ts";
import { type FunctionId, functionIds } from "./functions.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The ports, by their paths from the root. */
const portFile = /^shared\/[a-z]+\/wiring(?:\/[\w-]+)?\.ts$/;

/** The source files whose code these outputs contain, by their paths from the root. */
export const carriedBy = (outputs: readonly Metafile["outputs"][string][]): ReadonlySet<string> =>
  new Set(
    outputs.flatMap(({ inputs }) => Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))),
  );

/** The needs of the ports among these files, in alphabetical order: a function with them gets their grants. */
const needsIn = async (files: ReadonlySet<string>): Promise<readonly Need[]> => {
  const ports = [...files].filter((path) => portFile.test(path));
  const modules = await Promise.all(
    ports.map((path) => import(/* @vite-ignore */ pathToFileURL(join(root, path)).href) as Promise<{ readonly needs?: readonly Need[] }>),
  );
  return [...new Set(modules.flatMap(({ needs = [] }) => needs))].toSorted();
};

/** Where the bundles are, below the repository's root. */
const bundlesDir = join(root, "cdk.out", "bundles");

/** Optional dependencies of the MongoDB driver, which are not installed. */
export const external = [
  "mongodb-client-encryption",
  "snappy",
  "kerberos",
  "@mongodb-js/zstd",
  "gcp-metadata",
  "aws4",
  "@aws-sdk/credential-providers",
];

/** ES modules have no `require`, which packages in CommonJS call for Node's own modules. */
export const REQUIRE = 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);';

/**
 * ES modules, minified, with the AWS SDK; what is imported dynamically is a file of its own (CONTRIBUTING.md, "Decisions"; test/bench/bundles.ts).
 */
const buildOptions = {
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node24",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  banner: { js: REQUIRE },
  minify: true,
  mainFields: ["module", "main"],
  external,
  // Slow to load, and useless on Lambda: Node has the one, and credentials are in the environment.
  alias: {
    "whatwg-url": "./infra/replacements/global-url.ts",
    "@aws-sdk/credential-provider-node": "./infra/replacements/credential-provider.ts",
    // Tools' inputs are judged by their operations, so the compiler of JSON Schemas (150 KB) is never called.
    "@modelcontextprotocol/server/_shims": "./infra/replacements/schema-validator.ts",
  },
  absWorkingDir: root,
  sourcemap: "external",
  sourcesContent: false,
  legalComments: "none",
  // Escapes would make the tables of phrases in other scripts three times as long.
  charset: "utf8",
  logLevel: "warning",
  metafile: true,
  write: false,
} satisfies BuildOptions;

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
 * The folder of a run's source maps. They are not loaded by the functions, because `--enable-source-maps` takes 38 to 99 ms more of a cold start of
 * 263 to 317 ms. `infra/trace.ts` reads them.
 */
export const mapsDirOf = (outdir: string): string => `${outdir}-maps`;

/** Where the maps of a stage's last synthesis are. */
export const stageMapsDir = (stage: string, cdkOut = join(root, "cdk.out")): string => join(cdkOut, "maps", stage);

/**
 * Copies the source maps of a run to a stage's folder by hard links, which take no space, so that the synthesis of another stage does not replace
 * them.
 */
export const keepMaps = (stage: string, cdkOut?: string, outdir = bundlesDir): void => {
  const [from, to] = [mapsDirOf(outdir), stageMapsDir(stage, cdkOut)];
  rmSync(to, { recursive: true, force: true });
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".map")) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    linkSync(join(from, name), join(to, name));
  }
};

const outputsFile = (outdir: string): string => join(mapsDirOf(outdir), "outputs.json");

/** Bundles a function into its folder below `outdir`; its source maps go beside. */
const bundleFunction = async (id: FunctionId, outdir: string): Promise<Metafile["outputs"]> => {
  const { outputFiles, metafile } = await build({
    ...buildOptions,
    entryPoints: { index: `functions/${id}.ts` },
    outdir: join(outdir, id),
  });
  for (const { path, contents } of outputFiles) {
    const to = path.endsWith(".map") ? join(mapsDirOf(outdir), relative(outdir, path)) : path;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, contents);
  }
  return Object.fromEntries(Object.entries(metafile.outputs).filter(([path]) => !path.endsWith(".map")));
};

/** Bundles functions, all by default, into `outdir`, which is emptied first. */
export const bundleFunctions = async (outdir = bundlesDir, ids = functionIds): Promise<Bundles> => {
  for (const dir of [outdir, mapsDirOf(outdir)]) rmSync(dir, { recursive: true, force: true });
  const outputs: Metafile["outputs"] = {};
  // One after the other: each keeps all cores busy, and a hundred at once take gigabytes.
  for (const id of ids) Object.assign(outputs, await bundleFunction(id, outdir));
  for (const [id, paths] of Object.entries(docsFiles).filter(([id]) => ids.includes(id as FunctionId)))
    for (const path of paths) cpSync(join(root, path), join(outdir, id, "docs", path));
  for (const id of consoleFunctions.filter((id) => ids.includes(id))) await writeConsole(join(outdir, id, "console"));
  writeFileSync(outputsFile(outdir), JSON.stringify(outputs));
  return openBundles(outdir, ids);
};

/** The bundles that an earlier run has left in `outdir`. */
export const openBundles = async (outdir: string, ids = functionIds): Promise<Bundles> => {
  const outputs = JSON.parse(readFileSync(outputsFile(outdir), "utf8")) as Metafile["outputs"];
  const filesOf = (id: FunctionId) => Object.entries(outputs).filter(([path]) => dirname(resolve(root, path)) === join(outdir, id));
  const needs = new Map(
    await Promise.all(ids.map(async (id) => [id, await needsIn(carriedBy(filesOf(id).map(([, output]) => output)))] as const)),
  );
  return { codeDirOf: (id) => join(outdir, id), needsOf: (id) => needs.get(id) ?? [], outputs };
};
