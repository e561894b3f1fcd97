import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import * as z from "zod/mini";
import { fieldProblems } from "../contract/field-errors.ts";
import { anyQuery, type Operation, type RequestOf, type Schema } from "../contract/operation.ts";
import { type FieldError, invalid, Refusal } from "../domain/errors.ts";
import { formFields, isOneClick } from "./form.ts";
import { limitedText } from "./request-body.ts";

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

/** A change that changes nothing is a mistake: the problem names the fields that could be given. */
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
