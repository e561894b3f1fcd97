import { escapeHtml } from "../../html/entities.ts";
import type { HtmlSanitizer } from "../../html/sanitizer.ts";
import { attribution } from "./attribution.ts";
import { maxCharacters, maxMessages, safeHtml } from "./history.ts";
import type { HistoryMessage } from "./history.ts";

const bar = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";

/** The conversation, oldest to newest, as nested block quotes, newest outside, each message's html made harmless (rule S22). */
export function quoteHtml(history: readonly HistoryMessage[], zone: string, sanitize: HtmlSanitizer): string {
  let quoted = "";
  let depth = 0;
  let room = maxCharacters;
  for (const message of history.slice(-maxMessages).toReversed()) {
    const body = safeHtml(message, sanitize, room);
    room -= Math.max(body.length, Math.min(message.html.length, room));
    const above = depth === 0 ? "" : "<br>\n";
    quoted += `${above}<div dir="ltr">${escapeHtml(attribution(message, zone))}</div>\n<blockquote type="cite" style="${bar}">\n${body}\n`;
    depth++;
  }
  return quoted + "</blockquote>\n".repeat(depth);
}
