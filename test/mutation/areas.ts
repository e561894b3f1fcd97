import { globSync } from "node:fs";

/** Sources that are mutated, and the test files that concern them, most telling first. */
interface Area {
  readonly sources: string;
  readonly tests: readonly string[];
}

const ports = (...names: readonly string[]) => names.map((name) => `test/ports/${name}.test.ts`);
const delivering = ports(
  "deliver",
  "deliver-blame",
  "deliver-limits",
  "sending",
  "sending-guards",
  "sending-leases",
  "unknown-outcomes",
  "sent-copies",
  "slow-servers",
  "wake-ups",
  "dedicated-ip",
  "backlog",
);
const filling = ports(
  "inbox-ingest",
  "inbox-identity",
  "inbox-evidence",
  "inbox-leases",
  "inbox-lists",
  "sent-mail",
  "long-threads",
  "purges",
  "fetch-budgets",
);

/** The first area whose pattern a file matches is its own. */
const areas: readonly Area[] = [
  { sources: "shared/domain/sending/{deliver,wake}/*.ts", tests: ["test/unit/sending/*.test.ts", ...delivering] },
  { sources: "shared/domain/sending/**/*.ts", tests: ["test/unit/sending/*.test.ts", ...ports("outbox"), ...delivering] },
  { sources: "shared/domain/inbox/**/*.ts", tests: ["test/unit/inbox/*.test.ts", "test/unit/conversations/*.test.ts", ...filling] },
  {
    sources: "shared/adapters/mongo/sending/*.ts",
    tests: [...ports("outbox"), ...delivering, ...ports("after-restore", "purges", "events")],
  },
  { sources: "shared/adapters/mongo/inbox/*.ts", tests: filling },
  {
    sources: "shared/adapters/mongo/**/*.ts",
    tests: ports("auth", "mailboxes", "events", "write-together", "outbox", "dedicated-ip", "connections", "purges", "indexes"),
  },
];

/** The files that are mutated: types and tables of indexes do nothing that a test could notice. */
export const sourceFiles = (): readonly string[] =>
  [...new Set(areas.flatMap(({ sources }) => globSync(sources)))].filter((file) => !/(?:^|\/)(?:ports|indexes)\.ts$/.test(file)).toSorted();

/** The test files that concern a source file; those that are not there are left out. */
export const testsFor = (file: string): readonly string[] => {
  const area = areas.find(({ sources }) => globSync(sources).includes(file));
  return [...new Set((area?.tests ?? []).flatMap((pattern) => globSync(pattern).toSorted()))];
};
