import { decodeEntities } from "#shared/domain/html/entities.ts";
import { scanHtml } from "#shared/domain/html/scan.ts";

const breaks = new Set([
  "br",
  "p",
  "div",
  "tr",
  "table",
  "li",
  "ul",
  "ol",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "pre",
  "hr",
  "address",
  "section",
  "article",
]);
const unseen = new Set(["title", "head"]);

/** The words of an html mail, one line a block; for matching and for mails that have no text part. Linear, cut at 1 MB. */
export function htmlToText(html: string): string {
  let out = "";
  let hidden = "";
  let preformatted = false;
  const source = html.slice(0, 1024 * 1024);
  for (const token of scanHtml(source)) {
    if (token.name === "pre") preformatted = token.kind === "open";
    if (unseen.has(token.name)) hidden = token.kind === "open" ? token.name : "";
    if (token.name === "body") hidden = "";
    if (token.kind === "text" && hidden === "") {
      const text = decodeEntities(source.slice(token.start, token.end));
      out += preformatted ? text : text.replace(/[ \t\r\n]+/g, " ");
    } else if (breaks.has(token.name) && (token.kind === "open" ? !out.endsWith("\n") || token.name === "br" : !out.endsWith("\n")))
      out += "\n";
  }
  return out.replace(/ ?\n ?/g, "\n").trim();
}
