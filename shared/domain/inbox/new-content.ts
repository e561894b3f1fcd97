import { toHeaderText } from "../sending/header-text.ts";
import { forwardSubject, replySubject } from "./compose/subject.ts";
import { namesParent, type ParsedMessage } from "./parsed-message.ts";
import { type NewContent, withSnippet } from "./sent-content.ts";
import { replyHtml } from "./strip-html.ts";
import { replyText } from "./strip-text.ts";

/** What the sender of a received mail wrote now: both bodies stripped, by what its subject and ids say of it. */
export function newContent(message: Pick<ParsedMessage, "subject" | "text" | "html" | "inReplyTo" | "references">): NewContent {
  const { subject, text, html } = message;
  // a subject that a forward, or an answer, of ours would leave as it is
  const forward = forwardSubject(subject) === toHeaderText(subject);
  const answers = namesParent(message) || replySubject(subject) === toHeaderText(subject);
  const options = { forward, first: !answers && !forward };
  return withSnippet(text.trim() === "" ? "" : replyText(text, options), replyHtml(html, options));
}
