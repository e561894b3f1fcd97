import type { Send, SendBody } from "../sending/send.ts";
import { withoutHtmlQuote, withoutTextQuote } from "../mail/write/compose/own-quote.ts";
import { type NewContent, withSnippet } from "../mail/read/snippet.ts";

/** The new content of a send: everything, except the quote that this service put below a reply. */
export const sentContent = ({ kind }: Pick<Send, "kind">, { text, html }: SendBody): NewContent => {
  return kind === "reply" ? withSnippet(withoutTextQuote(text) ?? text, withoutHtmlQuote(html) ?? html) : withSnippet(text, html);
};
