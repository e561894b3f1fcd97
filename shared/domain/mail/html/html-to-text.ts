import { attributes } from "./attribute.ts";
import { decodeEntities } from "./entities.ts";
import { scanHtml } from "./scan.ts";
import { cutToBytes } from "../text-size.ts";
import { PlainTextWriter } from "./plain-text-writer.ts";

/** The largest text part made from HTML, bytes of UTF-8: the limit of a whole email (contract/README.md, "Sending"). */
const TEXT_PART_BYTES = 1_000_000;

const blocks = new Set(
  "address article aside body center dd div dt fieldset figcaption figure footer form header main nav section table tr".split(" "),
);
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 dl".split(" "));

/**
 * The plain text part of an HTML mail, in one linear pass: links as `words (url)`, list items with "-" or numbers, quotes with "> ", cells of a row
 * side by side. Every word that a browser shows is kept, in order; style, script and title are not.
 */
export const htmlToText = (html: string): string => {
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

  for (const token of scanHtml(html)) {
    const { kind, name } = token;
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
  return out.toString();
};

/** The text part of an HTML-only mail, cut between whole characters beyond 1 MB: quote prefixes on every line can make it larger than its HTML. */
export const textPart = (html: string): string => {
  return cutToBytes(htmlToText(html), TEXT_PART_BYTES);
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
