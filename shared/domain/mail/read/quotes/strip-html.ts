import { escapeHtml } from "../../html/entities.ts";
import type { HtmlToken } from "../../html/scan.ts";
import { cutText } from "../../text-size.ts";
import { asWritten, withoutHtmlQuote } from "../../write/compose/own-quote.ts";
import { markedLines } from "./marked-lines.ts";
import { attributionEndingAt } from "./attribution.ts";
import { headerBlockAt } from "./header-block.ts";
import { htmlLines, shownText, type HtmlLine } from "./html-lines.ts";
import type { Kept, StripOptions } from "./body-lines.ts";
import { keepLines } from "./keep-lines.ts";
import { lineTokens } from "./line-tokens.ts";
import { readMarker } from "./markers.ts";

/** The longest document that is read, characters: as much as the store keeps of a body (S14 in SECURITY.md). */
const MAX_LENGTH = 1024 * 1024;

/** The new content of an HTML body, by the rules of `replyText` and the quote marks of mail programs; the rest of the document is unchanged. */
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
