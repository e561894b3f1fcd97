import { bareSubject, isForwardSubject, isReplySubject } from "../write/compose/subject.ts";
import { namesParent, type ParsedMessage } from "../parsed-message.ts";
import { type NewContent, withSnippet, isPlaceholder } from "./readable-text.ts";
import { type IsParents, type IsParentsLine, parentLines, parentWords } from "./quotes/parent-words.ts";
import { replyHtml } from "./quotes/strip-html.ts";
import { replyText } from "./quotes/strip-text.ts";

/** The fields of a mail from which its new content is read. */
type Read = Pick<ParsedMessage, "subject" | "text" | "html" | "inReplyTo" | "references" | "flow">;

/** A mail's new content, and whether comparing it with the answered message would improve it. */
export interface ReadContent extends NewContent {
  readonly asksForParent?: true;
}

/**
 * The new content of a received mail: both bodies without quotes. It depends on the subject, the ids and the text of the answered message, "" when
 * that is not known.
 */
export const newContent = (message: Read, parent = ""): ReadContent => {
  const { html, flow } = message;
  const text = isPlaceholder(message.text, html) ? "" : message.text;
  const forward = isForwardSubject(message.subject);
  const saysRe = isReplySubject(message.subject);
  const first = !saysRe && !namesParent(message) && !forward;
  let asked = false;
  const known = parentWords(parent);
  const isParents: IsParents = (lines) => {
    asked = true;
    return known(lines);
  };
  const lineOf = parentLines(parent);
  const isParentsLine: IsParentsLine = (line) => {
    asked = true;
    return lineOf(line);
  };
  const options = {
    forward,
    first,
    unclear: !saysRe,
    subject: bareSubject(message.subject),
    isParents,
    ...(!first && { isParentsLine }),
    ...(flow && { flow }),
  };
  const content = withSnippet(text.trim() === "" ? "" : replyText(text, options), replyHtml(html, options));
  return asked && parent === "" ? { ...content, asksForParent: true } : content;
};
