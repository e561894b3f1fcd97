import type { FaultTest } from "./fault-test.ts";
import { t01 } from "./t01-kills.ts";
import { t02 } from "./t02-random-kills.ts";
import { t08 } from "./t08-cancel-races.ts";
import { t12 } from "./t12-daily-cap.ts";
import { t22 } from "./t22-frozen-workers.ts";

/** Every fault test, in the order of guarantees.md. */
export const tests: readonly FaultTest[] = [t01, t02, t08, t12, t22];
