import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guides } from "../../shared/docs/contract.ts";

const root = join(import.meta.dirname, "../..");
const IMPORT = /^import \{ (?<names>.+) \} from "(?<from>.+)";\n/gm;

const blocksOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, block]) => block ?? "")
    .filter((block) => !block.includes('from "vitest"'));

/** The imports of several pieces of code, each name once. */
const importsOf = (code: string): string => {
  const names = new Map<string, Set<string>>();
  for (const { groups } of code.matchAll(IMPORT)) {
    const { names: listed = "", from = "" } = groups ?? {};
    names.set(from, new Set([...(names.get(from) ?? []), ...listed.split(", ")]));
  }
  return [...names].map(([from, own]) => `import { ${[...own].join(", ")} } from "${from}";\n`).join("");
};

/**
 * Every TypeScript example of the guides and the READMEs as one program: the first guide's names are known to all, the others' to themselves. Tests
 * are left out (test/processes/testing-guide.test.ts runs them), and a guide that is one program (test/processes/shared-inbox-guide.test.ts does).
 */
export const examples = (): string => {
  const [first = "", ...others] = [
    ...guides.map(({ file }) => file).filter((file) => !file.endsWith("shared-inbox.md")),
    "README.md",
    "shared/client/README.md",
  ].flatMap(blocksOf);
  const inner = others.map((block) => `{\n${block.replaceAll(IMPORT, "")}}\n`).join("");
  return importsOf([first, ...others].join("\n")) + first.replaceAll(IMPORT, "") + inner;
};
