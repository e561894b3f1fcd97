import { MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { isDuplicateKey } from "#shared/platform/mongo/database.ts";

const duplicate = new MongoServerError({ code: 11000, message: "E11000 duplicate key error collection: x index: userId_1_key_1" });

it.each([
  ["a duplicate", duplicate, undefined, true],
  ["a duplicate in the index that is asked for", duplicate, "userId_1_key_1", true],
  ["a duplicate in another index", duplicate, "email_1", false],
  ["another error", new MongoServerError({ code: 112, message: "userId_1_key_1" }), "userId_1_key_1", false],
  ["an error without a code", new Error("userId_1_key_1"), undefined, false],
  ["a code that is no error, of an index", { code: 11000 }, "userId_1_key_1", false],
  ["nothing", null, undefined, false],
  ["a word", "11000", undefined, false],
])("tells %s", (_, error, index, is) => {
  expect(isDuplicateKey(error, index)).toBe(is);
});
