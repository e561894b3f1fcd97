import { attributes } from "../../html/attribute.ts";
import { scanHtml, type HtmlToken } from "../../html/scan.ts";

/** A token of a document; text with visible line breaks is one token for each line. */
export interface LineToken extends HtmlToken {
  readonly endsLine?: boolean;
}

const keepsBreaks = /white-space:\s*(?:pre|break-spaces)/i;
/** Elements nested deeper than this are treated as the deepest level. */
const MAX_DEPTH = 50;

/** Reads a document as `scanHtml` does, and splits the text of pre elements, and of elements styled like them (CSS `white-space`), into lines. */
export const lineTokens = function* (html: string): Generator<LineToken, void, undefined> {
  const open: string[] = [];
  for (const token of scanHtml(html)) {
    if (token.kind === "text" && open.length > 0) yield* linesOf(html, token);
    else yield token;
    if (token.kind === "open" && open.length < MAX_DEPTH && showsBreaks(html, token)) open.push(token.name);
    else if (token.kind === "open" && open.at(-1) === token.name && open.length < MAX_DEPTH) open.push(token.name);
    else if (token.kind === "close" && open.at(-1) === token.name) open.pop();
  }
};

const showsBreaks = (html: string, token: HtmlToken): boolean => {
  return token.name === "pre" || (token.end - token.start > 20 && keepsBreaks.test(attributes(html, token).get("style") ?? ""));
};

const linesOf = function* (html: string, token: HtmlToken): Generator<LineToken, void, undefined> {
  let start = token.start;
  for (let at = html.indexOf("\n", start); at >= 0 && at < token.end; at = html.indexOf("\n", start)) {
    yield { ...token, start, end: at + 1, endsLine: true };
    start = at + 1;
  }
  if (start < token.end) yield { ...token, start };
};
