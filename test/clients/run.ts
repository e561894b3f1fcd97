// `npm run clients`: clients generated from the OpenAPI document compile and run the tour against the local system.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { openTarget } from "../support/target.ts";

const here = import.meta.dirname;
/** The generators, with the TypeScript that they are made for, in a folder of their own: the repository's is newer. */
const folder = mkdtempSync(join(tmpdir(), "clients-"));
for (const file of ["package.json", "package-lock.json"]) cpSync(join(here, file), join(folder, file));
cpSync(join(here, "tours"), folder, { recursive: true });
execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });

const target = await openTarget();
const { url, key, mail } = target;
writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text());

/** Runs a program of the folder's own; false, with what it said, when it fails. */
const works = (program: string, ...args: string[]): boolean => {
  const { status, stdout, stderr } = spawnSync(join(folder, "node_modules/.bin", program), args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) console.log(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return status === 0;
};

/** Bundles a tour and plays it in a process of its own; the system lives in this one, so that it must not block. */
const plays = async (tour: string): Promise<boolean> => {
  const outfile = join(folder, `${tour}.bundle.mjs`);
  await build({ entryPoints: [join(folder, `${tour}.mts`)], outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const env = { ...process.env, TOUR: JSON.stringify({ url, key, mail }) };
  spawn(process.execPath, [outfile], { env, stdio: "inherit" }).on("exit", (code) => resolve(code === 0));
  return promise;
};

const results = {
  "openapi-typescript generates": works("openapi-typescript", "openapi.json", "-o", "openapi-typescript.d.ts"),
  "@hey-api/openapi-ts generates": works("openapi-ts", "-i", "openapi.json", "-o", "hey-api"),
  "both compile": works("tsc", "-p", "."),
  "openapi-fetch plays the tour": await plays("openapi-fetch"),
  "@hey-api/openapi-ts plays the tour": await plays("hey-api"),
};
await target.stop();
rmSync(folder, { recursive: true, force: true });

const failed = Object.entries(results).filter(([, passed]) => !passed);
for (const [name] of failed) console.log(`FAILED ${name}`);
console.log(`${Object.keys(results).length - failed.length} passed, ${failed.length} failed, 0 skipped`);
process.exit(failed.length === 0 ? 0 : 1);
