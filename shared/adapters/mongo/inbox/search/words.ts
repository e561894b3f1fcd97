import { normalised } from "../../../../domain/mail/normalise.ts";
import { UNSPACED } from "../../../../domain/mail/search-query.ts";
import type { Address } from "../../../../domain/mail/parsed-message.ts";

/** The most different words that one message is found by: subject, people and file names first, then what was written. */
export const WORDS_MAX = 200;
/** Characters of a message that are looked at. */
const TEXT_MAX = 20_000;
/** Longer words are known by their beginning. */
const WORD_MAX = 40;

const RUN = /[\p{L}\p{N}]+/gu;

/** A text without case, accents and widths: Straße and STRASSE, é and e, ﬁ and fi are the same (Unicode NFKD, default case folding). */
const folded = (text: string): string =>
  normalised(normalised(text.slice(0, TEXT_MAX), "NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase(), "NFC");

const pairs = (run: string): readonly string[] => {
  const letters = Array.from(run);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
};

/** The words of a text, in its order, repetitions too: letters and digits, two at least; pairs of letters where a script puts no spaces. */
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

/** The different words that a message is found by. */
export const messageWords = ({ subject, from, to, cc, attachments = [], replyText }: SearchedMessage): readonly string[] => {
  const people = [from, ...to, ...cc].flatMap(({ name, email }) => [name, email]);
  return wordsIn([subject, ...people, ...attachments.map(({ filename }) => filename), replyText]);
};

/** The different words that a conversation is found by before anything was received in it. */
export const threadWords = ({ subject, participants }: SearchedThread): readonly string[] => wordsIn([subject, ...participants]);

/** The different words of texts in their order, `WORDS_MAX` at most. */
const wordsIn = (texts: readonly string[]): readonly string[] => {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      if (words.size === WORDS_MAX) return [...words];
      words.add(word);
    }
  return [...words];
};
