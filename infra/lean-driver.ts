import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** Parts of the driver that no function uses: encryption and AWS logins need packages that we do not install, and our code watches and writes across no collections. */
export const leftOut: readonly string[] = [
  "client-side-encryption/auto_encrypter",
  "cmap/auth/mongodb_aws",
  "cmap/auth/mongodb_oidc",
  "cmap/auth/mongodb_oidc/automated_callback_workflow",
  "cmap/auth/mongodb_oidc/human_callback_workflow",
  "cmap/auth/mongodb_oidc/token_cache",
  "change_stream",
  "operations/client_bulk_write/executor",
];

const exported = /^export (?:abstract )?(?:class|const|function) (\w+)/gm;

/** A module with the same names, each of which throws when it is used. */
const throwing = (source: string): string =>
  Array.from(source.matchAll(exported), ([, name = ""]) => {
    const message = JSON.stringify(`${name} of the MongoDB driver is left out of the bundles (infra/lean-driver.ts)`);
    return `export function ${name}() { throw new Error(${message}); }`;
  }).join("\n");

/** The driver's sources without their import of `process`, a global: esbuild would copy its hundred properties for each of the files. */
const withGlobalProcess = (source: string): string => source.replace("import * as process from 'process';", "");

/** MongoDB's driver from its own sources, which its package carries: as one scope they start a fifth faster than its 190 CommonJS modules. */
export const leanDriver = (root: string): Plugin => {
  const folder = join(root, "node_modules/mongodb/src");
  const sources = new Map<string, string>();
  const read = (path: string): string => {
    const source = readFileSync(path, "utf8");
    return leftOut.some((part) => path === join(folder, `${part}.ts`)) ? throwing(source) : withGlobalProcess(source);
  };
  return {
    name: "lean-driver",
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /^mongodb$/ }, () => ({ path: join(folder, "index.ts") }));
      esbuild.onLoad({ filter: /node_modules[\\/]mongodb[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        if (!sources.has(path)) sources.set(path, read(path));
        return { contents: sources.get(path)!, loader: "ts" };
      });
    },
  };
};
