import * as z from "zod/mini";
import { connectMongo, type Database } from "#shared/adapters/mongo/database.ts";
import { longTimeouts } from "#shared/adapters/mongo/indexes.ts";
import { maintenanceSince } from "#shared/adapters/mongo/maintenance.ts";
import { compareDatabases } from "#shared/adapters/mongo/restore/compare-databases.ts";
import { type Forgotten, forgottenKinds } from "#shared/adapters/mongo/restore/forgotten.ts";
import { forgottenOfLog } from "#shared/adapters/mongo/restore/forgotten-of-log.ts";
import { withdrawAgain } from "#shared/adapters/mongo/restore/withdraw-again.ts";
import { markUnknownAfterRestore } from "#shared/adapters/mongo/sending/after-restore.ts";
import { usersOf } from "#shared/adapters/mongo/accounts/users.ts";
import { secret } from "#shared/runtime/ports/secret.ts";
import { StartFailure } from "../local/fail.ts";
import { type Arguments, type Command, option } from "./command.ts";
import { readLines, withdrawalsIn } from "./withdrawn-lines.ts";

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
