import { setTimeout as sleep } from "node:timers/promises";
import type { Document } from "mongodb";
import { type RealMongo, startRealMongo } from "#test/support/real-mongod.ts";
import { APP_NAME, type DatabaseLoad, openLoad } from "../database-load.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { emptyReport, remark, type Report, sumOf } from "../report.ts";

/** One thing that goes wrong for a while. */
interface Scenario {
  readonly name: string;
  /** True when nothing can be accepted: then clients must have been told so. */
  readonly outage?: boolean;
  run(mongo: RealMongo, load: DatabaseLoad): Promise<void>;
}

const MOST = ["find", "insert", "update", "findAndModify", "commitTransaction", "aggregate"];
const SOME = { activationProbability: 0.3 };

/** Hangs longer than any limit of ours; turning a fail point off waits for what hangs in it. */
const HANG = { blockConnection: true, blockTimeMS: 10_000 };

/** MongoDB's fail point `failCommand` for `ms`; throws when nothing ran into it. */
const failing = (
  name: string,
  ms: number,
  mode: string | object,
  data: Document & { failCommands: readonly string[] },
  outage = false,
): Scenario => ({
  name,
  outage,
  run: async (mongo) => {
    const primary = await mongo.primary();
    const point = { configureFailPoint: "failCommand" };
    await primary.command({ ...point, mode, data: { appName: APP_NAME, ...data } });
    await sleep(ms);
    const { count } = await primary.command({ ...point, mode: "off" });
    if (count === 0) throw new Error("nothing ran into the fail point");
  },
});
const struck = ["find", "insert", "update", "findAndModify", "commitTransaction"];
const slow = (blockTimeMS: number, ms: number) =>
  failing(`every command takes ${blockTimeMS} ms more`, ms, "alwaysOn", { failCommands: MOST, blockConnection: true, blockTimeMS });

/** Not among the scenarios, for all the sooner seen without a transaction. */
const insertsFail = failing("inserts fail", 2_000, { activationProbability: 0.7 }, { failCommands: ["insert"], closeConnection: true });

const scenarios: readonly Scenario[] = [
  ...struck.map((command) => failing(`${command}: connection closed`, 2_000, SOME, { failCommands: [command], closeConnection: true })),
  ...struck.map((command, index) => {
    const errorCode = [11602, 189, 91, 11600, 10107][index];
    return failing(`${command}: error ${errorCode}`, 2_000, SOME, { failCommands: [command], errorCode });
  }),
  failing("commits made, majority not told", 3_000, SOME, {
    failCommands: ["commitTransaction"],
    writeConcernError: { code: 64, errmsg: "waiting for replication timed out" },
  }),
  failing("every commit closes its connection", 10_000, "alwaysOn", { failCommands: ["commitTransaction"], closeConnection: true }, true),
  failing(
    "every commit conflicts",
    10_000,
    "alwaysOn",
    { failCommands: ["commitTransaction"], errorCode: 112, errorLabels: ["TransientTransactionError"] },
    true,
  ),
  slow(200, 3_000),
  slow(1_000, 8_000),
  slow(2_000, 20_000),
  failing("every read hangs", 12_000, "alwaysOn", { failCommands: ["find"], ...HANG }, true),
  failing("every commit hangs", 12_000, "alwaysOn", { failCommands: ["commitTransaction"], ...HANG }, true),
  {
    name: "mongod killed, and back after 8 s",
    outage: true,
    run: async ({ members: [only] }) => {
      only?.kill("SIGKILL");
      await only?.ended();
      await sleep(8_000);
      await only?.start();
      await sleep(1_000);
    },
  },
  {
    name: "mongod frozen for 15 s",
    outage: true,
    run: async ({ members: [only] }) => {
      only?.kill("SIGSTOP");
      await sleep(15_000);
      only?.kill("SIGCONT");
      await sleep(1_000);
    },
  },
  {
    name: "40 requests in one environment",
    run: async (mongo, load) => {
      const primary = await mongo.primary();
      const point = { configureFailPoint: "failCommand" };
      const data = { appName: APP_NAME, failCommands: MOST, blockConnection: true, blockTimeMS: 1_000 };
      await primary.command({ ...point, mode: "alwaysOn", data });
      await Promise.all(Array.from({ length: 40 }, (_, index) => load.request(`crowd ${index} ${Date.now()}`, index % 2 === 1)));
      await primary.command({ ...point, mode: "off" });
    },
  },
];

/** A transaction whose commit never arrived is ended by the server after 10 s instead of 60; until then it holds what it wrote. */
const FLAGS = ["enableTestCommands=1", "transactionLifetimeLimitSeconds=10"].flatMap((parameter) => ["--setParameter", parameter]);
const MONGOD = process.env["MONGOD_BINARY"] ?? "";

/** Runs the scenarios one after the other under load, and looks after each whether every promise was kept. */
const runAll = async (some: readonly Scenario[], seed: number, rounds: number, mutant?: Mutant): Promise<Report> => {
  const mongo = await startRealMongo(MONGOD, 1, FLAGS);
  const remarks: string[] = [];
  let last = emptyReport;
  let close: (() => Promise<void>) | undefined;
  try {
    const load = await openLoad(mongo, seed, 1, mutant);
    ({ close } = load);
    for (let round = 0; round < rounds; round += 1)
      for (const scenario of some) {
        const before = load.seen.length;
        await load.during(() => scenario.run(mongo, load)).catch((error: unknown) => remarks.push(`${scenario.name}: ${String(error)}`));
        await mongo.primary();
        const now = load.seen.slice(before);
        if (scenario.outage && !now.some(({ status }) => status === 503)) remarks.push(`${scenario.name}: nobody noticed`);
        last = await load.audit();
        remarks.push(...last.unexpected.map((each) => `${scenario.name}: ${each}`));
      }
  } catch (error) {
    remarks.push(String(error));
  } finally {
    await close?.();
    await mongo.stop();
  }
  return remark({ ...last, unexpected: [] }, ...remarks);
};

/** T18: a real mongod that closes connections, fails, conflicts, hangs, is slow, killed or frozen: the API answers in time and truly, the ledger is exact, the workers lose and double nothing. */
export const t18: FaultTest = {
  id: "T18",
  title: "a real mongod fails, hangs, is killed",
  mutants: ["charge outside the transaction"],
  run: async ({ random, scale }, mutant) => {
    const seed = Math.floor(random() * 2 ** 31);
    const rounds = Math.max(1, Math.round(scale / 2));
    const halves = mutant
      ? [[insertsFail]]
      : [scenarios.filter((_, index) => index % 2 === 0), scenarios.filter((_, index) => index % 2 === 1)];
    return sumOf(await Promise.all(halves.map((half) => runAll(half, seed, mutant ? 1 : rounds, mutant))));
  },
};
