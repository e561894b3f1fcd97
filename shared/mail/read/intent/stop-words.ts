import type { Phrases } from "../languages/language.ts";

/** The words of one language by which a person asks to be written to no more. Lists in one string are separated by `|`. */
export interface StopWords {
  /** Requests, each with an example; the clause ends after one, or `more` or `list` follows. */
  readonly asks: Phrases;
  /** Words that may follow a request: "again". */
  readonly more: string;
  /** Words after which any others may follow: "from your list". */
  readonly list: string;
  /** The whole answer, in lower case, without its greeting and closing. */
  readonly alone: string;
  /** The start of a question that is a request: "could you". */
  readonly polite: string;
  /** Words anywhere in the sentence that turn it around: a negation, a question, a condition, another list, another person. */
  readonly unless: string;
  /** Words after the request that take it back: "but". */
  readonly but: string;
}
