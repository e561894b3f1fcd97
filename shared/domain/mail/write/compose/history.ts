import { textToHtml } from "../../html/text-to-html.ts";
import type { HtmlSanitizer } from "../../html/sanitizer.ts";
import { htmlToText, textPart } from "../../html/html-to-text.ts";
import { type Flow, readableText } from "../../read/readable-text.ts";
import type { Address } from "../../parsed-message.ts";

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

/** How many more characters the quoted bodies of one part of an email may take. */
export class Room {
  #left = 1_500_000;

  /** Takes `characters` of the room, or nothing and returns false when less is left. */
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

/** A message's HTML, sanitised, or a note when it does not fit, before or after sanitising. */
export const safeHtml = (message: Content, sanitize: HtmlSanitizer, room: Room): string => {
  const given = message.html.trim() === "" ? textToHtml(readableText(message).trimEnd()) : message.html;
  if (!room.take(given.length)) return OMITTED;
  const safe = sanitize(given);
  return room.take(Math.max(0, safe.length - given.length)) ? safe : OMITTED;
};
