// `npm run regexes [-- --judge]`: every regular expression that may read a stranger's text is judged: recheck finds it safe, or judged.json says why it is bounded.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { check } from "recheck";
import { collectRegexes, type Found } from "./collect.ts";

const { values } = parseArgs({ options: { judge: { type: "boolean", default: false } } });

const JUDGED = new URL("judged.json", import.meta.url);
/** How long recheck looks at one regular expression, ms. */
const LOOK_MS = 5_000;

/** By the hash of a regular expression: "safe" when recheck says so, else why it does no harm. */
const judged = JSON.parse(readFileSync(JUDGED, "utf8")) as Record<string, string>;
const keyOf = ({ source, flags }: Found) => createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 16);
const shown = (found: Found) => `${keyOf(found)} /${found.source.slice(0, 100)}/${found.flags} in ${[...found.files].join(", ")}`;

const regexes = await collectRegexes();
const unknown = regexes.filter((found) => !judged[keyOf(found)]);

/** Asks recheck; what is safe is noted, the rest is told with its attack. */
const judge = async (found: Found): Promise<void> => {
  const result = await check(found.source, found.flags, { timeout: LOOK_MS });
  if (result.status === "safe") judged[keyOf(found)] = "safe";
  else
    console.log(`${shown(found)}\n  ${result.status}${result.status === "vulnerable" ? `: ${result.attack.pattern.slice(0, 200)}` : ""}`);
};

if (values.judge) {
  for (const found of unknown) await judge(found);
  const living = new Set(regexes.map(keyOf));
  const kept = Object.entries(judged).filter(([key]) => living.has(key));
  writeFileSync(JUDGED, `${JSON.stringify(Object.fromEntries(kept.toSorted(([a], [b]) => a.localeCompare(b))), null, 2)}\n`);
} else {
  for (const found of unknown) console.log(`not judged: ${shown(found)}`);
  if (unknown.length > 0) {
    console.log(
      "`npm run regexes -- --judge` asks recheck. What it does not call safe: change it, or bound its text and say so in test/regexes/judged.json.",
    );
  }
  console.log(`${regexes.length - unknown.length} regular expressions judged, ${unknown.length} not`);
}
process.exit(!values.judge && unknown.length > 0 ? 1 : 0);
