import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgeReader } from "./oracle.ts";
import { collectionOf, type Part } from "./split.ts";

/**
 * `npm run eval`: scores the mail intelligence on the collection of real messages beside this repository, and fails below the marks.
 * `--seen` and `--unseen` score the part that rules were written by and the third that was held aside: how much lower the second is
 * shows how far the rules only fit what they were written by. The collection is not part of the repository; without it there is nothing to score.
 */
const collection = fileURLToPath(new URL("../../../shared/corpora", import.meta.url));
const adapter = fileURLToPath(new URL("adapter.mjs", import.meta.url));

/** Path in the score and the least or most that passes; a count that is meant as a share names what it is a share of. */
const marks: readonly {
  readonly what: string;
  readonly path: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly of?: string;
}[] = [
  { what: "bounce detected, %", path: "bounces.detected", atLeast: 98.5 },
  { what: "bounce seen where there is none, %", path: "bounces.false_positive", atMost: 0.5 },
  { what: "failed recipient exact, %", path: "bounces.recipient_exact_testgold", atLeast: 93 },
  { what: "failed recipient exact (second source), %", path: "bounces.recipient_exact_secondgold", atLeast: 93 },
  { what: "original Message-ID, %", path: "bounces.message_id", atLeast: 99 },
  { what: "failed send found, %", path: "bounces.failed_send_found", atLeast: 97 },
  { what: "final flag, %", path: "bounces.final_flag", atLeast: 97 },
  { what: "status exact, %", path: "bounces.status_exact", atLeast: 94 },
  { what: "reply text exact, %", path: "replies.ALL.exact", atLeast: 93 },
  { what: "reply text, signature ignored, %", path: "replies.ALL.lenient", atLeast: 96 },
  { what: "reply text that lost words, %", path: "replies.ALL.lost", atMost: 2, of: "replies.ALL.n" },
  { what: "prose whole, %", path: "replies.group:identity.exact", atLeast: 100 },
  { what: "reply html exact, %", path: "html.ALL.exact", atLeast: 88 },
  { what: "classification, %", path: "classify.accuracy", atLeast: 98.5 },
  { what: "auto-reply recall, %", path: "autoreply.recall auto/file", atLeast: 95 },
  { what: "threads right, %", path: "threads.sets_right", atLeast: 100 },
  { what: "odd messages that fail", path: "odd.errors", atMost: 0 },
  { what: "odd messages that hang", path: "odd.timeouts", atMost: 0 },
];

const score = (folder: string): unknown => {
  const answers = mkdtempSync(join(tmpdir(), "eval-"));
  const json = join(answers, "score.json");
  const run = spawnSync(process.execPath, [join(folder, "score.mjs"), adapter, "--json", json, ...rest], {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 600_000,
  });
  if (run.status !== 0) throw new Error(`the scorer ended with ${run.status ?? run.signal}`);
  const result: unknown = JSON.parse(readFileSync(json, "utf8"));
  rmSync(answers, { recursive: true });
  return result;
};

const scorePart = (part: Part): unknown => {
  const folder = collectionOf(collection, part);
  const result = score(folder);
  rmSync(folder, { recursive: true });
  return result;
};

/** Prints every mark with its score; 1 when one is missed. A mark that the collection has no case for counts as missed. */
const judge = (result: unknown): number => {
  let missed = 0;
  for (const { what, path, atLeast, atMost, of } of marks) {
    const count = numberAt(result, path);
    const value = of === undefined || count === undefined ? count : (100 * count) / (numberAt(result, of) ?? Number.NaN);
    const passed = value !== undefined && value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
    if (!passed) missed = 1;
    console.log(
      `${passed ? "pass" : "MISS"}  ${what}: ${value ?? "no score"} (${atLeast === undefined ? "at most" : "at least"} ${atLeast ?? atMost})`,
    );
  }
  return missed;
};

/** A score is a number, "97.1% (1/2)", or such a value as `name=…` inside a line of its group. */
const numberAt = (result: unknown, path: string): number | undefined => {
  const [section = "", ...rest] = path.split(".");
  let value = child(result, section);
  const [name = "", metric] = rest;
  value = child(value, name);
  if (typeof value === "string" && metric !== undefined) value = new RegExp(`\\b${metric}=(\\d+(?:\\.\\d+)?)`).exec(value)?.[1];
  const found = typeof value === "number" ? value : Number.parseFloat(String(value));
  return Number.isNaN(found) ? undefined : found;
};

const child = (value: unknown, key: string): unknown => {
  return typeof value === "object" && value !== null && key in value
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
};

const asked = (["seen", "unseen"] as const).filter((part) => process.argv.includes(`--${part}`));
const rest = process.argv.slice(2).filter((argument) => !["--seen", "--unseen"].includes(argument));

if (!existsSync(collection)) console.log(`eval skipped: no collection at ${collection}`);
else if (asked.length === 0) process.exitCode = judge(score(collection));
for (const part of existsSync(collection) ? asked : []) {
  console.log(`${part}:`);
  judge(scorePart(part));
}
if (process.argv.length === 2) process.exitCode = Math.max(Number(process.exitCode ?? 0), await judgeReader());
