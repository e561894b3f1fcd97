import type { FaultTest } from "./fault-test.ts";
import { t17 } from "./campaigns/elections.ts";
import { t18 } from "./campaigns/database-faults.ts";

const missing = (process.env["MONGOD_BINARY"] ?? "") === "";
if (missing) console.log("T17 and T18 are skipped: they need a real mongod, named by MONGOD_BINARY");

/** The tests that only a real mongod can be put through: fail points, elections, killed and frozen servers. */
export const databaseTests: readonly FaultTest[] = missing ? [] : [t17, t18];
