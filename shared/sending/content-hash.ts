import { createHash } from "node:crypto";
import type { OutgoingFile } from "#shared/mail/write/attachment.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import type { Send, SendBody } from "./send.ts";

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

const people = (some: readonly Address[] = []) => some.map(({ name, email }) => [name, email]);

/** What of an email a person approves. */
type Approvable = Pick<
  Send,
  "fromName" | "fromEmail" | "toName" | "toEmail" | "cc" | "bcc" | "replyTo" | "replyToName" | "subject" | "headers"
>;

/**
 * The SHA-256 of what a person approves, hexadecimal: sender, Reply-To, recipients, subject, both bodies with their quote, the headers and the files.
 * Not Date, Message-ID, In-Reply-To, References, boundaries and the tracking header, which this service sets.
 */
export const contentHash = (send: Approvable, body: SendBody, files: readonly OutgoingFile[]): string => {
  const headers = Object.entries(send.headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = [
    [send.fromName, send.fromEmail],
    [send.replyToName ?? "", send.replyTo ?? ""],
    [send.toName ?? "", send.toEmail],
    people(send.cc),
    people(send.bcc),
    send.subject,
    body.text,
    body.html,
    headers,
    files.map(({ name, type, contentId = "", content: bytes }) => [name, type, contentId, sha256(bytes)]),
  ];
  return sha256(JSON.stringify(content));
};
