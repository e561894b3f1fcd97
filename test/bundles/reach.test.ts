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
  ["credits/get-balance", 64],
  ["auth/login", 71],
  ["jobs/start-sync", 29],
  ["jobs/sweep", 148],
  ["inbox/get-message", 103],
  ["sending/send", 134],
  ["jobs/deliver", 191],
] as const)("%s imports at most so many files: %i", (id, most) => {
  expect(reach(id)).toBeLessThanOrEqual(most);
});

it("no function imports more than 264 files, and all together 9,580", () => {
  const counts = functionIds.map(reach);

  expect(Math.max(...counts)).toBeLessThanOrEqual(264);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(9_580);
});
