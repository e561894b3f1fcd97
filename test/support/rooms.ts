import { globSync } from "node:fs";

/** The folders of shared/ that are about a resource, and what mail is. */
const ROOMS = "{accounts,attention,connect,events,inbox,mail,mailboxes,metrics,sandbox,sending,suppressions,threads,webhooks}";

/** Files of a room that are no rules: schemas, their mapping, stores, wiring and pages. */
const notRules = /\/(?:contract|wire|store|wiring|page|sqs-[\w-]+)(?:\/|\.ts$)/;

/** The rules of the service: what decides, without a database, a server or a request; paths from the root. */
export const rules = (): readonly string[] =>
  [...globSync(`shared/${ROOMS}/**/*.ts`), ...globSync("shared/platform/{errors,fair-shares,while-renewed,world,credentials}.ts")].filter(
    (file) => !notRules.test(file) && !file.endsWith("system-lookups.ts"),
  );

/** What reads and writes MongoDB: the stores of all rooms and what they share; paths from the root. */
export const stores = (): readonly string[] =>
  ["shared/*/store/**/*.ts", "shared/*/store.ts", "shared/platform/mongo/**/*.ts", "shared/service/indexes.ts"].flatMap((pattern) =>
    globSync(pattern),
  );

/** What speaks to the outside: stores, transports, and the platform's connections; paths from the root. */
export const adapters = (): readonly string[] => [
  ...stores(),
  ...[
    "shared/transports/**/*.ts",
    "shared/platform/**/*.ts",
    "shared/*/sqs-*.ts",
    "shared/*/*/sqs-*.ts",
    "shared/mailboxes/dns/system-lookups.ts",
  ].flatMap((pattern) => globSync(pattern)),
];
