// `npm run client`: builds and packs the client's npm package; prints its path, files and size.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import release from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const source = join(root, "shared/client");
/** The folder of the package. */
const folder = join(root, ".cache/client");
/** The largest script of a program that uses the whole client, bytes gzipped. */
const SCRIPT_MAX = 12 * 1024;

const manifest = {
  name: "@unified-inbox/client",
  version: release.version,
  description: "Client of the email sending and unified inbox service: typed, without dependencies.",
  license: release.license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.3" },
  bin: { "email-service": "./cli.js" },
  exports: { ".": { types: "./types/index.d.ts", default: "./index.js" } },
};

/** Builds the scripts of the library and of the command line; descriptions and types are only in the declarations. */
const scripts = (): Promise<unknown> =>
  build({
    entryPoints: { index: join(source, "index.ts"), cli: join(source, "cli/main.ts") },
    bundle: true,
    platform: "neutral",
    external: ["node:*"],
    target: "es2022",
    minify: true,
    format: "esm",
    outdir: folder,
  });

const COMPILER = "--declaration --emitDeclarationOnly --target es2024 --module nodenext --strict --exactOptionalPropertyTypes --types node";

/** Makes the declarations, which import each other with the file extension that every version of TypeScript resolves. */
const declarations = (): void => {
  const types = join(folder, "types");
  const tsc = join(root, "node_modules/.bin/tsc");
  const how = [...COMPILER.split(" "), "--allowImportingTsExtensions", "--ignoreConfig", "--outDir", types];
  execFileSync(tsc, [join(source, "index.ts"), ...how], { cwd: root, stdio: "inherit" });
  for (const file of readdirSync(types)) {
    const text = readFileSync(join(types, file), "utf8");
    writeFileSync(join(types, file), text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
};

/** Builds and packs; returns the package's file. */
const pack = async (): Promise<string> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scripts();
  declarations();
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const packed = execFileSync("npm", ["pack", "--json"], { cwd: folder, encoding: "utf8" });
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: readonly { path: string; size: number }[] }];
  for (const { path, size } of files) console.log(`${String(size).padStart(8)} ${path}`);
  return join(folder, filename);
};

const file = await pack();
const weight = gzipSync(readFileSync(join(folder, "index.js"))).length;
console.log(`${file}: its script weighs ${weight} bytes gzipped, of ${SCRIPT_MAX} at most`);
process.exitCode = weight <= SCRIPT_MAX ? 0 : 1;
