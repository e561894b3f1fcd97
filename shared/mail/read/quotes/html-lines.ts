import { attributes, decodeEntities, type HtmlToken } from "../../html/scan.ts";
import { attributionEndingAt } from "./attribution.ts";
import { MAX_LINES, type BodyLine, quoteRole, type QuoteRole } from "./body-lines.ts";
import { lineTokens, type LineToken } from "./parent-words.ts";

/** A line as a reader sees it, with its tokens. */
export interface HtmlLine extends BodyLine {
  readonly tokens: readonly HtmlToken[];
  /** Whether only blockquotes without a mail program's mark quote it. */
  readonly unmarked: boolean;
  /** Whether it is in a blockquote whose style or class belongs to no known mail program. */
  readonly styled: boolean;
  /** Whether it is in a blockquote of any kind. */
  readonly inBlockquote: boolean;
  /** Whether it is in Gmail's wrapper. */
  readonly wrapped: boolean;
  /** How many elements are around its outermost unmarked blockquote. */
  readonly outside: number;
  /** The smallest number of elements that were open since the end of the line above. */
  readonly lowest: number;
  /** Like `cutsHere`, but only when a copied header follows. */
  readonly cutsAboveHeader: boolean;
}

const blocks = new Set(
  "p div tr table tbody li ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote pre address section article header footer center form fieldset body html".split(
    " ",
  ),
);
/** Blocks with a vertical margin in browsers. */
const spaced = new Set("p h1 h2 h3 h4 h5 h6 blockquote table ul ol dl pre fieldset body".split(" "));
const voids = new Set(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "embed", "source", "track", "wbr"]);
const hiddenText = new Set(["title", "head"]);

interface Open {
  readonly name: string;
  readonly role: QuoteRole;
}

/** The state of reading a document: the finished lines, the current one, and the elements around it. */
interface Page {
  readonly html: string;
  readonly lines: HtmlLine[];
  text: string;
  tokens: HtmlToken[];
  cutsHere: boolean;
  cutsAboveHeader: boolean;
  readonly stack: Open[];
  readonly openCount: Map<string, number>;
  /** How many of the open elements have a role; the next fields count them by role. */
  roles: number;
  unmarked: number;
  outside: number;
  lowest: number;
  styled: number;
  blockquotes: number;
  wrappers: number;
  hidden: number;
}

/** The characters of a text token as a reader sees them: entities decoded, white space collapsed. */
export const shownText = (html: string, { start, end }: HtmlToken): string =>
  decodeEntities(html.slice(start, end)).replace(/[ \t\r\n]{2,}|[\t\r\n]/g, " ");

/** Renders HTML as lines for `keepLines`, in one pass, and returns where the last of them ends. A line ends at a block's edge or at a br. */
export const htmlLines = (html: string): { readonly lines: readonly HtmlLine[]; readonly end: number } => {
  const page: Page = {
    html,
    lines: [],
    text: "",
    tokens: [],
    cutsHere: false,
    cutsAboveHeader: false,
    stack: [],
    openCount: new Map(),
    roles: 0,
    unmarked: 0,
    outside: 0,
    lowest: 0,
    styled: 0,
    blockquotes: 0,
    wrappers: 0,
    hidden: 0,
  };
  for (const token of lineTokens(html)) {
    if (token.kind === "text") readText(page, token);
    else if (!voids.has(token.name)) (token.kind === "open" ? readOpen : readClose)(page, token);
    else if (token.kind === "open") readVoid(page, token);
    if (page.lines.length >= MAX_LINES) return { lines: page.lines, end: token.end };
  }
  endLine(page, false);
  return { lines: page.lines, end: html.length };
};

const readText = (page: Page, token: LineToken): void => {
  if (page.hidden > 0) return;
  const shown = shownText(page.html, token);
  if (/[^ ]/.test(shown)) page.tokens.push(token);
  page.text += page.text === "" ? shown.trimStart() : shown;
  if (token.endsLine) endLine(page, false);
};

/** What elements without content show. */
const shownVoids: Readonly<Record<string, (page: Page, token: HtmlToken) => void>> = {
  br: (page, token) => {
    page.tokens.push(token);
    endLine(page, false);
  },
  hr: (page, token) => {
    endLine(page, true);
    page.tokens.push(token);
    page.text = "------";
    readCut(page, roleOf(page, token));
    endLine(page, true);
  },
  img: (page, token) => {
    page.tokens.push(token);
    page.text += "\u{fffc}";
  },
};

const readVoid = (page: Page, token: HtmlToken): void => {
  if (token.name !== "hr") readCut(page, roleOf(page, token));
  shownVoids[token.name]?.(page, token);
};

const roleOf = ({ html }: Page, token: HtmlToken): QuoteRole => quoteRole(token.name, attributes(html, token));

const readCut = (page: Page, role: QuoteRole): void => {
  page.cutsHere ||= role === "cut";
  page.cutsAboveHeader ||= role === "cut-above-header";
};

/** A block starts and ends a line; the cells of a row share one: "From: | Jane". */
const readEdge = (page: Page, { name }: HtmlToken): void => {
  if ((name === "td" || name === "th") && page.text !== "") page.text += " ";
  if (blocks.has(name)) endLine(page, spaced.has(name));
};

const readOpen = (page: Page, token: HtmlToken): void => {
  const { html, stack, lines, openCount } = page;
  const { name } = token;
  readEdge(page, token);
  const found = roleOf(page, token);
  const role = found === "gmail-blockquote" && page.roles === 0 && !isIntroduced(lines) ? undefined : found;
  const cuts = role === "cut" || role === "cut-above-header";
  if (role && (cuts || !blocks.has(name))) endLine(page, true);
  readCut(page, role);
  if (html[token.end - 2] === "/" && name.length < 3) return;
  const open = { name, role: cuts ? undefined : role };
  if (page.unmarked === 0) page.outside = stack.length;
  stack.push(open);
  count(page, open, 1);
  openCount.set(name, (openCount.get(name) ?? 0) + 1);
};

const readClose = (page: Page, token: HtmlToken): void => {
  const { stack, openCount } = page;
  readEdge(page, token);
  if (!openCount.get(token.name)) return;
  for (let open = stack.pop(); open; open = stack.pop()) {
    openCount.set(open.name, openCount.get(open.name)! - 1);
    page.lowest = Math.min(page.lowest, stack.length);
    count(page, open, -1);
    if (open.name === token.name) return;
  }
};

/** Counts an element when it opens (1) and when it closes (-1). */
const count = (page: Page, { name, role }: Open, step: 1 | -1): void => {
  if (hiddenText.has(name)) page.hidden += step;
  if (role === undefined) return;
  page.roles += step;
  if (role === "gmail") page.wrappers += step;
  if (role === "bare-blockquote" || role === "styled-blockquote") page.unmarked += step;
  if (role === "styled-blockquote") page.styled += step;
  if (role.endsWith("-blockquote")) page.blockquotes += step;
};

/** Gmail's wrapper contains the attribution, the quotes, and what the writer put above and between them, so the wrapper is no quote. */
const endLine = (page: Page, gap: boolean): void => {
  const { lines, text, tokens, cutsHere, cutsAboveHeader, roles, wrappers } = page;
  if (tokens.length > 0 || cutsHere || cutsAboveHeader) {
    const quoted = roles > wrappers;
    const unmarked = quoted && roles === page.unmarked + wrappers;
    const certain = quoted && roles > page.blockquotes;
    lines.push({
      text: text.trimEnd(),
      quoted,
      certain,
      unmarked,
      styled: page.styled > 0,
      inBlockquote: page.blockquotes > 0,
      wrapped: wrappers > 0,
      outside: page.outside,
      lowest: page.lowest,
      cutsHere,
      cutsAboveHeader,
      tokens,
    });
    page.lowest = page.stack.length;
  }
  if (gap && lines.at(-1)?.tokens.length) lines.push({ ...emptyLine, wrapped: wrappers > 0 });
  page.text = "";
  page.tokens = [];
  page.cutsHere = false;
  page.cutsAboveHeader = false;
};

const emptyLine: HtmlLine = {
  text: "",
  quoted: false,
  unmarked: false,
  styled: false,
  inBlockquote: false,
  wrapped: false,
  outside: 0,
  lowest: Infinity,
  cutsHere: false,
  cutsAboveHeader: false,
  tokens: [],
};

/** Gmail's blockquote is a quote when it is inside another quote, or when an attribution is within a few lines above it. */
const isIntroduced = (lines: readonly HtmlLine[]): boolean => {
  const above = lines.slice(-20).map((line) => line.text);
  const last = above.findLastIndex((text) => text.trim() !== "");
  return last >= 0 && attributionEndingAt(above.slice(0, last + 1), last) !== undefined;
};
