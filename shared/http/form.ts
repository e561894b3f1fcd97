import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { Refusal } from "../domain/errors.ts";

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

/** The fields of a form in the encodings that RFC 8058 allows, URL-encoded or multipart; throws 415 for anything else. */
export const formFields = (contentType: string, text: string): Record<string, string> => {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return Object.fromEntries(new URLSearchParams(text));
  const [, boundary] = /^multipart\/form-data;\s{0,10}boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(contentType.trim()) ?? [];
  if (boundary !== undefined) return Object.fromEntries(multipart(text, boundary));
  throw new Refusal("unsupportedMediaType", "Send the body as Content-Type: application/x-www-form-urlencoded");
};
