// `npm run linear [-- --seed N] [--only replyText] [--every N] [--grown N]`: every reader of outside text with 450 inputs, 64 KB to 1 MB; prints the worst growth of each.
// Then whole mails and whole requests, each hostile piece in each of their parts and in all together: what one of them takes at most.
import { parseArgs } from "node:util";
import { cpuMs, growthOf, LIMIT, type Reader } from "./growth.ts";
import { inputsOf } from "./inputs.ts";
import { readers } from "./readers.ts";
import { mailUnits, readWholeMail, wholeMails } from "./whole-mails.ts";
import { wholeRequests } from "./whole-requests.ts";

const SIZE = 1024 * 1024;
/** A reader that needs less for 1 MB is not looked at closer: a quadratic one would need minutes. */
const SUSPICIOUS_MS = 150;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
    grown: { type: "string", default: "16" },
  },
});
/** `--every 10` tries each tenth input: the short form. */
const every = <T>(list: readonly T[]): readonly T[] => list.filter((_, i) => i % Number(values.every) === 0);
const inputs = every(inputsOf(Number(values.seed)));
let failed = 0;
let passed = 0;
const judged = (bad: boolean): string => {
  if (bad) failed++;
  else passed++;
  return bad ? "FAIL" : "ok  ";
};

/** With 64 KB every input is tried; so many, the slowest of them, grow to 1 MB, and those of mails to 25 MB. */
const GROWN = Number(values.grown);

for (const [name, read] of Object.entries(readers)) {
  if (!name.includes(values.only)) continue;
  const tried = inputs.map((input) => ({ input, small: growthOf(read, input.input, SIZE / 16, SUSPICIOUS_MS / 4) }));
  const slowest = tried.toSorted((a, b) => b.small.ms - a.small.ms).slice(0, GROWN);
  const grown = slowest.map(({ input, small }) => ({
    input,
    growth: small.exponent > LIMIT ? small : growthOf(read, input.input, SIZE, SUSPICIOUS_MS),
  }));
  const worst = grown.reduce((a, b) => (b.growth.exponent > a.growth.exponent ? b : a));
  const { exponent } = worst.growth;
  const ms = Math.max(...grown.map(({ growth }) => growth.ms)).toFixed(0);
  const told = exponent === 0 ? "flat" : exponent.toFixed(2);
  console.log(
    `${judged(exponent > LIMIT)} ${name.padEnd(36)} exponent ${told.padStart(5)}  slowest ${ms.padStart(5)} ms  ${worst.input.name}`,
  );
}

/** A busy machine slows a thread's own work too: what looks bad is done again. */
const REPEATS = 3;

/** Judges what a whole mail or request takes of processor time, by what it is filled with; the slowest fillings first. */
const judge = (name: string, read: Reader, budgetMs: number, inputs: readonly (readonly [unit: string, input: () => string])[]) => {
  const tried = inputs.map(([unit, input]) => ({ unit, input, ms: cpuMs(read, input()) })).toSorted((a, b) => b.ms - a.ms);
  const [slowest] = tried;
  if (!slowest) return [];
  let { ms } = slowest;
  for (let i = 0; ms > budgetMs && i < REPEATS; i++) ms = Math.min(ms, cpuMs(read, slowest.input()));
  const took = `slowest ${ms.toFixed(0).padStart(5)} ms of ${budgetMs}`;
  console.log(`${judged(ms > budgetMs)} ${name.padEnd(50)} ${took}  ${JSON.stringify(slowest.unit)}`);
  return tried.map(({ unit }) => unit);
};

const MAX_REQUEST = 5_500_000;
/** A reply whose body and history are nothing but `<` takes the sanitiser 0.95 to 1.3 s at 2.8 GHz; every other request less than half of that. */
const REQUEST_MS = 1_500;
const units = every(mailUnits);
/** What forms, queries and JSON are made of. */
const requestUnits = ["&", "=", "%", ";", "[", "]", "{", "}", "+", "0&", "0000&", "a=b&", "a[b]=c&", "%4", '{"a":', "\r\n--a\r\n", "--a"];

for (const [name, mail] of Object.entries(wholeMails)) {
  if (!`a mail, ${name}`.includes(values.only)) continue;
  const filledWith = (size: number) => (unit: string) => [unit, () => mail(unit, size)] as const;
  const slowest = judge(`a mail, ${name}, 1 MB`, readWholeMail, 1_000, units.map(filledWith(SIZE))).slice(0, GROWN);
  judge(`a mail, ${name}, 25 MB`, readWholeMail, 3_000, slowest.map(filledWith(25 * SIZE)));
}
for (const [name, read] of Object.entries(wholeRequests)) {
  if (!`a request, ${name}`.includes(values.only)) continue;
  const inputs = [...units, ...requestUnits].map((unit) => [unit, () => unit.repeat(MAX_REQUEST / Buffer.byteLength(unit))] as const);
  judge(`a request, ${name}`, read, REQUEST_MS, inputs);
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
