import { defineConfig } from "vitest/config";

/** Rules of the domain alone: nothing in them remembers, so that their files may share what is loaded. */
const rules = "test/unit/{mail,inbox,conversations,suppressions,auth,mutation,simulation}/**/*.test.ts";

/** The HTTP suites that try every limit: `npm run rules` has them (test/README.md). */
export const atTheirLimits = ["accounts/accounts", "accounts/rate", "docs/docs", "sending/batch", "sending/lists", "sending/single"].map(
  (name) => `test/http/${name}.test.ts`,
);

/** The README's test command: everything that needs no server of Debian's. The lanes in .ci/run have their own commands. */
export default defineConfig({
  test: {
    // The plain course of things stays out of the tests' output; warnings and errors do not.
    env: { LOG_LEVEL: "warn" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // Many tests wait for servers of their own; one worker less than the cores would leave them idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default"],
    projects: [
      { extends: true, test: { name: "rules", include: [rules], isolate: false } },
      { extends: true, test: { name: "system", include: ["test/{unit,ports,http}/**/*.test.ts"], exclude: [rules, ...atTheirLimits] } },
    ],
  },
});
