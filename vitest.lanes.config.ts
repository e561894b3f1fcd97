import { defineConfig } from "vitest/config";
import { longer, longerStores } from "./vitest.config.ts";

/** Suites too heavy for the README's test command, each a lane (test/README.md). */
export default defineConfig({
  test: {
    // CDK's own check of each template takes four fifths of a synthesis, and only warns; the lane "synth" has it for every stage.
    env: { LOG_LEVEL: "warn", CDK_VALIDATION: "false" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: "lanes",
          include: ["test/{bundles,processes,infra,laptop}/**/*.test.ts", ...longer.include],
          exclude: longer.exclude,
        },
      },
      { extends: true, test: longerStores },
    ],
  },
});
