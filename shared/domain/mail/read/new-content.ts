import { toHeaderText } from "../header-text.ts";
import { bareSubject, forwardSubject, replySubject } from "../write/compose/subject.ts";
import { namesParent, type ParsedMessage } from "../parsed-message.ts";
import { withoutGatewayTags } from "./gateway-tags.ts";
import { type NewContent, withSnippet } from "./snippet.ts";
import { type IsParents, parentWords } from "./quotes/parent-words.ts";
import { replyHtml } from "./quotes/strip-html.ts";
import { replyText } from "./quotes/strip-text.ts";

/** What a mail has that new content is read from. */
type Read = Pick<ParsedMessage, "subject" | "text" | "html" | "inReplyTo" | "references">;

/** What a mail says, and whether the words of the message that it answers would show better what of it is new. */
export interface ReadContent extends NewContent {
  readonly asksForParent?: true;
}

/**
 * What the sender of a received mail wrote now: both bodies stripped, by what its subject and ids say of it, and by the text of the message
 * that it answers, "" where that is not at hand.
 */
export const newContent = (message: Read, parent = ""): ReadContent => {
  const { text, html } = message;
  const subject = withoutGatewayTags(message.subject);
  // a subject that a forward, or an answer, of ours would leave as it is
  const forward = forwardSubject(subject) === toHeaderText(subject);
  const saysRe = replySubject(subject) === toHeaderText(subject);
  const first = !saysRe && !namesParent(message) && !forward;
  let asked = false;
  const known = parentWords(parent);
  const isParents: IsParents = (lines) => {
    asked = true;
    return known(lines);
  };
  const options = { forward, first, unclear: !saysRe, subject: bareSubject(message.subject), isParents };
  const content = withSnippet(text.trim() === "" ? "" : replyText(text, options), replyHtml(html, options));
  return asked && parent === "" ? { ...content, asksForParent: true } : content;
};
