import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import * as z from "zod/mini";
import { fieldProblems } from "../contract/field-errors.ts";
import { anyQuery, type Operation, type RequestOf, type Schema } from "../contract/operation.ts";
import { type FieldError, invalid, Refusal } from "../domain/errors.ts";
import { fitInBytes } from "../domain/mail/text-size.ts";
import { formFields, isOneClick } from "./form.ts";
import { bodyText, refuseOtherCharsets } from "./request-body.ts";

/** The largest request body, bytes: Lambda accepts 6 MB including the event around it (S19 in SECURITY.md). */
const BODY_LIMIT_BYTES = 5_500_000;

const limitedText = (event: Event): string => {
  refuseOtherCharsets(event.headers["content-type"] ?? "");
  const text = bodyText(event);
  if (!fitInBytes(BODY_LIMIT_BYTES, text)) throw new Refusal("tooLarge", "The request body is larger than 5.5 MB");
  return text;
};

const formBody = ({ form }: Operation, event: Event): unknown =>
  form === "oneClick" && isOneClick(event)
    ? { "List-Unsubscribe": "One-Click" }
    : formFields(event.headers["content-type"] ?? "", limitedText(event));

const jsonBody = (event: Event): unknown => {
  const text = limitedText(event);
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
  if (!result.success) problems.push(...fieldProblems(result.error, value));
  return result.data;
};

const none = z.strictObject({});

/** Parses path, query and body by the operation's schemas; throws one 400 that lists every bad field of all three, 413 or 415. */
export const parseRequest = <O extends Operation>(operation: O, event: Event): RequestOf<O> => {
  const problems: FieldError[] = [];
  const request = {
    params: parsed(operation.params, () => event.pathParameters ?? {}, problems),
    query: operation.query === anyQuery ? {} : parsed(operation.query ?? none, () => queryFields(event, problems), problems),
    body: parsed(
      operation.body ?? (operation.method === "GET" ? undefined : none),
      () => (operation.form ? formBody(operation, event) : jsonBody(event)),
      problems,
    ),
  };
  if (problems.length > 0) throw invalid(...problems);
  return request as RequestOf<O>;
};
