import { field, parseFields } from "./header-block.ts";
import { parseParameters, type Parameterised } from "./parameters.ts";
import { decodeCharset } from "./charset.ts";
import type { Header } from "../../parsed-message.ts";

/**
 * The bounds that S14 in SECURITY.md asks for. Content beyond them is cut off, never refused, because a refused message would be fetched again and
 * again.
 */
export const mimeLimits = {
  rawBytes: 25 * 1024 * 1024,
  headerBytes: 256 * 1024,
  /** of one part's header */
  partHeaderBytes: 32 * 1024,
  bodyBytes: 1024 * 1024,
  reportBytes: 256 * 1024,
  /** of all reports together, in characters */
  reportsLength: 1024 * 1024,
  reports: 16,
  /** of a winmail.dat in a large message, in its transfer encoding */
  tnefBytes: 8 * 1024 * 1024,
  parts: 200,
  depth: 30,
  /** searched for boundaries, on all levels of nesting together */
  scannedBytes: 200 * 1024 * 1024,
  recipients: 100,
} as const;

/** A part without children: its fields, its IMAP section number (RFC 9051, 6.4.5), and its bytes in transfer encoding. */
export interface MimeLeaf {
  readonly part: string;
  readonly fields: readonly Header[];
  readonly type: Parameterised;
  readonly disposition: Parameterised;
  readonly encoding: string;
  readonly body: Buffer;
}

/** The message's fields and its leaves in order; `cut` says which bound was exceeded. */
export interface MimeTree {
  readonly fields: readonly Header[];
  readonly leaves: readonly MimeLeaf[];
  readonly cut: { readonly headers: boolean; readonly parts: boolean };
}

/** Splits a raw message (RFC 2045, 2046) within the bounds, in time linear in its size times the depth of nesting. */
export const readMimeTree = (raw: Buffer): MimeTree => {
  const cut = { headers: false, parts: raw.length > mimeLimits.rawBytes };
  const leaves: MimeLeaf[] = [];
  let scanned = 0;
  const own = splitEntity(withoutMboxLine(withLineFeeds(raw.subarray(0, mimeLimits.rawBytes))), mimeLimits.headerBytes);
  cut.headers = own.headersCut;
  const collect = (entity: Entity, part: string, depth: number, defaultType: string): void => {
    const type = parseParameters(field(entity.fields, "content-type") || defaultType);
    const boundary = type.params["boundary"] ?? "";
    const multipart = type.value.startsWith("multipart/") && boundary !== "";
    if (multipart) scanned += entity.body.length;
    if (multipart && (depth >= mimeLimits.depth || scanned > mimeLimits.scannedBytes)) cut.parts = true;
    else if (multipart) {
      const bodies = splitMultipart(entity.body, boundary);
      const childType = type.value === "multipart/digest" ? "message/rfc822" : "text/plain";
      bodies.forEach((body, i) => {
        if (leaves.length < mimeLimits.parts)
          collect(splitEntity(body, mimeLimits.partHeaderBytes), part === "" ? `${i + 1}` : `${part}.${i + 1}`, depth + 1, childType);
        else cut.parts = true;
      });
      if (bodies.length > 0) return;
    }
    leaves.push({
      part: part === "" ? "1" : part,
      fields: entity.fields,
      type: type.value.includes("/") && !type.value.startsWith("multipart/") ? type : { value: defaultType, params: type.params },
      disposition: parseParameters(field(entity.fields, "content-disposition")),
      encoding: field(entity.fields, "content-transfer-encoding"),
      body: entity.body,
    });
  };
  collect(own, "", 0, "text/plain");
  return { fields: own.fields, leaves, cut };
};

/** The text of a header block: each run of 8-bit bytes as UTF-8 if it is valid, else in the charset of the part's Content-Type. */
export const headerText = (bytes: Buffer): string => {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(bytes.toString("latin1"))?.[1] ?? "";
  return bytes.some((byte) => byte > 0x7f || byte === 0x1b) && !isUtf8(bytes) ? decodeCharset(bytes, charset) : bytes.toString("utf8");
};

const isUtf8 = (bytes: Buffer): boolean => {
  return !bytes.includes(0x1b) && !bytes.toString("utf8").includes("\ufffd");
};

interface Entity {
  readonly fields: readonly Header[];
  readonly headersCut: boolean;
  readonly body: Buffer;
}

const splitEntity = (bytes: Buffer, headerBytes: number): Entity => {
  const end = headerEnd(bytes);
  const block = bytes.subarray(0, Math.min(end.header, headerBytes));
  return { fields: parseFields(headerText(block)), headersCut: end.header > block.length, body: bytes.subarray(end.body) };
};

/** The first empty line ends the header. So does a line of white space, as some gateways write it, and text that is no header field. */
const headerEnd = (bytes: Buffer): { header: number; body: number } => {
  let line = 0;
  while (line < bytes.length) {
    const newline = bytes.indexOf(0x0a, line);
    const next = newline < 0 ? bytes.length : newline + 1;
    let blank = true;
    for (let i = line; blank && i < next; i++) blank = bytes[i]! <= 0x20;
    if (blank) return { header: line, body: next };
    line = next;
  }
  return { header: bytes.length, body: bytes.length };
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

const splitMultipart = (body: Buffer, boundary: string): Buffer[] => {
  const delimiter = Buffer.from(`--${boundary}`, "utf8");
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue;
    const after = at + delimiter.length;
    const closing = body[after] === 0x2d && body[after + 1] === 0x2d;
    // a longer boundary with this prefix belongs to another multipart
    if (!closing && !endsLine(body, after)) continue;
    if (start >= 0) parts.push(withoutLastNewline(body.subarray(start, at)));
    if (closing || parts.length > mimeLimits.parts) return parts;
    const newline = body.indexOf(0x0a, after);
    start = newline < 0 ? body.length : newline + 1;
  }
  if (start >= 0 && start < body.length) parts.push(body.subarray(start));
  return parts;
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
