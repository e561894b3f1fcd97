import { prepareMail } from "#shared/inbox/ingest/ingest.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { messageWords } from "#shared/inbox/store/search/message-search.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { adversarialUnits } from "./adversarial-units.ts";
import type { Reader } from "./growth.ts";

/** What makes a normal form of Unicode, or what follows from one, expensive: marks of two classes in turn, letters that become many. */
export const unicodeUnits: readonly string[] = [
  "\u0301\u0316",
  "\u0301",
  "\uff9e\u0301",
  "e\u0301",
  "\u1100\u1161\u11a8",
  "\ufdfa",
  "\u0344",
];

/** Each is repeated through a whole mail. */
export const mailUnits: readonly string[] = [
  ...unicodeUnits,
  ...adversarialUnits,
  "a:\n",
  "<div><b>From:</b>",
  "<pre>> x\n",
  "漢",
  "=20",
  "=\n",
];

const filled = (unit: string, bytes: number) => unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
const line = (unit: string, bytes: number) => filled(unit, bytes).replace(/[\r\n"]+/g, " ");
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const times = (count: number, one: (index: number) => string): readonly string[] => Array.from({ length: count }, (_, index) => one(index));
const multipart = (type: string, parts: readonly string[]) =>
  `Content-Type: multipart/${type}; boundary=a\r\n\r\n${parts.map((part) => `--a\r\n${part}\r\n`).join("")}--a--\r\n`;
const body = (type: string, content: string) => `Content-Type: ${type}; charset=utf-8\r\n\r\n${content}`;

const person = "From: Jane <jane@x.example>\r\nTo: me@y.example\r\nSubject: Re: x\r\nIn-Reply-To: <a@b>\r\n";
const daemon = "From: mailer-daemon@x.example\r\nTo: me@y.example\r\nSubject: failure notice\r\n";
/** A header that is longer is cut. */
const HEADER = 200_000;
const report = "report; report-type=delivery-status";

/** The parts that a unit may fill, each of a size in octets. */
const parts = {
  names: (unit: string, size: number) =>
    times(40, (i) => `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${i}${line(unit, size / 40)}"\r\n\r\nx`),
  texts: (unit: string, size: number) => times(10, () => body("text/plain", filled(unit, size / 10))),
  htmls: (unit: string, size: number) => times(10, () => body("text/html", filled(unit, size / 10))),
  statuses: (unit: string, size: number) =>
    times(8, () => `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n${filled(unit, size / 8)}`),
  enclosed: (unit: string, size: number) => times(8, () => `Content-Type: message/rfc822\r\n\r\nReceived: x\r\n${filled(unit, size / 8)}`),
  headed: (unit: string, size: number) => times(50, () => `${filled(unit, size / 50)}\r\n\r\nx`),
};

const people = (unit: string, size: number) => {
  const list = (from: number) => times(50, (i) => `${encoded(filled(unit, size / 134))} <a${from + i}@b.example>`).join(", ");
  return `To: ${list(0)}\r\nCc: ${list(50)}\r\n`;
};
const headers = (unit: string, size: number) =>
  `Subject: Re: ${encoded(filled(unit, size / 6))}\r\nReferences: ${line(unit, size / 6)}\r\nX-Other: ${line(unit, size / 6)}\r\n` +
  `From: ${line(unit, size / 6)} <a@b.example>\r\n${people(unit, size / 4)}`;
const nested = (unit: string, size: number): string => {
  const inside = (inner: string, b: string) => `Content-Type: multipart/mixed; boundary=${b}\r\n\r\n--${b}\r\n${inner}\r\n--${b}--\r\n`;
  return times(29, (i) => `b${i}`).reduce(inside, filled(unit, size));
};
const everywhere = (unit: string, size: number) => Object.values(parts).flatMap((make) => make(unit, size / 6));

/** Whole mails: a unit in one part of it, and in all of them at once. */
export const wholeMails: Readonly<Record<string, (unit: string, size: number) => string>> = {
  headers: (unit, size) => `${headers(unit, Math.min(size, HEADER))}\r\nx`,
  names: (unit, size) => person + multipart("mixed", parts.names(unit, size)),
  text: (unit, size) => person + body("text/plain", filled(unit, size)),
  html: (unit, size) => person + body("text/html", filled(unit, size)),
  "text in parts": (unit, size) => person + multipart("mixed", parts.texts(unit, size)),
  "text and html": (unit, size) => person + multipart("mixed", [...parts.texts(unit, size / 2), ...parts.htmls(unit, size / 2)]),
  "headers of parts": (unit, size) => person + multipart("mixed", parts.headed(unit, size)),
  "parts in parts": (unit, size) => person + nested(unit, size),
  "a notice": (unit, size) => daemon + body("text/plain", filled(unit, size)),
  "a notice in html": (unit, size) => daemon + body("text/html", filled(unit, size)),
  "a report": (unit, size) => daemon + multipart(report, parts.statuses(unit, size)),
  "what a notice returns": (unit, size) => daemon + multipart(report, parts.enclosed(unit, size)),
  "all parts": (unit, size) => headers(unit, Math.min(size / 8, HEADER)) + multipart("mixed", everywhere(unit, (size * 7) / 8)),
  "all parts of a notice": (unit, size) =>
    daemon + people(unit, Math.min(size / 8, HEADER)) + multipart(report, everywhere(unit, (size * 7) / 8)),
};

const ports = { clock: { now: () => new Date(0) }, ids: { objectId: () => "1", random: () => "1" } };
const mailbox = aMailbox({ email: "me@y.example", inboxEnabledAt: new Date(0) });
const folder = { path: "INBOX", role: "inbox", uidValidity: "1", since: new Date(0) } as const;

/** All that happens to a mail before it is stored, and the words that it is found by. */
export const readWholeMail: Reader = (text) => {
  const raw = Buffer.from(text);
  const facts = { uid: 1, receivedAt: new Date(0), size: raw.length, seen: false, draft: false, own: false };
  const mail = prepareMail(ports, mailbox, folder, { facts, parsed: parseMessage(raw) });
  return mail && messageWords(mail.message);
};
