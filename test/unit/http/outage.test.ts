import { MongoError, MongoNetworkError, MongoServerError } from "mongodb";
import { describe, expect, it } from "vitest";
import { isOutage } from "#shared/adapters/mongo/outage.ts";
import { TransactionTimeout } from "#shared/adapters/mongo/transaction.ts";

const labelled = (label: string): MongoError => {
  const error = new MongoError("it failed");
  error.addErrorLabel(label);
  return error;
};

describe("isOutage", () => {
  it.each([
    ["a lost connection", new MongoNetworkError("connection closed")],
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
