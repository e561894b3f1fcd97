import { build, type Metafile } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { type FunctionId, functionIds } from "#infra/functions.ts";
import { carriedBy } from "#infra/bundle.ts";

const started = new Map<FunctionId, number>();

/** The outputs that are loaded when an output is, those of dynamic imports left out. */
const atOnce = (outputs: Metafile["outputs"], path: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(path)) return found;
  found.add(path);
  for (const next of outputs[path]?.imports ?? []) if (!next.external && next.kind !== "dynamic-import") atOnce(outputs, next.path, found);
  return found;
};

/** Our own files of which a start of the function loads some code. */
const ownFilesOf = async (id: FunctionId): Promise<number> => {
  const { metafile } = await build({
    entryPoints: [`functions/${id}.ts`],
    bundle: true,
    packages: "external",
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "unused",
    write: false,
    metafile: true,
  });
  const [entry = ""] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `functions/${id}.ts`) ?? [];
  const loaded = [...atOnce(metafile.outputs, entry)].flatMap((path) => metafile.outputs[path] ?? []);
  return carriedBy(loaded).size;
};

beforeAll(async () => {
  for (const id of functionIds) started.set(id, await ownFilesOf(id));
}, 200_000);

it.each([
  ["credits/get-balance", 49],
  ["auth/login", 54],
  ["jobs/start-sync", 24],
  ["jobs/sweep", 126],
  ["inbox/get-message", 84],
  ["sending/send", 112],
  ["jobs/deliver", 200],
] as const)("a start of %s loads at most so many files of our own: %i", (id, most) => {
  expect(started.get(id)).toBeLessThanOrEqual(most);
});

/** These do what all jobs do, for test worlds. */
const driving: readonly FunctionId[] = ["sandbox/move-clock", "jobs/settle-world"];

it("no function loads more than 230 files, those that drive test worlds 312, and all together 8,800", () => {
  const others = functionIds.filter((id) => !driving.includes(id)).map((id) => started.get(id) ?? 0);

  expect(Math.max(...others)).toBeLessThanOrEqual(230);
  expect(Math.max(...driving.map((id) => started.get(id) ?? 0))).toBeLessThanOrEqual(312);
  expect([...started.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8_800);
});
