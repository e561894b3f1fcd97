import { defineConfig } from "vitest/config";

/** The lane against Debian's Dovecot, Postfix and Knot on loopback; one file at a time, for they share two cores. */
export default defineConfig({
  test: {
    include: ["test/interop/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
