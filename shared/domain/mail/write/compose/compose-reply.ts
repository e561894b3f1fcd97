import type { HtmlSanitizer } from "../../html/sanitizer.ts";
import { bothParts, type Composed, type Content, type HistoryMessage } from "./history.ts";
import { withHtmlQuote, withTextQuote } from "./own-quote.ts";
import { quoteHtml } from "./quote-html.ts";
import { quoteText } from "./quote-text.ts";
import { replyReferences } from "./references.ts";
import { replySubject } from "./subject.ts";

/** An answer to the last message of `history` (oldest to newest, only the new content of each); `subject` replaces `Re: …`. */
export interface ReplyDraft {
  readonly content: Content;
  readonly history: readonly HistoryMessage[];
  readonly subject?: string | undefined;
  readonly quoteHistory: boolean;
  /** A valid IANA zone. */
  readonly quoteTimezone: string;
}

/** Composes a reply to a message or a thread, or a follow-up to a send: always text and HTML, with the conversation quoted below. */
export const composeReply = (draft: ReplyDraft, sanitize: HtmlSanitizer): Composed => {
  const { history, quoteTimezone } = draft;
  const parent = history.at(-1);
  if (!parent) throw new TypeError("A reply needs the message that it answers");
  const { text, html } = bothParts(draft.content);
  return {
    subject: draft.subject ?? replySubject(parent.subject),
    ...replyReferences(parent),
    text: draft.quoteHistory ? withTextQuote(text, quoteText(history, quoteTimezone)) : text,
    html: draft.quoteHistory ? withHtmlQuote(html, quoteHtml(history, quoteTimezone, sanitize)) : html,
  };
};
