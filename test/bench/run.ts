/** `npm run bench`: every bench of this folder, one table. `--only NAME` runs one of them. */
import { parseArgs } from "node:util";
import { type Bench, isMet, ratioOf, type Row } from "./row.ts";

const benches: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  accept: () => import("./accept.ts"),
  deliver: () => import("./deliver.ts"),
  "round-trips": () => import("./round-trips.ts"),
  "end-to-end": () => import("./end-to-end.ts"),
  "build-mime": () => import("./build-mime.ts"),
  lists: () => import("./lists.ts"),
  sync: () => import("./sync.ts"),
  bundles: () => import("./bundles.ts"),
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = Object.entries(benches).filter(([name]) => values.only === undefined || values.only === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(benches).join(", ")}`);

const shown = (value: number | undefined): string =>
  value === undefined ? "" : value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2);
const targetOf = ({ target, atMost }: Row) => (target === undefined ? "" : `${atMost ? "≤" : "≥"} ${target}`);
const verdict = { true: "yes", false: "NO", undefined: "" } as const;

const rows: Row[] = [];
for (const [, load] of chosen) {
  const { bench } = await load();
  rows.push(...(await bench()));
}
const head = ["", "unit", "ours", "floor", "ratio", "target", "ok"];
const table = rows.map((row) => [
  row.name,
  row.unit,
  shown(row.ours),
  shown(row.floor),
  shown(ratioOf(row)),
  targetOf(row),
  verdict[`${isMet(row)}`],
]);
const widths = head.map((title, at) => Math.max(title.length, ...table.map((cells) => cells[at]?.length ?? 0)));
for (const cells of [head, ...table])
  console.log(cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "));
for (const { name, note } of rows) if (note) console.log(`${name.trim()}: ${note}`);
process.exitCode = rows.some((row) => isMet(row) === false) ? 1 : 0;
