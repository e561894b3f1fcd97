// Bundles every function with esbuild, all in one run: cdk.out/bundles/<module>/<function>/index.js.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync, type BuildOptions } from "esbuild";
import { permissions, type FunctionId } from "./permissions.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Where the bundles are, below the repository's root. */
export const bundlesDir = join(root, "cdk.out", "bundles");

/** Optional parts of the mongodb driver that we do not install. */
const external = [
  "mongodb-client-encryption",
  "snappy",
  "kerberos",
  "@mongodb-js/zstd",
  "gcp-metadata",
  "aws4",
  "@aws-sdk/credential-providers",
];

/** CommonJS, minified, AWS SDK included: what starts fastest on Lambda (findings.md, "Cold start"). */
export const buildOptions: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  keepNames: false,
  mainFields: ["module", "main"],
  external,
  // mongodb parses its URI with whatwg-url, 274 KB of Unicode tables; the global URL is the same standard.
  alias: { "whatwg-url": join(root, "infra/constructs/global-url.ts") },
  absWorkingDir: root,
  legalComments: "none",
  logLevel: "warning",
};

/** The viewer's files that the documentation function carries. */
const docsFiles = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];

/** Bundles all functions and answers where each one's code is. */
export const bundleFunctions = (): ((id: FunctionId) => string) => {
  rmSync(bundlesDir, { recursive: true, force: true });
  const ids = Object.keys(permissions) as FunctionId[];
  buildSync({
    ...buildOptions,
    entryPoints: Object.fromEntries(ids.map((id) => [`${id}/index`, `functions/${id}.ts`])),
    outdir: bundlesDir,
  });
  const docs = join(bundlesDir, "docs/get-file/docs");
  mkdirSync(docs, { recursive: true });
  for (const file of docsFiles) cpSync(join(root, "node_modules/swagger-ui-dist", file), join(docs, file));
  return (id) => join(bundlesDir, id);
};
