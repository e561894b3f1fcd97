import type { StoredMessage } from "./mail-store.ts";
import { type ParsedMail, simpleParser } from "mailparser";

/** A MIME entity as offsets in the raw message: header from `start`, body from `body` to `end`. */
export interface MimePart {
  readonly raw: Buffer;
  readonly start: number;
  readonly body: number;
  readonly end: number;
  /** Lower-case names with unfolded values; of a repeated field the first. */
  readonly headers: ReadonlyMap<string, string>;
  readonly type: string;
  readonly subtype: string;
  readonly params: ReadonlyMap<string, string>;
  /** The parts of a multipart, or the message inside message/rfc822. */
  readonly parts: readonly MimePart[];
}

/** Deeper nesting is treated as plain content: a hostile message must not exhaust the stack. */
const MAX_DEPTH = 100;

const parseHeaders = (text: string): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
};

/** A value with parameters (`text/plain; charset="utf-8"`), RFC 2045 5.1. */
export const parseValue = (text: string): { value: string; params: Map<string, string> } => {
  const params = new Map<string, string>();
  for (const match of text.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/g))
    params.set((match[1] ?? "").toLowerCase(), match[2]?.replace(/\\(.)/g, "$1") ?? match[3] ?? "");
  return { value: text.split(";", 1)[0]?.trim().toLowerCase() ?? "", params };
};

/** The ranges of content between the boundary lines (RFC 2046 5.1.1); a missing end boundary is tolerated. */
const between = (raw: Buffer, boundary: string, body: number, end: number): [number, number][] => {
  const mark = Buffer.from(`--${boundary}`, "latin1");
  const ranges: [number, number][] = [];
  let from = -1;
  for (let at = raw.indexOf(mark, body); at >= 0 && at < end; at = raw.indexOf(mark, at + mark.length)) {
    if (at > body && raw[at - 1] !== 0x0a) continue;
    const lineEnd = raw.indexOf("\r\n", at);
    const rest = raw.toString("latin1", at + mark.length, lineEnd < 0 ? end : Math.min(lineEnd, end));
    if (!/^(--)?[ \t]*$/.test(rest)) continue;
    if (from >= 0) ranges.push([from, Math.max(from, at - 2)]);
    from = lineEnd < 0 ? end : Math.min(lineEnd + 2, end);
    if (rest.startsWith("--")) return ranges;
  }
  if (from >= 0) ranges.push([from, end]);
  return ranges;
};

const parsePart = (raw: Buffer, start: number, end: number, depth: number): MimePart => {
  const blank = raw.indexOf("\r\n\r\n", start);
  const body = raw[start] === 0x0d ? start + 2 : blank < 0 || blank + 4 > end ? end : blank + 4;
  const headers = parseHeaders(raw.toString("latin1", start, body));
  const { value, params } = parseValue(headers.get("content-type") ?? "text/plain; charset=us-ascii");
  const [type = "text", subtype = "plain"] = /^[^\s/]+\/[^\s/]+$/.test(value) ? value.split("/") : [];
  const part = { raw, start, body: Math.min(body, end), end, headers, type, subtype, params };
  if (depth >= MAX_DEPTH) return { ...part, type: "application", subtype: "octet-stream", parts: [] };
  if (type === "message" && subtype === "rfc822") return { ...part, parts: [parsePart(raw, part.body, end, depth + 1)] };
  if (type !== "multipart") return { ...part, parts: [] };
  const ranges = between(raw, params.get("boundary") ?? "", part.body, end);
  const whole: [number, number][] = [[part.body, end]];
  return { ...part, parts: (ranges.length > 0 ? ranges : whole).map(([from, to]) => parsePart(raw, from, to, depth + 1)) };
};

const parsed = new WeakMap<StoredMessage, MimePart>();

/** The message as a tree of parts; parsed on first use. */
export const mimeOf = (message: StoredMessage): MimePart => {
  const known = parsed.get(message);
  if (known !== undefined) return known;
  const part = parsePart(message.raw, 0, message.raw.length, 0);
  parsed.set(message, part);
  return part;
};

/** The octets of a section such as ``, `TEXT`, `1.2.MIME`, `HEADER.FIELDS (Subject)` (RFC 9051 6.4.5.1); undefined if there is none. */
export const sectionOf = (root: MimePart, section: string): Buffer | undefined => {
  const [, path = "", what = ""] = /^((?:\d+(?:\.|$))*)(.*)$/s.exec(section) ?? [];
  let part: MimePart | undefined = root;
  for (const [step, number] of path.split(".").filter(Boolean).map(Number).entries()) {
    const container: MimePart | undefined = step > 0 && part?.type === "message" ? part.parts[0] : part;
    part = container?.type === "multipart" ? container.parts[number - 1] : number === 1 ? container : undefined;
  }
  if (part === undefined) return undefined;
  const { raw } = root;
  if (what === "") return raw.subarray(path === "" ? 0 : part.body, part.end);
  if (what.toUpperCase() === "MIME") return raw.subarray(part.start, part.body);
  const message = path === "" ? part : part.parts[0];
  if (message === undefined) return undefined;
  if (what.toUpperCase() === "TEXT") return raw.subarray(message.body, message.end);
  const header = raw.toString("latin1", message.start, message.body);
  if (what.toUpperCase() === "HEADER") return Buffer.from(header, "latin1");
  const fields = /^HEADER\.FIELDS(\.NOT)? \((.*)\)$/is.exec(what);
  if (fields === null) return undefined;
  const names = new Set((fields[2] ?? "").replaceAll('"', "").toLowerCase().split(/\s+/));
  const lines = header.split(/\r\n(?![ \t])/).filter((line) => line !== "");
  const chosen = lines.filter((line) => names.has((line.split(":", 1)[0] ?? "").trim().toLowerCase()) === (fields[1] === undefined));
  return Buffer.from([...chosen, "", ""].join("\r\n"), "latin1");
};

/** Test settings for sending over an HTTP interface. */
export interface SendSettings {
  /**
   * Until when a sent message is neither a draft nor among the sent ones; undefined: it is there at once. The copy "is not created until the message
   * successfully sends, which may take time" (learn.microsoft.com/graph/outlook-immutable-id).
   */
  sentAfter: Promise<unknown> | undefined;
  /** Whether the Message-ID that an email brings is kept: by Exchange when a draft is made of MIME, by Gmail when it is sent. */
  keepsMessageIds: boolean;
}

const parsedMails = new WeakMap<Pick<StoredMessage, "raw">, Promise<ParsedMail>>();

/** The message, parsed once. */
export const parse = (message: Pick<StoredMessage, "raw">): Promise<ParsedMail> => {
  const known = parsedMails.get(message) ?? simpleParser(message.raw, { skipImageLinks: true });
  parsedMails.set(message, known);
  return known;
};

/** The header block, without the empty line that ends it. */
export const headerBlock = (raw: Buffer): string => {
  const end = raw.indexOf("\r\n\r\n");
  return raw.toString("latin1", 0, end < 0 ? raw.length : end);
};

/** A header field's value, unfolded; "" for none. */
export const header = (raw: Buffer, name: string): string =>
  new RegExp(`^${name}:[ \\t]*((?:.*(?:\\r\\n[ \\t])?)*)`, "im").exec(headerBlock(raw))?.[1]?.replace(/\r\n/g, "").trim() ?? "";

/** Sets a header field, or removes it with undefined. */
export const withHeader = (raw: Buffer, name: string, value: string | undefined): Buffer => {
  const block = headerBlock(raw);
  const rest = raw.subarray(Buffer.byteLength(block, "latin1"));
  const without = block.split(/\r\n(?![ \t])/).filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const lines = value === undefined ? without : [`${name}: ${value}`, ...without];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), rest]);
};

/** The addresses that a message is for: To, Cc and Bcc. */
export const recipientsOf = async (message: Pick<StoredMessage, "raw">): Promise<readonly string[]> => {
  const { to, cc, bcc } = await parse(message);
  return [to, cc, bcc].flatMap((list) => [list ?? []].flat()).flatMap(({ value }) => value.flatMap(({ address }) => address ?? []));
};
