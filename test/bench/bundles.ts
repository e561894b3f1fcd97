// Cold imports: fresh processes load the bundles of four functions and a plain ESM bundle of the same packages, in turns.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleFunctions, external, REQUIRE } from "#infra/bundle.ts";
import type { FunctionId } from "#infra/functions.ts";
import { type Bench, median } from "./row.ts";

const ROUNDS = 15;

const measured: readonly FunctionId[] = ["auth/login", "sending/send-batch", "jobs/deliver", "jobs/sync-mailbox"];

/** What the packages cost as they come: one minified ES module of whole mongodb, zod, middy and client-sqs. */
const bundlePlain = async (outfile: string): Promise<string> => {
  const contents = ["mongodb", "zod", "@middy/core", "@aws-sdk/client-sqs"]
    .map((name, n) => `export * as part${n} from "${name}";`)
    .join("\n");
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    minify: true,
    legalComments: "none",
    external: [...external],
    banner: { js: REQUIRE },
  });
  return outfile;
};

const timer = `const file = process.argv[1];
const began = process.hrtime.bigint();
import(file).then(() => console.log(Number(process.hrtime.bigint() - began) / 1e6));`;

/** Milliseconds that a fresh process takes to load a file; no compile cache, no environment. */
const coldImport = (file: string): number => Number(execFileSync(process.execPath, ["-e", timer, file], { env: {} }));

const kilobytes = (path: string): number => Math.round(statSync(path).size / 1024);

/** Cold imports in milliseconds, a round after the other so that all meet the same load: ours, and as the floor the plain bundle. */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-bundles-"));
  try {
    const plain = await bundlePlain(join(folder, "plain.mjs"));
    const { codeDirOf } = await bundleFunctions(join(folder, "functions"));
    const samples = measured.map((id) => ({ id, dir: codeDirOf(id), ms: [] as number[] }));
    const plainMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      plainMs.push(coldImport(plain));
      for (const { dir, ms } of samples) ms.push(coldImport(join(dir, "index.mjs")));
    }
    return samples.map(({ id, dir, ms }) => {
      const start = kilobytes(join(dir, "index.mjs"));
      const lazy = readdirSync(dir).reduce((sum, file) => sum + kilobytes(join(dir, file)), 0) - start;
      const note = `${start} KB at the start, ${lazy} KB when needed; the plain bundle of mongodb, zod, middy and client-sqs ${kilobytes(plain)} KB`;
      return { name: `cold import: ${id}`, unit: "ms", ours: median(ms), floor: median(plainMs), target: 0.65, atMost: true, note };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
