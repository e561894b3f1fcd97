import { htmlToText } from "../sending/html-to-text.ts";
import type { Send, SendBody } from "../sending/send.ts";
import { withoutHtmlQuote, withoutTextQuote } from "./compose/own-quote.ts";
import { snippet } from "./snippet.ts";

/** What somebody wrote now (specification, `reply_text`, `reply_html`, `snippet`). */
export interface NewContent {
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
}

/** Both bodies with the snippet; the text of one without a text part is made from its html, so that no list row is empty. */
export function withSnippet(text: string, html: string): NewContent {
  const words = text.trim() === "" ? htmlToText(html).trim() : text;
  return { text: words, html, snippet: snippet(words) };
}

/** What a send of ours adds to its conversation: all of it, but for the quote that we put below an answer. */
export function sentContent({ kind }: Pick<Send, "kind">, { text, html }: SendBody): NewContent {
  return kind === "reply" ? withSnippet(withoutTextQuote(text) ?? text, withoutHtmlQuote(html) ?? html) : withSnippet(text, html);
}
