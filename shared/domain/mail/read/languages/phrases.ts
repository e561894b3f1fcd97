import { languages } from "./index.ts";
import type { Language, LabelKind, Phrases } from "./language.ts";
import { phraseSource } from "./phrase-source.ts";

export { phraseSource };

/** The parts of a language that are lists of phrases. */
type Part = Exclude<keyof Language, "labels">;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const hasUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The phrases of one part in all languages; longer ones come first, so that "ha scritto" is found before "scritto". */
export const phrasesOf = (part: Part): readonly string[] =>
  [...new Set(languages.flatMap((language) => Object.keys(language[part] ?? {})))].toSorted((a, b) => b.length - a.length);

/** The source of a regular expression that finds any phrase of one part; `end` is appended to phrases in scripts with spaces between words. */
export const anyOf = (part: Part, end = ""): string => {
  const phrases = phrasesOf(part);
  return phrases.map((phrase) => phraseSource(phrase) + (unspaced.test(phrase) ? "" : end)).join("|");
};

/**
 * The source of a regular expression that finds any phrase of one part as whole words; in scripts without spaces, anywhere. `end` is appended to those
 * in scripts with spaces.
 */
export const anyWordOf = (part: Part, end = ""): string => {
  const phrases = phrasesOf(part);
  const found = (inside: boolean) => phrases.filter((phrase) => unspaced.test(phrase) === inside).map(phraseSource);
  return [`(?<![\\p{L}\\p{N}])(?:${found(false).join("|")})(?![\\p{L}\\p{N}])${end}`, ...found(true)].join("|");
};

/** The source of a regular expression that finds any phrase of one part at the start of a word, which may go on; in scripts without spaces, anywhere. */
export const anyStartOf = (part: Part): string =>
  phrasesOf(part)
    .map((phrase) => (hasUnspaced.test(phrase) ? phraseSource(phrase) : `(?<![\\p{L}\\p{N}])${phraseSource(phrase)}`))
    .join("|");

/** Each name of a header line, in lower case, with its kind. */
export const labelKinds: ReadonlyMap<string, LabelKind> = new Map(
  languages.flatMap(({ labels = {} }) =>
    Object.entries<Phrases | undefined>(labels).flatMap(([kind, phrases = {}]) =>
      Object.keys(phrases).map((label): [string, LabelKind] => [label, kind as LabelKind]),
    ),
  ),
);
