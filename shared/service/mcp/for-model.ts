import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { cutText } from "#shared/mail/text.ts";
import { cursorOf } from "#shared/api/paging.ts";
import type { CallableTool } from "./tools.ts";

// A received file as text for a model. The readers are loaded with the first file: they bring the tables of all charsets.

/** Media types whose bytes are text (RFC 2046, 4.1; RFC 6839). */
const TEXT = /^(?:text\/|application\/(?:[\w.+-]{0,60}\+)?(?:json|xml|csv|yaml|x-yaml|javascript|rtf)\b|message\/)/;
/** Types that programs give to any file, and spreadsheets to CSV: the name says what it is. */
const ANY_FILE = /^application\/(?:octet-stream|vnd\.ms-excel|x-download|force-download)$/;
/** How the names of texts end. */
const TEXT_ENDINGS = new Set(["txt", "csv", "tsv", "json", "xml", "htm", "html", "md", "log", "yml", "yaml", "ics", "eml"]);
/** How many bytes of a file are searched for one that no text has. */
const LOOKED_AT_BYTES = 8_000;

/** What is known of a file before it is read. */
interface Facts {
  readonly mediaType: string;
  readonly charset: string;
  /** Its name's ending, where that says that it is text. */
  readonly ending: string;
}

/** Whether a file is text: its type or its name says so, and so do its bytes. Only UTF-16 and UTF-32 have zeros in a text. */
const isText = ({ mediaType, charset, ending }: Facts, bytes: Buffer): boolean => {
  const isCalledText = TEXT.test(mediaType) || (ANY_FILE.test(mediaType) && ending !== "");
  const hasMark = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE());
  return isCalledText && (hasMark || /^(?:utf-?(?:16|32)|ucs|unicode)/.test(charset) || !bytes.subarray(0, LOOKED_AT_BYTES).includes(0));
};

/** A mail inside a mail: who wrote it, what about, and its words. */
const mailText = async (bytes: Buffer, toText: (html: string) => string): Promise<string> => {
  const { parseMessage } = await import("#shared/mail/read/mime/parse-message.ts");
  const { from, to, subject, text, html } = parseMessage(bytes);
  const named = (all: typeof to) => all.map(({ name, email }) => `${name} <${email}>`.trim()).join(", ");
  return `From: ${named([from])}\nTo: ${named(to)}\nSubject: ${subject}\n\n${text || toText(html)}`;
};

const fileTextOf = async ({ mediaType, charset, ending }: Facts, bytes: Buffer): Promise<string> => {
  const [{ decodeText }, { htmlToText }] = await Promise.all([
    import("#shared/mail/read/mime/charset.ts"),
    import("#shared/mail/html/html-to-text.ts"),
  ]);
  if (mediaType === "message/rfc822" || ending === "eml") return mailText(bytes, htmlToText);
  const isHtml = /html/.test(mediaType) || ending.startsWith("htm");
  const text = decodeText(bytes, isHtml ? "text/html" : mediaType, charset);
  return isHtml ? htmlToText(text) : text;
};

/** The file of an operation's answer: its type, its size in bytes, and its text; undefined for what is no text. */
export const readFile = async ({
  headers = {},
  body = "",
}: Result): Promise<{ readonly mediaType: string; readonly size: number; readonly text: string | undefined }> => {
  const type = String(headers["content-type"] ?? "").toLowerCase();
  const bytes = Buffer.from(body, "base64");
  const [mediaType = ""] = type.split(";");
  const [, charset = ""] = /;\s?charset=([^\s;]{1,40})/.exec(type) ?? [];
  const [, name = ""] = String(headers["content-disposition"] ?? "")
    .toLowerCase()
    .split('"');
  const last = name.slice(name.lastIndexOf(".") + 1);
  const facts = { mediaType, charset, ending: TEXT_ENDINGS.has(last) ? last : "" };
  return { mediaType, size: bytes.length, text: isText(facts, bytes) ? await fileTextOf(facts, bytes) : undefined };
};

/** The most bytes of an answer to a model, as JSON. */
export const ANSWER_MAX_BYTES = 20_000;
/** What the frame around rows and texts takes of it: the answer's own fields. */
const FRAME_BYTES = 1_500;

type Json = Readonly<Record<string, unknown>>;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Names of fields whose text is the service's or the account's own: enumerations, and what its people wrote about their own mailboxes. Every other
 * text may be a stranger's, also where one is quoted: a subject with `Re:`, a server's reply.
 */
const own = new Set(
  "kind status direction type severity action email display_name aliases tenant from_email waiting_for paused_for cancel_reason interval access transport kind_rule thread_rule dmarc intent intent_by next_cursor".split(
    " ",
  ),
);
/** Fields that hold others and are judged field by field; any other list or object may hold a stranger's text. */
const containers = new Set(
  "messages threads attention more metrics totals thread sync happened sent_by_hour leaves_by_hour sent cancel_on explanation ruled dns rows".split(
    " ",
  ),
);
/** What no model needs. */
const left = new Set(
  "user_id references in_reply_to message_id on_server offset limit body_truncated size folder root_message_id headers smtp_host smtp_port smtp_username imap_host imap_port imap_username".split(
    " ",
  ),
);
/** Ids, times, durations and hashes: no sentence fits into one. */
const HARMLESS = /^(?:[0-9a-f]{24}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]{5,14}Z|P[\dTDHMS]{1,20}|\d{1,20})$/;

const isHtml = (name: string) => name.endsWith("_html");
const isOwn = (name: string, value: unknown): boolean =>
  typeof value !== "object" ? typeof value !== "string" || own.has(name) || HARMLESS.test(value) : own.has(name) || name === "cancel_on";

/**
 * Whether a sender is proven, and what his provider says of his address; nothing for what was not received. A name or address alone proves nobody.
 */
const senderOf = (record: Json) => {
  const { explanation, direction, from } = record;
  if (!isObject(from) || direction === "outbound") return {};
  const { newcomer, dmarc = "none" } = isObject(explanation) ? explanation : record;
  return { sender: newcomer !== true && dmarc === "pass" ? "verified sender" : "unverified sender", dmarc };
};

/** A record with a stranger's words under `untrusted_content`, without HTML and without empty fields. */
const judged = (record: Json): Json => {
  const trusted: Record<string, unknown> = {};
  const foreign: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (isHtml(name) || left.has(name) || isEmpty(value)) continue;
    if (isOwn(name, value)) trusted[name] = value;
    else if (containers.has(name))
      trusted[name] = Array.isArray(value) ? value.map((one) => (isObject(one) ? judged(one) : one)) : judged(value as Json);
    else foreign[name] = value;
  }
  return { ...trusted, ...senderOf(record), ...(Object.keys(foreign).length > 0 && { untrusted_content: foreign }) };
};

/** A value with long texts and lists cut, each where it says so. */
const clipped = (value: unknown, text: number, list: number): unknown => {
  if (typeof value === "string")
    return value.length <= text ? value : `${cutText(value, text)} […cut: ${value.length - text} more characters]`;
  if (Array.isArray(value)) {
    const shown = value.slice(0, list).map((one) => clipped(one, text, list));
    return value.length > list ? [...shown, `[…cut: ${value.length - list} more]`] : shown;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cutText(name, 100), clipped(one, text, list)]));
};

/** How much is left of texts (characters) and lists (elements), tried one after the other until a value fits. */
const CUTS = [
  [1_500, 30],
  [400, 12],
  [120, 6],
  [40, 3],
] as const;

/** A value cut until it fits; the last cut fits every record. */
const fitting = (value: unknown, bytes: number): unknown => {
  for (const [text, list] of CUTS) {
    const cut = clipped(value, text, list);
    if (bytesOf(cut) <= bytes) return cut;
  }
  return clipped(value, 10, 2);
};

/** A part of a long text from `start`, as many characters as `bytes` of JSON hold, between whole characters. */
const partOf = (text: string, start: number, bytes: number): string => {
  let end = Math.min(text.length, start + bytes);
  for (let size = bytesOf(text.slice(start, end)); size > bytes; size = bytesOf(text.slice(start, end)))
    end = Math.min(end - 1, start + Math.floor(((end - start) * bytes) / size));
  return cutText(text.slice(start, end), Math.max(1, end - start));
};

const WITHIN = /^\d{1,9}$/;
/** The offset that a tool's cursor states; 0 without one, undefined for a cursor that no answer contained. */
export const startAt = (cursor: unknown): number | undefined => {
  if (cursor === undefined) return 0;
  return typeof cursor === "string" && WITHIN.test(cursor) ? Number(cursor) : undefined;
};

/** A list: as many rows as fit, and the cursor behind the last one. */
const listed = ({ operation: { pagedBy } }: CallableTool, name: string, all: readonly Json[], rest: Json, start: number) => {
  const from = pagedBy === undefined ? start : 0;
  const frame = fitting(judged(rest), FRAME_BYTES) as Json;
  const rows: unknown[] = [];
  let room = ANSWER_MAX_BYTES - FRAME_BYTES - bytesOf(frame);
  for (const row of all.slice(from)) {
    const cut = fitting(judged(row), Math.min(4_000, ANSWER_MAX_BYTES / 2));
    room -= bytesOf(cut) + 1;
    if (room < 0) break;
    rows.push(cut);
  }
  const shown = from + rows.length;
  const last = all[shown - 1];
  if (shown >= all.length || last === undefined) return { ...frame, [name]: rows };
  const next = pagedBy === undefined ? String(shown) : cursorOf({ at: new Date(String(last[pagedBy])), id: String(last["id"]) });
  return { ...frame, [name]: rows, next_cursor: next };
};

/** One record: its text from `start`, as much as fits. */
const single = (record: Json, text: string, start: number) => {
  const { body_text: _whole, reply_text: _new, snippet: _begin, ...facts } = record;
  const head = fitting(judged(facts), ANSWER_MAX_BYTES / 2) as Json & { readonly untrusted_content?: Json };
  const part = partOf(text, start, ANSWER_MAX_BYTES - FRAME_BYTES - bytesOf(head));
  const end = start + part.length;
  const hasMore = end < text.length;
  return {
    ...head,
    ...(part !== "" && { untrusted_content: { ...head.untrusted_content, text: part } }),
    ...(hasMore && { characters_left: text.length - end, next_cursor: String(end) }),
  };
};

/** The text of a record: of a received one what is new in it, unless the whole is asked for. */
const textOf = ({ reply_text: fresh, body_text: whole = "" }: Json, isWhole: boolean): string =>
  typeof fresh === "string" && fresh !== "" && !isWhole ? fresh : String(whole);

/** A row of a conversation shows the new text alone. */
const withOneText = (row: Json): Json => {
  if (typeof row["reply_text"] !== "string") return row;
  const { body_text: whole = "", reply_text: fresh, snippet, ...rest } = row;
  return { ...rest, text: fresh || whole || snippet };
};

/**
 * An operation's answer for a model: plain text, never HTML; what a stranger may have written under `untrusted_content`; at most
 * ANSWER_MAX_BYTES, with the cursor at which the next call goes on.
 */
export const forModel = (tool: CallableTool, answer: unknown, asked: { readonly start: number; readonly isWhole: boolean }): Json => {
  if (Array.isArray(answer)) return listed(tool, "rows", (answer as readonly Json[]).map(withOneText), {}, asked.start);
  const record = answer as Json;
  const [name, rows] = Object.entries(record).find(([key, value]) => Array.isArray(value) && LISTS.has(key)) ?? [];
  if (name === undefined) return single(record, textOf(record, asked.isWhole), asked.start);
  const { [name]: _rows, ...rest } = record;
  // What a team tells itself is for people: a model that writes mail never sees a note.
  const mails = (rows as readonly Json[]).filter(({ kind }) => kind !== "note");
  return listed(tool, name, mails.map(withOneText), rest, asked.start);
};
const LISTS = new Set(["messages", "threads", "attention", "metrics", "results"]);

/** A file's text from `start`, under the same rules. */
export const fileForModel = (file: Json, text: string, start: number): Json => single({ ...file, body_text: text }, text, start);
