import type { Phrases } from "../../languages/language.ts";

/** A complete bounce message as a mail system writes it, about a mail to `lost@gone.example`, without the returned mail. A test reads it. */
export interface ExampleBounce {
  readonly from: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** The enhanced status in the message (RFC 3463). */
  readonly status?: string;
}

/** How a family of mail systems words its bounce messages. A dialect is one file of this type and its line in the index. */
export interface Dialect {
  /** Display names in its From. */
  readonly senders?: Phrases;
  /** Phrases anywhere in its subjects. */
  readonly subjects?: Phrases;
  /** Phrases for mail that was not delivered; narrow enough that people's own sentences do not match by chance. */
  readonly failures?: Phrases;
  /** Phrases for mail that it still tries to deliver. */
  readonly delays?: Phrases;
  /** Phrases by which it gives up; they outweigh those of a delay. */
  readonly givesUp?: Phrases;
  /** Phrases in the line above the failed recipients. */
  readonly introductions?: Phrases;
  /** Labels of a failed recipient at the start of a line; a colon or "=" follows. */
  readonly labels?: Phrases;
  /** The line, after any dashes, at which the returned message begins. */
  readonly returned?: Phrases;
  readonly notice: ExampleBounce;
}
