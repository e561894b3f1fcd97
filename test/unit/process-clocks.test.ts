// What is stored is dated by the clock that the domain is given, or by the database's: a process's own may be wrong (T10).
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Where the process's own clock may be read, and how often. */
const may: Readonly<Record<string, readonly [times: number, why: string]>> = {
  "shared/adapters/mongo/transaction.ts": [4, "it measures how long this process has waited"],
  "shared/adapters/mongo/accounts/audit-log.ts": [1, "an entry that is inserted"],
  "shared/adapters/mongo/accounts/idempotency.ts": [1, "a key is claimed and kept much longer than clocks are wrong"],
  "shared/adapters/mongo/accounts/wallets.ts": [2, "a wallet that is inserted"],
  "shared/adapters/mongo/events/event-documents.ts": [2, "events in an inserted document or beside other operators"],
  "shared/adapters/mongo/inbox/corrections.ts": [1, "a correction that its account made"],
  "shared/adapters/mongo/inbox/split-threads.ts": [1, "a correction that its account made"],
  "shared/adapters/mongo/inbox/thread-documents.ts": [1, "a document that is inserted"],
  "shared/adapters/mongo/restore/withdraw-again.ts": [1, "an operator locks the account now"],
  "shared/domain/world.ts": [1, "it gives the process's time where a call is in no test world"],
  "shared/adapters/mongo/sandbox/sandbox-mails.ts": [2, "mail of a test world, whose time it is"],
  "shared/adapters/mongo/sandbox/worlds.ts": [1, "a wallet that is inserted"],
  "shared/adapters/mongo/sending/loads.ts": [1, "an estimate that is told, never stored"],
  "shared/adapters/mongo/suppressions/suppressions.ts": [1, "a document that is inserted"],
  "shared/adapters/mongo/webhooks/forgotten-deliveries.ts": [1, "tries are spread over hours"],
  "shared/adapters/mongo/webhooks/sealed-webhooks.ts": [1, "two secrets hold for a day"],
  "shared/adapters/mongo/webhooks/webhook-deliveries.ts": [1, "tries are spread over hours"],
  "shared/adapters/mongo/webhooks/webhook-documents.ts": [2, "a document that is inserted; two secrets hold for a day"],
  "shared/adapters/mongo/webhooks/webhooks.ts": [1, "what an owner changed"],
};

const sources = [...globSync("shared/domain/**/*.ts"), ...globSync("shared/adapters/mongo/**/*.ts")].map((file) => [
  file,
  readFileSync(file, "utf8").match(/new Date\(\)|Date\.now\(\)|workerNow\(\)/g)?.length ?? 0,
]);

it("read no process's clock but where it is said why", () => {
  const read = sources.filter(([, times]) => times !== 0);

  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(Object.entries(may).map(([file, [times]]) => [file, times])));
});
