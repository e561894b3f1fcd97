/** An absence note of a test: what it says, when and where it was written, and what a reader would understand. */
export interface Note {
  readonly language: string;
  /** When the mailbox received it. */
  readonly at: string;
  /** The sender's offset, as in a Date header. */
  readonly zone: string;
  readonly subject: string;
  readonly text: string;
  readonly is: "away" | "left" | "received" | "other";
  /** The day of the return, "" for none. */
  readonly returns: string;
}

/** A note of the last Wednesday of November 2026, a quarter past ten in Berlin, unless it says otherwise. */
export const note = (
  language: string,
  text: string,
  is: Note["is"],
  returns = "",
  { at = "2026-11-25T09:15:00Z", zone = "+0100", subject = "" }: Partial<Note> = {},
): Note => ({ language, text, is, returns, at, zone, subject });
