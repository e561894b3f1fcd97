import type { IsInMaintenance, Clock } from "../ports.ts";
import { type Connect, type Database, databaseNow } from "./database.ts";

/** The operator's settings for the whole service. */
interface SettingDocument {
  _id: "maintenance";
  since: Date;
}

const settingsOf = (database: Database) => database.collection<SettingDocument>("settings");

/** How long a process uses what it read, ms; so late it may notice the start or end of maintenance. */
export const BELIEVED_MS = 5_000;

/** Since when the database is in maintenance; undefined while it is not. */
export const maintenanceSince = async (database: Database): Promise<Date | undefined> =>
  (await settingsOf(database).findOne({ _id: "maintenance" }))?.since;

/** Starts or ends maintenance; repeating it is no error. */
export const setMaintenance = async (database: Database, isOn: boolean): Promise<void> => {
  if (!isOn) return void (await settingsOf(database).deleteOne({ _id: "maintenance" }));
  const since = await databaseNow(database);
  await settingsOf(database).updateOne({ _id: "maintenance" }, { $setOnInsert: { since } }, { upsert: true });
};

/** Queries the database at most once in BELIEVED_MS; a failed query is not remembered. */
export const mongoMaintenance = (connect: Connect, clock: Clock): IsInMaintenance => {
  let known: Promise<boolean> | undefined;
  let until = 0;
  return () => {
    const now = clock.now().getTime();
    if (known && now < until) return known;
    const asked = connect()
      .then(maintenanceSince)
      .then((since) => since !== undefined);
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    known = asked;
    until = now + BELIEVED_MS;
    return asked;
  };
};
