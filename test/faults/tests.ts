import { databaseTests } from "./database-tests.ts";
import type { FaultTest } from "./fault-test.ts";
import { t01OverGmail, t03OverGmail } from "./campaigns/apis.ts";
import { t01, t01Others } from "./campaigns/kills.ts";
import { t02 } from "./campaigns/random-kills.ts";
import { t03, t03Others } from "./campaigns/smtp-faults.ts";
import { t04 } from "./campaigns/late-replies.ts";
import { t05, t06 } from "./campaigns/queue-chaos.ts";
import { t07 } from "./campaigns/poison-messages.ts";
import { t08 } from "./campaigns/cancel-races.ts";
import { t09 } from "./campaigns/schedules.ts";
import { t10 } from "./campaigns/clocks.ts";
import { t11 } from "./campaigns/credits.ts";
import { t12 } from "./campaigns/daily-cap.ts";
import { t20 } from "./campaigns/model.ts";
import { t21 } from "./campaigns/repeated-requests.ts";
import { t23 } from "./campaigns/answered.ts";
import { t26, t26OfRetries, t26OverGraph } from "./campaigns/stops.ts";
import { t27 } from "./campaigns/account-refusals.ts";
import { t28 } from "./campaigns/approvals.ts";
import { t30 } from "./campaigns/respect.ts";
import { t22 } from "./campaigns/frozen-workers.ts";
import { t24 } from "./campaigns/lost-pulls.ts";

/** Every fault test; those that take longest begin. */
export const tests: readonly FaultTest[] = [
  t01,
  t01Others,
  t01OverGmail,
  t03,
  t03Others,
  t03OverGmail,
  t28,
  t30,
  t02,
  t04,
  t05,
  t06,
  t07,
  t08,
  t09,
  t10,
  t11,
  t12,
  ...databaseTests,
  t20,
  t21,
  t22,
  t23,
  t24,
  t26,
  t26OverGraph,
  t26OfRetries,
  t27,
];
