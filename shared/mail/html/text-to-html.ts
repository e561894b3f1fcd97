import { escapeHtml } from "./scan.ts";

/** Appends HTML to a document's body, before its final end tags if it has them. */
export const appendToBody = (html: string, addition: string): string => {
  const end = bodyEnd(html);
  return html.slice(0, end) + addition + html.slice(end);
};

/** Where the final end tags of body and document begin; the HTML's length when there are none. */
export const bodyEnd = (html: string): number => {
  return before(html, before(html, html.length, "</html>"), "</body>");
};

const before = (html: string, end: number, tag: string): number => {
  const trimmed = html.slice(0, end).trimEnd();
  return trimmed.slice(-tag.length).toLowerCase() === tag ? trimmed.length - tag.length : end;
};

/** Sanitises foreign HTML and balances its tags, so that nothing in it runs and nothing in it closes an element around it (S22 in SECURITY.md). */
export type HtmlSanitizer = (html: string) => string;

/** The images of a message by their Content-ID, as `data:` URLs. */
export type InlineImages = ReadonlyMap<string, string>;

/**
 * Sanitises foreign HTML for a page that holds nothing else, with its own style sheet. `images`: whether the addresses of remote images are kept;
 * `inline`: the images among the message's files.
 */
export type FrameSanitizer = (html: string, options: { readonly images: boolean; readonly inline?: InlineImages }) => string;

/** The HTML part of a plain text: escaped, with its line breaks and runs of spaces. */
export const textToHtml = (text: string): string => {
  const lines = escapeHtml(text).split(/\r\n?|\n/);
  return `<div>${lines.map((line) => line.replace(/^ | (?= )/g, "&nbsp;")).join("<br>\n")}</div>`;
};
