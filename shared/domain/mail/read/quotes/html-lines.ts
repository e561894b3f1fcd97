import { attributes } from "../../html/attribute.ts";
import { decodeEntities } from "../../html/entities.ts";
import type { HtmlToken } from "../../html/scan.ts";
import { attributionEndingAt } from "./attribution.ts";
import type { BodyLine } from "./keep-lines.ts";
import { lineTokens } from "./line-tokens.ts";
import { quoteRole, type QuoteRole } from "./quote-markup.ts";

/** A line as a reader sees it, with the tokens that show it. */
export interface HtmlLine extends BodyLine {
  readonly tokens: readonly HtmlToken[];
  /** quoted by nothing but a blockquote without any mark of a mail program */
  readonly bare: boolean;
}

const blocks = new Set(
  "p div tr table tbody li ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote pre address section article header footer center form fieldset body html".split(
    " ",
  ),
);
/** Blocks that browsers set off from their neighbours with a gap. */
const spaced = new Set("p h1 h2 h3 h4 h5 h6 blockquote table ul ol dl pre fieldset body".split(" "));
const voids = new Set(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "embed", "source", "track", "wbr"]);
const hiddenText = new Set(["title", "head"]);

interface Open {
  readonly name: string;
  readonly role: QuoteRole;
  /** within Gmail's wrapper: a quote has ended, so what follows is an answer */
  answered: boolean;
}

/** The characters of a text token as a reader sees them: entities decoded, white space collapsed. */
export const shownText = (html: string, { start, end }: HtmlToken): string =>
  decodeEntities(html.slice(start, end)).replace(/[ \t\r\n]{2,}|[\t\r\n]/g, " ");

/** Renders html as lines for `keepLines`: a line ends at a block's edge or a br; one pass over the document. */
export const htmlLines = (html: string): HtmlLine[] => {
  const lines: HtmlLine[] = [];
  const stack: Open[] = [];
  const openCount = new Map<string, number>();
  let text = "";
  let tokens: HtmlToken[] = [];
  let cutsHere = false;
  let roles = 0;
  let hidden = 0;

  const flush = (gap: boolean): void => {
    if (tokens.length > 0 || cutsHere) {
      const quoted = roles > 0 && isQuotedNow(stack);
      const bare = quoted && stack.every((open) => open.role === undefined || open.role === "bare-blockquote");
      const certain = quoted && stack.some(({ role }) => role !== undefined && !role.endsWith("-blockquote"));
      lines.push({ text: text.trimEnd(), quoted, certain, bare, cutsHere, tokens });
    }
    if (gap && lines.at(-1)?.tokens.length) lines.push({ text: "", quoted: false, bare: false, cutsHere: false, tokens: [] });
    text = "";
    tokens = [];
    cutsHere = false;
  };
  const close = (name: string): void => {
    if (!openCount.get(name)) return;
    for (let open = stack.pop(); open; open = stack.pop()) {
      openCount.set(open.name, openCount.get(open.name)! - 1);
      if (open.role) roles--;
      if (hiddenText.has(open.name)) hidden--;
      if (open.role) answerFollows(stack, open);
      if (open.name === name) return;
    }
  };

  for (const token of lineTokens(html)) {
    const { kind, name } = token;
    if (kind === "text") {
      if (hidden > 0) continue;
      const shown = shownText(html, token);
      if (/[^ ]/.test(shown)) tokens.push(token);
      text += text === "" ? shown.trimStart() : shown;
      if (token.endsLine) flush(false);
      continue;
    }
    if (voids.has(name)) {
      if (kind === "close") continue;
      const role = quoteRole(name, attributes(html, token));
      if (name === "hr") flush(true);
      if (role === "cut") cutsHere = true;
      if (name === "img" || name === "br" || name === "hr") tokens.push(token);
      if (name === "img") text += "\u{fffc}";
      if (name === "hr") text = "------";
      if (name !== "img") flush(name === "hr");
      continue;
    }
    // the cells of a row stand on one line: "From: | Jane"
    if ((name === "td" || name === "th") && text !== "") text += " ";
    if (blocks.has(name)) flush(spaced.has(name));
    if (kind === "close") {
      close(name);
      continue;
    }
    const found = quoteRole(name, attributes(html, token));
    const role = found === "gmail-blockquote" && !isIntroduced(stack, lines) ? undefined : found;
    if (role === "cut") {
      flush(true);
      cutsHere = true;
    }
    if (role && !blocks.has(name)) flush(true);
    if (html[token.end - 2] === "/" && name.length < 3) continue;
    stack.push({ name, role: role === "cut" ? undefined : role, answered: false });
    if (role && role !== "cut") roles++;
    if (hiddenText.has(name)) hidden++;
    openCount.set(name, (openCount.get(name) ?? 0) + 1);
  }
  flush(false);
  return lines;
};

const isQuotedNow = (stack: readonly Open[]): boolean => {
  return stack.some((open) => open.role !== undefined && !(open.role === "gmail" && open.answered));
};

/** A quote of Gmail's has ended: what follows it in the same wrapper is new. */
const answerFollows = (stack: readonly Open[], ended: Open): void => {
  const wrapper = stack.findLast((open) => open.role !== undefined);
  if (wrapper?.role === "gmail" && ended.role === "gmail-blockquote") wrapper.answered = true;
};

/** Gmail's blockquote is a quote inside Gmail's wrapper or another quote, and below an attribution. */
const isIntroduced = (stack: readonly Open[], lines: readonly HtmlLine[]): boolean => {
  if (stack.some((open) => open.role !== undefined)) return true;
  const last = lines.findLastIndex((line) => line.text.trim() !== "");
  if (last < 0) return false;
  const window = lines.slice(Math.max(0, last - 4), last + 1).map((line) => line.text);
  return attributionEndingAt(window, window.length - 1) !== undefined;
};
