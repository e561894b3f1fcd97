import { defineConfig } from "vitest/config";

/** The README's test command: everything that needs no server of Debian's. The lanes in .ci/run have their own commands. */
export default defineConfig({
  test: {
    include: ["test/{unit,ports,contract,infra,e2e}/**/*.test.ts"],
    // The plain course of things stays out of the tests' output; warnings and errors do not.
    env: { LOG_LEVEL: "warn" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // Many tests wait for servers of their own; one worker less than the cores would leave them idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default"],
  },
});
