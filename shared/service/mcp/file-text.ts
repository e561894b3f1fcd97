// A received file as text for a model. The readers are loaded with the first file: they bring the tables of all charsets.
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";

/** Media types whose bytes are text (RFC 2046, 4.1; RFC 6839). */
const TEXT = /^(?:text\/|application\/(?:[\w.+-]{0,60}\+)?(?:json|xml|csv|yaml|x-yaml|javascript|rtf)\b|message\/)/;
/** Types that programs give to any file, and spreadsheets to CSV: the name says what it is. */
const ANY_FILE = /^application\/(?:octet-stream|vnd\.ms-excel|x-download|force-download)$/;
/** How the names of texts end. */
const TEXT_ENDINGS = new Set(["txt", "csv", "tsv", "json", "xml", "htm", "html", "md", "log", "yml", "yaml", "ics", "eml"]);
/** How many bytes of a file are searched for one that no text has. */
const LOOKED_AT_BYTES = 8_000;

/** What is known of a file before it is read. */
interface Facts {
  readonly mediaType: string;
  readonly charset: string;
  /** Its name's ending, where that says that it is text. */
  readonly ending: string;
}

/** Whether a file is text: its type or its name says so, and so do its bytes. Only UTF-16 and UTF-32 have zeros in a text. */
const isText = ({ mediaType, charset, ending }: Facts, bytes: Buffer): boolean => {
  const isCalledText = TEXT.test(mediaType) || (ANY_FILE.test(mediaType) && ending !== "");
  const hasMark = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE());
  return isCalledText && (hasMark || /^(?:utf-?(?:16|32)|ucs|unicode)/.test(charset) || !bytes.subarray(0, LOOKED_AT_BYTES).includes(0));
};

/** A mail inside a mail: who wrote it, what about, and its words. */
const mailText = async (bytes: Buffer, toText: (html: string) => string): Promise<string> => {
  const { parseMessage } = await import("#shared/mail/read/mime/parse-message.ts");
  const { from, to, subject, text, html } = parseMessage(bytes);
  const named = (all: typeof to) => all.map(({ name, email }) => `${name} <${email}>`.trim()).join(", ");
  return `From: ${named([from])}\nTo: ${named(to)}\nSubject: ${subject}\n\n${text || toText(html)}`;
};

const textOf = async ({ mediaType, charset, ending }: Facts, bytes: Buffer): Promise<string> => {
  const [{ decodeText }, { htmlToText }] = await Promise.all([
    import("#shared/mail/read/mime/charset.ts"),
    import("#shared/mail/html/html-to-text.ts"),
  ]);
  if (mediaType === "message/rfc822" || ending === "eml") return mailText(bytes, htmlToText);
  const isHtml = /html/.test(mediaType) || ending.startsWith("htm");
  const text = decodeText(bytes, isHtml ? "text/html" : mediaType, charset);
  return isHtml ? htmlToText(text) : text;
};

/** The file of an operation's answer: its type, its size in bytes, and its text; undefined for what is no text. */
export const readFile = async ({
  headers = {},
  body = "",
}: Result): Promise<{ readonly mediaType: string; readonly size: number; readonly text: string | undefined }> => {
  const type = String(headers["content-type"] ?? "").toLowerCase();
  const bytes = Buffer.from(body, "base64");
  const [mediaType = ""] = type.split(";");
  const [, charset = ""] = /;\s?charset=([^\s;]{1,40})/.exec(type) ?? [];
  const [, name = ""] = String(headers["content-disposition"] ?? "")
    .toLowerCase()
    .split('"');
  const last = name.slice(name.lastIndexOf(".") + 1);
  const facts = { mediaType, charset, ending: TEXT_ENDINGS.has(last) ? last : "" };
  return { mediaType, size: bytes.length, text: isText(facts, bytes) ? await textOf(facts, bytes) : undefined };
};
