import type { Phrases } from "../languages/language.ts";

/** How a language writes dates, and the words by which absence notes in it say what they mean. Words are in lower case, separated by spaces. */
export interface AbsenceWords {
  /** January to December; names of one month are separated by `|`. */
  readonly months: string;
  /** Monday to Sunday, likewise. */
  readonly weekdays: string;
  /** Which number of a date in digits comes first; absent where both orders are in use, so that only further evidence decides. */
  readonly order?: "dmy";
  /** Endings of a day's number: "20th". */
  readonly ordinals?: string;
  /** Small words before and within a date: "the", "of". */
  readonly small: string;
  /** "next" before a weekday; "tomorrow"; "next week", its words joined by `_`. */
  readonly next: string;
  readonly tomorrow: string;
  readonly nextWeek: string;
  /** "in" before a span of time; names of days, weeks and months; one to ten in words. */
  readonly within: string;
  readonly units: readonly [days: string, weeks: string, months: string];
  readonly numbers: string;
  /** Words directly before the last day of an absence: "until". */
  readonly until: string;
  /** The same of a day that is part of it: "through", and such words after the day: "inclusive". */
  readonly through: string;
  readonly inclusive: string;
  /** Phrases of a return, in the same sentence as its date. */
  readonly returns: Phrases;
  /** Phrases of a return that is not dated, unless a date follows at once: "when I am back". */
  readonly whenBack?: Phrases;
  /** Phrases that only look like one: "get back to you". */
  readonly notReturns?: Phrases;
  /** Phrases of an absence, of a person who left for good, and of mail that was received. */
  readonly absent: Phrases;
  readonly left: Phrases;
  readonly received: Phrases;
}

/** A word, a number or a sign of a text, in lower case, and where it stands. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words, numbers and signs of a text. */
export const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*|[^\s\p{L}\d]/gu), ({ 0: found, index }) => ({
    word: found.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + found.length,
  }));

/** Terms of one or more words, each with a value. */
export type Terms = ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly value: number }[]>;

/** The terms of a list: separated by spaces, with `|` between those of one value, and `_` between the words of one. Longer ones come first. */
export const termsOf = (list: string): Terms => {
  const all = list
    .split(" ")
    .filter((entry) => entry !== "")
    .flatMap((entry, value) =>
      entry.split("|").map((term) => ({ words: tokensOf(term.replaceAll("_", " ")).map(({ word }) => word), value })),
    );
  return Map.groupBy(
    all.toSorted((a, b) => b.words.length - a.words.length),
    ({ words }) => words[0] ?? "",
  );
};

/** The term that begins at a token: its value, and the token behind it. */
export const termAt = (
  terms: Terms,
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly next: number } | undefined => {
  const found = terms.get(tokens[at]?.word ?? "")?.find(({ words }) => words.every((word, i) => tokens[at + i]?.word === word));
  return found && { value: found.value, next: at + found.words.length };
};

/** The longest term, words. */
const TERM_WORDS = 6;

/** Where a term begins that ends right before a token; undefined for none. */
export const termBefore = (terms: Terms, tokens: readonly Token[], before: number): number | undefined => {
  for (let at = Math.max(0, before - TERM_WORDS); at < before; at += 1) {
    const ends = terms
      .get(tokens[at]?.word ?? "")
      ?.some(({ words }) => words.length === before - at && words.every((word, i) => tokens[at + i]?.word === word));
    if (ends) return at;
  }
  return undefined;
};
