import { phraseSource } from "./languages/phrase-source.ts";
import type { Phrases } from "./languages/language.ts";

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Finds any of these phrases at the start of a word, which may go on; in scripts without spaces, anywhere. None for no phrases. */
export const anyPhrase = (phrases: Phrases, flags = "iu"): RegExp => {
  const all = Object.keys(phrases).toSorted((a, b) => b.length - a.length);
  const found = (inside: boolean) => all.filter((phrase) => unspaced.test(phrase) === inside).map(phraseSource);
  const spaced = found(false);
  const sources = [...(spaced.length > 0 ? [`(?<![\\p{L}\\p{N}])(?:${spaced.join("|")})`] : []), ...found(true)];
  return new RegExp(sources.length === 0 ? "(?!)" : sources.join("|"), flags);
};
