import { escapeHtml } from "../../html/entities.ts";
import type { HtmlSanitizer } from "../../html/sanitizer.ts";
import { attribution } from "./attribution.ts";
import { MAX_MESSAGES, Room, safeHtml, type HistoryMessage } from "./history.ts";

/** Keeps quoted content inside its frame, whatever its style. */
const BAR_STYLE = "overflow:hidden;margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";

/** The conversation, oldest to newest, as nested block quotes, the newest outermost, each message's HTML sanitised (S22 in SECURITY.md). */
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
