import type { FaultTest } from "./fault-test.ts";
import { t01 } from "./t01-kills.ts";

/** Every fault test, in the order of guarantees.md. */
export const tests: readonly FaultTest[] = [t01];
