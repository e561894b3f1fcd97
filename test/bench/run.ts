/** `npm run bench`: every bench of this folder, each in a process of its own, so that none inherits another's heap, compiled code or trust. `--only NAME` runs one of them. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Bench, isMet, ratioOf, type Row } from "./row.ts";

const benches: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  accept: () => import("./accept.ts"),
  deliver: () => import("./deliver.ts"),
  "round-trips": () => import("./round-trips.ts"),
  "end-to-end": () => import("./end-to-end.ts"),
  "build-mime": () => import("./build-mime.ts"),
  search: () => import("./search.ts"),
  lists: () => import("./lists.ts"),
  sync: () => import("./sync.ts"),
  events: () => import("./events.ts"),
  poll: () => import("./poll.ts"),
  fresh: () => import("./fresh.ts"),
  bundles: () => import("./bundles.ts"),
  backlog: () => import("./backlog.ts"),
  threads: () => import("./threads.ts"),
  sandbox: () => import("./sandbox.ts"),
  disk: () => import("./disk.ts"),
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
if (values.only === undefined) {
  const self = fileURLToPath(import.meta.url);
  const run = (name: string) => spawnSync(process.execPath, [self, "--only", name], { stdio: "inherit" }).status;
  process.exit(
    Object.keys(benches)
      .map(run)
      .every((status) => status === 0)
      ? 0
      : 1,
  );
}
const load = benches[values.only];
if (!load) throw new Error(`--only takes one of ${Object.keys(benches).join(", ")}`);

const shown = (value: number | undefined): string =>
  value === undefined ? "" : value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2);
const targetOf = ({ target, atMost }: Row) => (target === undefined ? "" : `${atMost ? "≤" : "≥"} ${target}`);
const verdict = { true: "yes", false: "NO", undefined: "" } as const;

const { bench } = await load();
const rows = await bench();
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
