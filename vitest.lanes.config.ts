import { defineConfig } from "vitest/config";
import { longer } from "./vitest.config.ts";

/** Suites too heavy for the README's test command, each a lane (test/README.md). */
export default defineConfig({
  test: {
    include: ["test/{bundles,processes,infra,laptop}/**/*.test.ts", ...longer.include],
    exclude: longer.exclude,
    env: { LOG_LEVEL: "warn" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
