import { expect, it } from "vitest";
import { stateOf } from "#infra/admin/maintenance.ts";
import { mongoMaintenance, setMaintenance } from "#shared/platform/mongo/database.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("maintenance", (connect) => {
  const beganAgo = async (ms: number) => {
    const settings = (await connect()).raw.collection<{ _id: string }>("settings");
    await settings.updateOne({ _id: "maintenance" }, { $set: { since: new Date(Date.now() - ms) } });
  };

  it("is no ground to go on before requests and workers from before it have ended", async () => {
    const database = await connect();
    expect(await stateOf(database)).toBe("maintenance is off");
    await setMaintenance(database, true);

    await beganAgo(30_000);
    expect(await stateOf(database)).toMatch(/may still write and send: ask again in [45] seconds$/);
    await beganAgo(36_000);
    expect(await stateOf(database)).toMatch(/; no email is being sent any more$/);

    await setMaintenance(database, false);
    expect(await stateOf(database)).toBe("maintenance is off");
  });

  it("is asked for once in five seconds, and again at once after a query that failed", async () => {
    const database = await connect();
    let [ms, asked, isAway] = [0, 0, true];
    const isInMaintenance = mongoMaintenance(
      async () => {
        asked += 1;
        if (isAway) throw new Error("no primary");
        return database;
      },
      { now: () => new Date(ms) },
    );

    await expect(isInMaintenance()).rejects.toThrow("no primary");
    isAway = false;
    expect([await isInMaintenance(), await isInMaintenance(), asked]).toEqual([false, false, 2]);
    await setMaintenance(database, true);
    ms = 4_999;
    expect(await isInMaintenance()).toBe(false);
    ms = 5_000;
    expect(await isInMaintenance()).toBe(true);
    await setMaintenance(database, false);
  });
});
