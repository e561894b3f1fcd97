import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { invalid, Refusal } from "#shared/platform/errors.ts";
import { fitInBytes } from "#shared/mail/text.ts";

const notUtf8 = (message: string) => invalid({ field: "", message: `the body ${message}` });

const decoded = (base64: string): string => {
  const bytes = Buffer.from(base64, "base64");
  if (!isUtf8(bytes)) throw notUtf8("is not valid UTF-8");
  return bytes.toString("utf8");
};

/**
 * The text that API Gateway decoded from the client's bytes. It replaced invalid UTF-8 by U+FFFD, which has three bytes, so the text would be longer
 * than the bytes sent; a U+FFFD that the client sent changes no length.
 */
const unchanged = (text: string, length: string | undefined): string => {
  if (text.includes("\uFFFD") && Buffer.byteLength(text) !== Number(length))
    throw notUtf8("is not valid UTF-8; a U+FFFD in a body without content-length must be escaped as \\ufffd");
  return text;
};

/**
 * The body as UTF-8 text. Throws 413 with the message `words` when it has more than `most` bytes, checked before base64 is decoded, and 415 for
 * another charset.
 */
export const limitedText = (event: Event, most: number, words: string): string => {
  refuseOtherCharsets(event.headers["content-type"] ?? "");
  const { body = "", isBase64Encoded } = event;
  const fits = isBase64Encoded ? Buffer.byteLength(body, "base64") <= most : fitInBytes(most, body);
  if (!fits) throw new Refusal("tooLarge", words);
  return bodyText(event);
};

/** The body as it was sent, decoded from API Gateway's base64; throws 400 when it is not UTF-8 (RFC 8259, section 8.1). */
export const bodyText = ({ body = "", isBase64Encoded, headers }: Event): string =>
  isBase64Encoded ? decoded(body) : unchanged(body, headers["content-length"]);

const CHARSET = /;\s{0,10}charset\s{0,10}=\s{0,10}"?([\w.:-]{0,60})/i;
/** Names of UTF-8, and of its subset US-ASCII. */
const UTF8_NAMES = ["utf-8", "utf8", "us-ascii"];

/** Throws 415 for a charset other than UTF-8. */
const refuseOtherCharsets = (contentType: string): void => {
  const [, charset = "utf-8"] = CHARSET.exec(contentType) ?? [];
  if (!UTF8_NAMES.includes(charset.toLowerCase()))
    throw new Refusal("unsupportedMediaType", "Send the body in UTF-8, with charset=utf-8 or none");
};
