import { createHash } from "node:crypto";
import { simpleParser } from "mailparser";
import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";

/** What was accepted for sending, by the send's id: the hash of the mail that must arrive. */
const hashes = new Map<string, string>();

/** The SHA-256 of a mail's octets, in hexadecimal. */
export const hashOf = (raw: Buffer): string => createHash("sha256").update(raw).digest("hex");

/** Remembers what a client gave us to send. */
export const rememberContent = ({ send, body }: Draft): void => void hashes.set(send.id, hashOf(buildMime(mailOf(send, body))));

/** The hash of the mail that must arrive of a send; undefined for one that no campaign remembered. */
export const acceptedHash = (id: string): string | undefined => hashes.get(id);

/** What a person approves of an email. */
export interface Approvable {
  readonly from: Address;
  readonly replyTo: Address;
  readonly to: Address;
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
}

/** Its SHA-256, as shared/docs/guides/approvals.md says that it is made; on purpose not by the product's own code. */
export const approvableHash = ({ from, replyTo, to, cc, bcc, subject, text, html, headers, files }: Approvable): string => {
  const pair = ({ name, email }: Address) => [name, email];
  const named = Object.keys(headers).toSorted();
  const parts = [pair(from), pair(replyTo), pair(to), cc.map(pair), bcc.map(pair), subject, text, html];
  const lines = named.map((name) => [name, headers[name]]);
  const attached = files.map(({ name, type, content }) => [name, type, "", hashOf(content)]);
  return hashOf(Buffer.from(JSON.stringify([...parts, lines, attached])));
};

/** The headers that this service writes itself. */
const OURS = new Set(
  ["from", "to", "cc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "mime-version", "content-type"].concat(
    "content-transfer-encoding",
    TRACKING_HEADER.toLowerCase(),
  ),
);

/** The text of encoded words (RFC 2047), which the parser leaves as they are in headers that it does not know. */
const decoded = (value: string): string =>
  value.replaceAll(/(?:=\?utf-8\?b\?[^?]*\?=\s*)+/gi, (words) =>
    Buffer.concat([...words.matchAll(/\?b\?([^?]*)\?=/gi)].map(([, base64 = ""]) => Buffer.from(base64, "base64"))).toString(),
  );

/** What was approvable of a mail, read from its octets and its SMTP recipients by another parser; whom no header names got a blind copy. */
export const approvableOnTheWire = async (raw: Buffer, rcpt: readonly string[]): Promise<Approvable> => {
  const mail = await simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true, keepCidLinks: true });
  const people = (given: typeof mail.to): readonly Address[] =>
    (Array.isArray(given) ? given : given ? [given] : []).flatMap(({ value }) =>
      value.map(({ name, address = "" }) => ({ name, email: address })),
    );
  const [nobody, [to], cc] = [{ name: "", email: "" }, people(mail.to), people(mail.cc)];
  const named = new Set([to, ...cc].map((one) => one?.email));
  const valueOf = (line: string) =>
    decoded(
      line
        .slice(line.indexOf(":") + 1)
        .replaceAll(/\r?\n(?=[ \t])/g, "")
        .trim(),
    );
  const own = mail.headerLines.filter(({ key }) => !OURS.has(key));
  return {
    from: people(mail.from)[0] ?? nobody,
    replyTo: people(mail.replyTo)[0] ?? nobody,
    to: to ?? nobody,
    cc,
    bcc: rcpt.filter((email) => !named.has(email)).map((email) => ({ name: "", email })),
    subject: mail.subject ?? "",
    text: (mail.text ?? "").replace(/\n$/, ""),
    html: (mail.html || "").replace(/\n$/, ""),
    headers: Object.fromEntries(own.map(({ line }) => [line.slice(0, line.indexOf(":")), valueOf(line)])),
    files: mail.attachments.map(({ filename = "", contentType, content }) => ({ name: filename, type: contentType, content })),
  };
};
