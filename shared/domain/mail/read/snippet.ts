import { htmlToText } from "../html/html-to-text.ts";

/** The length of a snippet, graphemes. */
const SNIPPET_LENGTH = 200;
/** Created on first use: its tables take longer to load than all our code at a cold start. */
let graphemes: Intl.Segmenter | undefined;

/** The first 200 characters of a text on one line: white space collapsed, no character cut. */
export const snippet = (text: string): string => {
  // Nearly always the beginning of the text is enough.
  const beginning = folded(text.slice(0, SNIPPET_LENGTH * 2));
  if (beginning.length > SNIPPET_LENGTH && isPlain(beginning)) return beginning.slice(0, SNIPPET_LENGTH).trim();
  const all = folded(text.slice(0, SNIPPET_LENGTH * 40));
  if (isPlain(all)) return all.slice(0, SNIPPET_LENGTH).trim();
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  let out = "";
  let count = 0;
  for (const { segment } of graphemes.segment(all)) {
    if (++count > SNIPPET_LENGTH) break;
    out += segment;
  }
  return out.trim();
};

const folded = (text: string): string => text.replace(/[\s\u200b]{2,}|[^\S ]|\u200b/g, " ").trim();

/** In texts without combining marks each character is one grapheme, and the segmenter would take fifty times as long. */
const isPlain = (text: string): boolean => /^[\x20-\u02ff]*$/.test(text.slice(0, SNIPPET_LENGTH + 1));

/** A mail's new content (contract/README.md, "Replies, forwards, follow-ups"). */
export interface NewContent {
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
}

/** Both bodies with the snippet; a missing text is made from the HTML, so that no list row is empty. */
export const withSnippet = (text: string, html: string): NewContent => {
  const words = text.trim() === "" ? htmlToText(html).trim() : text;
  return { text: words, html, snippet: snippet(words) };
};
