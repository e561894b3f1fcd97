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
  const heads = new Set([
    ...lines.flatMap((line, i) => (line.wrapped && line.quoted && !lines[i - 1]?.quoted ? headAbove(lines, i) : [])),
    ...wrappedQuotes(lines, texts, options),
  ]);
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
 * without one, when something new follows and they have a style, or stand between the writer's words; and below the writer's words where programs marked the rest. A blockquote with the
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
    if (quote !== -1) return marked && isBelowOwn(lines, texts, from);
    return said === false || (end <= last && (lines[from]!.styled || (isBelowOwn(lines, texts, from) && goesOnBeside(lines, from, end))));
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
  return line !== undefined && line.text.trim() !== "" && !line.quoted && attributionEndingAt(texts, above) === undefined;
};

/** Whether the words below a blockquote stand beside it, in the same element: what stands outside of that is a footer of the whole mail. */
const goesOnBeside = (lines: readonly HtmlLine[], from: number, end: number): boolean => {
  for (let at = end; at < lines.length; at++) {
    if (lines[at]!.lowest < lines[from]!.outside) return false;
    if (lines[at]!.text.trim() !== "") return true;
  }
  return false;
};

/** Whether the text in a blockquote starts as quotes do. */
const isHeaded = (texts: readonly string[], from: number, end: number): boolean => {
  const first = texts.slice(from, Math.min(end, from + 6));
  return first.some(
    (text, i) => readMarker(text) !== undefined || headerBlockAt(first, i) !== undefined || attributionEndingAt(first, i) !== undefined,
  );
};

/**
 * The lines of Gmail's wrappers that hold no blockquote, as programs write them that copy Gmail's marks: they are a quote where the wrapper starts with
 * the head of one and the answered message, if it is known, does not lack its words. A forwarded message has such a wrapper too.
 */
const wrappedQuotes = (lines: readonly HtmlLine[], texts: readonly string[], { isParents }: StripOptions): readonly number[] => {
  const found: number[] = [];
  for (let from = 0, end = 0; from < lines.length; from = end) {
    end = from + 1;
    if (!lines[from]!.wrapped) continue;
    while (lines[end]?.wrapped) end++;
    const wrapper = lines.slice(from, end);
    const marked = wrapper.slice(0, HEAD_LINES).findLastIndex(({ quoted }) => quoted);
    if (wrapper.some(({ quoted, inBlockquote }, i) => inBlockquote || (quoted && i > marked))) continue;
    const first = texts.slice(from, Math.min(end, from + HEAD_LINES + 2));
    if (first.some((text) => readMarker(text) === "forward")) continue;
    const at = first.findIndex((_, i) => attributionEndingAt(first, i) !== undefined);
    const start = at < 0 ? marked : attributionEndingAt(first, at)!.start;
    const rest = texts.slice(from + Math.max(at, marked) + 1, end);
    if (start >= 0 && isParents?.(() => rest) !== false) for (let line = from + start; line < end; line++) found.push(line);
  }
  return found;
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
