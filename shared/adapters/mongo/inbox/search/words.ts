import { normalised } from "../../../../domain/mail/normalise.ts";
import { UNSPACED } from "../../../../domain/mail/search-query.ts";
import type { Address } from "../../../../domain/mail/parsed-message.ts";

/** The most different words stored of one message: first those of subject, people and file names, then those of the text. */
export const WORDS_MAX = 200;
/** How many characters of a message are read for words. */
const TEXT_MAX = 20_000;
/** Longer words are cut to this many characters. */
const WORD_MAX = 40;

const RUN = /[\p{L}\p{N}]+/gu;

/**
 * A text without differences of case, accents and widths: Straße and STRASSE, é and e, ﬁ and fi become equal (Unicode NFKD, default case folding).
 */
const folded = (text: string): string =>
  normalised(normalised(text.slice(0, TEXT_MAX), "NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase(), "NFC");

const pairs = (run: string): readonly string[] => {
  const letters = Array.from(run);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
};

/** The words of a text in order, with repetitions: letters and digits, at least two; pairs of letters in scripts without spaces. */
const wordsOf = function* (text: string): Generator<string> {
  for (const [run] of folded(text).matchAll(RUN)) {
    const spaced = run.split(UNSPACED).filter((word) => word.length > 1);
    yield* spaced.map((word) => word.slice(0, WORD_MAX));
    for (const [unspaced] of run.matchAll(UNSPACED)) yield* pairs(unspaced);
  }
};

/** The different words of a query. */
export const queryWords = (query: string): readonly string[] => [...new Set(wordsOf(query))];

interface SearchedMessage {
  readonly subject: string;
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly attachments?: readonly { readonly filename: string }[];
  readonly replyText: string;
}

interface SearchedThread {
  readonly subject: string;
  readonly participants: readonly string[];
}

/** The different words by which a message is found. */
export const messageWords = ({ subject, from, to, cc, attachments = [], replyText }: SearchedMessage): readonly string[] => {
  const people = [from, ...to, ...cc].flatMap(({ name, email }) => [name, email]);
  return wordsIn([subject, ...people, ...attachments.map(({ filename }) => filename), replyText]);
};

/** The different words by which a conversation is found before it has received mail. */
export const threadWords = ({ subject, participants }: SearchedThread): readonly string[] => wordsIn([subject, ...participants]);

/** The different words of texts in order, at most `WORDS_MAX`. */
const wordsIn = (texts: readonly string[]): readonly string[] => {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      if (words.size === WORDS_MAX) return [...words];
      words.add(word);
    }
  return [...words];
};
