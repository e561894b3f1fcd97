import { type Database, databaseNow } from "#shared/adapters/mongo/database.ts";
import { BELIEVED_MS, maintenanceSince, setMaintenance } from "#shared/adapters/mongo/maintenance.ts";
import { countUnderWay } from "#shared/adapters/mongo/sending/under-way.ts";
import { connect } from "#shared/runtime/ports/database.ts";
import { afterRestore } from "./after-restore.ts";
import type { Command } from "./command.ts";

/** What an operator would otherwise take for another fault. */
const RINGS = "Api5xx, SyncStopped and SweepStopped ring until it is off: write down what rings besides";

/** A process believes that there is no maintenance for BELIEVED_MS, and a request that it then admits lasts 30 s at most. */
const SETTLED_AFTER_MS = BELIEVED_MS + 30_000;

/** What the operator may rely on: whether maintenance is on, and what that began before it may still write. */
export const stateOf = async (database: Database): Promise<string> => {
  const since = await maintenanceSince(database);
  if (!since) return "maintenance is off";
  const [left, now] = [await countUnderWay(database), await databaseNow(database)];
  const settlesIn = Math.ceil((since.getTime() + SETTLED_AFTER_MS - now.getTime()) / 1000);
  const rest =
    left > 0
      ? `${left} emails are still being sent: ask again`
      : settlesIn > 0
        ? `what began before it may still write and send: ask again in ${settlesIn} seconds`
        : "no email is being sent any more";
  return `maintenance is on since ${since.toISOString()}; ${rest}`;
};

/** The commands for maintenance and after a restore (infra/restore.md). */
export const maintenanceCommands: Readonly<Record<string, Command>> = {
  maintenance: {
    usage: "maintenance                             show whether it is on, and how many emails are still being sent",
    run: async () => stateOf(await connect()),
  },
  "maintenance on": {
    usage: "maintenance on                          reads work, writes get 503, nothing is sent, pulled or posted",
    run: async () => {
      await setMaintenance(await connect(), true);
      return `${await stateOf(await connect())}; every process knows it within ${BELIEVED_MS / 1000} seconds; ${RINGS}`;
    },
  },
  "maintenance off": {
    usage: "maintenance off                         everything goes on; what has become due meanwhile is found within three minutes",
    run: async () => {
      await setMaintenance(await connect(), false);
      return `${await stateOf(await connect())}; every process knows it within ${BELIEVED_MS / 1000} seconds`;
    },
  },
  "after-restore": afterRestore,
};
