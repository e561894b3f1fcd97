import { toHeaderText } from "../../text.ts";
import type { Address } from "../../parsed-message.ts";
import { textToHtml, type HtmlSanitizer, appendToBody, bodyEnd, scanHtml } from "../../html/scan.ts";
import { htmlToText, textPart } from "../../html/html-to-text.ts";
import { type Flow, readableText } from "../../read/readable-text.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The formatter of a zone, kept because creating one takes 30 times longer than using it, and zones are few. Throws a RangeError for an unknown zone.
 */
const formatter = (zone: string): Intl.DateTimeFormat => {
  const key = zone.toLowerCase();
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  formatters.set(key, made);
  return made;
};

/** `Fri, 20 Nov 2026 at 10:15` in the given IANA zone. */
export const quotedDate = (date: Date, zone: string): string => {
  const part = Object.fromEntries(
    formatter(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  return `${part["weekday"]}, ${part["day"]} ${part["month"]} ${part["year"]} at ${part["hour"]}:${part["minute"]}`;
};

/** Foreign text on one line for people to read: without control characters, and without marks that reverse its direction. */
export const displayText = (text: string): string => {
  return toHeaderText(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ""));
};

/** `Jane Doe <jane@example.com>`, or the address alone. */
export const displayAddress = ({ name, email }: Address): string => {
  const shown = displayText(name);
  const address = displayText(email);
  if (shown === "" || shown === address) return address || "unknown sender";
  return address === "" ? shown : `${shown} <${address}>`;
};

/** The line above a quoted message: `On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:`. */
export const attribution = (message: { readonly date: Date; readonly from: Address }, zone: string): string => {
  return `On ${quotedDate(message.date, zone)}, ${displayAddress(message.from)} wrote:`;
};

/** A message of a conversation to quote or forward; one of its bodies may be "". */
export interface HistoryMessage {
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Present when the text is format=flowed. */
  readonly flow?: Flow | undefined;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
  readonly messageId: string;
  readonly references: readonly string[];
}

/** Text and HTML of one email; "" for none. */
export interface Content {
  readonly text: string;
  readonly html: string;
  /** Present when the text of a received message is format=flowed. */
  readonly flow?: Flow | undefined;
}

/** An email ready to be sent except for its sender, recipient and id. */
export interface Composed extends Content {
  readonly subject: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/** The most messages of a conversation that are quoted or forwarded, the newest. */
export const MAX_MESSAGES = 100;
/** Replaces a body that does not fit. */
export const OMITTED = "[This message is too long to be included.]";

/** How many characters the quoted bodies of one part of an email may still take, together. */
export class Room {
  #left = 1_500_000;

  /** Takes `characters` of the room; returns false and takes nothing when less is left. */
  take(characters: number): boolean {
    if (characters > this.#left) return false;
    this.#left -= characters;
    return true;
  }
}

/** Both parts of the new content; a missing one is made from the other. */
export const bothParts = ({ text, html }: Content): Content => {
  return { text: text === "" ? textPart(html) : text, html: html === "" && text !== "" ? textToHtml(text) : html };
};

/** The lines of a message's text, without final empty ones. */
export const textLines = (message: Content): string[] => {
  const readable = readableText(message);
  const text = readable.trim() === "" ? htmlToText(message.html) : readable;
  return text.trimEnd().split(/\r\n?|\n/);
};

/** A message's HTML, sanitised; OMITTED when it does not fit, before or after sanitising. */
export const safeHtml = (message: Content, sanitize: HtmlSanitizer, room: Room): string => {
  const given = message.html.trim() === "" ? textToHtml(readableText(message).trimEnd()) : message.html;
  if (!room.take(given.length)) return OMITTED;
  const safe = sanitize(given);
  return room.take(Math.max(0, safe.length - given.length)) ? safe : OMITTED;
};

// How our answers contain their quote, and how to remove it again: the rest is returned exactly as it was.

/** Our attribution line, which resembles no prose: `On Fri, 20 Nov 2026 at 10:15, … wrote:`. */
const attributionLine = /^On [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d+ at \d\d:\d\d, .*\S wrote:$/;
const htmlStart = '<div class="gmail_quote gmail_quote_container" data-quote="history">';

/**
 * A body with its author's line ends, because mail turns all of them into CRLF (RFC 5321, 2.3.8). A body with a lone LF was not sent by mail, and is
 * unchanged.
 */
export const asWritten = (body: string): string => {
  const lines = body.split("\r\n");
  return lines.some((line) => line.includes("\n")) ? body : lines.join("\n");
};

/** New text with a quote made by `quoteText` below it. */
export const withTextQuote = (content: string, quote: string): string => {
  return `${content}\n\n${quote}\n`;
};

/**
 * The new text of an answer of ours: everything above the last attribution line and the empty line before it, when only quoted lines follow that
 * line. Undefined when the text does not end in such a quote.
 */
export const withoutTextQuote = (text: string): string | undefined => {
  let end = text.trimEnd().length;
  for (let quoted = 0; end >= 0; quoted++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end).trimEnd();
    if (!line.startsWith(">")) {
      const gap = /(?:\r\n\r\n|\n\n)$/.exec(text.slice(Math.max(0, start - 4), start));
      return quoted > 0 && gap && attributionLine.test(line) ? text.slice(0, start - gap[0].length) : undefined;
    }
    end = start - 1;
  }
  return undefined;
};

/** New HTML with a quote made by `quoteHtml` at the end of its body. */
export const withHtmlQuote = (content: string, quote: string): string => {
  return appendToBody(content, `${htmlStart}\n${quote}</div>\n`);
};

/**
 * The new HTML of an answer of ours, without its quote, whose mark sanitised HTML cannot contain. Undefined when the document does not end in such a
 * quote, for example because it is inside another person's quote.
 */
export const withoutHtmlQuote = (html: string): string | undefined => {
  const start = html.lastIndexOf(htmlStart);
  const end = bodyEnd(html);
  return start !== -1 && isOneElement(html.slice(start, end)) ? html.slice(0, start) + html.slice(end) : undefined;
};

/** True when the div at the start ends where the HTML ends. */
const isOneElement = (html: string): boolean => {
  let depth = 0;
  for (const { kind, name, end } of scanHtml(html)) {
    if (name === "div") depth += kind === "open" ? 1 : -1;
    if (depth === 0) return html.slice(end).trim() === "";
  }
  return false;
};

/** The line above each forwarded message. */
export const FORWARD_TITLE = "---------- Forwarded message ---------";

/** How the HTML of a forwarded message begins. */
export const forwardStart = `<div>\n<p dir="ltr" style="margin:1em 0">${FORWARD_TITLE}`;

const textBelow = (kind: "reply" | "forward", text: string): string => {
  if (kind === "reply") return text.slice(withoutTextQuote(text)?.length ?? text.length);
  const at = text.startsWith(`${FORWARD_TITLE}\nFrom:`) ? 0 : text.indexOf(`\n\n${FORWARD_TITLE}\nFrom:`);
  return at < 0 ? "" : text.slice(at);
};

const htmlBelow = (kind: "reply" | "forward", html: string): string => {
  const end = bodyEnd(html);
  const start = kind === "forward" ? html.indexOf(forwardStart) : withoutHtmlQuote(html) === undefined ? -1 : html.lastIndexOf(htmlStart);
  return start < 0 ? "" : html.slice(start, end);
};

/** What this service added below the writer's words: the quote of an answer, or the forwarded messages; "" for none. */
export const belowIn = (kind: "reply" | "forward", { text, html }: Content): Content => ({
  text: textBelow(kind, text).replace(/^\n+/, ""),
  html: htmlBelow(kind, html),
});

/** The writer's words above `below`, the result of `belowIn`. */
export const aboveOf = ({ text, html }: Content, below: Content): Content => ({
  text: text === "" && below.text.startsWith(FORWARD_TITLE) ? below.text : `${text}\n\n${below.text}`,
  html: appendToBody(html, below.html),
});
