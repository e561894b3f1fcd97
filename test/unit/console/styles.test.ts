// The console's styles are one file: a rule of one screen must not change another's.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FOLDER = "shared/console/styles";

/** The classes that a file styles wherever they stand, by rules of one class alone. */
const classesOf = (file: string): readonly string[] =>
  [...readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(/^[^\n{}@]*(?:,\n[^\n{}@]*)*\{/gm)]
    .flatMap(([rule]) => rule.replace("{", "").split(","))
    .map((selector) => selector.trim())
    .filter((selector) => /^\.[\w-]+$/.test(selector));

it("a class has its rules in one file: another screen's is written with its own in front", () => {
  const files = readdirSync(FOLDER).filter((file) => !["style.css", "tokens.css", "base.css"].includes(file));
  const holders = new Map<string, Set<string>>();
  for (const file of files) for (const name of classesOf(file)) holders.set(name, (holders.get(name) ?? new Set()).add(file));

  expect(holders.size).toBeGreaterThan(50);
  expect([...holders].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(", ")}`)).toEqual([]);
});
