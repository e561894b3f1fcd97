import { MongoError, MongoServerError } from "mongodb";
import { expect, it, vi } from "vitest";

/** Read anew, so that a mutant of the table is seen within the test. */
const isOutage = async (error: unknown): Promise<boolean> => {
  vi.resetModules();
  return (await import("#shared/platform/mongo/database.ts")).isOutage(error);
};
const coded = (code: number) => new MongoServerError({ message: "x", code });

it("the codes of a server that steps down, shuts down, recovers or lost its majority are an outage, and no others", async () => {
  const outages = [6, 7, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436];
  for (const code of outages) expect(await isOutage(coded(code)), `${code}`).toBe(true);
  for (const code of [0, 5, 8, 50, 112, 11000, 13]) expect(await isOutage(coded(code)), `${code}`).toBe(false);
});

it("the driver's labels and its full queue are an outage; an error of ours is none", async () => {
  const labelled = (label: string) => {
    const error = new MongoError("x");
    error.addErrorLabel(label);
    return error;
  };
  for (const label of ["RetryableWriteError", "TransientTransactionError", "UnknownTransactionCommitResult"])
    expect(await isOutage(labelled(label)), label).toBe(true);
  expect(await isOutage(labelled("Another"))).toBe(false);
  expect(await isOutage(Object.defineProperty(new MongoError("x"), "name", { value: "MongoWaitQueueTimeoutError" }))).toBe(true);
  expect(await isOutage(Object.assign(new Error("x"), { code: 6 }))).toBe(false);
  expect(await isOutage(undefined)).toBe(false);
});
