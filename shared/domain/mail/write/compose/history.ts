import { textToHtml } from "../../html/text-to-html.ts";
import type { HtmlSanitizer } from "../../html/sanitizer.ts";
import { htmlToText, textPart } from "../../html/html-to-text.ts";
import type { Address } from "../../parsed-message.ts";

/** A message of a conversation as it is quoted or forwarded; of its bodies one may be "". */
export interface HistoryMessage {
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly size: number }[];
  readonly messageId: string;
  readonly references: readonly string[];
}

/** Text and html of one email; "" when there is none. */
export interface Content {
  readonly text: string;
  readonly html: string;
}

/** An email that is ready to be sent but for its sender, recipient and id. */
export interface Composed extends Content {
  readonly subject: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
}

/** Of a conversation at most this many messages, the newest, are quoted or forwarded. */
export const MAX_MESSAGES = 100;
/** Stands in place of a body that finds no room. */
export const OMITTED = "[This message is too long to be included.]";

/** How many characters all quoted bodies of one part of an email may still take. */
export class Room {
  #left = 1_500_000;

  /** Takes so many, or nothing and false when fewer are left. */
  take(characters: number): boolean {
    if (characters > this.#left) return false;
    this.#left -= characters;
    return true;
  }
}

/** Both parts of the new content: whichever is missing is made from the other. */
export const bothParts = ({ text, html }: Content): Content => {
  return { text: text === "" ? textPart(html) : text, html: html === "" && text !== "" ? textToHtml(text) : html };
};

/** The lines of a message's text, without empty ones at its end. */
export const textLines = (message: Content): string[] => {
  const text = message.text.trim() === "" ? htmlToText(message.html) : message.text;
  return text.trimEnd().split(/\r\n?|\n/);
};

/** A message's html, harmless, or a note in its place when there is no room for it, before or after it was cleaned. */
export const safeHtml = (message: Content, sanitize: HtmlSanitizer, room: Room): string => {
  const given = message.html.trim() === "" ? textToHtml(message.text.trimEnd()) : message.html;
  if (!room.take(given.length)) return OMITTED;
  const safe = sanitize(given);
  return room.take(Math.max(0, safe.length - given.length)) ? safe : OMITTED;
};
