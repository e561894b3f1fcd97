import { writeFileSync } from "node:fs";
import type { Known, Survivor } from "./results.ts";

/** Why a survivor is none of a test's business; a survivor without one of these has not been judged or lacks its test. */
const verdicts: Readonly<Record<string, string>> = {
  redundant: "the same is secured twice: a random token, a unique id or an earlier condition decides alone",
  plan: "a condition or an index only makes a query quick; the plans of every query are watched by the port suites",
  boundary: "the two differ in one moment or one step more, which nobody can tell apart",
  told: "it is only told in a log, or a date that nothing decides by",
  server: "a read outside the transaction, which only another process at the same moment would show: the fault tests run many",
  missing: "a test is missing",
};

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Writes the table of what survived, by the verdict on it. */
export const writeSurvivors = (results: Readonly<Record<string, Known>>): void => {
  const all = Object.entries(results).flatMap(([file, { survived }]) =>
    Object.values(survived).map((survivor: Survivor) => ({ file, ...survivor })),
  );
  const parts = [...Object.entries(verdicts), ["", "not judged yet"] as const].flatMap(([verdict, why]) => {
    const rows = all.filter((survivor) => (survivor.verdict ?? "") === verdict);
    if (rows.length === 0) return [];
    const lines = rows.map(({ file, at, change }) => `| \`${file.replace("shared/", "")}:${at}\` | \`${cell(change.slice(0, 100))}\` |`);
    return [
      `## ${verdict === "" ? "Open" : verdict} (${rows.length})`,
      `${why[0]?.toUpperCase()}${why.slice(1)}.`,
      "",
      "| place | mutation |",
      "|---|---|",
      ...lines,
      "",
    ];
  });
  const intro =
    "`npm run mutants` writes this from `results.json`, where each survivor has its verdict (`survivors.ts` says what they mean).";
  writeFileSync(
    new URL("SURVIVORS.md", import.meta.url),
    `${["# Mutants that no test kills", "", intro, "", ...parts].join("\n").trim()}\n`,
  );
};
