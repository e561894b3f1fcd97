import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { invalid, Refusal, type FieldError } from "#shared/platform/errors.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import * as z from "zod/mini";
import { fieldProblems } from "../field-errors.ts";
import { anyQuery, type Operation, type RequestOf, type Schema } from "../operation.ts";

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
const limitedText = (event: Event, most: number, words: string): string => {
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

/** The one-click field in any encoding, or its value alone: a form, JSON, multipart with or without its boundary. */
const ONE_CLICK = /list-unsubscribe(?:%3d|[^a-z]){1,80}one[-+]click|^"?one-click"?$/i;
/** Nothing at all, in JSON and multipart, too. */
const NOTHING = /^(?:\{\s{0,100}\}|\[\s{0,100}\]|null|""|--[\w'()+,./:=?-]{1,70}--)?$/;
/** How much of a body is searched for that field, in characters of base64, a multiple of four. */
const CLICK_READ = 4_096;

/**
 * Whether a body is the one-click request of a mail program (RFC 8058, 3.2), as they really send it: the form under any media type or none, JSON, or
 * nothing at all. A body that also wants to undo is not.
 */
const isOneClick = ({ body = "", isBase64Encoded }: Pick<Event, "body" | "isBase64Encoded">): boolean => {
  const head = body.slice(0, CLICK_READ);
  const text = (isBase64Encoded ? Buffer.from(head, "base64").toString("latin1") : head).trim();
  return NOTHING.test(text) || (ONE_CLICK.test(text) && !/\bundo\b/i.test(text));
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
const formFields = (event: Event): Record<string, string> => {
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

/** The largest request body, bytes: Lambda accepts 6 MB including the event around it (S19 in SECURITY.md). */
const BODY_LIMIT_BYTES = 5_500_000;

/** The longest query, characters: what API Gateway takes of a request's line and headers (its quotas for HTTP APIs: 10,240 bytes). */
const QUERY_MAX = 10_240;

const jsonBody = (event: Event): unknown => {
  const text = limitedText(event, BODY_LIMIT_BYTES, "The request body is larger than 5.5 MB");
  if (text.trim() === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(event.headers["content-type"] ?? "")) {
    throw new Refusal("unsupportedMediaType", "Send the body as Content-Type: application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ field: "", message: "the body is not valid JSON" });
  }
};

type Fields = Record<string, string | Record<string, string>>;

/** The fields of a query; `metadata[campaign]=spring` is the field `campaign` of the object `metadata` (OpenAPI, style deepObject). */
const queryFields = (event: Event, problems: FieldError[]): Fields => {
  const fields = Object.create(null) as Fields;
  if (event.rawQueryString.length > QUERY_MAX) throw invalid({ field: "", message: "the query is longer than 10 KB" });
  for (const [name, value] of new URLSearchParams(event.rawQueryString)) {
    const [, outer = name, inner] = /^(\w{1,40})\[([^[\]]{1,200})\]$/.exec(name) ?? [];
    const field = inner ?? outer;
    const within = inner === undefined ? fields : (fields[outer] ??= Object.create(null) as Record<string, string>);
    if (typeof within === "string" || field in within) problems.push({ field: name, message: "is given twice", asSent: true });
    else within[field] = value;
  }
  return { ...fields };
};

const parsed = (schema: Schema | undefined, input: () => unknown, problems: FieldError[]): unknown => {
  if (schema === undefined) return undefined;
  const value = input();
  const result = z.safeParse(schema, value);
  if (!result.success) problems.push(...fieldProblems(result.error, value, schema));
  return result.data;
};

const none = z.strictObject({});

/** A change without fields is a mistake: the error names the fields that could be given. */
const emptyChange = ({ method, body: schema }: Operation, body: unknown): FieldError[] => {
  if (method !== "PATCH" || typeof body !== "object" || body === null || Object.keys(body).length > 0) return [];
  const fields = Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});
  return [{ field: "", message: `must change something: give ${fields.join(", ")}, one or more of them`, asSent: true }];
};

/** The form, checked; throws 400, 413 or 415. */
const formOf = (operation: Operation, event: Event): unknown => {
  const problems: FieldError[] = [];
  const isClick = operation.form === "oneClick" && isOneClick(event);
  const form = parsed(operation.body, () => (isClick ? { "List-Unsubscribe": "One-Click" } : formFields(event)), problems);
  if (problems.length > 0) throw invalid(...problems);
  return form;
};

/**
 * Parses path, query and body by the operation's schemas; throws one 400 that lists every bad field of all three, 413 or 415. A form is read when the
 * operation asks for it.
 */
export const parseRequest = <O extends Operation>(operation: O, event: Event): RequestOf<O> => {
  const problems: FieldError[] = [];
  const request = {
    params: parsed(operation.params, () => event.pathParameters ?? {}, problems),
    query: operation.query === anyQuery ? {} : parsed(operation.query ?? none, () => queryFields(event, problems), problems),
    body: operation.form
      ? () => formOf(operation, event)
      : parsed(operation.body ?? (operation.method === "GET" ? undefined : none), () => jsonBody(event), problems),
  };
  if (problems.length === 0) problems.push(...emptyChange(operation, request.body));
  if (problems.length > 0) throw invalid(...problems);
  return request as RequestOf<O>;
};
