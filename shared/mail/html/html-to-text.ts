import { attributes, type HtmlToken, decodeEntities, scanHtml } from "./scan.ts";
import { cutToBytes } from "../text.ts";

/** The deepest quote level that gets a prefix, so that the text's size stays within a constant factor of its HTML's. */
const MAX_DEPTH = 20;

/** Collects text into lines as a browser lays out blocks: at most one empty line in a row, quotes prefixed with "> ". */
class PlainTextWriter {
  #lines: string[] = [];
  #line = "";
  #marker = "";
  #spaced = true;
  #blank = false;
  #depth = 0;

  /** Adds running text: white space, including no-break spaces, becomes one space, and none at the start of a line. */
  flow(text: string): void {
    const folded = text.replace(/[ \t\r\n\f]+/g, " ").replaceAll("\u00a0", " ");
    this.#append(this.#spaced && folded.startsWith(" ") ? folded.slice(1) : folded);
  }

  /** Adds preformatted text, with its line breaks. */
  verbatim(text: string): void {
    for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
      if (i > 0) this.lineBreak();
      this.#append(line);
    }
  }

  /** Ends the line, even an empty one. */
  lineBreak(): void {
    this.#beginLine();
    this.#push(this.#marker + this.#line.trimEnd());
    this.#line = "";
    this.#marker = "";
    this.#spaced = true;
  }

  /** Ends the line, unless it is empty. */
  block(): void {
    if (this.#line !== "") this.lineBreak();
  }

  /** Ends the line and leaves one empty line before the following text. */
  paragraph(): void {
    this.block();
    if (this.#lines.length > 0 && this.#marker === "") this.#blank = true;
  }

  /** Begins a list item: `marker` is put before the text that follows. */
  item(marker: string): void {
    this.block();
    this.#marker = marker;
  }

  /** Enters a quote (1) or leaves it (-1). */
  quote(step: 1 | -1): void {
    this.paragraph();
    // The empty line between a quote and the text around it is outside the quote.
    if (step === 1) this.#beginLine();
    this.#depth = Math.max(0, this.#depth + step);
  }

  toString(): string {
    this.block();
    // A regular expression over the joined text would take quadratic time, because it would start again at every line break.
    const last = this.#lines.findLastIndex((line) => line !== "");
    return this.#lines.slice(0, last + 1).join("\n");
  }

  #append(text: string): void {
    if (text === "") return;
    this.#beginLine();
    this.#line += text;
    this.#spaced = text.endsWith(" ");
  }

  #beginLine(): void {
    if (this.#blank && this.#line === "") this.#push("");
    this.#blank = false;
  }

  #push(line: string): void {
    this.#lines.push(`${"> ".repeat(Math.min(this.#depth, MAX_DEPTH))}${line}`.trimEnd());
  }
}

/** Style sheets are read so far, characters; a mail's have a few thousand. */
const SHEETS_MAX = 256 * 1024;

/** Declarations of one element or rule are read so far, characters. */
const STYLE_MAX = 4_000;

/** Declarations that hide an element in browsers or in Outlook (`mso-hide`, Microsoft, "Word HTML"). */
const hiding = /(?:^|[;{\s])(?:display\s?:\s?none|visibility\s?:\s?hidden|mso-hide\s?:\s?all)\b/i;
/** Declarations that leave nothing to be seen of it; a box without a size only where it cuts off what flows over. */
const empties = /(?:^|[;{\s])(?:opacity|font-size)\s?:\s?0(?:px|pt|em|%)?\s?(?:!important\s?)?(?:[;}]|$)/i;
const isSizeless = /(?:^|[;{\s])(?:max-)?(?:height|width)\s?:\s?0(?:px|pt|em|%)?\s?(?:!important\s?)?(?:[;}]|$)/i;
const cutsOff = /(?:^|[;{\s])overflow\s?:\s?hidden\b/i;
/** Declarations that put it outside of what is shown, or cut it to nothing, as a page does for screen readers. */
const isOutside =
  /(?:^|[;{\s])(?:(?:left|right|top)\s?:\s?-\d{3,6}(?:px|pt|em)|clip\s?:\s?rect\(\s?[01](?:px)?[,\s]|clip-path\s?:\s?inset\(\s?(?:50|100)%)/i;
const isPlaced = /(?:^|[;{\s])position\s?:\s?(?:absolute|fixed)\b/i;
const isIndentedOut = /(?:^|[;{\s])text-indent\s?:\s?-\d{3,6}(?:px|pt|em)/i;

const hides = (style: string): boolean => {
  const declarations = style.slice(0, STYLE_MAX).replace(/\s+/g, " ");
  if (hiding.test(declarations) || empties.test(declarations) || isIndentedOut.test(declarations)) return true;
  return (isSizeless.test(declarations) && cutsOff.test(declarations)) || (isPlaced.test(declarations) && isOutside.test(declarations));
};

/** Whether an open tag is not shown, by its name, attributes and class rules. */
type IsHidden = (html: string, tag: HtmlToken) => boolean;

/**
 * Finds the elements that a document hides: `noscript`, `template`, the attribute `hidden`, a style, or a rule of its style sheets for one class or id. Rules within
 * `@media` are for some screens only and do not count.
 */
const hiddenIn = (document: string): IsHidden => {
  const names = hiddenNames(document);
  return (html, tag) => {
    if (tag.name === "noscript" || tag.name === "template") return true;
    if (tag.end - tag.start < tag.name.length + 8) return false;
    const found = attributes(html, tag);
    if (found.has("hidden") || hides(found.get("style") ?? "")) return true;
    const classes = (found.get("class") ?? "").split(/\s+/).map((name) => `.${name}`);
    return names.size > 0 && [...classes, `#${found.get("id") ?? ""}`].some((name) => names.has(name) || names.has(tag.name + name));
  };
};

/** The selectors of one class or id whose rule hides. */
const hiddenNames = (document: string): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const sheet of sheetsIn(document)) {
    let depth = 0;
    let selectors = "";
    for (const [piece] of sheet.matchAll(/[^{}]+|[{}]/g)) {
      if (piece === "{") depth++;
      else if (piece === "}") depth = Math.max(0, depth - 1);
      else if (depth === 0) selectors = piece;
      else if (depth === 1 && !selectors.trimStart().startsWith("@") && hides(piece))
        for (const selector of selectors.split(",")) if (/^[a-z0-9]*[.#][\w-]+$/i.test(selector.trim())) names.add(selector.trim());
    }
  }
  return names;
};

/** The style sheets of a document, without comments. */
const sheetsIn = (document: string): readonly string[] => {
  const sheets: string[] = [];
  const lower = document.toLowerCase();
  for (let at = lower.indexOf("<style"), read = 0; at >= 0 && read < SHEETS_MAX; at = lower.indexOf("<style", at + 6)) {
    const start = lower.indexOf(">", at) + 1;
    const end = start === 0 ? -1 : lower.indexOf("</style", start);
    if (end < 0) break;
    read += end - start;
    sheets.push(withoutComments(document.slice(start, Math.min(end, start + SHEETS_MAX))));
    at = end;
  }
  return sheets;
};

const withoutComments = (sheet: string): string =>
  sheet
    .split("/*")
    .map((piece, i) => (i === 0 ? piece : piece.slice(piece.indexOf("*/") < 0 ? piece.length : piece.indexOf("*/") + 2)))
    .join("")
    .replaceAll("<!--", "")
    .replaceAll("-->", "");

/** The largest text part made from HTML, bytes of UTF-8: the limit of a whole email. */
const TEXT_PART_BYTES = 1_000_000;

const blocks = new Set(
  "address article aside body center dd div dt fieldset figcaption figure footer form header main nav section table tr".split(" "),
);
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 dl".split(" "));

/**
 * The plain text part of an HTML mail, in one linear pass: links as `words (url)`, list items with "-" or numbers, quotes with "> ", cells of a row
 * side by side. Every word that a browser shows is kept, in order; style, script and title are not.
 */
export const htmlToText = (html: string): string => rendered(html).text;

/** An element that is hidden: its name, and how many of that name are open within it. */
interface Hidden {
  readonly name: string;
  depth: number;
}

/** Elements without content, and those that the next of their kind ends (HTML Standard, 13.1.2.4). */
const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const endedByNext = new Set("p li td th tr dt dd option".split(" "));

/** The element that hides a token, if one does. */
const hidingAt = (html: string, token: HtmlToken, hidden: Hidden | undefined, isHidden: IsHidden | undefined): Hidden | undefined => {
  const { kind, name } = token;
  if (!hidden) return kind === "open" && !voids.has(name) && isHidden?.(html, token) ? { name, depth: 1 } : undefined;
  if (name !== hidden.name || kind === "text") return hidden;
  if (kind === "open" && endedByNext.has(name)) return isHidden?.(html, token) ? hidden : undefined;
  hidden.depth += kind === "open" ? 1 : -1;
  return hidden.depth > 0 ? hidden : undefined;
};

/** The text, without what is hidden where that is asked for, and whether a hidden element had no end. */
const rendered = (html: string, isHidden?: IsHidden): { readonly text: string; readonly open: boolean } => {
  const out = new PlainTextWriter();
  const lists: { next: number | undefined }[] = [];
  let link: { url: string; words: string } | undefined;
  let pre = 0;
  let title = false;

  const write = (text: string) => {
    if (link) link.words += text;
    if (pre > 0) out.verbatim(text);
    else out.flow(text);
  };
  const endLink = () => {
    const words = link?.words.trim() ?? "";
    if (link && !sameTarget(words, link.url)) {
      out.flow(words === "" ? ` ${link.url} ` : ` (${link.url})`);
      if (/\s$/.test(link.words)) out.flow(" ");
    }
    link = undefined;
  };

  let hidden: Hidden | undefined;
  for (const token of scanHtml(html)) {
    const { kind, name } = token;
    const wasHidden = hidden !== undefined;
    hidden = hidingAt(html, token, hidden, isHidden);
    if (hidden || (wasHidden && kind === "close")) continue;
    if (kind === "text") {
      if (!title) write(decodeEntities(html.slice(token.start, token.end)));
      continue;
    }
    const opens = kind === "open";
    title = opens && name === "title";
    if (name === "br") out.lineBreak();
    else if (name === "hr") ruler(out);
    else if (name === "a") {
      endLink();
      if (opens) link = { url: target(attributes(html, token).get("href") ?? ""), words: "" };
    } else if (name === "img") write(attributes(html, token).get("alt") ?? "");
    else if (name === "td" || name === "th") out.flow(" ");
    else if (name === "li") out.item(opens ? itemMarker(lists) : "");
    else if (name === "blockquote") out.quote(opens ? 1 : -1);
    else if (name === "ul" || name === "ol") {
      if (lists.length === (opens ? 0 : 1)) out.paragraph();
      else out.block();
      if (opens) lists.push({ next: name === "ol" ? Number.parseInt(attributes(html, token).get("start") ?? "", 10) || 1 : undefined });
      else lists.pop();
    } else if (name === "pre") {
      out.paragraph();
      pre = opens ? 1 : 0;
    } else if (paragraphs.has(name)) out.paragraph();
    else if (blocks.has(name)) out.block();
  }
  endLink();
  return { text: out.toString(), open: hidden !== undefined };
};

/**
 * The text part of a mail that has only HTML, without text that the mail hides, such as the preview that inboxes show beside the subject. Hidden text
 * is kept when a hidden element has no end, or when nothing else is left. Cut between whole characters beyond 1 MB, because quote prefixes on every
 * line can make the text larger than its HTML.
 */
export const textPart = (html: string): string => {
  const shown = rendered(html, hiddenIn(html));
  return cutToBytes(shown.open || shown.text.trim() === "" ? htmlToText(html) : shown.text, TEXT_PART_BYTES);
};

const ruler = (out: PlainTextWriter): void => {
  out.paragraph();
  out.flow("* * *");
  out.paragraph();
};

const itemMarker = (lists: readonly { next: number | undefined }[]): string => {
  const list = lists.at(-1);
  const indent = "  ".repeat(Math.min(Math.max(lists.length - 1, 0), 10));
  if (list?.next === undefined) return `${indent}- `;
  return `${indent}${list.next++}. `;
};

/** The usable target of an href: a web or mail address; "" for anything else. */
const target = (href: string): string => {
  const url = href.trim();
  if (/^mailto:/i.test(url)) return url.slice("mailto:".length).split("?")[0] ?? "";
  return /^(?:https?|tel):/i.test(url) ? url : "";
};

/** True when the text of a link already shows its target, which then need not follow it. */
const sameTarget = (words: string, url: string): boolean => {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/^(?:https?|tel|mailto):(?:\/\/)?/, "")
      .replace(/\/$/, "");
  return url === "" || bare(words) === bare(url);
};
