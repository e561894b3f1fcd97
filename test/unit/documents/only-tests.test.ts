import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = globSync("{functions,shared,infra}/**/*.{ts,tsx}").map((file) => {
  const code = readFileSync(file, "utf8").replaceAll(/^ *\/\*\*[^]*?\*\/|\/\/ [^\n]*/gm, "");
  return { file, code };
});
const counts = new Map<string, number>();
for (const { code } of sources) for (const [word] of code.matchAll(/[\w$]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);

/** What stands in for a package in the bundles: packages import it, by the name that they know. */
const isReplacement = (file: string) => file.startsWith("infra/replacements/");

it("nothing is exported for tests alone: every exported name stands twice in the product", () => {
  const alone = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/^export (?:const|class|interface|type) (\w+)/gm)].flatMap(([, name = ""]) =>
      counts.get(name) === 1 && !isReplacement(file) ? `${file} ${name}` : [],
    ),
  );

  expect(alone).toEqual([]);
});
