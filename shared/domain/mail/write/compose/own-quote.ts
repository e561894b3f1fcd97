import { appendToBody, bodyEnd } from "../../html/append-to-body.ts";
import { scanHtml } from "../../html/scan.ts";

/** How our answers contain their quote, and how to remove it again: the rest is returned exactly as it was. */

/** Our attribution line, which resembles no prose: `On Fri, 20 Nov 2026 at 10:15, … wrote:`. */
const attributionLine = /^On [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d+ at \d\d:\d\d, .*\S wrote:$/;
const htmlStart = '<div class="gmail_quote gmail_quote_container" data-quote="history">';

/**
 * A body with its writer's line ends: mail turns all of them into CRLF (RFC 5321, 2.3.8). A body with a lone LF was not sent by mail and stays as it
 * is.
 */
export const asWritten = (body: string): string => {
  const lines = body.split("\r\n");
  return lines.some((line) => line.includes("\n")) ? body : lines.join("\n");
};

/** New text above a quote made by `quoteText`. */
export const withTextQuote = (content: string, quote: string): string => {
  return `${content}\n\n${quote}\n`;
};

/**
 * The new text of an answer of ours: everything above the last attribution line and the empty line before it, when only quoted lines follow, whatever
 * the new text looks like. Undefined when the text does not end in such a quote.
 */
export const withoutTextQuote = (text: string): string | undefined => {
  let end = text.trimEnd().length;
  for (let quoted = 0; end >= 0; quoted++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end).trimEnd();
    if (!line.startsWith(">")) {
      const gap = /(?:\r\n\r\n|\n\n)$/.exec(text.slice(Math.max(0, start - 4), start));
      return quoted > 0 && gap && attributionLine.test(line) ? text.slice(0, start - gap[0].length) : undefined;
    }
    end = start - 1;
  }
  return undefined;
};

/** New HTML with a quote made by `quoteHtml` at the end of its body. */
export const withHtmlQuote = (content: string, quote: string): string => {
  return appendToBody(content, `${htmlStart}\n${quote}</div>\n`);
};

/**
 * The new HTML of an answer of ours, without its quote, which sanitised HTML inside cannot imitate. Undefined when the document does not end in such
 * a quote, for example when it is inside somebody else's quote.
 */
export const withoutHtmlQuote = (html: string): string | undefined => {
  const start = html.lastIndexOf(htmlStart);
  const end = bodyEnd(html);
  return start !== -1 && isOneElement(html.slice(start, end)) ? html.slice(0, start) + html.slice(end) : undefined;
};

/** True when the div at the start ends where the HTML ends. */
const isOneElement = (html: string): boolean => {
  let depth = 0;
  for (const { kind, name, end } of scanHtml(html)) {
    if (name === "div") depth += kind === "open" ? 1 : -1;
    if (depth === 0) return html.slice(end).trim() === "";
  }
  return false;
};
