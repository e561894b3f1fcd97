import { simpleParser, type AddressObject, type ParsedMail, type SimpleParserOptions } from "mailparser";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";

/** What a reader says of a mail: each field as one line, white space and characters that cannot be read folded. */
type Reading = Readonly<Record<string, string>>;

const folded = (text: string): string => text.replace(/[\s\u00a0\ufffd]+/g, " ").trim();

const ours = (message: ParsedMessage): Reading => ({
  subject: folded(message.subject),
  from: message.from.email.toLowerCase(),
  to: message.to.map(({ email }) => email.toLowerCase()).join(" "),
  cc: message.cc.map(({ email }) => email.toLowerCase()).join(" "),
  messageId: message.messageId,
  references: message.references.join(" "),
  date: message.date?.toISOString() ?? "",
  text: folded(message.text),
  html: folded(message.html),
  attachments: message.attachments.map(({ filename, contentType, size }) => `${contentType} ${filename} ${size}`).join(", "),
});

const addressesOf = (field: AddressObject | AddressObject[] | undefined): string[] =>
  [field ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap((one) => [one, ...(one.group ?? [])]))
    .flatMap(({ address = "" }) => (address === "" ? [] : [address.toLowerCase()]));

/** mailparser keeps more than the id of a Message-ID and the same reference twice, says "now" for a date that it cannot read, and sets "<br/>" where a text part stands. */
const theirs = (mail: ParsedMail): Reading => ({
  subject: folded(mail.subject ?? ""),
  from: addressesOf(mail.from)[0] ?? "",
  to: addressesOf(mail.to).join(" "),
  cc: addressesOf(mail.cc).join(" "),
  messageId: /<[^<>]*>/.exec(mail.messageId ?? "")?.[0] ?? "",
  references: [...new Set([mail.references ?? []].flat())].join(" "),
  date: mail.date && mail.date.getTime() < Date.now() - 3_600_000 ? mail.date.toISOString() : "",
  text: folded(mail.text ?? ""),
  html: folded((mail.html || "").replaceAll("<br/>", "")),
  attachments: mail.attachments.map(({ filename, contentType, size }) => `${contentType} ${filename ?? ""} ${size}`).join(", "),
});

const boundaries = (raw: string): string[] => [...raw.matchAll(/boundary="?([^"\s;]*)/gi)].map(([, boundary = ""]) => boundary);
const fieldsOf = (raw: string, names: string): string[] =>
  [...raw.matchAll(new RegExp(`^(?:${names}):[^\\n]*(?:\\n[ \\t][^\\n]*)*`, "gim"))].map(([field]) => field);
const once = [
  "message-id",
  "references",
  "date",
  "subject",
  "from",
  "to",
  "cc",
  "content-type",
  "content-disposition",
  "content-transfer-encoding",
];

/** Why the two may differ on a mail, by its text with line feeds alone: each is damage, which the two repair differently. */
const reasons: Readonly<Record<string, (raw: string) => boolean>> = {
  "lines end with a carriage return alone, which mailparser does not read": (raw) => !raw.includes("\n"),
  "an empty line before the header ends it for mailparser": (raw) => raw.startsWith("\n"),
  "white space behind a boundary or on the line that ends a header: RFC 2046, 5.1.1 allows it, mailparser does not": (raw) =>
    /^--\S+[ \t]+$|^[ \t]+$/m.test(raw),
  "a multipart that is not closed once, or whose boundary is missing: we show its lines": (raw) =>
    /multipart\/\w+\b(?!;\s*boundary=)/i.test(raw) ||
    boundaries(raw).some(
      (boundary) => boundary === "" || !raw.includes(`\n--${boundary}\n`) || raw.split(`\n--${boundary}--`).length !== 2,
    ),
  "a boundary that stands in two multiparts: we show what mailparser drops": (raw) =>
    new Set(boundaries(raw)).size < boundaries(raw).length,
  "a part whose body is one empty line: its line end is the boundary's (RFC 2046, 5.1.1), mailparser counts it": (raw) =>
    raw.split("\n").some((line, at, lines) => line === "" && lines[at - 1] === "" && (lines[at + 1] ?? "").startsWith("--")),
  "a line like a boundary that is none, so that the part goes on": (raw) =>
    [...raw.matchAll(/^--(\S+?)(?:--)?$/gm)].some(([, name = ""]) => !boundaries(raw).includes(name)),
  "what is no base64 in a part that says so: we stop there": (raw) =>
    [...raw.matchAll(/encoding: base64\n(?:[^\n]+\n)*\n((?:(?!--)[^\n]*\n)*)/gi)].some(([, body = ""]) => !/^[\w+/\s]*=*\s*$/.test(body)),
  "a header that a boundary, the end or a line without a colon ends": (raw) =>
    /^[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*(?!\n|[ \t]|[\w-]+:)/m.test(raw),
  "a type without its semicolon, or a part or mail without a type, which mailparser guesses from the file's name": (raw) =>
    /^content-type:[^;\n]*[^;\s][ \t]+\w/im.test(raw) ||
    /^--(?!\S*--$)\S+\n(?!content-type:)/im.test(raw) ||
    /^(?:(?!content-type:)[^\n]+\n)*content-disposition:(?:(?!content-type:)[^\n]+\n)*\n/i.test(raw),
  "a disposition without its semicolon, whose name we read and mailparser does not": (raw) =>
    /^content-disposition:\s*(?:[\w-]+[\s,]+)?[\w*-]+=/im.test(raw),
  "a folded line that adds other words to a date, a type or the references: we read what stands before": (raw) =>
    /^(?:date|content-[\w-]+):[^\n]*\n[ \t](?![\w*-]+=)/im.test(raw) ||
    fieldsOf(raw, "references").some((field) => /\n[ \t]+[^<\s]/.test(field)),
  "text whose charset nothing says": (raw) => fieldsOf(raw, "content-type").every((field) => !/charset=/i.test(field)),
  "a field that stands twice, of which we take the first and mailparser the last or all": (raw) =>
    once.some((name) => new RegExp(`^${name}:[^\\n]*\\n(?:[^\\n]+\\n)*?${name}:`, "im").test(raw)),
  "a quote or a bracket too few": (raw) =>
    fieldsOf(raw, "from|to|cc|references|message-id|content-[\\w-]+").some(
      (field) => field.split('"').length % 2 === 0 || field.split("<").length !== field.split(">").length,
    ),
};

const options = {
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
} satisfies SimpleParserOptions & { readonly keepDeliveryStatus: boolean };

/** The fields that our reader and mailparser read differently, each as "field: ours / theirs". */
export const differencesFromMailparser = async (raw: Buffer): Promise<string[]> => {
  const mail: ParsedMail = await simpleParser(raw, options);
  const [mine, other] = [ours(parseMessage(raw)), theirs(mail)];
  return Object.keys(mine).flatMap((field) => (mine[field] === other[field] ? [] : [`${field}: ${mine[field]} / ${other[field]}`]));
};

/** The first reason on the list that applies to a mail, "" when none does. */
export const reasonToDiffer = (raw: Buffer): string => {
  const text = raw.toString("latin1").replaceAll("\r\n", "\n");
  return Object.keys(reasons).find((reason) => reasons[reason]!(text)) ?? "";
};
