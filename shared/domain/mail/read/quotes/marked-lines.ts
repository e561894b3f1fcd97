import { attributionEndingAt } from "./attribution.ts";
import type { BodyLine, StripOptions } from "./body-lines.ts";
import { headerBlockAt, looksLikeHeader } from "./header-block.ts";
import type { HtmlLine } from "./html-lines.ts";
import { isRule, readMarker } from "./markers.ts";
import { isQuotedLine } from "./strip-text.ts";

/** The lines of an HTML body, with the markup's quote marks where a mail program made them and not the writer. */
export const markedLines = (lines: readonly HtmlLine[], texts: readonly string[], options: StripOptions): readonly BodyLine[] => {
  const cuts = lines.map((line, i) => line.cutsHere || (line.cutsAboveHeader && looksLikeHeader(shownFrom(texts, i))));
  const quote = lines.findIndex((line, i) => cuts[i] || (line.quoted ? !line.unmarked : attributionEndingAt(texts, i) !== undefined));
  const own = citedLines(lines, texts, { ...options, quote });
  const heads = new Set(lines.flatMap((line, i) => (line.wrapped && line.quoted && !lines[i - 1]?.quoted ? headAbove(lines, i) : [])));
  return lines.map((line, i) => ({
    ...line,
    cutsHere: cuts[i]!,
    quoted: (line.quoted && !own.has(i)) || heads.has(i) || isQuotedLine(texts, i),
  }));
};

/** The first lines from `at` on that are neither empty nor rules. */
const shownFrom = (texts: readonly string[], at: number): readonly string[] =>
  texts
    .slice(at, at + 8)
    .filter((text) => text.trim() !== "" && !isRule(text))
    .slice(0, 3);

/**
 * The lines that the writer cites in blockquotes without a mail program's mark. They are citations when they are above the mail's quote; in a mail
 * without one, when they have a style and something new follows; and below the writer's words where programs marked the rest. A blockquote with the
 * head of a quote, or with text of the answered message, is no citation.
 */
const citedLines = (
  lines: readonly HtmlLine[],
  texts: readonly string[],
  { quote, isParents }: StripOptions & { readonly quote: number },
): ReadonlySet<number> => {
  const own = new Set<number>();
  const last = lines.findLastIndex(({ text }) => text.trim() !== "");
  const marked = lines.some((line) => line.quoted && !line.unmarked);
  const isCited = (from: number, end: number, said: boolean | undefined): boolean => {
    if (from < quote) return true;
    if (isHeaded(texts, from, end)) return false;
    return quote === -1 ? said === false || (lines[from]!.styled && end <= last) : marked && isBelowOwn(lines, texts, from);
  };
  for (let from = 0, end = 0; from < lines.length; from = end) {
    end = from + 1;
    if (!lines[from]!.unmarked) continue;
    while (lines[end]?.unmarked || (lines[end]?.text === "" && lines[end + 1]?.unmarked)) end++;
    const said = isParents?.(() => texts.slice(from, end));
    if (said !== true && isCited(from, end, said)) for (let i = from; i < end; i++) own.add(i);
  }
  return own;
};

/** Whether the words above a line are the writer's, and not the head of a quote. */
const isBelowOwn = (lines: readonly HtmlLine[], texts: readonly string[], at: number): boolean => {
  let above = at - 1;
  while (above > at - 4 && texts[above]?.trim() === "") above--;
  const line = lines[above];
  return line !== undefined && !line.quoted && attributionEndingAt(texts, above) === undefined;
};

/** Whether the text in a blockquote starts as quotes do. */
const isHeaded = (texts: readonly string[], from: number, end: number): boolean => {
  const first = texts.slice(from, Math.min(end, from + 6));
  return first.some(
    (text, i) => readMarker(text) !== undefined || headerBlockAt(first, i) !== undefined || attributionEndingAt(first, i) !== undefined,
  );
};

/** The most lines of the head of a quote in Gmail. */
const HEAD_LINES = 4;

/**
 * The lines directly above a quote within Gmail's wrapper that contain an address, or a number and a final colon: the head of the quote, in any
 * language.
 */
const headAbove = (lines: readonly HtmlLine[], quote: number): readonly number[] => {
  let from = quote;
  while (from > quote - HEAD_LINES && lines[from - 1]?.wrapped && !lines[from - 1]?.quoted) from--;
  const above = lines.slice(from, quote).map((line, i) => ({ text: line.text.trim(), at: from + i }));
  const shown = above.slice(above.findLastIndex(({ text }, i) => text === "" && above.slice(i).some((line) => line.text !== "")) + 1);
  const text = shown.map((line) => line.text).join(" ");
  return /\S@\S/.test(text) || (/\d/.test(text) && /[:：]\s*$/.test(text)) ? shown.map(({ at }) => at) : [];
};
