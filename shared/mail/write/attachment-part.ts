import { contentIdIssue, fileNameIssue, mediaTypeIssue } from "../attachment-rules.ts";
import { encodedText, structuredHeader } from "./header-line.ts";

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
