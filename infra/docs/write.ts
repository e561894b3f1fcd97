import { API_POOL, carriedBy, type ClusterName, clusters } from "../config.ts";
import { mostConnections } from "../functions.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { growthTable, jobCostTable, simulatedTable } from "../cost/tables.ts";
import { stageTable } from "../cost/stages.ts";
import { diskTable, EXAMPLE } from "../disk.ts";
import { readMeasured } from "../cost/prices.ts";
import { alarmTable, correspondentTable, eventTable, jobTable } from "#shared/service/rules-tables.ts";
import { generatedClient } from "../client/generate.ts";

const shown = (value: number) => value.toLocaleString("en");

const row = (name: ClusterName): string => {
  const { connections, workerPool, share, outsideCalls, throttle } = clusters[name];
  const { mailboxes, emailsADay } = carriedBy(name);
  const most = mostConnections({ stage: "prod", cluster: name });
  const cells = [
    name,
    `${shown(most)} of ${shown(connections)}`,
    `${workerPool} and ${API_POOL}`,
    String(share),
    String(outsideCalls),
    `${shown(throttle.rate)} a second, ${shown(throttle.burst)} at once`,
    shown(mailboxes),
    shown(emailsADay),
  ];
  return `| ${cells.join(" | ")} |`;
};

/** The capacity of each Atlas tier in prod, as a Markdown table. */
const clusterTable = (): string =>
  [
    "| cluster | connections at most | pool of jobs and of the API | share | calls that wait for servers of others | requests | mailboxes polled every two minutes | emails a day |",
    "|---|---|---|---|---|---|---|---|",
    ...(Object.keys(clusters) as ClusterName[]).map(row),
  ].join("\n");

/** A table generated from the code into a document, between `<!-- NAME: … -->` and `<!-- /NAME -->`. */
export interface GeneratedTable {
  readonly file: string;
  readonly name: string;
  readonly table: () => string;
}

/** Every generated table; `npm run docs` writes them and a test compares them. */
export const generatedTables: readonly GeneratedTable[] = [
  { file: "shared/docs/guides/webhooks.md", name: "events", table: eventTable },
  { file: "shared/docs/guides/testing.md", name: "correspondents", table: correspondentTable },
  { file: "infra/README.md", name: "jobs", table: jobTable },
  { file: "infra/README.md", name: "alarms", table: alarmTable },
  { file: "infra/atlas.md", name: "clusters", table: clusterTable },
  { file: "infra/atlas.md", name: "disks", table: () => diskTable({ bodiesKeptDays: 400, bodiesInDatabaseDays: 7 }, EXAMPLE) },
  { file: "infra/cost/README.md", name: "work", table: () => jobCostTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "stages", table: () => stageTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "growth", table: growthTable },
  { file: "infra/cost/README.md", name: "simulated", table: simulatedTable },
];

/** The document's text with the table inserted; throws when its marks are missing. */
export const withTable = ({ file, name, table }: GeneratedTable): string => {
  const text = readFileSync(file, "utf8");
  const [begin, end] = [text.indexOf(`<!-- ${name}:`), text.indexOf(`\n<!-- /${name} -->`)];
  const start = text.indexOf("-->\n", begin) + "-->\n".length;
  if (begin < 0 || end < start - 1) throw new Error(`${file} has no place for the table ${name}`);
  return `${text.slice(0, start)}${table()}${text.slice(end)}`;
};

// `npm run docs`: writes the generated tables into the documents, and the client's types and table. Not on import: a test that compares them would
// write them first.
if (import.meta.main) {
  for (const generated of generatedTables) writeFileSync(generated.file, withTable(generated));
  writeFileSync("shared/client/generated.ts", generatedClient());
}
