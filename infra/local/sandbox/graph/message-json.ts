import type { AddressObject, Attachment, ParsedMail } from "mailparser";
import { header, headerBlock, parse } from "../mime.ts";
import { folderId, type Located, messageId } from "./mailbox.ts";
import { randomBytes } from "node:crypto";

const recipients = (addresses: AddressObject | AddressObject[] | undefined) =>
  [addresses ?? []].flat().flatMap(({ value }) => value.map(({ name, address }) => ({ emailAddress: { name, address } })));

const headersOf = ({ headerLines }: ParsedMail) =>
  headerLines.map(({ key, line }) => {
    const colon = line.indexOf(":");
    return {
      name: line.slice(0, colon) || key,
      value: line
        .slice(colon + 1)
        .replace(/\r?\n/g, "")
        .trim(),
    };
  });

const date = (value: Date): string => `${value.toISOString().slice(0, 19)}Z`;

type Property = (located: Located, isImmutable: boolean) => unknown;

const mail =
  (read: (mail: ParsedMail) => unknown): Property =>
  async ({ message }) =>
    read(await parse(message));

/** The properties of a message (learn.microsoft.com/graph/api/resources/message); those that nobody selects are not computed. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  createdDateTime: ({ message }) => date(message.receivedAt),
  lastModifiedDateTime: ({ message }) => date(message.receivedAt),
  changeKey: ({ message }) => Buffer.from(`${message.uid}.${message.modseq}`).toString("base64url"),
  receivedDateTime: ({ message }) => date(message.receivedAt),
  sentDateTime: mail(({ date: sent }) => date(sent ?? new Date(0))),
  hasAttachments: mail(({ attachments }) => attachments.some(({ related }) => !related)),
  internetMessageId: ({ message }) => header(message.raw, "Message-ID"),
  subject: mail(({ subject }) => subject ?? ""),
  bodyPreview: mail(({ text }) => (text ?? "").slice(0, 255)),
  parentFolderId: ({ folder }) => folderId(folder.name),
  conversationId: ({ message }) => Buffer.from(header(message.raw, "References").split(/\s+/)[0] || message.id).toString("base64url"),
  isRead: ({ message }) => message.flags.includes("\\Seen"),
  flag: ({ message }) => ({ flagStatus: message.flags.includes("\\Flagged") ? "flagged" : "notFlagged" }),
  isDraft: ({ message }) => message.flags.includes("\\Draft"),
  body: mail(({ html, text }) => (html === false ? { contentType: "text", content: text ?? "" } : { contentType: "html", content: html })),
  sender: mail(({ from }) => recipients(from)[0] ?? null),
  from: mail(({ from }) => recipients(from)[0] ?? null),
  toRecipients: mail(({ to }) => recipients(to)),
  ccRecipients: mail(({ cc }) => recipients(cc)),
  bccRecipients: mail(({ bcc }) => recipients(bcc)),
  replyTo: mail(({ replyTo }) => recipients(replyTo)),
};

/** Returned only when they are selected (learn.microsoft.com/graph/api/resources/message). */
const ON_REQUEST: Readonly<Record<string, Property>> = { internetMessageHeaders: mail(headersOf) };

/** PidTagMessageSize (MS-OXPROPS), which is asked for by expanding it. */
const SIZE = /^singleValueExtendedProperties\(\$filter=id eq '(?:integer|long) 0x0?e08'\)$/i;

/** What a client wants to see of messages. */
export interface Shape {
  readonly select: string | undefined;
  readonly expand: string | undefined;
  readonly isImmutable: boolean;
}

/** A message in JSON. */
export const messageJson = async (located: Located, { select, expand, isImmutable }: Shape): Promise<Record<string, unknown>> => {
  const names = select === undefined ? Object.keys(PROPERTIES) : select.split(",").map((name) => name.trim());
  const json: Record<string, unknown> = {
    "@odata.etag": `W/"${located.message.modseq}"`,
    id: messageId(located, isImmutable),
  };
  for (const name of names) {
    const property = PROPERTIES[name] ?? ON_REQUEST[name];
    if (property) json[name] = await property(located, isImmutable);
  }
  if (expand !== undefined && SIZE.test(expand))
    json["singleValueExtendedProperties"] = [{ id: "Integer 0xe08", value: String(located.message.raw.length) }];
  return json;
};

/** An attachment in JSON (learn.microsoft.com/graph/api/resources/fileattachment); its id is its place in the message. */
export const attachmentJson = (
  attachment: Attachment,
  index: number,
  { id, select }: { readonly id: string; readonly select: string | undefined },
): Record<string, unknown> => {
  const { contentType, filename, content, cid, contentDisposition } = attachment;
  const isItem = contentType === "message/rfc822";
  const all: Record<string, unknown> = {
    id: attachmentId(id, index),
    name: filename ?? (isItem ? "attached message" : ""),
    contentType: isItem ? null : contentType,
    size: content.length,
    isInline: contentDisposition === "inline" || cid !== undefined,
    ...(!isItem && { contentId: cid ?? null, contentBytes: content.toString("base64") }),
  };
  const wanted = select?.split(",").map((name) => name.trim().replace(/^microsoft\.graph\.fileAttachment\//, ""));
  const shown = Object.entries(all).filter(([name]) => !wanted || name === "id" || wanted.includes(name));
  return { "@odata.type": `#microsoft.graph.${isItem ? "itemAttachment" : "fileAttachment"}`, ...Object.fromEntries(shown) };
};

/** The id of a message's attachment at this place. */
const attachmentId = (id: string, index: number): string => `${id.replace(/=$/, "")}_att${index}=`;
/** The place that an attachment's id names; -1 for any other text. */
export const attachmentIndex = (id: string): number => Number(/_att(\d+)=$/.exec(id)?.[1] ?? -1);

/** A file to attach. */
export interface AttachedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly isInline?: boolean;
  readonly contentId?: string;
}

const partOf = ({ name, contentType, content, isInline = false, contentId }: AttachedFile): string =>
  [
    `Content-Type: ${contentType}; name="${name.replace(/["\r\n]/g, "")}"`,
    `Content-Disposition: ${isInline ? "inline" : "attachment"}; filename="${name.replace(/["\r\n]/g, "")}"`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    "Content-Transfer-Encoding: base64",
    "",
    content.toString("base64").replace(/.{76}/g, "$&\r\n"),
  ].join("\r\n");

/** Adds a file to a message: as a further part of multipart/mixed, into which any other message is wrapped. */
export const withAttachment = (raw: Buffer, file: AttachedFile): Buffer => {
  const type = header(raw, "Content-Type");
  const boundary = /^multipart\/mixed\b/i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined;
  if (boundary !== undefined) {
    const end = raw.lastIndexOf(`--${boundary}--`);
    const head = raw.subarray(0, end < 0 ? raw.length : end);
    return Buffer.concat([head, Buffer.from(`--${boundary}\r\n${partOf(file)}\r\n--${boundary}--\r\n`)]);
  }
  const block = headerBlock(raw).split(/\r\n(?![ \t])/);
  const isOfPart = (line: string) => /^content-/i.test(line);
  const fresh = `mixed-${randomBytes(9).toString("hex")}`;
  const outer = [...block.filter((line) => !isOfPart(line)), `Content-Type: multipart/mixed; boundary="${fresh}"`].join("\r\n");
  const body = raw.subarray(headerBlock(raw).length);
  const inner = Buffer.concat([Buffer.from(block.filter(isOfPart).join("\r\n"), "latin1"), body]);
  return Buffer.concat([
    Buffer.from(`${outer}\r\n\r\n--${fresh}\r\n`, "latin1"),
    inner,
    Buffer.from(`\r\n--${fresh}\r\n${partOf(file)}\r\n--${fresh}--\r\n`),
  ]);
};
