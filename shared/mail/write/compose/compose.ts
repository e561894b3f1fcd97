import { anyOf } from "../../read/languages/phrases.ts";
import { toHeaderText, cutText } from "../../text.ts";
import { escapeHtml, type HtmlSanitizer, appendToBody } from "../../html/scan.ts";
import {
  attribution,
  MAX_MESSAGES,
  Room,
  safeHtml,
  type HistoryMessage,
  OMITTED,
  textLines,
  bothParts,
  type Composed,
  type Content,
  withHtmlQuote,
  withTextQuote,
  displayAddress,
  displayText,
  FORWARD_TITLE,
  forwardStart,
  quotedDate,
} from "./history.ts";

const NAMES = anyOf("gatewayTags");
const KIND = `(?: (?:${anyOf("afterGatewayTag")}))?`;

/** `[EXTERNAL] `, `***SPAM*** `, `EXT: ` at the start of a subject, up to three. */
const tags = new RegExp(
  `^(?:\\s{0,3}(?:[[({<]\\s?(?:${NAMES})${KIND}\\s?[\\])}>]|\\*{2,5}\\s?(?:${NAMES})${KIND}\\s?\\*{2,5}|(?:${NAMES}): ?)){1,3}\\s{0,3}`,
  "iu",
);

/** A subject without the tags that gateways put before it; a subject of nothing but tags is unchanged. */
export const withoutGatewayTags = (subject: string): string => subject.replace(tags, "") || subject;

/** The longest subject of a send, characters. */
const MAX_LENGTH = 998;

/** `Re:`, `RE[2]:`, `Re (2):`, `Re^2:`, `回复：` at the start of a subject, for each of the given words. */
const prefix = (words: string) => new RegExp(`^(?:${words})(?:\\s?[[(^*]\\d{1,3}[\\])]?)?\\s?[:：]`, "iu");

const reply = prefix(anyOf("replyPrefixes"));
const forward = prefix(anyOf("forwardPrefixes"));

/**
 * The subject of an answer: with `Re: ` in front, unless it has an answer's prefix in any language
 * (api/README.md, "Replies, forwards, follow-ups").
 */
export const replySubject = (subject: string): string => {
  return prefixed("Re: ", reply, subject);
};

/** The subject of a forward: with `Fwd: ` in front, unless it has a forward's prefix in any language. */
export const forwardSubject = (subject: string): string => {
  return prefixed("Fwd: ", forward, subject);
};

/** Whether a subject has an answer's prefix in any language, after any gateway tags. */
export const isReplySubject = (subject: string): boolean => reply.test(toHeaderText(withoutGatewayTags(subject)));

/** Whether a subject has a forward's prefix in any language, after any gateway tags. */
export const isForwardSubject = (subject: string): boolean => forward.test(toHeaderText(withoutGatewayTags(subject)));

/** The most prefixes that are removed. */
const PREFIXES_MAX = 20;

/** A subject without gateway tags and prefixes of answers and forwards in any language, in lower case. */
export const bareSubject = (subject: string): string => {
  let rest = subject.trim();
  for (let n = 0; n < PREFIXES_MAX; n++) {
    const less = withoutGatewayTags(rest).replace(reply, "").replace(forward, "").trimStart();
    if (less === rest) break;
    rest = less;
  }
  return rest.replace(/\s+/g, " ").toLowerCase();
};

/** A received subject can contain anything, so it is made safe for a header line, and cut between whole characters. */
const prefixed = (start: string, present: RegExp, subject: string): string => {
  const clean = toHeaderText(subject);
  const full = present.test(clean) ? clean : `${start}${clean}`.trim();
  return full.length <= MAX_LENGTH ? full : cutText(full, MAX_LENGTH);
};

/** Keeps quoted content inside its frame, whatever its style. */
const BAR_STYLE = "overflow:hidden;margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";

/**
 * The conversation (`history`, oldest first) as nested block quotes with the newest message outermost, each message's HTML sanitised (S22 in
 * SECURITY.md).
 */
export const quoteHtml = (history: readonly HistoryMessage[], zone: string, sanitize: HtmlSanitizer): string => {
  let quoted = "";
  let depth = 0;
  const room = new Room();
  for (const message of history.slice(-MAX_MESSAGES).toReversed()) {
    const body = safeHtml(message, sanitize, room);
    quoted += `<p dir="ltr" style="margin:1em 0 .3em">${escapeHtml(attribution(message, zone))}</p>\n<blockquote type="cite" style="${BAR_STYLE}">\n${body}\n`;
    depth++;
  }
  return quoted + "</blockquote>\n".repeat(depth);
};

/**
 * The conversation (`history`, oldest first) as the text below an answer: the newest message with "> " under its attribution, each older one a level
 * deeper. Every line but the first starts with ">".
 */
export const quoteText = (history: readonly HistoryMessage[], zone: string): string => {
  const quoted: string[] = [];
  let prefix = "";
  const room = new Room();
  for (const message of history.slice(-MAX_MESSAGES).toReversed()) {
    if (prefix !== "") quoted.push(prefix.trimEnd());
    quoted.push(prefix + attribution(message, zone));
    prefix += "> ";
    const lines = textLines(message);
    const size = lines.reduce((sum, line) => sum + prefix.length + line.length + 1, 0);
    for (const line of room.take(size) ? lines : [OMITTED]) quoted.push((prefix + line).trimEnd());
  }
  return quoted.join("\n");
};

const MAX_REFERENCES = 20;
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,960}>$/;

/** The headers that link an answer to its parent (RFC 5322 3.6.4). */
export interface ThreadingHeaders {
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/**
 * The parent's References followed by its Message-ID, each once; of more than 20 the first and the newest 19 are kept. Ids that are invalid in a
 * header are left out.
 */
export const replyReferences = (parent: { readonly messageId: string; readonly references: readonly string[] }): ThreadingHeaders => {
  const inReplyTo = messageId.test(parent.messageId) ? parent.messageId : "";
  const ids = new Set(parent.references.filter((id) => messageId.test(id) && id !== inReplyTo));
  const [first, ...rest] = inReplyTo ? [...ids, inReplyTo] : [...ids];
  return { inReplyTo, references: first === undefined ? [] : [first, ...rest.slice(1 - MAX_REFERENCES)] };
};

/** An answer to the last message of `history` (oldest first, only the new content of each); `subject` replaces `Re: …`. */
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
