import { htmlToText } from "../../html/html-to-text.ts";
import { field, parseFields } from "../mime/header-block.ts";
import { parseMessageIds } from "../mime/message-ids.ts";
import type { Header, ParsedMessage } from "../../parsed-message.ts";
import { returnedMessageStarts } from "./phrases.ts";

/** Longest text that is read for a notice, in characters (S15). */
const MAX_LENGTH = 256 * 1024;

/** A bounce taken apart: what the mail system says, and what it sends back of the message that failed. */
export interface Notice {
  readonly lines: readonly string[];
  readonly returned: string;
  /** The header fields of the enclosed original, or of the one quoted in the text; empty when neither is there. */
  readonly original: readonly Header[];
}

/** Separates the notice from the returned message that stands below it or is enclosed. */
export const readNotice = (message: ParsedMessage): Notice => {
  const text = (message.text.trim() === "" ? htmlToText(message.html.slice(0, MAX_LENGTH)) : message.text)
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, "\n");
  const all = text.split("\n");
  const start = returnedStart(all);
  const returned = all.slice(start).join("\n");
  const enclosed =
    message.reports.find((report) => /rfc822|global/.test(report.contentType) && !/status/.test(report.contentType))?.content ?? "";
  return { lines: all.slice(0, start), returned, original: originalFields(enclosed, returned) };
};

/** The Message-ID of the message that failed, `""` when the notice does not tell: enclosed, quoted in its text, or named by In-Reply-To. */
export const originalMessageId = (message: ParsedMessage, notice: Notice): string => {
  const enclosed = message.reports
    .filter((report) => !/delivery-status|disposition|feedback/.test(report.contentType))
    .map((report) => report.content);
  for (const content of enclosed) {
    const fields = parseFields(headOf(content));
    // a bounce of a bounce: the mail we sent is the innermost
    const id = isDaemon(field(fields, "from")) ? idsIn(content).at(-1) : parseMessageIds(field(fields, "message-id"), 1)[0];
    const known = id ?? idsIn(content)[0];
    if (known !== undefined) return known;
  }
  const quoted = idsIn(notice.returned);
  if (quoted.length > 0) return isDaemon(field(notice.original, "from")) ? quoted.at(-1)! : quoted[0]!;
  const inReports = message.reports.map((report) => report.content).join("\n");
  const elsewhere = idsIn(`${notice.lines.join("\n")}\n${inReports}\n${htmlToText(message.html.slice(0, MAX_LENGTH))}`);
  return elsewhere[0] ?? message.inReplyTo;
};

/** The fields of the message that failed, for its To when the notice names nobody. */
const originalFields = (enclosed: string, returned: string): readonly Header[] => {
  if (enclosed !== "") return parseFields(headOf(enclosed));
  const lines = returned.split("\n");
  const first = lines.findIndex((line) => looksLikeHeader(line));
  if (first < 0) return [];
  const indent = /^[ \t>|]*/.exec(lines[first]!)![0];
  const block: string[] = [];
  for (const line of lines.slice(first, first + 400)) {
    const bare = line.startsWith(indent) ? line.slice(indent.length) : line;
    if (bare.trim() === "" && block.length > 0) break;
    block.push(bare);
  }
  return parseFields(block.join("\n"));
};

const returnedStart = (lines: readonly string[]): number => {
  for (const [i, line] of lines.entries()) {
    if (line.length > 200) continue;
    if (i > 0 && returnedMessageStarts.test(line) && hasHeaderSoon(lines, i + 1)) return i;
    if (/^(?:received|return-path|x-[\w-]+|dkim-signature):/i.test(line.trim()) && hasHeaderSoon(lines, i + 1)) return i;
  }
  return lines.length;
};

const hasHeaderSoon = (lines: readonly string[], from: number): boolean => {
  return lines.length <= from + 2 || lines.slice(from, from + 12).some((line) => looksLikeHeader(line));
};

const looksLikeHeader = (line: string): boolean => {
  return /^[\s>|]*(?:received|return-path|from|to|subject|date|message-id|mime-version|content-type|delivered-to|dkim-signature|x-[\w-]{1,40})\s*:/i.test(
    line,
  );
};

const headOf = (content: string): string => {
  return /^[\s]*([\s\S]*?)(?:\r?\n[ \t]*\r?\n|$)/.exec(content.slice(0, MAX_LENGTH))?.[1] ?? "";
};

/** Ids of Message-ID lines anywhere in a text: quoted, indented, or folded. */
const idsIn = (text: string): string[] => {
  return [
    ...text.matchAll(
      /^[ \t>|*]{0,40}(?:x-)?(?:original-)?message-id[ \t]*:[ \t]*(?:\r?\n[ \t>|]{1,40})?(<[^<>\n]{1,998}>?|[^\s<>@]{1,200}@[^\s<>]{1,200})/gim,
    ),
  ].flatMap(([, id]) => parseMessageIds(id!, 1));
};

const isDaemon = (from: string): boolean => {
  return /mailer-daemon|postmaster|mail delivery/i.test(from);
};

/** Whether the envelope sender is empty, as that of every notice should be (RFC 5321, 6.1); some servers write MAILER-DAEMON there. */
export const hasEmptyReturnPath = (message: ParsedMessage): boolean => {
  return message.headers.some(({ name, value }) => name === "return-path" && /^<?\s*(?:mailer-daemon)?\s*>?$/i.test(value.trim()));
};
