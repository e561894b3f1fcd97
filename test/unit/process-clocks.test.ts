// What is stored is dated by the clock that the domain is given, or by the database's: a process's own may be wrong (T10).
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rules, stores } from "#test/support/rooms.ts";

/** Where the process's own clock may be read, and how often. */
const may: Readonly<Record<string, readonly [times: number, why: string]>> = {
  "shared/platform/mongo/database.ts": [4, "it measures how long this process has waited"],
  "shared/accounts/store/audit-log.ts": [1, "an entry that is inserted"],
  "shared/accounts/store/requests.ts": [1, "a key is claimed and kept much longer than clocks are wrong"],
  "shared/accounts/store/users.ts": [1, "a wallet that is inserted"],
  "shared/events/store/event-documents.ts": [2, "events in an inserted document or beside other operators"],
  "shared/events/store/event-outbox.ts": [1, "the seconds in an id, by which nothing is ordered"],
  "shared/platform/mongo/migrations.ts": [2, "an operator reads when a migration began and ended"],
  "shared/threads/store/corrections.ts": [2, "a correction that its account made"],
  "shared/threads/store/thread-documents.ts": [1, "a document that is inserted"],
  "shared/service/restore/forgotten.ts": [1, "an operator locks the account now"],
  "shared/platform/world.ts": [1, "it gives the process's time where a call is in no test world"],
  "shared/sandbox/store/sandbox-mails.ts": [2, "mail of a test world, whose time it is"],
  "shared/sandbox/store/worlds.ts": [1, "a wallet that is inserted"],
  "shared/inbox/store/hints.ts": [1, "a watch is renewed days before it ends"],
  "shared/sending/store/sends.ts": [1, "an estimate that is told, never stored"],
  "shared/service/indexes.ts": [2, "an operator's migration keeps a replaced index for a week"],
  "shared/suppressions/store/suppressions.ts": [1, "a document that is inserted"],
  "shared/threads/store/threads.ts": [1, "a decision is compared with when answers were made, which such a clock says too"],
  "shared/webhooks/store/webhook-deliveries.ts": [2, "tries are spread over hours; what is searched for is older than a minute"],
  "shared/webhooks/store/webhook-documents.ts": [2, "a document that is inserted; two secrets hold for a day"],
  "shared/webhooks/deliver-webhook.ts": [3, "it measures how long an endpoint took"],
  "shared/webhooks/store/webhooks.ts": [2, "two secrets hold for a day; what an owner changed"],
};

const sources = [...new Set([...rules(), ...stores(), ...globSync("shared/service/restore/*.ts")])].map((file) => [
  file,
  readFileSync(file, "utf8").match(/new Date\(\)|Date\.now\(\)|workerNow\(\)/g)?.length ?? 0,
]);

it("read no process's clock but where it is said why", () => {
  const read = sources.filter(([, times]) => times !== 0);

  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(Object.entries(may).map(([file, [times]]) => [file, times])));
});
