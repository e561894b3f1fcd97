// `npm run clients`: our own client, and clients generated from the OpenAPI document, compile and run the tour against the local system.
// `-- --bad-server --calls 10000` does only the sending through a server that cuts, delays, doubles and refuses.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import release from "../../package.json" with { type: "json" };
import { openTarget } from "../support/target.ts";
import { commandLineWorks } from "./cli.ts";
import { nothingSentTwice } from "./bad-server.ts";
import { examples } from "./examples.ts";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "1000" }, seed: { type: "string", default: "1" }, "bad-server": { type: "boolean" } },
});
if (values["bad-server"]) {
  const target = await openTarget();
  const passes = await nothingSentTwice(target, Number(values.calls), Number(values.seed));
  await target.stop();
  process.exit(passes ? 0 : 1);
}
const here = import.meta.dirname;
/** The generators, with the TypeScript that they are made for, in a folder of their own: the repository's is newer. */
const folder = mkdtempSync(join(tmpdir(), "clients-"));
for (const file of ["package.json", "package-lock.json"]) cpSync(join(here, file), join(folder, file));
cpSync(join(here, "tours"), folder, { recursive: true });
execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
execFileSync("npm", ["run", "client"], { cwd: join(here, "../.."), stdio: "inherit" });
const packed = join(here, `../../.cache/client/unified-inbox-client-${release.version}.tgz`);
execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", packed], { cwd: folder, stdio: "inherit" });

const target = await openTarget();
const { url, key, mail } = target;
writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text());

writeFileSync(join(folder, "examples.mts"), examples());
writeFileSync(join(folder, "offer.txt"), "One offer.\n");

/** Runs a program of the folder's own; false, with what it said, when it fails. */
const works = (program: string, ...args: string[]): boolean => {
  const { status, stdout, stderr } = spawnSync(join(folder, "node_modules/.bin", program), args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) console.log(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return status === 0;
};

/** The Node.js versions that the client is for: this one, and those of the folder. */
const nodes = { 24: process.execPath, 22: join(folder, "node_modules/node22/bin/node"), 20: join(folder, "node_modules/node20/bin/node") };

/** Bundles a tour, but for our client, which is used as it is installed; plays it in a process of its own, for the system lives in this one. */
const plays = async (tour: string, node: keyof typeof nodes = 24): Promise<boolean> => {
  const outfile = join(folder, `${tour}.bundle.mjs`);
  const how = { bundle: true, platform: "node", format: "esm", logLevel: "error" } as const;
  await build({ entryPoints: [join(folder, `${tour}.mts`)], outfile, external: ["@unified-inbox/client"], ...how });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const own = { URL: url, KEY: key, SMTP: String(mail.smtps), IMAP: String(mail.imaps) };
  const env = { ...process.env, ...own, TOUR: JSON.stringify({ url, key, mail, suffix: String(node) }) };
  spawn(nodes[node], [outfile], { env, cwd: folder, stdio: "inherit" }).on("exit", (code) => resolve(code === 0));
  return promise;
};

const results = {
  "openapi-typescript generates": works("openapi-typescript", "openapi.json", "-o", "openapi-typescript.d.ts"),
  "@hey-api/openapi-ts generates": works("openapi-ts", "-i", "openapi.json", "-o", "hey-api"),
  "all compile": works("tsc", "-p", "."),
  "openapi-fetch plays the tour": await plays("openapi-fetch"),
  "@hey-api/openapi-ts plays the tour": await plays("hey-api"),
  "our client plays the tour with Node.js 20": await plays("own", 20),
  "our client plays the tour with Node.js 22": await plays("own", 22),
  "our client plays the tour with Node.js 24": await plays("own", 24),
  "our command line works with Node.js 20": await commandLineWorks(target, nodes[20], join(folder, "node_modules/.bin/email-service")),
  "the examples of the guides run": await plays("examples"),
  "our client sends nothing twice through a bad server": await nothingSentTwice(target, Number(values.calls), Number(values.seed)),
};
await target.stop();
rmSync(folder, { recursive: true, force: true });

const failed = Object.entries(results).filter(([, passed]) => !passed);
for (const [name] of failed) console.log(`FAILED ${name}`);
console.log(`${Object.keys(results).length - failed.length} passed, ${failed.length} failed, 0 skipped`);
process.exit(failed.length === 0 ? 0 : 1);
