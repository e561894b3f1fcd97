import { htmlToText } from "../html/html-to-text.ts";

/** Graphemes of a snippet. */
const SNIPPET_LENGTH = 200;
/** Made at the first use: it loads tables that take longer than all else of a cold start's own code. */
let graphemes: Intl.Segmenter | undefined;

/** The first 200 characters of a text on one line: white space folded, no character cut in two. */
export const snippet = (text: string): string => {
  // Nearly always the beginning is enough.
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

/** Below the combining marks each character is a grapheme; the segmenter takes fifty times as long. */
const isPlain = (text: string): boolean => /^[\x20-\u02ff]*$/.test(text.slice(0, SNIPPET_LENGTH + 1));

/** What somebody wrote now (contract/README.md, "Replies, forwards, follow-ups"). */
export interface NewContent {
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
}

/** Both bodies with the snippet; the text of one without a text part is made from its html, so that no list row is empty. */
export const withSnippet = (text: string, html: string): NewContent => {
  const words = text.trim() === "" ? htmlToText(html).trim() : text;
  return { text: words, html, snippet: snippet(words) };
};
