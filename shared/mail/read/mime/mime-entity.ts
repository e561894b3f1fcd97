import { isAscii } from "node:buffer";
import { field, parseFields, parseParameters, type Parameterised } from "./headers.ts";
import { charsetOfHtml, decodeCharset } from "./charset.ts";
import { decodeTransfer } from "./transfer-encoding.ts";
import type { Header } from "../../parsed-message.ts";

/** The limits of S14 in SECURITY.md. What exceeds them is cut off, never refused, because a refused message would be fetched again and again. */
export const mimeLimits = {
  rawBytes: 25 * 1024 * 1024,
  headerBytes: 256 * 1024,
  /** Of one part's header. */
  partHeaderBytes: 32 * 1024,
  bodyBytes: 1024 * 1024,
  reportBytes: 256 * 1024,
  /** Of all reports together, characters. */
  reportsLength: 1024 * 1024,
  reports: 16,
  /** Of a part that encloses others in a large message, in its transfer encoding. */
  enclosingBytes: 8 * 1024 * 1024,
  parts: 200,
  depth: 30,
  /** Of all searches for boundaries, on all levels of nesting together. */
  scannedBytes: 200 * 1024 * 1024,
  recipients: 100,
} as const;

/**
 * A part without children: its fields, its IMAP section number (RFC 9051, 6.4.5), and its bytes in transfer encoding. When the structure had to be
 * repaired the number is `#` and the index of the leaf, because a server may number the parts otherwise.
 */
export interface MimeLeaf {
  readonly part: string;
  readonly fields: readonly Header[];
  readonly type: Parameterised;
  readonly disposition: Parameterised;
  readonly encoding: string;
  readonly body: Buffer;
  /** Whether it is the first part of its multipart, and whether that is a multipart/alternative. */
  readonly place: Place;
}

/** Where a leaf stands in the multipart around it. */
export interface Place {
  readonly first: boolean;
  readonly alternative: boolean;
}

/** The message's fields and its leaves in order; `cut`: which limits were exceeded. */
export interface MimeTree {
  readonly fields: readonly Header[];
  readonly leaves: readonly MimeLeaf[];
  readonly cut: { readonly headers: boolean; readonly parts: boolean };
}

/** Splits a raw message (RFC 2045, 2046) within the bounds, in time linear in its size times the depth of nesting. */
export const readMimeTree = (raw: Buffer): MimeTree => {
  const cut = { headers: false, parts: raw.length > mimeLimits.rawBytes };
  const leaves: MimeLeaf[] = [];
  const unlabelled = new Map<MimeLeaf, Buffer>();
  let scanned = 0;
  let repaired = false;
  const own = splitEntity(withoutMboxLine(withLineFeeds(raw.subarray(0, mimeLimits.rawBytes))), mimeLimits.headerBytes);
  cut.headers = own.headersCut;
  const collect = (entity: Entity, part: string, depth: number, defaultType: string, place: Place): void => {
    const types = entity.fields.filter(({ name }) => name === "content-type").map(({ value }) => parseParameters(value));
    const multiparts = types.filter(({ value }) => value.startsWith("multipart/"));
    if (multiparts.length > 0) scanned += entity.body.length;
    const isWithin = depth < mimeLimits.depth && scanned <= mimeLimits.scannedBytes;
    if (multiparts.length > 0 && !isWithin) cut.parts = true;
    const split = isWithin ? splitByOneOf(multiparts, entity.body) : undefined;
    repaired ||= entity.headersRepaired || (split?.repaired ?? false);
    if (split) {
      const childType = split.type.value === "multipart/digest" ? "message/rfc822" : "text/plain";
      split.bodies.forEach((body, i) => {
        if (leaves.length >= mimeLimits.parts) {
          cut.parts = true;
          return;
        }
        const at = { first: i === 0, alternative: split.type.value === "multipart/alternative" };
        collect(splitEntity(body, mimeLimits.partHeaderBytes), part === "" ? `${i + 1}` : `${part}.${i + 1}`, depth + 1, childType, at);
      });
      return;
    }
    const leaf = { part: part === "" ? "1" : part, ...described(entity.fields, defaultType), body: entity.body, place };
    leaves.push(leaf);
    if (!isUtf8(entity.header)) unlabelled.set(leaf, entity.header);
  };
  collect(own, "", 0, "text/plain", { first: true, alternative: false });
  const charset = () =>
    charsetOfParts(
      leaves.map(({ type, encoding, body }) => ({
        contentType: type.value,
        charset: type.params["charset"] ?? "",
        encoding,
        content: body,
      })),
    );
  // a name in raw octets has the charset of the mail's text
  const read = leaves.map((leaf) => {
    const header = unlabelled.get(leaf);
    return header ? { ...leaf, ...described(parseFields(headerText(header, charset)), leaf.type.value) } : leaf;
  });
  return {
    fields: parseFields(headerText(own.header, charset)),
    leaves: repaired ? read.map((leaf, i) => ({ ...leaf, part: `#${i}` })) : read,
    cut,
  };
};

/** What a leaf's fields say about it. */
const described = (fields: readonly Header[], defaultType: string): Pick<MimeLeaf, "fields" | "type" | "disposition" | "encoding"> => {
  const named = field(fields, "content-type");
  const type = parseParameters(named === "" ? defaultType : named);
  return {
    fields,
    type: type.value.includes("/") && !type.value.startsWith("multipart/") ? type : { value: defaultType, params: type.params },
    disposition: parseParameters(field(fields, "content-disposition")),
    encoding: field(fields, "content-transfer-encoding"),
  };
};

/** The charset that the parts' labels name, else the one that the first HTML part names itself; "" for none. */
export const charsetOfParts = (
  parts: readonly { readonly contentType: string; readonly charset: string; readonly encoding: string; readonly content: Buffer }[],
): string => {
  const named = parts.find(({ charset }) => charset !== "")?.charset;
  if (named !== undefined) return named;
  const html = parts.find(({ contentType }) => contentType === "text/html");
  return html ? charsetOfHtml(decodeTransfer(html.content.subarray(0, HTML_HEAD_BYTES), html.encoding)) : "";
};

/** How much of an HTML part is decoded to find its charset. */
const HTML_HEAD_BYTES = 4 * 1024;

/**
 * The text of a header block: each run of 8-bit bytes is decoded as UTF-8 when it is valid, else by the charset of the entity's Content-Type, else by
 * that of a multipart's parts.
 */
export const headerText = (bytes: Buffer, charsetBelow: () => string = () => ""): string => {
  if ((isAscii(bytes) && !bytes.includes(0x1b)) || isUtf8(bytes)) return bytes.toString("utf8");
  return decodeCharset(bytes, /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(bytes.toString("latin1"))?.[1] ?? charsetBelow());
};

const isUtf8 = (bytes: Buffer): boolean => {
  return !bytes.includes(0x1b) && !bytes.toString("utf8").includes("\ufffd");
};

interface Entity {
  readonly fields: readonly Header[];
  readonly header: Buffer;
  readonly headersCut: boolean;
  /** Whether the header was not ended by an empty line. */
  readonly headersRepaired: boolean;
  readonly body: Buffer;
}

const splitEntity = (bytes: Buffer, headerBytes: number): Entity => {
  const end = headerEnd(bytes);
  const header = bytes.subarray(0, Math.min(end.header, headerBytes));
  const fields = parseFields(headerText(header));
  return { fields, header, headersCut: end.header > header.length, headersRepaired: end.repaired, body: bytes.subarray(end.body) };
};

/**
 * Where a header ends and the body begins. The header ends at the first empty line. A line of white space ends it, too, unless header fields follow,
 * which make it a folded line (RFC 5322, 4.2). A line that is no field ends it and begins the body, unless fields follow that occur only in headers.
 */
export const headerEnd = (bytes: Buffer): { readonly header: number; readonly body: number; readonly repaired: boolean } => {
  let line = 0;
  while (line < bytes.length) {
    const next = lineEnd(bytes, line);
    const kind = kindOfLine(bytes, line, next);
    if (kind === "empty") return { header: line, body: next, repaired: false };
    if (kind === "blank" || kind === "other") {
      const end = isDelimiter(bytes, line) ? undefined : endFrom(bytes, next, kind);
      if (end !== undefined) return { header: end, body: lineEnd(bytes, end), repaired: false };
      return kind === "blank" ? { header: line, body: next, repaired: false } : { header: line, body: line, repaired: true };
    }
    line = next;
  }
  return { header: bytes.length, body: bytes.length, repaired: false };
};

/** A call of `indexOf` costs more than a short line. */
const SHORT_LINE = 64;

const lineEnd = (bytes: Buffer, line: number): number => {
  const near = Math.min(bytes.length, line + SHORT_LINE);
  let at = line;
  while (at < near && bytes[at] !== 0x0a) at++;
  const newline = at < near ? at : bytes.indexOf(0x0a, at);
  return newline < 0 ? bytes.length : newline + 1;
};

type LineKind = "empty" | "blank" | "field" | "folded" | "other";

/** The kind of a header's line: white space alone is `blank`; a delimiter, or text that is no field, is `other`. */
const kindOfLine = (bytes: Buffer, line: number, next: number): LineKind => {
  let at = line;
  while (at < next && bytes[at]! <= 0x20) at++;
  if (at === next) return bytes[line] === 0x20 || bytes[line] === 0x09 ? "blank" : "empty";
  if (bytes[line] === 0x20 || bytes[line] === 0x09) return line === 0 ? "other" : "folded";
  for (at = line; at < Math.min(next, line + MAX_NAME) && isNameByte(bytes[at]!);) at++;
  const isNamed = at > line;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  const isLink = bytes[at + 1] === 0x2f && bytes[at + 2] === 0x2f;
  return isNamed && at < next && bytes[at] === 0x3a && !isLink ? "field" : "other";
};

const MAX_NAME = 256;
const isNameByte = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x3a;

/** Whether a line is a delimiter of the multipart whose boundary the header above names. */
const isDelimiter = (bytes: Buffer, line: number): boolean =>
  bytes[line] === 0x2d && bytes[line + 1] === 0x2d && /boundary\s*=/i.test(bytes.toString("latin1", 0, line));

/** Fields that occur only in headers, never in text. */
const headerOnly =
  /^(?:received|return-path|from|to|cc|reply-to|subject|date|message-id|in-reply-to|references|mime-version|content-[a-z-]+|list-[a-z-]+|dkim-signature|authentication-results|x-[\w-]+)[ \t]*:/i;

/**
 * The empty line that ends a header which continues below a doubtful line; undefined when it does not continue. Below a line of white space there
 * must be only fields, at least one. Below a line that is no field there must be only fields that headers have, at least as many as there are such
 * lines. What shows too few fields within a header's length is a body, and is not read to its end.
 */
const endFrom = (bytes: Buffer, from: number, doubtful: "blank" | "other"): number | undefined => {
  let fields = 0;
  let others = doubtful === "other" ? 1 : 0;
  let line = from;
  while (line < bytes.length) {
    if (fields < Math.max(1, others) && line - from > mimeLimits.partHeaderBytes) return undefined;
    const next = lineEnd(bytes, line);
    const kind = kindOfLine(bytes, line, next);
    if (kind === "empty") break;
    if (bytes[line] === 0x2d && bytes[line + 1] === 0x2d) return undefined;
    if (kind === "other" && doubtful === "blank") return undefined;
    if (kind === "other") others++;
    if (kind === "field") {
      fields++;
      if (doubtful === "other" && !headerOnly.test(bytes.toString("latin1", line, Math.min(next, line + 60)))) return undefined;
    }
    line = next;
  }
  return fields > 0 && fields >= others ? line : undefined;
};

/** Replaces the line ends of a message that only has bare CRs, as old Macs stored them. */
const withLineFeeds = (bytes: Buffer): Buffer => {
  if (bytes.subarray(0, 65_536).includes(0x0a) || !bytes.includes(0x0d)) return bytes;
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(0x0d); at >= 0; at = copy.indexOf(0x0d, at + 1)) copy[at] = 0x0a;
  return copy;
};

/** Removes empty lines before the header, and the separator line of mbox files. */
const withoutMboxLine = (bytes: Buffer): Buffer => {
  let start = 0;
  while (start < bytes.length && bytes[start]! <= 0x20) start++;
  if (bytes.toString("latin1", start, start + 5) !== "From ") return bytes.subarray(start);
  const newline = bytes.indexOf(0x0a, start);
  return bytes.subarray(newline < 0 ? bytes.length : newline + 1);
};

interface Split {
  readonly type: Parameterised;
  readonly bodies: readonly Buffer[];
  /** Whether the delimiters differ from the boundary in the Content-Type, or occur twice. */
  readonly repaired: boolean;
}

/**
 * The parts of a multipart. Of several Content-Types the one counts whose boundary occurs in the body; where none does, the boundary is the one that
 * the body shows: a line of two dashes and more above a field of a part, found again below it. Undefined when there are no parts.
 */
const splitByOneOf = (types: readonly Parameterised[], body: Buffer): Split | undefined => {
  const named = types.flatMap((type) => boundariesOf(type).map((boundary) => ({ type, boundary })));
  for (const [at, { type, boundary }] of named.entries()) {
    const { bodies, reopened } = splitMultipart(body, Buffer.from(`--${boundary}`, "utf8"));
    if (bodies.length > 0) return { type, bodies, repaired: at > 0 || reopened };
  }
  const [type] = types;
  const shown = type && shownDelimiter(body);
  const { bodies } = shown ? splitMultipart(body, shown) : { bodies: [] };
  return type && bodies.length > 0 ? { type, bodies, repaired: true } : undefined;
};

/** The boundary that a type names; single quotes belong to it (RFC 2045, 5.1), but some programs mean them as quotes. */
const boundariesOf = ({ params }: Parameterised): readonly string[] => {
  const boundary = params["boundary"] ?? "";
  const inner = /^'(.+)'$/.exec(boundary)?.[1];
  return [boundary, ...(inner === undefined ? [] : [inner])].filter((name) => name !== "");
};

/** How far into a body its first delimiter is searched for. */
const PREAMBLE_BYTES = 8 * 1024;

const shownDelimiter = (body: Buffer): Buffer | undefined => {
  const start = body.toString("latin1", 0, PREAMBLE_BYTES);
  const [, delimiter] = /(?:^|\n)([ \t]{0,8}--[^\s\r\n][^\r\n]{0,100}?)[ \t]*\r?\ncontent-[a-z-]{1,40}:/i.exec(start) ?? [];
  if (delimiter === undefined) return undefined;
  const bytes = Buffer.from(delimiter, "latin1");
  return body.indexOf(bytes, body.indexOf(bytes) + bytes.length) >= 0 ? bytes : undefined;
};

/** Splits at a delimiter's lines. A multipart within may have the same one: after a closing line the next part begins with the next delimiter. */
const splitMultipart = (body: Buffer, delimiter: Buffer): { readonly bodies: Buffer[]; readonly reopened: boolean } => {
  const bodies: Buffer[] = [];
  let start = -1;
  let closed = false;
  let reopened = false;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue;
    const after = at + delimiter.length;
    const closing = body[after] === 0x2d && body[after + 1] === 0x2d;
    // a longer boundary with this prefix belongs to another multipart
    if (!closing && !endsLine(body, after)) continue;
    if (start >= 0) bodies.push(withoutLastNewline(body.subarray(start, at)));
    if (bodies.length > mimeLimits.parts) return { bodies, reopened };
    reopened ||= closed && !closing;
    closed ||= closing;
    const newline = body.indexOf(0x0a, after);
    start = closing ? -1 : newline < 0 ? body.length : newline + 1;
  }
  if (start >= 0 && start < body.length) bodies.push(body.subarray(start));
  return { bodies, reopened };
};

const endsLine = (body: Buffer, from: number): boolean => {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09 || body[at] === 0x0d) at++;
  return at >= body.length || body[at] === 0x0a;
};

const withoutLastNewline = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end--;
  if (bytes[end - 1] === 0x0d) end--;
  return bytes.subarray(0, end);
};
