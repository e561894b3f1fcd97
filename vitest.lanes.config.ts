import { defineConfig } from "vitest/config";

/** Suites too heavy for the README's test command, each a lane: every function's bundle alone, and the commands that people type, as processes. */
export default defineConfig({
  test: {
    include: ["test/{bundles,processes}/**/*.test.ts"],
    env: { LOG_LEVEL: "warn" },
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
