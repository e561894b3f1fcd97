import { defineConfig } from "vitest/config";

/** The README's test command: everything that needs no server of Debian's. The lanes in .ci/run have their own commands. */
export default defineConfig({
  test: {
    include: ["test/{unit,ports,contract,infra,e2e}/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default"],
  },
});
