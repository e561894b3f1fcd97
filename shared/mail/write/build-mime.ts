import { hash } from "node:crypto";
import type { Address } from "../parsed-message.ts";
import { base64Bound, type OutgoingFile, partHeader, writeBase64 } from "./attachment-part.ts";
import { customHeaderIssues, TRACKING_HEADER } from "./custom-headers.ts";
import { customHeader, mailboxHeader, structuredHeader, textHeader } from "./header-line.ts";

const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;
const LINE_LENGTH = 75;

/** 1 for each octet that is never encoded: printable ASCII except "=". */
const literal = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > SPACE && byte <= 126 && byte !== EQUALS));
const hex = Buffer.from("0123456789ABCDEF");

/** The most octets that `writeQuotedPrintable` needs for `bytes` octets of UTF-8: three each, and a soft break for every 73. */
const quotedPrintableBound = (bytes: number): number => {
  return Math.ceil(bytes * 3.2) + 8;
};

/**
 * Writes text as quoted-printable UTF-8 (RFC 2045 6.7) into `out` from offset `at`; returns the offset after it. Every line break, CR, LF or CRLF,
 * becomes CRLF; no line is longer than 76 octets; white space at the end of a line is encoded.
 */
const writeQuotedPrintable = (bytes: Uint8Array, out: Buffer, at: number): number => {
  let column = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === LF || byte === CR) {
      if (byte === CR && bytes[i + 1] === LF) i++;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    const plain = literal[byte] === 1 || ((byte === SPACE || byte === TAB) && !endsLine(bytes[i + 1]));
    const width = plain ? 1 : 3;
    if (column + width > LINE_LENGTH) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    column += width;
    if (plain) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = hex[byte >> 4] ?? 0;
      out[at++] = hex[byte & 15] ?? 0;
    }
  }
  return at;
};

const endsLine = (next: number | undefined): boolean => {
  return next === LF || next === CR || next === undefined;
};

/** The content of an email on the wire; "", [] and undefined leave out a header or a part. Addresses have ASCII domains, ids have their brackets. */
export interface OutgoingMail {
  readonly from: Address;
  readonly to: Address;
  readonly cc?: readonly Address[];
  readonly replyTo?: Address | undefined;
  readonly subject: string;
  readonly date: Date;
  readonly messageId: string;
  /** The value of the tracking header, by which the copy in the Sent folder is recognised when a provider replaces the Message-ID. */
  readonly tracking?: string | undefined;
  readonly inReplyTo?: string | undefined;
  readonly references: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  readonly files?: readonly OutgoingFile[];
}

/**
 * Builds the RFC 5322 message, ready for DATA except for dot-stuffing: CRLF line ends, ASCII, no line over 998 octets, and the same octets whenever
 * it is built. Throws a TypeError for text that could add a header (S5 in SECURITY.md); validation refuses such text before.
 */
export const buildMime = (mail: OutgoingMail): Buffer => {
  const { files = [] } = mail;
  const inline = files.filter(({ contentId }) => contentId !== undefined && mail.html !== "");
  const parts = [part("plain", mail.text), withRelated(part("html", mail.html), inline, mail)];
  const shown = [...(mail.text !== "" || mail.html === "" ? parts.slice(0, 1) : []), ...(mail.html === "" ? [] : parts.slice(1))];
  const beside = files.filter((file) => !inline.includes(file)).map((file) => filePart(file, false));
  const body = shown.length > 1 ? multipart("alternative", "", shown, mail) : shown[0]!;
  const whole = beside.length > 0 ? multipart("mixed", "m", [body, ...beside], mail) : body;

  const head = mailHeaders(mail);
  const out = Buffer.allocUnsafe(head.length + whole.bound + 2);
  let at = out.write(head, "latin1");
  at = whole.write(out, at);
  if (out[at - 1] !== 10) at += out.write("\r\n", at, "latin1");
  return out.subarray(0, at);
};

/** A part of the mail, including its header. */
interface Part {
  /** Its maximum size, octets. */
  readonly bound: number;
  /** Writes it at that offset and returns the offset after it. */
  readonly write: (out: Buffer, at: number) => number;
}

const part = (type: "plain" | "html", text: string): Part => {
  const bytes = Buffer.from(text);
  const head = `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  return {
    bound: head.length + quotedPrintableBound(bytes.length),
    write: (out, at) => writeQuotedPrintable(bytes, out, at + out.write(head, at, "latin1")),
  };
};

const filePart = (file: OutgoingFile, inline: boolean): Part => {
  const head = partHeader(file, inline);
  return {
    bound: head.length + base64Bound(file.content.length),
    write: (out, at) => writeBase64(file.content, out, at + out.write(head, at, "latin1")),
  };
};

/** The HTML with the files that it shows (RFC 2387). */
const withRelated = (html: Part, inline: readonly OutgoingFile[], mail: OutgoingMail): Part =>
  inline.length === 0 ? html : multipart('related; type="text/html"', "r", [html, ...inline.map((file) => filePart(file, true))], mail);

/**
 * "=_" occurs neither in quoted-printable nor in base64, so no body can contain the boundary (RFC 2045 6.7). Its letter is no hexadecimal digit, so
 * no boundary is the start of another (RFC 2046, 5.1.1).
 */
const multipart = (type: string, letter: "" | "m" | "r", parts: readonly Part[], { messageId }: OutgoingMail): Part => {
  const boundary = `=_${letter}${hash("sha1", messageId)}`;
  const head = `Content-Type: multipart/${type};\r\n boundary="${boundary}"\r\n`;
  const between = `\r\n--${boundary}\r\n`;
  return {
    bound: head.length + parts.reduce((sum, { bound }) => sum + between.length + bound, between.length + 2),
    write: (out, at) => {
      at += out.write(head, at, "latin1");
      for (const one of parts) at = one.write(out, at + out.write(between, at, "latin1"));
      return at + out.write(`\r\n--${boundary}--`, at, "latin1");
    },
  };
};

const mailHeaders = (mail: OutgoingMail): string => {
  const [issue] = customHeaderIssues(mail.headers);
  if (issue) throw new TypeError(`The ${issue.name} header ${issue.message}`);
  let head = mailboxHeader("From", [mail.from]) + mailboxHeader("To", [mail.to]);
  if (mail.cc && mail.cc.length > 0) head += mailboxHeader("Cc", mail.cc);
  if (mail.replyTo) head += mailboxHeader("Reply-To", [mail.replyTo]);
  head += textHeader("Subject", mail.subject);
  head += structuredHeader("Date", mail.date.toUTCString().replace("GMT", "+0000"));
  head += idHeader("Message-ID", [mail.messageId]);
  if (mail.tracking) head += structuredHeader(TRACKING_HEADER, mail.tracking);
  if (mail.inReplyTo) head += idHeader("In-Reply-To", [mail.inReplyTo]);
  if (mail.references.length > 0) head += idHeader("References", mail.references);
  for (const [name, value] of Object.entries(mail.headers)) head += customHeader(name, value.trim());
  return `${head}MIME-Version: 1.0\r\n`;
};

const idHeader = (name: string, ids: readonly string[]): string => {
  if (!ids.every((id) => /^<[^\s<>]{1,960}>$/.test(id))) throw new TypeError(`The ${name} header must hold message ids`);
  return structuredHeader(name, ids.join(" "));
};
