/** `npm run cost`: measures what each job takes here and prints what it costs; `-- --write` keeps the figures in infra/cost/measured.json, from which `npm run docs` makes the tables of infra/cost/README.md. */
import { writeFileSync } from "node:fs";
import type { Measured } from "#infra/cost/measured.ts";
import { jobCostTable, memoryTable, priceTable } from "#infra/cost/tables.ts";
import { measure } from "./measure.ts";

const rounded = (value: number): number => Number(value.toPrecision(3));
const measured = JSON.parse(
  JSON.stringify(await measure(), (_, value: unknown) => (typeof value === "number" ? rounded(value) : value)),
) as Measured;
console.log(JSON.stringify(measured, undefined, 2));
for (const table of [jobCostTable, memoryTable, priceTable]) console.log(`\n${table(measured)}`);
if (process.argv.includes("--write")) writeFileSync("infra/cost/measured.json", `${JSON.stringify(measured, undefined, 2)}\n`);
process.exit(0);
