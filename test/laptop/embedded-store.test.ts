import { expect, it } from "vitest";
import { openStore } from "#infra/local/mongo/store.ts";
import { beginTransaction } from "#infra/local/mongo/collection.ts";

it("files what a transaction wrote in an index that was made while it was open", () => {
  const store = openStore(undefined);
  const rows = store.collection("test.rows");
  store.insert(rows, { _id: 1, n: 1 }, undefined);
  const transaction = beginTransaction(1);
  store.begin(transaction);
  store.insert(rows, { _id: 2, n: 3 }, transaction);
  store.addIndex("test.rows", { name: "n_1", key: { n: 1 } });
  store.end(transaction, true);

  const [, byN] = rows.indexes;
  expect([...byN!.scan("", "\xff")].map(([, { doc }]) => doc)).toContainEqual({ _id: 2, n: 3 });
});
