import { toHeaderText } from "../sending/header-text.ts";
import { htmlToText } from "../sending/html-to-text.ts";
import { forwardSubject } from "./compose/subject.ts";
import type { ParsedMessage } from "./parsed-message.ts";
import { snippet } from "./snippet.ts";
import { replyHtml } from "./strip-html.ts";
import { replyText } from "./strip-text.ts";

/** What the sender wrote now (specification, `reply_text`, `reply_html`, `snippet`). */
export interface NewContent {
  readonly text: string;
  readonly html: string;
  readonly snippet: string;
}

/** Strips both bodies; a mail without a text part gets its reply text from the stripped html, so that no list row is empty. */
export function newContent(message: Pick<ParsedMessage, "subject" | "text" | "html">): NewContent {
  // a subject that a forward of ours would leave as it is
  const forward = forwardSubject(message.subject) === toHeaderText(message.subject);
  const html = replyHtml(message.html, { forward });
  const text = message.text.trim() === "" ? htmlToText(html).trim() : replyText(message.text, { forward });
  return { text, html, snippet: snippet(text) };
}
