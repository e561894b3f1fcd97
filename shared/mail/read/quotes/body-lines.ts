import type { Marker } from "./markers.ts";
import type { Flow } from "../readable-text.ts";
import type { IsParents, IsParentsLine } from "./parent-words.ts";

/** The maximum of lines of a body that are read; later lines are kept or dropped like the last one read. */
export const MAX_LINES = 10_000;

/**
 * A line of a message body. `quoted` and `cutsHere` come from markup (a blockquote, a mail program's reply container); in plain text only `>` marks a
 * quote.
 */
export interface BodyLine {
  readonly text: string;
  readonly quoted: boolean;
  readonly cutsHere: boolean;
  /** Whether a mail program's specific mark shows that it is quoted. */
  readonly certain?: boolean;
}

/** What is kept of a line: nothing, all of it, or the text before an attribution on the same line. */
export type Kept = boolean | string;

/** What is known of the mail besides its body; when all fields are absent, it is treated as an answer. */
export interface StripOptions {
  /** True when the subject is that of a forward ("Fwd: …"); Outlook's forwards and answers have the same body. */
  readonly forward?: boolean;
  /** True when the mail answers nothing: only quotes that are certain are dropped. */
  readonly first?: boolean;
  /** Present when the text is format=flowed. */
  readonly flow?: Flow;
  /** The mail's subject by `bareSubject`; "" or absent when not known. */
  readonly subject?: string;
  /** Compares lines with the answered message; absent when that is not known. */
  readonly isParents?: IsParents;
  /** Compares a single line with the answered message; absent when answers inside a quote are not looked for. */
  readonly isParentsLine?: IsParentsLine;
  /**
   * True when nothing shows whether the mail answers or forwards. A copied header at the very top is then kept, because the mail has nothing else.
   */
  readonly unclear?: boolean;
}

/** The line being read, with the values that the rules need. */
export interface Here extends StripOptions {
  readonly lines: readonly BodyLine[];
  readonly texts: readonly string[];
  readonly kept: readonly Kept[];
  readonly at: number;
  readonly line: BodyLine;
  readonly marker: Marker;
  /** The index of the first line, from this one on, that is neither empty nor a rule. */
  readonly shown: number;
  /** The index of the next line that is not empty. */
  readonly below: number;
  /** The index of the first kept line that is no rule; Infinity before there is one. */
  readonly firstNew: number;
  /** The index of the line that an attribution above introduced as a quote. */
  readonly introduced: number;
  /** Whether a quote above was dropped. */
  readonly belowQuote: boolean;
  /** The index of the last line that certainly starts a quote; -1 for none. */
  readonly lastQuote: () => number;
}

/** The decision of a rule: keep the rest, drop the rest, or drop these lines and continue below them. */
export type Decision =
  | { readonly keepRest: true }
  | { readonly cutFrom: number; readonly from: number; readonly before?: string; readonly certain: boolean }
  | { readonly drop: readonly [from: number, end: number]; readonly before?: string; readonly next: number; readonly introduced?: number };

/** The end of a run of quoted lines; empty lines inside it, and the ends of links that a mail program wrapped out of the quote, belong to it. */
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
