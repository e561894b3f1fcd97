import { databaseTests } from "./database-tests.ts";
import type { FaultTest } from "./fault-test.ts";
import { t01 } from "./t01-kills.ts";
import { t02 } from "./t02-random-kills.ts";
import { t03 } from "./t03-smtp-faults.ts";
import { t04 } from "./t04-late-replies.ts";
import { t05, t06 } from "./t05-queue-chaos.ts";
import { t07 } from "./t07-poison.ts";
import { t08 } from "./t08-cancel-races.ts";
import { t09 } from "./t09-schedules.ts";
import { t10 } from "./t10-clocks.ts";
import { t11 } from "./t11-credits.ts";
import { t12 } from "./t12-daily-cap.ts";
import { t20 } from "./t20-model.ts";
import { t21 } from "./t21-repeated-requests.ts";
import { t22 } from "./t22-frozen-workers.ts";

/** Every fault test, in the order of guarantees.md. */
export const tests: readonly FaultTest[] = [t01, t02, t03, t04, t05, t06, t07, t08, t09, t10, t11, t12, ...databaseTests, t20, t21, t22];
