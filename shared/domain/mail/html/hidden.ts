import { attributes } from "./attribute.ts";
import type { HtmlToken } from "./scan.ts";

/** Style sheets are read so far, characters; a mail's have a few thousand. */
const SHEETS_MAX = 256 * 1024;

/** Declarations that hide an element in browsers or in Outlook (`mso-hide`, Microsoft, "Word HTML"). */
const hides = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)\b/i;

/** Whether an open tag is not shown, by its name, attributes and class rules. */
export type IsHidden = (html: string, tag: HtmlToken) => boolean;

/**
 * Finds the elements that a document hides: `noscript`, the attribute `hidden`, a style, or a rule of its style sheets for one class or id. Rules within
 * `@media` are for some screens only and do not count.
 */
export const hiddenIn = (document: string): IsHidden => {
  const names = hiddenNames(document);
  return (html, tag) => {
    if (tag.name === "noscript") return true;
    if (tag.end - tag.start < tag.name.length + 8) return false;
    const found = attributes(html, tag);
    if (found.has("hidden") || hides.test(found.get("style") ?? "")) return true;
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
      else if (depth === 1 && !selectors.trimStart().startsWith("@") && hides.test(piece))
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
