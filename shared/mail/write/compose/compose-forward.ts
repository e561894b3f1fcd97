import { appendToBody, type HtmlSanitizer } from "../../html/text-to-html.ts";
import { escapeHtml } from "../../html/scan.ts";
import {
  displayAddress,
  displayText,
  FORWARD_TITLE,
  forwardStart,
  quotedDate,
  bothParts,
  MAX_MESSAGES,
  OMITTED,
  Room,
  safeHtml,
  textLines,
  type Composed,
  type Content,
  type HistoryMessage,
} from "./history.ts";
import { forwardSubject } from "./subject.ts";

/** The messages to forward, oldest first, below an optional note; `subject` replaces `Fwd: …`. */
export interface ForwardDraft {
  readonly content: Content;
  readonly messages: readonly HistoryMessage[];
  readonly subject?: string | undefined;
}

/** Composes a forward of a message or a whole conversation: one block for each message, oldest first. The forward starts a new conversation. */
export const composeForward = (draft: ForwardDraft, sanitize: HtmlSanitizer): Composed => {
  const [first] = draft.messages;
  if (!first) throw new TypeError("A forward needs a message");
  const messages = draft.messages.slice(-MAX_MESSAGES);
  const note = bothParts(draft.content);
  return {
    subject: draft.subject ?? forwardSubject(first.subject),
    inReplyTo: "",
    references: [],
    text: [...(note.text === "" ? [] : [note.text]), ...textBlocks(messages)].join("\n\n"),
    html: appendToBody(note.html, htmlBlocks(messages, sanitize).join("\n")),
  };
};

const fields = ({ from, date, subject, to, cc }: HistoryMessage): [string, string][] => {
  return [
    ["From", displayAddress(from)],
    ["Date", `${quotedDate(date, "UTC")} UTC`],
    ["Subject", displayText(subject)],
    ["To", to.map(displayAddress).join(", ")],
    ...(cc.length > 0 ? [["Cc", cc.map(displayAddress).join(", ")] satisfies [string, string]] : []),
  ];
};

const textBlocks = (messages: readonly HistoryMessage[]): string[] => {
  const room = new Room();
  const blocks = messages.toReversed().map((message) => {
    const body = textLines(message).join("\n");
    const head = [FORWARD_TITLE, ...fields(message).map(([name, value]) => `${name}: ${value}`)];
    const files = message.attachments.length > 0 ? ["", "Attachments:", ...attachmentLines(message).map((line) => `- ${line}`)] : [];
    return [...head, "", room.take(body.length) ? body : OMITTED, ...files].join("\n");
  });
  return blocks.toReversed();
};

const htmlBlocks = (messages: readonly HistoryMessage[], sanitize: HtmlSanitizer): string[] => {
  const room = new Room();
  const blocks = messages.toReversed().map((message) => {
    const body = safeHtml(message, sanitize, room);
    const head = fields(message).map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}`);
    const files = attachmentLines(message).map((line) => `<li>${escapeHtml(line)}</li>\n`);
    const list = files.length > 0 ? `\n<p style="margin:1em 0 0">Attachments:</p>\n<ul style="margin:0">\n${files.join("")}</ul>` : "";
    return `${[forwardStart, ...head].join("<br>\n")}</p>\n<div style="overflow:hidden">${body}</div>${list}\n</div>`;
  });
  return blocks.toReversed();
};

const attachmentLines = ({ attachments }: HistoryMessage): string[] => {
  return attachments.map(({ filename, size }) => `${displayText(filename) || "unnamed"} (${readableSize(size)})`);
};

const readableSize = (octets: number): string => {
  if (octets < 1000) return `${octets} bytes`;
  return octets < 999_950 ? `${(octets / 1000).toFixed(1)} KB` : `${(octets / 1_000_000).toFixed(1)} MB`;
};
