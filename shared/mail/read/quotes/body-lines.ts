import type { Marker } from "./markers.ts";
import type { Flow } from "../readable-text.ts";
import type { IsParents, IsParentsLine } from "./parent-words.ts";

/** The most lines of a body that are read; later lines are kept or dropped with the last of them. */
export const MAX_LINES = 10_000;

/**
 * A line of a message body. `quoted` and `cutsHere` come from markup (a blockquote, a mail program's reply container); in plain text only `>` marks a
 * quote.
 */
export interface BodyLine {
  readonly text: string;
  readonly quoted: boolean;
  readonly cutsHere: boolean;
  /** quoted by a mail program's specific mark */
  readonly certain?: boolean;
}

/** What is kept of a line: nothing, all of it, or the text before an attribution on the same line. */
export type Kept = boolean | string;

/** What the rest of the mail says about its body; when all are absent, the mail is treated as an answer. */
export interface StripOptions {
  /** True when the subject is that of a forward ("Fwd: …"); Outlook's forwards and answers have the same body. */
  readonly forward?: boolean;
  /** True when the mail answers nothing: only certain quotes are dropped. */
  readonly first?: boolean;
  /** Present when the text is format=flowed. */
  readonly flow?: Flow;
  /** The mail's subject by `bareSubject`; "" or absent when not known. */
  readonly subject?: string;
  /** Compares with the answered message; absent when that is not known. */
  readonly isParents?: IsParents;
  /** Compares a single line with it; absent when nothing asks for what was written inside a quote. */
  readonly isParentsLine?: IsParentsLine;
  /** True when nothing shows whether the mail answers or forwards: then a copied header with nothing above it stays, because it is all there is. */
  readonly unclear?: boolean;
}

/** A line of the body, with the values that the rules read. */
export interface Here extends StripOptions {
  readonly lines: readonly BodyLine[];
  readonly texts: readonly string[];
  readonly kept: readonly Kept[];
  readonly at: number;
  readonly line: BodyLine;
  readonly marker: Marker;
  /** the index of the first line, from this one on, that is neither empty nor a rule */
  readonly shown: number;
  /** the index of the next line that is not empty */
  readonly below: number;
  /** the index of the first kept line that is no rule; Infinity before there is any */
  readonly firstNew: number;
  /** the index of the line that an attribution above introduced as a quote */
  readonly introduced: number;
  /** a quote above was dropped */
  readonly belowQuote: boolean;
  /** the index of the last line that certainly starts a quote; -1 when none does */
  readonly lastQuote: () => number;
}

/** The decision of a rule: keep all the rest, drop all the rest, or drop these lines and continue below them. */
export type Decision =
  | { readonly keepRest: true }
  | { readonly cutFrom: number; readonly from: number; readonly before?: string; readonly certain: boolean }
  | { readonly drop: readonly [from: number, end: number]; readonly before?: string; readonly next: number; readonly introduced?: number };

/** The end of a run of quoted lines, with empty lines between them and ends of links that a mail program wrapped out of the quote. */
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
