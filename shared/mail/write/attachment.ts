import { isHeaderText } from "../text.ts";
import { encodedText, structuredHeader } from "./header-fields.ts";

/** The most attachments of one email, and their greatest total size, decoded, bytes. With 1 MB of text as JSON they fit in a request. */
export const ATTACHMENTS_MAX = 20;
export const ATTACHMENTS_BYTES = 3_000_000;
/** The longest file name, characters. */
export const FILE_NAME_MAX = 200;
/** The error texts for an invalid file name, media type and Content-ID. */
export const FILE_NAME = `must have 1 to ${FILE_NAME_MAX} characters`;
export const MEDIA_TYPE = "must be a media type such as application/pdf, with no parameter but charset";
export const CONTENT_ID = "must have 1 to 200 letters, digits and punctuation marks, as in the HTML's cid:…, without < and >";

const TOKEN = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const mediaType = new RegExp(`^${TOKEN}/${TOKEN}(?:; ?charset=[A-Za-z0-9._-]{1,40})?$`);

/** Why a file's name is not allowed in a header; undefined when it is. */
export const fileNameIssue = (name: string): string | undefined => {
  if (name.length === 0 || name.length > FILE_NAME_MAX) return FILE_NAME;
  return isHeaderText(name) ? undefined : "must be well-formed Unicode without line breaks or control characters";
};

/** Why a media type is not allowed for a file; undefined when it is. Whole messages and multiparts must not be base64 (RFC 2046, 5.1 and 5.2.1). */
export const mediaTypeIssue = (type: string): string | undefined => {
  if (!mediaType.test(type)) return MEDIA_TYPE;
  return /^(?:multipart|message)\//i.test(type)
    ? "must be sent as application/octet-stream: mail does not allow base64 for this type"
    : undefined;
};

/** Why a text is no valid Content-ID; undefined when it is. */
export const contentIdIssue = (id: string): string | undefined =>
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]{1,200}$/.test(id) ? undefined : CONTENT_ID;

/** A file that is sent with an email. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  /** The id in the HTML's `cid:…`; the file is shown there, and not listed as an attachment. */
  readonly contentId?: string;
  readonly content: Uint8Array;
}

/** 57 octets make a base64 line of 76 characters (RFC 2045, 6.8). */
const LINE_OCTETS = 57;
/** Characters of a file name in one piece of its parameter, so that the line stays below 78. */
const PIECE = 60;

/** The maximum size of `bytes` octets as base64 lines, octets. */
export const base64Bound = (bytes: number): number => (Math.floor(bytes / LINE_OCTETS) + 1) * 78;

/** Writes base64 lines into `out` from offset `at`, without a final line break; returns the offset after them. */
export const writeBase64 = (content: Uint8Array, out: Buffer, at: number): number => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (let from = 0; from < bytes.length; from += LINE_OCTETS) {
    if (from > 0) at += out.write("\r\n", at, "latin1");
    at += out.write(bytes.toString("base64", from, from + LINE_OCTETS), at, "latin1");
  }
  return at;
};

const encodeParameter = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A file name as the parameter of a structured header: quoted, or where it is long or not ASCII in pieces (RFC 2231, 3 and 4). */
const fileNameParameter = (name: string): string => {
  if (/^[\x20-\x7e]*$/.test(name) && name.length <= PIECE && !name.includes("=?")) return `filename="${name.replace(/["\\]/g, "\\$&")}"`;
  const pieces: string[] = [""];
  for (const character of name) {
    const encoded = encodeParameter(character);
    if ((pieces.at(-1) ?? "").length + encoded.length > PIECE) pieces.push("");
    pieces[pieces.length - 1] += encoded;
  }
  return pieces.map((piece, i) => `filename*${i}*=${i === 0 ? "UTF-8''" : ""}${piece}`).join("; ");
};

/** The header of a file's part, with the empty line after it; throws a TypeError for text that could add a header (S5 in SECURITY.md). */
export const partHeader = ({ name, type, contentId }: OutgoingFile, inline: boolean): string => {
  const issue = fileNameIssue(name) ?? mediaTypeIssue(type) ?? (contentId === undefined ? undefined : contentIdIssue(contentId));
  if (issue !== undefined) throw new TypeError(`The attachment ${issue}`);
  // Programs older than RFC 2231 look for an encoded word in the type's name.
  const shown = `name="${encodedText(name).replace(/["\\]/g, "\\$&")}"`;
  return (
    structuredHeader("Content-Type", `${type}; ${shown}`) +
    structuredHeader("Content-Transfer-Encoding", "base64") +
    structuredHeader("Content-Disposition", `${inline ? "inline" : "attachment"}; ${fileNameParameter(name)}`) +
    (contentId === undefined ? "" : structuredHeader("Content-ID", `<${contentId}>`)) +
    "\r\n"
  );
};
