import type { Send, SendBody } from "../sending/send.ts";
import { withoutHtmlQuote, withoutTextQuote } from "../mail/write/compose/own-quote.ts";
import { type NewContent, withSnippet } from "../mail/read/snippet.ts";

/** What a send of ours adds to its conversation: all of it, but for the quote that we put below an answer. */
export const sentContent = ({ kind }: Pick<Send, "kind">, { text, html }: SendBody): NewContent => {
  return kind === "reply" ? withSnippet(withoutTextQuote(text) ?? text, withoutHtmlQuote(html) ?? html) : withSnippet(text, html);
};
