// Every label and file that a comment or document names is there to be found.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" }).trim().split("\n");
const files = new Set(tracked);

/** Where labels are defined: in the first cell of a table's row. */
const DEFINED_IN = ["shared/README.md", "SECURITY.md", "test/README.md"] as const;
const labels = new Set(
  DEFINED_IN.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^\| ([GSTK]\d+) \|/gm)].map(([, label]) => label)),
);

/** The words of a file that speak to a reader: all of a document, the comments of code. */
const proseOf = (file: string, text: string): string =>
  file.endsWith(".md")
    ? text
    : [...text.matchAll(/(?<![\w}"'*])\/\*\*?[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm)].map(([comment]) => comment).join("\n");

const LABEL = /(?<![\w`./-])([GSTK]\d{1,2})(?![\w:-])/g;
const FILE = /(?<![\w/.@<{$*~-])((?:[\w.-]+\/)*[\w.-]+\.(?:ts|md|cjs))(?![\w/(*-])/g;
const SECTION = /([\w./-]*README\.md|[A-Z]+\.md), "([^"]+)"/g;

/** What the file names that is not there: a path is found whole, or as the end of a tracked one. */
const danglingIn = (file: string, text: string): string[] => {
  const prose = proseOf(file, text);
  const missingLabels = [...prose.matchAll(LABEL)].flatMap(([, label = ""]) => (labels.has(label) ? [] : [label]));
  const exists = (path: string) => files.has(path) || tracked.some((known) => known.endsWith(`/${path}`));
  const missingFiles = [...prose.matchAll(FILE)].flatMap(([, path = ""]) => (exists(path.replace(/^(?:\.\.?\/)+/, "")) ? [] : [path]));
  const missingSections = [...prose.matchAll(SECTION)].flatMap(([all, path = "", section = ""]) => {
    const found = tracked.filter((known) => known === path || known.endsWith(`/${path}`));
    return found.some((known) => readFileSync(known, "utf8").includes(`# ${section}\n`)) ? [] : [all];
  });
  return [...missingLabels, ...missingFiles, ...missingSections].map((name) => `${file}: ${name}`);
};

it("resolves every label, file and section that a comment or document names", () => {
  const read = tracked.filter((file) => /\.(?:ts|md|cjs)$/.test(file) && file !== "test/unit/documents/references.test.ts");

  expect(read.flatMap((file) => danglingIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

it.each([
  ["a label", "/** Kept (G99). */"],
  ["a file", "// see shared/platform/nowhere.ts"],
  ["a document", "/** contract/RULES.md */"],
  ["a section", '// api/README.md, "Nothing of this name"'],
])("finds %s that is not there", (_what, comment) => {
  expect(danglingIn("shared/x.ts", comment)).not.toEqual([]);
});
