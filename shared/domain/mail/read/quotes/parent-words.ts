import { cutText } from "../../text-size.ts";

/** Whether lines, which are only made when they are looked at, hold what the message that is answered says; undefined when nothing tells. */
export type IsParents = (lines: () => readonly string[]) => boolean | undefined;

/** Characters of the message that are looked at, words of it that are kept, and words below a line that are compared with them. */
const TEXT_MAX = 64 * 1024;
const WORDS_MAX = 5_000;
const COMPARED_MAX = 80;
const LINES_MAX = 60;
/** More places of one mail are not compared. */
const COMPARISONS_MAX = 50;
/** Words in a row that must be the same: fewer stand in any two texts of one language. */
const RUN = 3;
/** Of so many words in runs, one half are a quote's and less than a tenth are the writer's own. */
const IS_QUOTE = 0.5;
const IS_OWN = 0.1;
const WORDS_TO_DENY = 12;

/** Words in lower case; where a script sets no spaces, its characters. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]{1,64}/gu;

const wordsOf = (text: string, most: number): readonly string[] => {
  const found: string[] = [];
  for (const [one] of text.matchAll(word)) if (found.push(one.toLowerCase()) === most) break;
  return found;
};

const runsOf = (words: readonly string[], length: number): readonly string[] =>
  words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(" "));

/** Compares with the words of the message that is answered, in time linear in both. */
export const parentWords = (parent: string): IsParents => {
  const words = wordsOf(cutText(parent, TEXT_MAX), WORDS_MAX);
  const length = Math.min(RUN, words.length);
  if (length === 0) return () => undefined;
  const known = new Set(runsOf(words, length));
  let comparisons = 0;
  return (lines) => {
    if (++comparisons > COMPARISONS_MAX) return undefined;
    const text = lines()
      .slice(0, LINES_MAX)
      .map((line) => line.slice(0, 1_000));
    const runs = runsOf(wordsOf(text.join("\n"), COMPARED_MAX), length);
    const share = runs.filter((run) => known.has(run)).length / Math.max(1, runs.length);
    if (share >= IS_QUOTE) return true;
    return share < IS_OWN && words.length >= WORDS_TO_DENY ? false : undefined;
  };
};
