import type { Phrases } from "../../languages/language.ts";

/** A whole notice as a mail system writes it, about a mail to `lost@gone.example`, without what it returns of that mail. A test reads it. */
export interface ExampleBounce {
  readonly from: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** The enhanced status that the notice names (RFC 3463). */
  readonly status?: string;
}

/** How a family of mail systems writes delivery notices in prose. A dialect is one file of this type and its line in the index. */
export interface Dialect {
  /** What recognises it: names in its From. */
  readonly senders?: Phrases;
  /** What its subjects say anywhere. */
  readonly subjects?: Phrases;
  /** What it says of mail that did not arrive. Narrow enough for a person's prose not to match by chance. */
  readonly failures?: Phrases;
  /** What it says of mail that it goes on trying to deliver. */
  readonly delays?: Phrases;
  /** What says that it tries no more, and so outweighs a word of delay. */
  readonly givesUp?: Phrases;
  /** What the line above the failed recipients says. */
  readonly introductions?: Phrases;
  /** What stands before a failed recipient at the start of a line; a colon or "=" follows. */
  readonly labels?: Phrases;
  /** The line, after any dashes, from which on it returns the message that failed. */
  readonly returned?: Phrases;
  readonly notice: ExampleBounce;
}
