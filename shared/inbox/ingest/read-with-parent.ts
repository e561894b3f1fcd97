import { cutText } from "#shared/mail/text.ts";
import { hasWordsOf } from "#shared/mail/read/quotes/parent-words.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { readableText } from "#shared/mail/read/readable-text.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import type { MessageBody } from "../message.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** How many characters of a parent's HTML are converted to text; less of it is compared. */
const HTML_MAX = 128 * 1024;

type ReadBody = Pick<MessageBody, "text" | "html" | "flow">;

const plainOf = (body: ReadBody): string => {
  const text = readableText(body);
  return text.trim() === "" ? htmlToText(cutText(body.html, HTML_MAX)) : text;
};

/** Everything that a message says: what quotes it may have quoted either body. */
const allOf = (body: ReadBody): string => {
  const text = readableText(body);
  return body.html === "" ? text : `${text}\n\n${htmlToText(cutText(body.html, HTML_MAX))}`;
};

/** Whether a mail contains words of the send that it may answer. */
export const quotes = (mail: ReadBody, send: ReadBody): boolean => hasWordsOf(plainOf(mail), plainOf(send));

/** A line of this many characters that the send has within one of its own is its, too. */
const LINE_MIN = 25;

const folded = (line: string): string => line.replace(/\s+/g, " ").trim().toLowerCase();

/** A mail's new text without the lines of the send that it answers; all of it where it has no others. */
export const ownWordsOf = ({ message }: Pick<DecidedMail, "message">, send: ReadBody): string => {
  const ours = allOf(send);
  const [lines, whole] = [new Set(ours.split("\n").map(folded)), folded(ours)];
  const isOurs = (line: string) => line !== "" && (lines.has(line) || (line.length >= LINE_MIN && whole.includes(line)));
  const kept = message.replyText.split("\n").filter((line) => !isOurs(folded(line)));
  return kept.some((line) => line.trim() !== "") ? kept.join("\n") : message.replyText;
};

/** The mail with its new content found by comparing it with the message that it answers. */
export const readWithParent = (mail: DecidedMail, body: ReadBody): DecidedMail => {
  const parent = allOf(body);
  const added = newContent({ ...mail.message, ...mail.body }, parent);
  return {
    ...mail,
    message: { ...mail.message, snippet: added.snippet, replyText: added.text },
    body: { ...mail.body, replyHtml: added.html },
  };
};
