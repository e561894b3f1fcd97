import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";

/** A raw mail from header lines and a body; what a test does not name is an ordinary personal mail. */
export const rawMail = ({ headers = {}, body = "Hello.\n" }: { headers?: Record<string, string>; body?: string | Buffer }): Buffer => {
  const all: Record<string, string> = {
    From: "Jane Doe <jane@customer.example>",
    To: "me@sender.example",
    Subject: "Hello",
    Date: "Fri, 20 Nov 2026 10:15:00 +0000",
    "Message-ID": "<m1@customer.example>",
    ...headers,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${head.join("")}\r\n`), Buffer.isBuffer(body) ? body : Buffer.from(body.replace(/\n/g, "\r\n"))]);
};

export const aMail = (parts: Parameters<typeof rawMail>[0]): ParsedMessage => {
  return parseMessage(rawMail(parts));
};

/** A multipart mail from whole parts, each with its own header lines. */
export const aMultipart = (subtype: string, parts: readonly string[], headers: Record<string, string> = {}): ParsedMessage => {
  const body = [...parts.map((part) => `--=_b1\n${part}\n`), "--=_b1--\n"].join("");
  return aMail({ headers: { "MIME-Version": "1.0", "Content-Type": `multipart/${subtype}; boundary="=_b1"`, ...headers }, body });
};
