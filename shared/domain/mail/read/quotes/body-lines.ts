import type { Marker } from "./markers.ts";
import type { IsParents } from "./parent-words.ts";

/** Most lines of a body that are read; what lies beyond stays where the last of them stays. */
export const MAX_LINES = 10_000;

/** A line of a message body. `quoted` and `cutsHere` come from markup (a blockquote, a client's reply container); plain text has only its `>`. */
export interface BodyLine {
  readonly text: string;
  readonly quoted: boolean;
  readonly cutsHere: boolean;
  /** quoted by the own mark of a mail program */
  readonly certain?: boolean;
}

/** What stays of a line: nothing, all of it, or the first characters before an attribution that shares the line. */
export type Kept = boolean | string;

/** What the rest of the mail says of its body. Without any of it the mail is taken for an answer. */
export interface StripOptions {
  /** The subject says that the mail passes another on ("Fwd: …"), which Outlook's body does not tell from an answer. */
  readonly forward?: boolean;
  /** The mail answers nothing: only what is marked as a quote beyond doubt goes. */
  readonly first?: boolean;
  /** What the mail is about, as `bareSubject` has it; "" or absent when not known. */
  readonly subject?: string;
  /** Compares with the message that is answered; absent when that is not at hand. */
  readonly isParents?: IsParents;
  /** Nothing says whether the mail answers or passes on: a copied header that nothing stands above, which is all there is, stays. */
  readonly unclear?: boolean;
}

/** A line of the body, with what the rules ask of it. */
export interface Here extends StripOptions {
  readonly lines: readonly BodyLine[];
  readonly texts: readonly string[];
  readonly kept: readonly Kept[];
  readonly at: number;
  readonly line: BodyLine;
  readonly marker: Marker;
  /** the first line at or below this one that is neither empty nor a single rule */
  readonly shown: number;
  /** the next line that is not empty */
  readonly below: number;
  /** the first line that stays and is no rule; Infinity when nothing new was read yet */
  readonly firstNew: number;
  /** the line that an attribution above introduced as a quote */
  readonly introduced: number;
  /** a quote stood above and went */
  readonly belowQuote: boolean;
  /** the last line that surely begins a quote; -1 when none does */
  readonly lastQuote: () => number;
}

/** What a rule decides: all the rest stays, all the rest goes, or these lines go and reading continues below them. */
export type Decision =
  | { readonly keepRest: true }
  | { readonly cutFrom: number; readonly from: number; readonly before?: string; readonly certain: boolean }
  | { readonly drop: readonly [from: number, end: number]; readonly before?: string; readonly next: number; readonly introduced?: number };

/** Quoted lines, the empty ones between them, and link ends that a mailer wrapped out of the quote. */
export const quotedRunEnd = (lines: readonly BodyLine[], start: number): number => {
  let end = start + 1;
  for (let i = end; i < lines.length; i++) {
    const { text, quoted } = lines[i]!;
    if (quoted) end = i + 1;
    else if (text.trim() !== "" && !isWrappedLink(lines, i)) break;
  }
  return end;
};

const isWrappedLink = (lines: readonly BodyLine[], at: number): boolean => {
  if (!lines[at + 1]?.quoted || !lines[at - 1]?.quoted) return false;
  const above = lines[at - 1]!.text;
  return /^\s*\(?<?https?:\/\/\S{1,500}\s*>?$/.test(lines[at]!.text) || /[(<]https?:\/\/[^\s)>]{1,500}$/.test(above);
};
