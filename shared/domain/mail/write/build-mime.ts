import { hash } from "node:crypto";
import type { Address } from "../parsed-message.ts";
import { customHeaderIssues } from "./custom-headers.ts";
import { customHeader, mailboxHeader, structuredHeader, textHeader } from "./header-line.ts";
import { quotedPrintableBound, writeQuotedPrintable } from "./quoted-printable.ts";

/** Everything that is in an email on the wire; "", [] and undefined leave a header or a part out. Addresses have ASCII domains, ids their brackets. */
export interface OutgoingMail {
  readonly from: Address;
  readonly to: Address;
  readonly cc?: readonly Address[];
  readonly replyTo?: Address | undefined;
  readonly subject: string;
  readonly date: Date;
  readonly messageId: string;
  /** The Message-ID once more, for a provider that gives the mail another: it is then known in the Sent folder by this. */
  readonly mark?: string;
  readonly inReplyTo?: string | undefined;
  readonly references: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** The header of the mark. */
export const MARK_HEADER = "X-Sending-ID";

/**
 * The RFC 5322 message, ready for DATA but for dot-stuffing: CRLF line ends, ASCII, no line over 998 octets, and the same octets for the same
 * mail every time. Throws a TypeError on anything that could add a header (rule S5); what validation let through never does.
 */
export const buildMime = (mail: OutgoingMail): Buffer => {
  const parts = [
    { type: "plain", bytes: Buffer.from(mail.text) },
    { type: "html", bytes: Buffer.from(mail.html) },
  ].filter(({ type, bytes }) => bytes.length > 0 || (type === "plain" && mail.html === ""));
  // "=_" never occurs in quoted-printable, so no body can hold the boundary (RFC 2045 6.7).
  const boundary = parts.length > 1 ? `=_${hash("sha1", mail.messageId)}` : "";

  let head = mailHeaders(mail);
  if (boundary) head += `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`;
  const bound = parts.reduce((sum, { bytes }) => sum + quotedPrintableBound(bytes.length) + 256, head.length);
  const out = Buffer.allocUnsafe(bound);
  let at = out.write(head, "latin1");
  for (const { type, bytes } of parts) {
    if (boundary) at += out.write(`\r\n--${boundary}\r\n`, at, "latin1");
    at += out.write(`Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`, at, "latin1");
    at = writeQuotedPrintable(bytes, out, at);
  }
  if (boundary) at += out.write(`\r\n--${boundary}--`, at, "latin1");
  if (out[at - 1] !== 10) at += out.write("\r\n", at, "latin1");
  return out.subarray(0, at);
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
  if (mail.mark) head += idHeader(MARK_HEADER, [mail.mark]);
  if (mail.inReplyTo) head += idHeader("In-Reply-To", [mail.inReplyTo]);
  if (mail.references.length > 0) head += idHeader("References", mail.references);
  for (const [name, value] of Object.entries(mail.headers)) head += customHeader(name, value.trim());
  return `${head}MIME-Version: 1.0\r\n`;
};

const idHeader = (name: string, ids: readonly string[]): string => {
  if (!ids.every((id) => /^<[^\s<>]{1,960}>$/.test(id))) throw new TypeError(`The ${name} header must hold message ids`);
  return structuredHeader(name, ids.join(" "));
};
