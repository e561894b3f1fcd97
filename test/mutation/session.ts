// One run of vitest over the sources with all mutants in them, as run.ts plans it; a process of its own, for a mutant may hang it.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { startVitest } from "vitest/node";
import { allMutants } from "./areas.ts";
import { type Plan, TESTS_FAILED } from "./plan.ts";
import { switched } from "./switched.ts";

const plan = JSON.parse(readFileSync(process.env["MUTATION_PLAN"] ?? "", "utf8")) as Plan;
const numbered = Map.groupBy(
  allMutants().map((mutant, index) => ({ mutant, number: index + 1 })),
  ({ mutant }) => mutant.file,
);
const place = new Map(plan.tests.map((test, index) => [test, index]));

const session = await startVitest(
  "test",
  [...plan.tests],
  {
    watch: false,
    // No configuration's projects: every file stands alone.
    config: false,
    env: { LOG_LEVEL: "warn" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    include: ["test/{unit,ports}/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A transform of an earlier run has other numbers in it.
    fsModuleCache: false,
    runner: "test/mutation/runner.ts",
    maxWorkers: plan.workers,
    bail: plan.always === undefined ? 0 : 1,
    reporters: process.env["MUTATION_SHOW"] ? ["default"] : [{}],
    silent: true,
    dangerouslyIgnoreUnhandledErrors: plan.always === undefined,
    sequence: {
      sequencer: class {
        shard = <T>(files: T): T => files;
        sort = <T extends readonly { readonly moduleId: string }[]>(files: T) =>
          files.toSorted(
            (one, other) =>
              (place.get(relative(process.cwd(), one.moduleId)) ?? 0) - (place.get(relative(process.cwd(), other.moduleId)) ?? 0),
          );
      } as never,
    },
  },
  {
    plugins: [
      {
        name: "mutants",
        enforce: "pre",
        transform: (source: string, id: string) => {
          const mutants = numbered.get(relative(process.cwd(), id.split("?")[0] ?? ""));
          return mutants ? { code: switched(source, mutants), map: null } : undefined;
        },
      },
    ],
  },
);
const failed = session.state.getCountOfFailedTests() > 0 || session.state.getFiles().some(({ result }) => result?.state === "fail");
await session.close();
process.exit(failed ? TESTS_FAILED : 0);
