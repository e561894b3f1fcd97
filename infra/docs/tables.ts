import { readFileSync } from "node:fs";
import { growthTable, jobCostTable, memoryTable, priceTable } from "../cost/tables.ts";
import { fixedPriceTable, stageTable } from "../cost/stages.ts";
import { readMeasured } from "../cost/measured.ts";
import { clusterTable } from "./clusters-table.ts";
import { simulatedTable } from "../cost/charts/table.ts";
import { alarmTable, endpointTable, eventTable, jobTable } from "#shared/contract/markdown.ts";
import { absentTable, successTable } from "#shared/contract/rules-tables.ts";

/** A table generated from the code into a document, between `<!-- NAME: … -->` and `<!-- /NAME -->`. */
export interface GeneratedTable {
  readonly file: string;
  readonly name: string;
  readonly table: () => string;
}

/** Every generated table; `npm run docs` writes them and a test compares them. */
export const generatedTables: readonly GeneratedTable[] = [
  { file: "shared/contract/README.md", name: "operations", table: endpointTable },
  { file: "shared/contract/README.md", name: "successes", table: successTable },
  { file: "shared/contract/README.md", name: "absent", table: absentTable },
  { file: "shared/docs/guides/webhooks.md", name: "events", table: eventTable },
  { file: "infra/README.md", name: "jobs", table: jobTable },
  { file: "infra/README.md", name: "alarms", table: alarmTable },
  { file: "infra/atlas.md", name: "clusters", table: clusterTable },
  { file: "infra/cost/README.md", name: "work", table: () => jobCostTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "memory", table: () => memoryTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "prices", table: () => priceTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "growth", table: () => growthTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "stages", table: () => stageTable(readMeasured()) },
  { file: "infra/cost/README.md", name: "fixed", table: fixedPriceTable },
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
