import { defineConfig } from "vitest/config";

/** The lane that bundles every function: what each carries and weighs, and that it loads alone. */
export default defineConfig({ test: { include: ["test/bundles/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 180_000 } });
