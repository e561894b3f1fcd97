import { attributionEndingAt } from "./quotes/attribution.ts";
import { type BodyLine, type StripOptions, type Kept, isRule, readMarker } from "./quotes/body-lines.ts";
import { headerBlockAt, looksLikeHeader } from "./quotes/quote-heads.ts";
import { type HtmlLine, htmlLines, shownText } from "./quotes/html-lines.ts";
import { isQuotedLine, replyText } from "./quotes/strip-text.ts";
import { escapeHtml, type HtmlToken } from "../html/scan.ts";
import { cutText } from "../text.ts";
import { asWritten, withoutHtmlQuote } from "../write/compose/history.ts";
import { keepLines } from "./quotes/keep-lines.ts";
import { lineTokens, type IsParents, type IsParentsLine, parentLines, parentWords } from "./quotes/parent-words.ts";
import { bareSubject, isForwardSubject, isReplySubject } from "../write/compose/compose.ts";
import { namesParent, type ParsedMessage } from "../parsed-message.ts";
import { type NewContent, withSnippet, isPlaceholder } from "./readable-text.ts";

/** The lines of an HTML body, with the markup's quote marks where a mail program made them and not the writer. */
const markedLines = (lines: readonly HtmlLine[], texts: readonly string[], options: StripOptions): readonly BodyLine[] => {
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
 * without one, when something new follows and they have a style, or stand between the writer's words; and below the writer's words where programs
 * marked the rest. A blockquote with the head of a quote, or with text of the answered message, is no citation.
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
 * The lines of Gmail's wrappers that hold no blockquote, as programs write them that copy Gmail's marks: they are a quote where the wrapper starts
 * with the head of one and the answered message, if it is known, does not lack its words. A forwarded message has such a wrapper too.
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

/** The longest document that is read, characters: as much as the store keeps of a body (S14 in SECURITY.md). */
const MAX_LENGTH = 1024 * 1024;

/** The new content of an HTML body, by the rules of `replyText` and the marks of mail programs; the rest of the document is unchanged. */
export const replyHtml = (html: string, options: StripOptions = {}): string => {
  const own = withoutHtmlQuote(asWritten(html));
  if (own !== undefined) return own;
  const all = cutText(html, MAX_LENGTH);
  const { lines, end } = htmlLines(all);
  const source = all.slice(0, end);
  const texts = lines.map((line) => line.text);
  const kept = keepLines(markedLines(lines, texts, options), options);
  if (kept.every((keep) => keep === true) || isDoubtful(texts, kept, options)) return all;
  const removed = new Map<number, string>();
  const shown = lines.flatMap((line, i) => (kept[i] !== false && line.text.trim() !== "" ? [i] : []));
  for (const [i, line] of lines.entries()) {
    // gaps between the answer and the quote are dropped too
    const isGap = line.text.trim() === "" && (i < (shown[0] ?? 0) || i > (shown.at(-1) ?? 0));
    remove(line, isGap ? false : kept[i]!, source, removed);
  }
  return withoutEmptied(source, removed) + (kept.at(-1) === true ? all.slice(end) : "");
};

/** Whether nothing would be left although only the markup shows a quote: some programs mark new text that way. */
const isDoubtful = (texts: readonly string[], kept: readonly Kept[], { unclear = false }: StripOptions): boolean => {
  if (texts.some((text, i) => kept[i] !== false && text.trim() !== "")) return false;
  return !texts.some(
    (text, i) =>
      attributionEndingAt(texts, i) !== undefined ||
      readMarker(text) !== undefined ||
      (!unclear && headerBlockAt(texts, i, true) !== undefined),
  );
};

/** Marks the tokens of a dropped line as removed; of a partly kept line, those after the kept characters. */
const remove = (line: HtmlLine, keep: Kept, source: string, removed: Map<number, string>): void => {
  if (keep === true) return;
  let left = keep === false ? 0 : keep.trim().length;
  for (const token of line.tokens) {
    if (token.kind !== "text" || left === 0) {
      removed.set(token.start, "");
      continue;
    }
    const shown = shownText(source, token);
    if (shown.length > left) removed.set(token.start, escapeHtml(shown.slice(0, left)));
    left = Math.max(0, left - shown.length);
  }
};

interface OpenElement {
  readonly token: HtmlToken;
  shown: boolean;
  emptied: boolean;
}

/** The document without the removed tokens, and without elements that are empty as a result. */
const withoutEmptied = (source: string, removed: ReadonlyMap<number, string>): string => {
  const gone = new Map<number, { end: number; by: string }>();
  const stack: OpenElement[] = [];
  const openCount = new Map<string, number>();
  for (const token of lineTokens(source)) {
    const by = removed.get(token.start);
    const inside = stack.at(-1);
    if (by !== undefined) gone.set(token.start, { end: token.end, by });
    if (inside && by === "") inside.emptied = true;
    else if (inside && (by !== undefined || shows(token, source))) inside.shown = true;
    if (token.kind === "open" && !isVoid(token.name)) {
      stack.push({ token, shown: false, emptied: false });
      openCount.set(token.name, (openCount.get(token.name) ?? 0) + 1);
    } else if (token.kind === "close" && openCount.get(token.name)) {
      for (let open = stack.pop(); open; open = stack.pop()) {
        openCount.set(open.token.name, openCount.get(open.token.name)! - 1);
        const matches = open.token.name === token.name;
        leave(open, matches ? token : undefined, stack.at(-1), gone);
        if (matches) break;
      }
    }
  }
  let out = "";
  let at = 0;
  for (const [start, { end, by }] of [...gone].sort(([a], [b]) => a - b)) {
    out += source.slice(at, start) + by;
    at = end;
  }
  return out + source.slice(at);
};

const leave = (
  open: OpenElement,
  closing: HtmlToken | undefined,
  parent: OpenElement | undefined,
  gone: Map<number, { end: number; by: string }>,
): void => {
  if (open.emptied && !open.shown && closing && open.token.name !== "body" && open.token.name !== "html") {
    gone.set(open.token.start, { end: open.token.end, by: "" });
    gone.set(closing.start, { end: closing.end, by: "" });
  }
  if (!parent) return;
  parent.shown ||= open.shown;
  parent.emptied ||= open.emptied;
};

const shows = (token: HtmlToken, source: string): boolean => {
  return token.kind === "text" ? source.slice(token.start, token.end).trim() !== "" : token.name === "img" || token.name === "hr";
};

const isVoid = (name: string): boolean => {
  return ["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "embed", "source", "track", "wbr"].includes(name);
};

/** The fields of a mail from which its new content is read. */
type Read = Pick<ParsedMessage, "subject" | "text" | "html" | "inReplyTo" | "references" | "flow">;

/** A mail's new content, and whether comparing it with the answered message would improve it. */
export interface ReadContent extends NewContent {
  readonly asksForParent?: true;
}

/**
 * The new content of a received mail: both bodies without quotes. It depends on the subject, the ids and the text of the answered message, "" when
 * that is not known.
 */
export const newContent = (message: Read, parent = ""): ReadContent => {
  const { html, flow } = message;
  const text = isPlaceholder(message.text, html) ? "" : message.text;
  const forward = isForwardSubject(message.subject);
  const saysRe = isReplySubject(message.subject);
  const first = !saysRe && !namesParent(message) && !forward;
  let asked = false;
  const known = parentWords(parent);
  const isParents: IsParents = (lines) => {
    asked = true;
    return known(lines);
  };
  const lineOf = parentLines(parent);
  const isParentsLine: IsParentsLine = (line) => {
    asked = true;
    return lineOf(line);
  };
  const options = {
    forward,
    first,
    unclear: !saysRe,
    subject: bareSubject(message.subject),
    isParents,
    ...(!first && { isParentsLine }),
    ...(flow && { flow }),
  };
  const content = withSnippet(text.trim() === "" ? "" : replyText(text, options), replyHtml(html, options));
  return asked && parent === "" ? { ...content, asksForParent: true } : content;
};
