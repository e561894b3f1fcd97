import { seeded } from "#test/support/random.ts";
import { adversarialUnits } from "./adversarial-units.ts";
import type { Input } from "./growth.ts";

/** An input with what it is made of, for the report. */
export interface NamedInput {
  readonly name: string;
  readonly input: Input;
}

/** How many pieces are repeated, each in three places: behind a prefix, before a suffix, between both. */
const SEEDS = 150;

/** Edges stand once: a scanner may have to come back to the first, or look back from the last. */
const prefixes = ["x", "<", '"', "(", "> ", "On ", "<div>", "<!--", "Am 1.1.2020 ", "<a b='", "=?utf-8?q?", "\n"];
const suffixes = ["x", ">", '"', ")", "wrote:", "\n> x", "!", "</div>", "-->", "?=", "@a.b", "\n\nx", " \u0000"];

const short = (text: string) => JSON.stringify(text.length > 24 ? `${text.slice(0, 24)}…` : text);

/** All inputs of a seed: the hand-made pieces, then pairs and triples of them, with edges that the seed chooses. */
export const inputsOf = (seed: number): readonly NamedInput[] => {
  const below = seeded(seed);
  const one = (list: readonly string[]) => list[below(list.length)] ?? "";
  const pieces = Array.from(
    { length: SEEDS },
    (_, i) => adversarialUnits[i] ?? one(adversarialUnits) + one(adversarialUnits) + (below(3) === 0 ? one(adversarialUnits) : ""),
  );
  return pieces.flatMap((piece) => {
    const [prefix, suffix] = [one(prefixes), one(suffixes)];
    return [
      [prefix, ""],
      ["", suffix],
      [prefix, suffix],
    ].map(([before = "", after = ""]) => ({
      name: `${short(before)} ${short(piece)}… ${short(after)}`,
      input: (size: number) => before + piece.repeat(Math.ceil(size / piece.length)) + after,
    }));
  });
};
