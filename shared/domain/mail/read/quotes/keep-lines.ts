import { attributionEndingAt } from "./attribution.ts";
import { headerBlockAt } from "./header-block.ts";
import { isRule, readMarker } from "./markers.ts";

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

/**
 * Decides which lines of a body are new. One pass from the top; an attribution with quoted lines below it goes with them and reading goes on
 * (inline answers, bottom posting); one with plain text below it, a copied header, or an "original message" rule cuts off all the rest. A
 * forwarded message stays: what follows its marker, and when the mail is known to be a `forward`, what follows a copied header or an
 * attribution. When nothing would be left above a cut, the body is a forward without comment and stays. Of the `first` mail of a
 * conversation, which may itself be a form with From and Subject, or cite somebody, only certain quotes and those below an attribution go.
 */
export const keepLines = (
  lines: readonly BodyLine[],
  { forward = false, first = false }: { readonly forward?: boolean; readonly first?: boolean } = {},
): Kept[] => {
  const texts = lines.map((line) => line.text);
  const kept: Kept[] = lines.map(() => true);
  let at = 0;
  let introduced = -1;
  while (at < lines.length) {
    const line = lines[at]!;
    const text = line.text;
    if (text.trim() === "" && !line.cutsHere) {
      at++;
      continue;
    }
    const marker = readMarker(text);
    if (marker === "forward") return kept;
    if (marker === "reply-above" && !first) return cut(lines, kept, at, true);
    if (line.quoted) {
      const end = quotedRunEnd(lines, at);
      if (lines.slice(at, end).some((quoted, i) => i < 3 && readMarker(quoted.text) === "forward")) return kept;
      if (!first || line.certain || introduced === at) kept.fill(false, at, end);
      at = end;
      continue;
    }
    const below = nextText(texts, at + 1);
    const ruled = marker === "original" || (marker === "weak-original" && below < texts.length && headerBlockAt(texts, below, true));
    const cuts = first
      ? line.cutsHere && headerBlockAt(texts, nextText(texts, at), true)
      : ruled || line.cutsHere || headerBlockAt(texts, at);
    if (cuts) return forward ? kept : cut(lines, kept, at, ruled);
    const attribution = attributionEndingAt(texts, at);
    if (attribution && kept[attribution.start] === true) {
      const follower = lines[below];
      if (forward && !follower?.quoted && attribution.certainty === "strong") return kept;
      const introducesQuote = follower !== undefined && (follower.quoted || (!first && headerBlockAt(texts, below, true)));
      const standsAlone = attribution.certainty === "strong" && (attribution.before !== "" || hasNewText(texts, kept, attribution.start));
      if (introducesQuote || (standsAlone && !first)) {
        kept.fill(false, attribution.start, at + 1);
        if (attribution.before !== "") kept[attribution.start] = attribution.before;
        if (!follower?.quoted) return cut(lines, kept, at + 1, true);
        introduced = below;
      }
    }
    at++;
  }
  return kept;
};

/** Drops everything from a line on, and the rule above it; leaves all as it is when that would leave nothing, unless the cut is certain. */
const cut = (lines: readonly BodyLine[], kept: Kept[], from: number, certain: boolean): Kept[] => {
  const texts = lines.map((line) => line.text);
  if (!certain && !hasNewText(texts, kept, from)) return kept;
  kept.fill(false, from);
  for (let i = from - 1; i >= 0 && (kept[i] === false || texts[i]!.trim() === "" || isRule(texts[i]!)); i--) kept[i] = false;
  return kept;
};

const hasNewText = (texts: readonly string[], kept: readonly Kept[], end: number): boolean => {
  return texts.slice(0, end).some((text, i) => kept[i] !== false && text.trim() !== "" && !isRule(text));
};

/** Quoted lines, the empty ones between them, and link ends that a mailer wrapped out of the quote. */
const quotedRunEnd = (lines: readonly BodyLine[], start: number): number => {
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

const nextText = (texts: readonly string[], from: number): number => {
  let at = from;
  while (at < texts.length && texts[at]!.trim() === "") at++;
  return at;
};
