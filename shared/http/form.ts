import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { invalid, Refusal } from "../domain/errors.ts";
import { limitedText } from "./request-body.ts";

/** The largest form, bytes, and the most fields of one: both are open to strangers, and the service's own have a dozen short fields. */
const FORM_LIMIT_BYTES = 65_536;
const FIELDS_MAX = 20;

const NAME = /\bname="([^"]{0,100})"/i;

/** The parts of a form with this boundary (RFC 7578); files are not supported. */
const multipart = (text: string, boundary: string): readonly (readonly [string, string])[] =>
  text
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const end = part.indexOf("\r\n\r\n");
      const [, name] = NAME.exec(part.slice(0, Math.min(end, 1_000))) ?? [];
      return end < 0 || name === undefined ? [] : [[name, part.slice(end + 4).replace(/\r\n$/, "")] as const];
    });

/** The click in any dress: a form, JSON, multipart with or without its boundary. */
const ONE_CLICK = /list-unsubscribe(?:%3d|[^a-z]){1,80}one-click/i;
/** So much of a body is read for it, in characters of base64 a multiple of four. */
const CLICK_READ = 4_096;

/**
 * Whether a body is the one-click request of a mail program (RFC 8058, 3.2), as they really send it: the form under any media type or none, JSON, or
 * nothing at all. A body that also wants to undo is not.
 */
export const isOneClick = ({ body = "", isBase64Encoded }: Pick<Event, "body" | "isBase64Encoded">): boolean => {
  const head = body.slice(0, CLICK_READ);
  const text = (isBase64Encoded ? Buffer.from(head, "base64").toString("latin1") : head).trim();
  return text === "" || (ONE_CLICK.test(text) && !/\bundo\b/i.test(text));
};

/** Throws 400 when the text has a separator more often than `most` times; it stops counting there. */
const refuseMore = (text: string, separator: string, most: number): void => {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(separator, at + 1);
    if (at < 0) return;
  }
  throw invalid({ field: "", message: `the form must have at most ${FIELDS_MAX} fields` });
};

/**
 * The fields of a form in the encodings that RFC 8058 allows, URL-encoded or multipart; throws 413 for more than 64 KB and 400 for more than 20
 * fields before it parses them, 415 for any other encoding.
 */
export const formFields = (event: Event): Record<string, string> => {
  const contentType = event.headers["content-type"] ?? "";
  const text = limitedText(event, FORM_LIMIT_BYTES, "The form is larger than 64 KB");
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    refuseMore(text, "&", FIELDS_MAX - 1);
    return Object.fromEntries(new URLSearchParams(text));
  }
  const [, boundary] = /^multipart\/form-data;\s{0,10}boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(contentType.trim()) ?? [];
  if (boundary === undefined) throw new Refusal("unsupportedMediaType", "Send the body as Content-Type: application/x-www-form-urlencoded");
  // The last boundary ends the form.
  refuseMore(text, `--${boundary}`, FIELDS_MAX + 1);
  return Object.fromEntries(multipart(text, boundary));
};
