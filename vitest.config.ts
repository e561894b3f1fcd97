import { defineConfig } from "vitest/config";

/** Suites of single parts whose modules remember nothing, so that files may share what is loaded: two seconds less for each. */
const rules =
  "test/unit/{attention,accounts,connect,threads,transports/gmail,transports/graph,transports/http,api/http,api/wire,inbox,mail,mailboxes,metrics,mutation,sandbox,sending,simulation,suppressions,webhooks}/**/*.test.ts";
/** Those among them that replace modules or what Node.js trusts. */
const alone = ["mailboxes/circuit-breaker-jobs", "mailboxes/upgrade-tls", "sending/submission"].map((name) => `test/unit/${name}.test.ts`);

/** What `npm test` has of the suites over HTTP: a whole journey of each resource. `npm run rules` has the others (test/README.md). */
const journeys = ["every-operation/contract", "inbox/replies", "mailboxes/capacity", "sending/sequences", "webhooks/webhooks"];

/** Suites of single parts that take five seconds and more. */
const slowUnits = [
  "accounts/log-in",
  "accounts/passwords",
  "client/cli",
  "api/http/guide-page",
  "inbox/fit-page",
  "inbox/generated-lies",
  "inbox/generated-moves",
  "inbox/lying-servers",
  "inbox/odd-servers",
  "mail/linear",
  "mail/read/mutated-mail",
  "mailboxes/connection-tests",
  "mailboxes/redaction",
  "mailboxes/seal",
  "sending/read-sends",
  "transports/api-sending",
  "transports/gmail/gmail-sending",
  "api/http/long-values",
  "inbox/list-messages",
  "mail/read/quotes/generated-replies",
  "transports/http/api-answers",
].map((name) => `test/unit/${name}.test.ts`);

/** Suites of the stores that take three seconds and more; those of a real mongod (MONGOD_BINARY) have them again. */
const slowPorts = [
  "absence",
  "account-limits",
  "account-refusals",
  "answer-once",
  "answered",
  "api-answers",
  "api-changes",
  "api-changes-random",
  "api-reading",
  "asked",
  "auth",
  "away",
  "backlog",
  "bounce-meaning",
  "contacts",
  "corrections",
  "dedicated-ip",
  "deferred",
  "deliver",
  "deliver-blame",
  "deliver-limits",
  "departures",
  "embedded-mongo",
  "gmail-labels",
  "gmail-lies",
  "graph-lies",
  "held-property",
  "held-sends",
  "inbox-ingest",
  "intent",
  "inbox-leases",
  "inbox-lists",
  "long-threads",
  "mailboxes-apart",
  "metrics",
  "metrics-replay",
  "migration",
  "moved-bodies",
  "notes",
  "open-doors",
  "pending-events",
  "polls",
  "recipient-limits",
  "search",
  "sending-leases",
  "sent-copies",
  "sequences",
  "sequences-again",
  "sequences-cut",
  "server-changes",
  "server-changes-random",
  "server-flags",
  "shares",
  "slow-servers",
  "stops",
  "tenants",
  "too-late",
  "wake-ups",
].map((name) => `test/ports/${name}.test.ts`);

const stores = "test/ports/**/*.test.ts";
const http = "test/http/**/*.test.ts";
const httpJourneys = journeys.map((name) => `test/http/${name}.test.ts`);

/** `npm run rules`: what `npm test` leaves out to stay under three minutes. */
export const longer = { include: [http, ...slowUnits], exclude: httpJourneys };

/** The longer suites of the stores, each with a database of its own: files share what is loaded, which was half of their time. */
export const longerStores = { name: "stores", include: slowPorts, isolate: false };

const isOnMongod = (process.env["MONGOD_BINARY"] ?? "") !== "";

/** The README's test command: everything that needs no server of Debian's. The lanes in .ci/run have their own commands. */
export default defineConfig({
  test: {
    // The plain course of things stays out of the tests' output; warnings and errors do not.
    env: { LOG_LEVEL: "warn" },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // Many tests wait for servers of their own; one worker less than the cores would leave them idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default"],
    projects: [
      { extends: true, test: { name: "rules", include: [rules], exclude: [...alone, ...slowUnits], isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/unit/**/*.test.ts", ...httpJourneys],
          exclude: [rules, ...slowUnits],
        },
      },
      { extends: true, test: { name: "stores", include: [stores], exclude: isOnMongod ? [] : slowPorts, isolate: false } },
    ],
  },
});
