import { withLf } from "../readable-text.ts";
import { htmlToText } from "../../html/html-to-text.ts";
import { decodeWords, field, parseFields } from "../mime/headers.ts";
import { parseMessageIds } from "../mail-ids.ts";
import type { Header, ParsedMessage } from "../../parsed-message.ts";
import { returnedMessageStarts } from "./prose.ts";

/** The longest text that is read of a bounce message, characters (S15 in SECURITY.md). */
const MAX_LENGTH = 256 * 1024;

/** A bounce message in two parts: the mail system's text, and the failed message that it returns. */
export interface BounceMessage {
  readonly lines: readonly string[];
  readonly returned: string;
  /** Whether the returned message is itself a bounce message, so that the mail we sent is the innermost one. */
  readonly wrapped: boolean;
  /** The header fields of the enclosed original, or of the one quoted in the text; empty when there is none. */
  readonly original: readonly Header[];
}

/** How deeply bounce messages within bounce messages are read. */
const MAX_WRAPPINGS = 3;

/**
 * Separates the mail system's text from the returned message, which is below it or enclosed. When a gateway has wrapped one bounce message into
 * another, the texts of both count as the mail system's.
 */
export const readBounceMessage = (message: ParsedMessage): BounceMessage => {
  const whole = message.text.trim() === "" ? htmlToText(message.html.slice(0, MAX_LENGTH)) : message.text;
  const text = withLf(whole.slice(0, MAX_LENGTH)).replace(/[ \n]{1,20}\(expanded from:?\s{1,20}<[^<>\s]{1,320}>\)/gi, "");
  const all = text.split("\n");
  const enclosed =
    message.reports.find((report) => /rfc822|global/.test(report.contentType) && !/status/.test(report.contentType))?.content ?? "";
  let lines: readonly string[] = [];
  let from = 0;
  let first = all.length;
  for (let wrapped = 0; ; wrapped++) {
    const start = returnedStart(all, from);
    if (wrapped === 0) first = start;
    lines = [...lines, ...all.slice(from, start)];
    const returned = all.slice(start);
    const original = originalFields(enclosed, returned);
    const body = returned.findIndex((line, i) => i > 0 && line.trim() === "" && looksLikeHeader(returned[i - 1]!)) + 1;
    const isBounceMessage = enclosed === "" && body > 0 && isDaemon(field(original, "from"));
    if (!isBounceMessage || wrapped === MAX_WRAPPINGS) {
      const isWrapped = wrapped > 0 || isDaemon(field(original, "from"));
      return { lines, returned: all.slice(first).join("\n"), wrapped: isWrapped, original };
    }
    from = start + body;
  }
};

/** The most Message-IDs that are taken from one bounce message. */
const MAX_IDS = 20;

/**
 * The Message-IDs of the failed message, the most probable first: enclosed, quoted in the text, or in In-Reply-To. There are several when a provider
 * replaced the id, or a gateway wrapped the bounce message.
 */
export const originalMessageIds = (message: ParsedMessage, notice: BounceMessage): readonly string[] => {
  const enclosed = message.reports
    .filter(({ contentType }) => !/delivery-status|disposition|feedback/.test(contentType))
    .map(({ content }) => content);
  const quoted = idsIn(notice.returned);
  const inReports = message.reports.map(({ content }) => content).join("\n");
  const elsewhere = () => idsIn(`${notice.lines.join("\n")}\n${inReports}\n${htmlToText(message.html.slice(0, MAX_LENGTH))}`);
  const found = [...enclosed.flatMap(idsOfReturned), ...(notice.wrapped ? quoted.toReversed() : quoted)];
  const named = found.length > 0 ? found : elsewhere();
  return [...new Set(named.length > 0 || message.inReplyTo === "" ? named : [message.inReplyTo])].slice(0, MAX_IDS);
};

/** The ids of an enclosed message; of nested bounce messages the innermost first, which is the mail we sent. */
const idsOfReturned = (content: string): string[] => {
  const fields = parseFields(headOf(content));
  if (isDaemon(field(fields, "from"))) return idsIn(content).toReversed();
  const own = parseMessageIds(decodeWords(field(fields, "message-id")), 1);
  const inHead = idsIn(headOf(content));
  return own.length + inHead.length > 0 ? [...own, ...inHead] : idsIn(content).slice(0, 1);
};

/** The fields of the failed message; its To is used when the bounce message names no recipient. */
const originalFields = (enclosed: string, lines: readonly string[]): readonly Header[] => {
  if (enclosed !== "") return parseFields(headOf(enclosed));
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

const returnedStart = (lines: readonly string[], from: number): number => {
  let inReport = false;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.length > 200) continue;
    if (line.trim() === "") {
      inReport = false;
      continue;
    }
    // a report that a gateway has turned into text has extra X- fields (RFC 3464, 2.1)
    if (reportField.test(line)) inReport = true;
    if (i > from && returnedMessageStarts.test(line) && hasHeaderSoon(lines, i + 1)) return i;
    if (!inReport && headerStart.test(line) && hasHeaderSoon(lines, i + 1) && !isReport(lines, i)) return i;
  }
  return lines.length;
};

/** The fields of a report, and the first fields of a returned header. */
const reportField =
  /^[\s>|]{0,10}(?:reporting-mta|(?:final|original)-recipient|action|diagnostic-code|remote-mta|received-from-mta|arrival-date|original-envelope-id|dsn-gateway)\s{0,5}:/i;
const headerStart = /^\s{0,20}(?:received|return-path|x-[\w-]{1,60}|dkim-signature):/i;

/** Whether a block of fields is a report although it begins with a field of another name. */
const isReport = (lines: readonly string[], from: number): boolean => {
  const end = lines.slice(from, from + 12).findIndex((line) => line.trim() === "");
  return lines.slice(from, from + (end < 0 ? 12 : end)).some((line) => reportField.test(line));
};

const hasHeaderSoon = (lines: readonly string[], from: number): boolean => {
  return lines.length <= from + 2 || lines.slice(from, from + 12).some((line) => looksLikeHeader(line));
};

const looksLikeHeader = (line: string): boolean => {
  return /^[\s>|]*(?:received|return-path|from|to|subject|date|message-id|mime-version|content-type|delivered-to|dkim-signature|x-[\w-]{1,40})\s*:/i.test(
    line,
  );
};

/** The header of an enclosed mail. */
export const headOf = (content: string): string => {
  return /^[\s]*([\s\S]*?)(?:\r?\n[ \t]*\r?\n|$)/.exec(content.slice(0, MAX_LENGTH))?.[1] ?? "";
};

/** The ids in Message-ID lines anywhere in a text: quoted, indented, or folded. */
const idsIn = (text: string): string[] => {
  return [
    ...text.matchAll(
      /^[ \t>|*]{0,40}(?:x-)?(?:google-)?(?:original-)?message-id[ \t]*:[ \t]*(?:\r?\n[ \t>|]{1,40})?(<[^<>\n]{1,998}>?|[^\s<>@]{1,200}@[^\s<>]{1,200})/gim,
    ),
  ].flatMap(([, id]) => parseMessageIds(decodeWords(id!), 1));
};

const isDaemon = (from: string): boolean => {
  return /mailer-daemon|postmaster|mail delivery/i.test(from);
};

/** Whether the envelope sender is empty, as it should be in a bounce message (RFC 5321, 6.1); some servers write MAILER-DAEMON there. */
export const hasEmptyReturnPath = (message: ParsedMessage): boolean => {
  return message.headers.some(({ name, value }) => name === "return-path" && /^<?\s*(?:mailer-daemon\s*)?>?$/i.test(value.trim()));
};
