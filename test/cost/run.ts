/** `npm run cost`: measures what each job takes here and prints what it costs; `-- --write` keeps the figures in infra/cost/measured.json, from which `npm run docs` makes the tables of infra/cost/README.md. */
import { writeFileSync } from "node:fs";
import type { Measured } from "#infra/cost/prices.ts";
import { stageTable } from "#infra/cost/stages.ts";
import { jobCostTable, memoryOf, row } from "#infra/cost/tables.ts";
import { measure } from "./measure.ts";

/** The memory of functions under the largest allowed load. */
const memoryTable = ({ memory }: Measured): string =>
  [
    row(["function", "load", "took", "has"]),
    "|---|---|---|---|",
    ...memory.map(({ id, load, peakMb }) => row([`\`${id}\``, load, `${Math.round(peakMb)} MB`, `${memoryOf(id)} MB`])),
  ].join("\n");

const rounded = (value: number): number => Number(value.toPrecision(3));
const measured = JSON.parse(
  JSON.stringify(await measure(), (_, value: unknown) => (typeof value === "number" ? rounded(value) : value)),
) as Measured;
console.log(JSON.stringify(measured, undefined, 2));
for (const table of [jobCostTable, memoryTable, stageTable]) console.log(`\n${table(measured)}`);
if (process.argv.includes("--write")) writeFileSync("infra/cost/measured.json", `${JSON.stringify(measured, undefined, 2)}\n`);
process.exit(0);
