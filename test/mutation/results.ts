import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./mutants.ts";

const FILE = new URL("results.json", import.meta.url);

/** A survivor as it is kept: where, what, and the class of survivors that it was judged to belong to. */
export interface Survivor {
  readonly at: string;
  readonly change: string;
  readonly verdict?: string;
}

/** What is known of a source's mutants. */
export interface Known {
  /** The keys of those that a test file killed, in one line for each test file. */
  readonly killed: Readonly<Record<string, string>>;
  readonly survived: Readonly<Record<string, Survivor>>;
}

/** What earlier runs found, by source. */
export const readResults = (): Readonly<Record<string, Known>> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Known>) : {};

/** The test files that killed mutants, by the mutants' keys. */
export const killersOf = ({ killed }: Known): ReadonlyMap<string, string> =>
  new Map(Object.entries(killed).flatMap(([test, keys]) => keys.split(" ").map((key) => [key, test] as const)));

/** Keeps what is known of the mutants that the sources have now. */
export const writeResults = (
  all: readonly Mutant[],
  killers: ReadonlyMap<string, string>,
  survivors: ReadonlyMap<string, Survivor>,
): void => {
  const files = Object.entries(Object.groupBy(all, ({ file }) => file)).map(([file, mutants = []]) => {
    const killed = Object.groupBy(
      mutants.filter(({ key }) => killers.has(key)),
      ({ key }) => killers.get(key) ?? "",
    );
    const survived = mutants.flatMap(({ key, line, change }) => {
      const known = killers.has(key) ? undefined : survivors.get(key);
      return known ? [[key, { ...known, at: `${line}`, change }] as const] : [];
    });
    const lines = Object.entries(killed).map(([test, of = []]) => [test, of.map(({ key }) => key).join(" ")] as const);
    return [
      file,
      { killed: Object.fromEntries(lines.toSorted(([a], [b]) => a.localeCompare(b))), survived: Object.fromEntries(survived) },
    ] as const;
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(files), null, 2)}\n`);
};
