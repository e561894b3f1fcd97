import { anyPhrase } from "../phrase-matcher.ts";
import { matchOf } from "../match.ts";
import { stopWords } from "./stop-words.ts";

/** How much of an answer is read, characters; a longer one is about more than one thing. */
const TEXT_MAX = 2000;

const languages = stopWords.map(({ asks, alone, unless }) => ({
  asks: anyPhrase(asks),
  unless: anyPhrase(unless),
  alone: new Set(alone.split("|")),
}));

/** A greeting or a closing: a short line that ends with a comma, an exclamation mark or a colon. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, TEXT_MAX)
    .replaceAll("’", "'")
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

const bare = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[.!,;:]+/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The sentence of an answer that asks to be written to no more; "" where no words prove it. A question proves nothing. */
export const stopRequest = (text: string): string => {
  if (text.length > TEXT_MAX) return "";
  const sentences = sentencesOf(text);
  const asking = sentences.find((sentence, i) =>
    languages.some(
      ({ asks, unless, alone }) =>
        (asks.test(sentence) && !unless.test(sentence) && (!/[?？]/.test(sentence) || /^(?:can|could|would|will) you\b/i.test(sentence))) ||
        (alone.has(bare(sentence)) && (i <= 1 || sentences.length <= 3)),
    ),
  );
  return asking === undefined ? "" : matchOf("", asking).evidence;
};
