/** `npm run simulate [-- --only NAME] [--seed N] [--share 0.1] [--write]`: the domain in virtual time; two scenarios side by side, each in its own process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chart } from "./chart.ts";
import type { Outcome, Scenario } from "./scenario.ts";
import { sendScenarios } from "./scenarios.ts";
import { growthScenarios } from "./growth.ts";
import { pollScenarios } from "./polls.ts";
import { refusals } from "./refusals.ts";
import { sequenceScenario } from "./sequences.ts";

const SIDE_BY_SIDE = 2;
/** What a million mailboxes and the emails on their way take. */
const HEAP_MB = 8_192;
const FIGURES = "infra/cost/charts/simulated.json";
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});

interface Row {
  readonly name: string;
  readonly title: string;
  readonly numbers: Outcome["numbers"];
}

/** A smaller run says so. */
const scenarios: readonly Scenario[] = [...sendScenarios, sequenceScenario, refusals, ...pollScenarios, ...growthScenarios].map(
  (scenario) => (values.share === "1" ? scenario : { ...scenario, title: `${scenario.title}, ${values.share} of the size` }),
);

/** What a child sends home. */
interface Told {
  readonly name: string;
  readonly outcome: Outcome;
}

const alone = async (name: string): Promise<void> => {
  const scenario = scenarios.find((known) => known.name === name);
  if (!scenario) throw new Error(`--only takes one of ${scenarios.map((known) => known.name).join(", ")}`);
  const outcome = await scenario.run(Number(values.seed), Number(values.share));
  process.send?.({ name, outcome } satisfies Told);
};

const inChild = async (name: string): Promise<Told> => {
  const child = fork(fileURLToPath(import.meta.url), ["--only", name, "--seed", values.seed, "--share", values.share], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
  });
  const told = once(child, "message").then(([message]) => message as Told);
  const gone = once(child, "exit").then(([code]) => Promise.reject(new Error(`${name} ended with ${String(code)}`)));
  return Promise.race([told, gone]);
};

const all = async (): Promise<void> => {
  const waiting = (values.only === undefined ? scenarios : scenarios.filter(({ name }) => name === values.only))
    .map(({ name }) => name)
    .values();
  const told: Told[] = [];
  const lane = async () => {
    for (const name of waiting) told.push(await inChild(name));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  for (const { name, title } of scenarios) {
    const outcome = told.find((one) => one.name === name)?.outcome;
    if (!outcome) continue;
    console.log(`\n${title}`);
    for (const [what, number] of Object.entries(outcome.numbers)) console.log(`  ${what.padEnd(44)}${number}`);
    for (const miss of outcome.missed) console.log(`  MISSED: ${miss}`);
    if (values.write && outcome.lines.length > 0) writeFileSync(`infra/cost/charts/${name}.svg`, chart(title, outcome.lines));
  }
  if (values.write) writeFileSync(FIGURES, `${JSON.stringify(rowsOf(told), undefined, 2)}\n`);
  process.exitCode = told.some(({ outcome }) => outcome.missed.length > 0) ? 1 : 0;
};

/** The table's rows, those of earlier runs with them. */
const rowsOf = (told: readonly Told[]): readonly Row[] => {
  const before = existsSync(FIGURES) ? (JSON.parse(readFileSync(FIGURES, "utf8")) as readonly Row[]) : [];
  return scenarios.flatMap(({ name, title }): readonly Row[] => {
    const outcome = told.find((one) => one.name === name)?.outcome;
    return outcome ? [{ name, title, numbers: outcome.numbers }] : before.filter((row) => row.name === name);
  });
};

await (process.send ? alone(values.only ?? "") : all());
