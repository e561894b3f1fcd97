import * as z from "zod/mini";
import { readFileSync } from "node:fs";
import { objectId } from "#shared/api/fields.ts";
import { type Withdrawal, WITHDRAWN } from "#shared/suppressions/unsubscribe.ts";
import { StartFailure } from "../local/terminal.ts";
import {
  connectMongo,
  type Database,
  databaseNow,
  maintenanceSince,
  MAINTENANCE_CACHE_MS,
  setMaintenance,
} from "#shared/platform/mongo/database.ts";
import { longTimeouts } from "#shared/service/indexes.ts";
import { compareDatabases } from "#shared/service/restore/compare-databases.ts";
import { type Forgotten, forgottenKinds, forgottenOfLog, withdrawAgain } from "#shared/service/restore/forgotten.ts";
import { markUnknownAfterRestore } from "#shared/sending/store/recovery.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import { secret } from "#shared/platform/wiring/secret.ts";
import { type Arguments, type Command, option } from "./command.ts";
import { countUnderWay } from "#shared/sending/store/claim-due.ts";
import { connect } from "#shared/platform/wiring/database.ts";

const head = z.object({ event: z.literal(WITHDRAWN), timestamp: z.iso.datetime() });
const own = { userId: objectId, id: objectId };
const withdrawal = z.discriminatedUnion("what", [
  z.object({ what: z.enum(["key", "member", "webhook"]), ...own }),
  z.object({ what: z.literal("mailbox"), ...own, purge: z.boolean() }),
  z.object({ what: z.enum(["unsubscribed", "resubscribed"]), sendId: objectId }),
  z.object({ what: z.literal("suppressions"), userId: objectId, count: z.number() }),
]);

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a line must be a withdrawal: by its event; by its words where it has none, because it is cut off or another tool has wrapped it. */
const isWithdrawal = (text: string, json: unknown): boolean => {
  const event = (json as { readonly event?: unknown } | null | undefined)?.event;
  return typeof event === "string" ? event === WITHDRAWN : text.includes(WITHDRAWN) || (json === undefined && text.startsWith('{"'));
};

/**
 * The withdrawals since a time in lines of the functions' log, oldest first; other lines are ignored. Throws StartFailure for a line that may be
 * a withdrawal and cannot be read as one.
 */
export const withdrawalsIn = (text: string, since: Date): readonly Withdrawal[] =>
  text
    .split("\n")
    .flatMap((one, at) => {
      const json = fromJson(one);
      if (!isWithdrawal(one, json)) return [];
      const [told, parsed] = [head.safeParse(json), withdrawal.safeParse(json)];
      if (!told.success || !parsed.success)
        throw new StartFailure(`line ${at + 1} of the log is cut off, wrapped, or no withdrawal of this version`);
      const time = Date.parse(told.data.timestamp);
      return time < since.getTime() ? [] : [{ time, withdrawal: parsed.data }];
    })
    .toSorted((a, b) => a.time - b.time)
    .map((one) => one.withdrawal);

/** Reads exported log lines: a file, or standard input for "-". */
const readLines = (file: string): string => {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new StartFailure(`--log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** An offset is required: without one the time would be that of the operator's machine. */
const momentWithOffset = z.iso.datetime({ offset: true });

const sinceOf = (given: Arguments): Date => {
  const parsed = momentWithOffset.safeParse(option(given, "since"));
  if (!parsed.success) throw new StartFailure("--since must be the time that the database was set back to, such as 2026-11-21T09:00:00Z");
  const since = new Date(parsed.data);
  if (since.getTime() > Date.now()) throw new StartFailure("--since lies in the future");
  return since;
};

const openRestored = async (): Promise<Database> => {
  const restored = await connectMongo(async () => (await secret()).mongodbUri, longTimeouts)();
  if (!(await maintenanceSince(restored)))
    throw new StartFailure("the restored database is not in maintenance, so that workers may be sending: run `maintenance on` first");
  return restored;
};

/** Opens the database from before the restore, if OLD_MONGODB_URI names it; an environment variable, because it contains a password. */
const openOld = async (): Promise<Database | undefined> => {
  const uri = process.env["OLD_MONGODB_URI"];
  if (!uri) return undefined;
  const old = await connectMongo(async () => uri, longTimeouts)();
  if (!(await usersOf(old).findOne())) throw new StartFailure("OLD_MONGODB_URI names a database without accounts");
  return old;
};

/** The kinds in --only; all kinds without it. */
const wantedOf = (given: Arguments): readonly string[] => {
  const only = option(given, "only")?.split(",") ?? forgottenKinds;
  if (only.some((kind) => !(forgottenKinds as readonly string[]).includes(kind)))
    throw new StartFailure(`--only takes, with commas between: ${forgottenKinds.join(", ")}`);
  return only;
};

/** What names a withdrawal, so that both sources list it once. */
const nameOf = (one: Forgotten): string =>
  [one.kind, one.userId, "email" in one ? one.email : "", "id" in one ? one.id : "", "note" in one ? one.note : ""].join(" ");

const find = async (given: Arguments, restored: Database, since: Date): Promise<readonly Forgotten[]> => {
  const log = option(given, "log");
  const old = await openOld();
  if (!old && log === undefined)
    return [{ kind: "note", userId: "", id: "", note: "nothing withdrawn is looked for: give OLD_MONGODB_URI, --log, or both" }];
  const wanted = wantedOf(given);
  const compared = old ? await compareDatabases(restored, old, since) : [];
  const logged = log === undefined ? [] : await forgottenOfLog({ restored, old }, withdrawalsIn(readLines(log), since));
  const known = new Set(compared.map(nameOf));
  return [...compared, ...logged.filter((one) => !known.has(nameOf(one)))].filter(({ kind }) => wanted.includes(kind));
};

/** Deleting an account is final, and a wrong OLD_MONGODB_URI would list many, so accounts need --purge. */
const mayApply = ({ kind }: Forgotten, { options }: Arguments): boolean =>
  options["apply"] === true && kind !== "note" && (kind !== "account" || options["purge"] === true);

const settle = async (given: Arguments, restored: Database, one: Forgotten): Promise<object> => {
  const applies = mayApply(one, given);
  if (applies) await withdrawAgain(restored, one);
  const waits = one.kind === "note" ? one.note : one.kind === "account" ? "forgotten: --apply --purge deletes it" : "forgotten: --apply";
  const { kind, userId } = one;
  return { kind, account: userId, id: "id" in one ? one.id : ("sendId" in one && one.sendId) || "", state: applies ? "done again" : waits };
};

/** The command that an operator runs after a restore, before maintenance ends (infra/restore.md). */
export const afterRestore: Command = {
  usage:
    "after-restore --since TIME [--log FILE|-] [--only KIND,…] [--apply [--purge]]   what may have gone out since is looked up, never sent; what was " +
    "withdrawn since (OLD_MONGODB_URI, log) is listed, and with --apply done again",
  run: async (given) => {
    const since = sinceOf(given);
    const restored = await openRestored();
    const sends = await markUnknownAfterRestore(restored, since);
    const rows = [{ kind: "sends", account: "", id: "", state: `${sends} are looked up in their Sent folders before anything is sent` }];
    const found = [];
    for (const one of await find(given, restored, since)) found.push(await settle(given, restored, one));
    return [...rows, ...found];
  },
};

/** What an operator would otherwise take for another fault. */
const RINGS = "Api5xx, SyncStopped and SweepStopped ring until it is off: write down what rings besides";

/** A process believes that there is no maintenance for MAINTENANCE_CACHE_MS, and a request that it then admits lasts 30 s at most. */
const SETTLED_AFTER_MS = MAINTENANCE_CACHE_MS + 30_000;

/** Whether maintenance is on, and whether work that began before it may still write or send; one sentence for the operator. */
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
      return `${await stateOf(await connect())}; every process knows it within ${MAINTENANCE_CACHE_MS / 1000} seconds; ${RINGS}`;
    },
  },
  "maintenance off": {
    usage: "maintenance off                         everything goes on; what has become due meanwhile is found within three minutes",
    run: async () => {
      await setMaintenance(await connect(), false);
      return `${await stateOf(await connect())}; every process knows it within ${MAINTENANCE_CACHE_MS / 1000} seconds`;
    },
  },
  "after-restore": afterRestore,
};
