import type { Mutant } from "./mutants.ts";

/** A mutant and the number that turns it on. */
export interface Numbered {
  readonly mutant: Mutant;
  readonly number: number;
}

const on = (number: number) => `globalThis.mutated(${number})`;

/** The source with all its mutants in it, each behind its number: one transform serves them all. */
export const switched = (source: string, mutants: readonly Numbered[]): string => {
  const octets = Buffer.from(source);
  const text = (start: number, end: number) => octets.subarray(start, end).toString("utf8");
  const written = (start: number, end: number, within: readonly Numbered[]): string => {
    const first = within[0];
    if (!first) return text(start, end);
    const { mutant } = first;
    const isSame = ({ mutant: other }: Numbered) => other.start === mutant.start && other.end === mutant.end && other.kind === mutant.kind;
    const here = within.filter(isSame);
    const others = within.filter((one) => !isSame(one));
    const kept = written(
      mutant.start,
      mutant.end,
      others.filter(({ mutant: other }) => other.start < mutant.end),
    );
    const after = written(
      mutant.end,
      end,
      others.filter(({ mutant: other }) => other.start >= mutant.end),
    );
    return text(start, mutant.start) + choice(here, kept) + after;
  };
  return written(0, octets.length, mutants);
};

/** A removed statement or field is left out while its number is on; an expression has one alternative for each number. */
const choice = (here: readonly Numbered[], kept: string): string => {
  const { kind } = here[0]!.mutant;
  if (kind === "statement") return `{ if (!${on(here[0]!.number)}) ${kept} }`;
  if (kind === "property") return `...(${on(here[0]!.number)} ? {} : { ${kept} })`;
  return `(${here.map(({ mutant, number }) => `${on(number)} ? (${mutant.text}) : `).join("")}(${kept}))`;
};
