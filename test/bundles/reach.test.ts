import { build, type Metafile } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { type FunctionId, functionIds } from "#infra/functions.ts";

let inputs: Metafile["inputs"];
beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: functionIds.map((id) => `functions/${id}.ts`),
    bundle: true,
    packages: "external",
    treeShaking: false,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "unused",
    write: false,
    metafile: true,
  });
  ({ inputs } = metafile);
});

/** Our own files that a function imports at once, however far away: what somebody who reads it may have to follow. */
const reach = (id: FunctionId): number => {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const next of inputs[path]?.imports ?? []) if (!next.external && next.kind !== "dynamic-import") add(next.path);
  };
  add(`functions/${id}.ts`);
  return found.size;
};

it.each([
  ["credits/get-balance", 68],
  ["auth/login", 75],
  ["jobs/start-sync", 30],
  ["jobs/sweep", 178],
  ["inbox/get-message", 124],
  ["sending/send", 160],
  ["jobs/deliver", 206],
] as const)("%s imports at most so many files: %i", (id, most) => {
  expect(reach(id)).toBeLessThanOrEqual(most);
});

/** These do what all jobs do, for test worlds. */
const driving: readonly FunctionId[] = ["sandbox/move-clock", "jobs/settle-world"];

it("no function imports more than 300 files, those that drive test worlds 380, and all together 11,900", () => {
  const counts = functionIds.map(reach);

  expect(Math.max(...functionIds.filter((id) => !driving.includes(id)).map(reach))).toBeLessThanOrEqual(300);
  expect(Math.max(...driving.map(reach))).toBeLessThanOrEqual(380);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(11_900);
});
