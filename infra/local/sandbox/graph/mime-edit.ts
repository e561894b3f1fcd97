import { randomBytes } from "node:crypto";
import { header, headerBlock } from "./message-json.ts";

/** A file to attach. */
export interface AttachedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly isInline?: boolean;
  readonly contentId?: string;
}

/** Sets a header field, or removes it with undefined. */
export const withHeader = (raw: Buffer, name: string, value: string | undefined): Buffer => {
  const block = headerBlock(raw);
  const rest = raw.subarray(Buffer.byteLength(block, "latin1"));
  const without = block.split(/\r\n(?![ \t])/).filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const lines = value === undefined ? without : [`${name}: ${value}`, ...without];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), rest]);
};

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
