import { type BulkWriteResult, MongoBulkWriteError, type MongoClient, MongoError, MongoNetworkError, MongoServerError } from "mongodb";
import { describe, expect, it } from "vitest";
import { isOutage, runTransaction, TransactionTimeout } from "#shared/platform/mongo/database.ts";

/** A bulk write whose connection was lost, as the driver throws it: without labels, and no network error itself. */
const lostBulkWrite = () => {
  const closed = new MongoNetworkError("connection closed");
  return new MongoBulkWriteError(closed, {} as BulkWriteResult);
};

const labelled = (label: string): MongoError => {
  const error = new MongoError("it failed");
  error.addErrorLabel(label);
  return error;
};

describe("isOutage", () => {
  it.each([
    ["a lost connection", new MongoNetworkError("connection closed")],
    ["a bulk write whose connection was lost", lostBulkWrite()],
    ["a read of a primary that steps down", new MongoServerError({ code: 11602, errmsg: "interrupted" })],
    ["a write to a member that is not primary", new MongoServerError({ code: 10107, errmsg: "not primary" })],
    ["a commit whose outcome is not known", labelled("UnknownTransactionCommitResult")],
    ["a transaction that conflicts", labelled("TransientTransactionError")],
    ["a transaction that came to no end", new TransactionTimeout()],
  ])("is true for %s", (_, error) => {
    expect(isOutage(error)).toBe(true);
  });

  it.each([
    ["a violated unique index", new MongoServerError({ code: 11000, errmsg: "duplicate key" })],
    ["a wrong query", new MongoServerError({ code: 2, errmsg: "unknown operator" })],
    ["a mistake of ours", new TypeError("undefined is not a function")],
  ])("is false for %s", (_, error) => {
    expect(isOutage(error)).toBe(false);
  });
});

describe("a transaction", () => {
  /** A client whose session counts what it was told. */
  const aClient = (commit: () => Promise<void>) => {
    const told: string[] = [];
    let open = false;
    const session = {
      startTransaction: () => {
        open = true;
        told.push("start");
      },
      inTransaction: () => open,
      abortTransaction: async () => {
        open = false;
        told.push("abort");
      },
      commitTransaction: async () => {
        open = false;
        told.push("commit");
        await commit();
      },
    };
    return { told, client: { withSession: (work: (given: typeof session) => unknown) => work(session) } as unknown as MongoClient };
  };

  it("is made again when a bulk write in it loses its connection", async () => {
    const { told, client } = aClient(async () => undefined);
    let times = 0;

    const result = await runTransaction(client, async () => {
      if ((times += 1) === 1) throw lostBulkWrite();
      return "done";
    });

    expect([result, told]).toEqual(["done", ["start", "abort", "start", "commit"]]);
  });

  it("is never made again when its commit loses the connection: whether it was committed is not known", async () => {
    const lost = new MongoNetworkError("connection closed");
    const { told, client } = aClient(() => Promise.reject(lost));

    await expect(runTransaction(client, async () => "done")).rejects.toBe(lost);
    expect(told).toEqual(["start", "commit"]);
  });
});
