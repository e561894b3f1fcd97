import { MongoBulkWriteError, type MongoClient, MongoError, MongoNetworkError } from "mongodb";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { runTransaction, TransactionTimeout, unwrapped } from "#shared/platform/mongo/database.ts";

/** A clock that pauses move. */
const time = vi.hoisted(() => ({ now: 0, pauses: [] as number[] }));
vi.mock(import("node:timers/promises"), async (real) => ({
  ...(await real()),
  setTimeout: (async (ms: number) => {
    time.pauses.push(ms);
    time.now += ms;
  }) as never,
}));

const labelled = (label: string, error = new MongoError("x")) => {
  error.addErrorLabel(label);
  return error;
};
const conflict = () => labelled("TransientTransactionError");
const unknown = () => labelled("UnknownTransactionCommitResult");
const lost = () => new MongoNetworkError("reset");

/** Runs a transaction whose work and commits end as given, one after the other, and well after that; what was done, in order. */
const run = async (work: readonly (Error | undefined)[], commits: readonly (Error | undefined)[] = [], workMs = 0) => {
  const did: string[] = [];
  const [works, ends] = [[...work], [...commits]];
  let isOpen = false;
  const session = {
    startTransaction: () => ((isOpen = true), did.push("start")),
    inTransaction: () => isOpen,
    abortTransaction: async () => ((isOpen = false), did.push("abort")),
    commitTransaction: async () => {
      did.push("commit");
      const error = ends.shift();
      if (error) throw error;
      isOpen = false;
    },
  };
  const client = { withSession: (given: (of: typeof session) => Promise<unknown>) => given(session) } as unknown as MongoClient;
  const answer = await runTransaction(client, async () => {
    time.now += workMs;
    const error = works.shift();
    if (error) throw error;
    return "done";
  }).catch((error: unknown) => error);
  return { answer, did: did.join(" ") };
};

beforeEach(() => {
  Object.assign(time, { now: 0, pauses: [] });
  vi.spyOn(Date, "now").mockImplementation(() => time.now);
  vi.spyOn(Math, "random").mockReturnValue(1);
});

it("a transaction is committed once", async () => {
  expect(await run([])).toEqual({ answer: "done", did: "start commit" });
  expect(time.pauses).toEqual([]);
});

it.each([
  ["a conflict in the work", [conflict()], []],
  ["a connection that is lost in the work", [lost()], []],
  ["a lost connection that a bulk write hides", [new MongoBulkWriteError(lost() as never, {} as never)], []],
  ["a conflict at the commit", [], [conflict()]],
])("%s repeats it from its beginning", async (_, work, commits) => {
  const { answer, did } = await run(work, commits);

  expect(answer).toBe("done");
  expect(did).toBe(commits.length > 0 ? "start commit abort start commit" : "start abort start commit");
  expect(time.pauses).toEqual([5]);
});

it.each([
  ["an error of the work", [new Error("no")], [], "start abort"],
  ["an error of the database", [new MongoError("no")], [], "start abort"],
  ["an error of the commit", [], [new MongoError("no")], "start commit abort"],
  // It may have been committed: only the server's label says that it was not.
  ["a connection that is lost at the commit", [], [lost()], "start commit abort"],
])("%s is thrown as it is", async (_, work, commits, done) => {
  const { answer, did } = await run(work, commits);

  expect([answer, did]).toEqual([work[0] ?? commits[0], done]);
});

it("a commit whose result is not known is asked for again, every half second, and not made anew", async () => {
  expect(await run([], [unknown(), unknown()])).toEqual({ answer: "done", did: "start commit commit commit" });
  expect(time.pauses).toEqual([500, 500]);
});

it("conflicts are waited out longer each time, up to half a second, for 8 s in all", async () => {
  const { answer } = await run(Array.from({ length: 99 }, conflict));

  expect(answer).toBeInstanceOf(TransactionTimeout);
  expect((answer as Error).cause).toMatchObject({ message: "x" });
  expect(time.pauses.slice(0, 4)).toEqual([5, 7.5, 11.25, 16.875]);
  expect(Math.max(...time.pauses)).toBe(500);
  expect(time.now).toBeGreaterThan(7_400);
  expect(time.now).toBeLessThan(8_000);
});

it("a commit that nobody waits for any more is not made, nor asked for again", async () => {
  const late = await run([], [], 8_000);
  expect([late.answer, late.did]).toEqual([expect.any(TransactionTimeout), "start abort"]);
  time.now = 0;
  expect(await run([], [], 7_999)).toEqual({ answer: "done", did: "start commit" });
  time.now = 0;

  const unsure = await run([], Array.from({ length: 99 }, unknown), 7_000);

  expect(unsure.answer).toBeInstanceOf(TransactionTimeout);
  expect(unsure.did).toBe("start commit commit abort");
});

it("what hangs is given up when its time is over", async () => {
  const client = { withSession: () => new Promise(() => undefined) } as unknown as MongoClient;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told = vi.fn();
  void runTransaction(client, async () => undefined).catch(told);

  await vi.advanceTimersByTimeAsync(7_999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.any(TransactionTimeout));
});

it("a bulk write's error is the one that it hides, where that is the driver's", () => {
  const [hidden, plain] = [lost(), new MongoBulkWriteError({ message: "E11000", writeErrors: [] } as never, {} as never)];

  expect(unwrapped(new MongoBulkWriteError(hidden as never, {} as never))).toBe(hidden);
  expect([unwrapped(plain), unwrapped(hidden)]).toEqual([plain, hidden]);
});
