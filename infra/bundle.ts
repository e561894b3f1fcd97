// Bundles every function with esbuild, all in one run: cdk.out/bundles/<module>/<function>/index.js.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build, type BuildOptions, type Metafile, type Plugin, transform } from "esbuild";
import { docsAssets, furtherPages, guides, VIEWER_FILE } from "#shared/contract/docs.ts";
import { dropSentences } from "./drop-sentences.ts";
import type { FunctionCode } from "./constructs/service-function.ts";
import { type FunctionId, functionIds } from "./functions.ts";
import { carriedBy, needsIn } from "./reach.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Where the bundles are, below the repository's root. */
const bundlesDir = join(root, "cdk.out", "bundles");

/** Parts of packages that our functions never reach: what the mongodb driver may use and we do not install, and event streams of the AWS SDK. */
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

/** What packages get in place of a package that costs a cold start much and gives Lambda nothing; our own imports are left alone. */
const replacements: Readonly<Record<string, string>> = {
  "whatwg-url": "global-url.ts",
  "@mongodb-js/saslprep": "saslprep.ts",
  "@aws-sdk/credential-provider-node": "credential-provider.ts",
};

const imapflow = createRequire(join(root, "node_modules/imapflow/package.json"));

const packedFiles = new Map<string, string>();

/** A module with the value of a JSON file, compressed. */
const packed = (path: string): string => {
  const known = packedFiles.get(path) ?? brotliCompressSync(readFileSync(path)).toString("base64");
  packedFiles.set(path, known);
  return `module.exports = JSON.parse(require("node:zlib").brotliDecompressSync(Buffer.from("${known}", "base64")));`;
};

/** The files of phrases, `{ phrase: example }`, of each language and of each mail system. */
const phraseFiles = /mail\/read\/(?:languages|bounces\/dialects)\/[a-z]+\.ts$/;
/** What lies beside them. */
const noPhrases = /\/(?:index|language|phrases|dialect)\.ts$/;

/** Phrases without their examples, which only readers and tests look at. */
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
    // Both mail packages bring the same version of iconv-lite, npm a copy each.
    esbuild.onResolve({ filter: /^iconv-lite$/ }, ({ path }) => ({ path: imapflow.resolve(path) }));
    // Its tables of rare charsets, a megabyte as source text, are unpacked when a mail needs one.
    esbuild.onLoad({ filter: /iconv-lite.*tables.*\.json$/ }, ({ path }) => ({ contents: packed(path) }));
    esbuild.onLoad({ filter: phraseFiles }, async ({ path }) => {
      if (noPhrases.test(path)) return undefined;
      const exported = Object.entries((await import(pathToFileURL(path).href)) as object);
      return { contents: exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutExamples(value))};`).join("\n") };
    });
    // The driver reaches for socks only when a proxy stands in its URI.
    esbuild.onResolve({ filter: /^socks$/ }, ({ path, importer }) =>
      importer.includes("node_modules/mongodb/") ? { path, external: true } : undefined,
    );
  },
};

/** The function that makes the OpenAPI document of the schemas' sentences. */
const DOCUMENT = "docs/get-openapi";

const wordless: Plugin = {
  name: "wordless",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: /shared\/contract\/[a-z-]+\.ts$/ }, ({ path }) =>
      path.endsWith("/described.ts") ? undefined : { contents: dropSentences(readFileSync(path, "utf8")), loader: "ts" },
    );
  },
};

/** CommonJS, minified, AWS SDK included: what starts fastest on Lambda (CONTRIBUTING.md, "Decisions"; test/bench/bundles.ts). */
const buildOptions: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  mainFields: ["module", "main"],
  external,
  // The driver's own sources, which its package carries: as one scope they start a fifth faster than its 190 CommonJS modules.
  alias: { mongodb: join(root, "node_modules/mongodb/src/index.ts") },
  plugins: [lean, wordless],
  absWorkingDir: root,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
};

/** The files that the documentation's functions carry. */
const docsPages = [...guides, ...furtherPages].map(({ file }) => file);
const docsFiles = {
  "docs/get-page": docsPages,
  "docs/get-file": [...docsPages, ...Object.values(docsAssets).map(({ file }) => file), VIEWER_FILE],
};

/** The bundles of one run. */
export interface Bundles extends FunctionCode {
  /** What each file is made of, by its path from the root, for the budgets (test/bundles/bundles.test.ts). */
  readonly outputs: Metafile["outputs"];
}

/**
 * Where the source maps of a run lie: beside the bundles and not in them, for `--enable-source-maps` took 38 to 99 ms more of a cold start
 * of 263 to 317 ms. `infra/trace.ts` reads them.
 */
export const mapsDirOf = (outdir: string): string => `${outdir}-maps`;

const writeMap = (outdir: string, file: string, map: string): void => {
  const path = join(mapsDirOf(outdir), `${relative(outdir, file)}.map`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, map);
};

/** One file a function, all in one run. */
const bundleWhole = async (ids: readonly FunctionId[], outdir: string, plugins = buildOptions.plugins!): Promise<Metafile> => {
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
  for (const { path, text } of outputFiles) {
    if (path.endsWith(".map")) writeMap(outdir, path.slice(0, -".map".length), text);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  return { ...metafile, outputs: Object.fromEntries(Object.entries(metafile.outputs).filter(([path]) => !path.endsWith(".map"))) };
};

/** A file of its own for what is imported lazily: esbuild splits ES modules only, so each part is turned into CommonJS afterwards. */
const bundleSplit = async (id: FunctionId, outdir: string): Promise<Metafile> => {
  const { outputFiles, metafile } = await build({
    ...buildOptions,
    entryPoints: { index: `functions/${id}.ts` },
    outdir: join(outdir, id),
    format: "esm",
    splitting: true,
    sourcemap: "inline",
    write: false,
    metafile: true,
  });
  mkdirSync(join(outdir, id), { recursive: true });
  for (const { path, text } of outputFiles) {
    const { code, map } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: "node24",
      minify: true,
      supported: { "dynamic-import": false },
      sourcemap: "external",
      sourcesContent: false,
    });
    writeFileSync(path, code);
    writeMap(outdir, path, map);
  }
  return metafile;
};

/** The functions that load a part of theirs lazily: they are split. Told by our own files, which takes a moment. */
const lazyOf = async (ids: readonly FunctionId[]): Promise<ReadonlySet<FunctionId>> => {
  const { metafile } = await build({
    ...buildOptions,
    alias: {},
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
    metafile.outputs[output]!.imports.some(({ path, kind, external: outside }) => !outside && (kind === "dynamic-import" || isLazy(path)));
  return new Set(ids.filter((id) => isLazy(`${id}.js`)));
};

/** Bundles functions into `outdir`, which is emptied first; default: all. */
export const bundleFunctions = async (outdir = bundlesDir, ids = functionIds): Promise<Bundles> => {
  for (const dir of [outdir, mapsDirOf(outdir)]) rmSync(dir, { recursive: true, force: true });
  const lazy = await lazyOf(ids);
  const documents = ids.filter((id): id is typeof DOCUMENT => id === DOCUMENT);
  const whole = ids.filter((id) => !lazy.has(id) && id !== DOCUMENT);
  const metafiles = await Promise.all([
    bundleWhole(whole, outdir),
    bundleWhole(documents, outdir, [lean]),
    ...[...lazy].map((id) => bundleSplit(id, outdir)),
  ]);
  // Lambda's runtime asks the folder's package.json which kind of modules it holds.
  for (const id of ids) writeFileSync(join(outdir, id, "package.json"), '{"type":"commonjs"}\n');
  for (const [id, paths] of Object.entries(docsFiles).filter(([id]) => ids.includes(id as FunctionId)))
    for (const path of paths) cpSync(join(root, path), join(outdir, id, "docs", path));
  const outputs: Metafile["outputs"] = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  const filesOf = (id: FunctionId) => Object.entries(outputs).filter(([path]) => dirname(resolve(root, path)) === join(outdir, id));
  const needs = new Map(
    await Promise.all(ids.map(async (id) => [id, await needsIn(carriedBy(filesOf(id).map(([, output]) => output)))] as const)),
  );
  return { codeDirOf: (id) => join(outdir, id), needsOf: (id) => needs.get(id) ?? [], outputs };
};
