import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result, Context } from "aws-lambda";
import type { ErrorBody, ErrorType } from "#shared/api/errors.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { onBehalfOf } from "#shared/api/http/endpoint.ts";
import { readFile, fileForModel, forModel, startAt } from "./for-model.ts";
import { type CallableTool, ownFields, tools } from "./tools.ts";

/** The Lambda handler of an operation. */
export type Handler = (event: Event, context: Context) => Promise<Result>;
/** Finds the handler of an operation by its id. */
export type HandlerOf = (id: string) => Promise<Handler>;

/** The caller of a tool: its key, and the call of POST /mcp. */
export interface Calling {
  readonly key: KeyInUse;
  readonly event: Event;
  readonly context: Context;
}

type Given = Readonly<Record<string, unknown>>;

/** A tool's answer as the protocol carries it (modelcontextprotocol.io, "Tools": CallToolResult). */
export interface ToolAnswer {
  readonly content: [{ readonly type: "text"; readonly text: string }];
  readonly isError?: true;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** A query as a client would write it: an object's fields as `metadata[campaign]=spring`. */
const queryOf = (given: readonly (readonly [string, unknown])[]): string => {
  const query = new URLSearchParams();
  for (const [name, value] of given) {
    const isNested = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isNested) for (const [inner, one] of Object.entries(value)) query.append(`${name}[${inner}]`, textOf(one));
    else query.append(name, textOf(value));
  }
  return query.toString();
};

/**
 * The event with which API Gateway would call the operation for these inputs: ids go to the path, the rest to the query of a GET, else to the body.
 */
const eventOf = (tool: CallableTool, inputs: Given, { event }: Calling): Event => {
  const { operation, fixed } = tool;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pathParameters = Object.fromEntries(names.map((name) => [name, textOf(inputs[name] ?? "")]));
  const own = ownFields(tool);
  const given = Object.entries({ ...inputs, ...fixed }).filter(
    ([name, value]) => !names.includes(name) && !(name in own) && value !== undefined,
  );
  const isGet = operation.method === "GET";
  const rawPath = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathParameters[name] ?? ""));
  const { "user-agent": userAgent, host, authorization } = event.headers;
  const once = "idempotency_key" in own ? inputs["idempotency_key"] : undefined;
  const headers = {
    "content-type": "application/json",
    ...(userAgent !== undefined && { "user-agent": userAgent }),
    ...(host !== undefined && { host }),
    // Without it the request would look like one of the console's, which sends a cookie in place of a key.
    ...(authorization !== undefined && { authorization }),
    ...(once !== undefined && { "idempotency-key": textOf(once) }),
  };
  return {
    ...event,
    routeKey: `${operation.method} ${operation.path}`,
    rawPath,
    rawQueryString: isGet ? queryOf(given) : "",
    headers,
    pathParameters,
    body: isGet ? "" : JSON.stringify(Object.fromEntries(given)),
    isBase64Encoded: false,
    requestContext: { ...event.requestContext, http: { ...event.requestContext.http, method: operation.method, path: rawPath } },
  };
};

const INVALID = "Correct the fields that details names and call again.";
/** What a model can do about an error, by its type. */
const advice: Readonly<Record<ErrorType, string>> = {
  invalid_fields: INVALID,
  unauthorized: "The key has ended or was revoked: ask your user for another.",
  wallet_empty: "The account has no credits: ask your user to top it up. Nothing was sent.",
  insufficient_scope: "This key may not do that: tell your user, and do not try another way.",
  foreign_origin: "A page of another origin may not call this.",
  not_found: "Nothing has this id within what this key may see: take ids from the lists.",
  method_not_allowed: INVALID,
  conflict: "Its state forbids this; details says why. Read it again before you decide.",
  idempotency_conflict: "This idempotency_key was used with other inputs: take a new key for a new email.",
  mailbox_disconnected: "The mailbox must be connected again by a person.",
  recipient_suppressed: "This recipient wants no mail, or cannot get it: do not send to it.",
  too_many_held: "Too many emails wait for approval: ask a person to approve or reject some.",
  conversation_changed: "Mail has arrived since: read the conversation and ask your user again.",
  recently_contacted: "Somebody wrote to this recipient before: do not send, and tell your user; details says which email it was.",
  sandbox_full: "The test world is full: ask a person to reset it.",
  gone: "The mail server no longer has it.",
  too_large: "It is too large for one call.",
  unsupported_media_type: INVALID,
  range_not_satisfiable: INVALID,
  rate_limited: "Wait for retry_after_seconds, then call again.",
  internal_error: "The service failed. Before you repeat a send, look with list_emails whether it was accepted.",
  connection_failed: "The mail server could not be reached: try again later.",
  unavailable: "Wait for retry_after_seconds, then call again.",
};

const answered = (value: unknown): ToolAnswer => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

/** The most invalid fields that are named, and the longest text about a state. */
const DETAILS_MAX = 30;
const listedDetails = (details: NonNullable<ErrorBody["details"]>) =>
  typeof details === "string" ? details.slice(0, 2_000) : details.slice(0, DETAILS_MAX);

/** An error as a model gets it: the API's type, what is wrong, and what to do. */
const failed = ({ type, message, details }: Pick<ErrorBody, "type" | "message" | "details">, more: object = {}): ToolAnswer => ({
  ...answered({
    error: type,
    message,
    ...(details !== undefined && { details: listedDetails(details) }),
    what_to_do: advice[type],
    ...more,
  }),
  isError: true,
});

/** The answer when the service itself failed. */
export const BROKEN = failed({ type: "internal_error", message: "Something went wrong on our side" });

/** A file as plain text; an error for one that is none. */
const fileAnswer = async (result: Result, start: number): Promise<ToolAnswer> => {
  const { mediaType, size, text } = await readFile(result);
  if (text !== undefined) return answered(fileForModel({ content_type: mediaType, size_bytes: size }, text, start));
  return failed(
    { type: "unsupported_media_type", message: "This file is no text" },
    { what_to_do: "Tell your user to open it.", file: { size, untrusted_content: { content_type: mediaType.slice(0, 100) } } },
  );
};

/** The answer of an operation as the tool's; `call` says where it goes on. */
const toolAnswer = async (tool: CallableTool, result: Result, { cursor, whole }: Given): Promise<ToolAnswer> => {
  const { statusCode = 500, body = "", headers = {} } = result;
  const start = tool.operation.pagedBy === undefined ? startAt(cursor) : 0;
  if (statusCode >= 400) {
    const wait = headers["retry-after"];
    return failed(JSON.parse(body) as ErrorBody, wait === undefined ? {} : { retry_after_seconds: Number(wait) });
  }
  if (start === undefined) return failed(UNKNOWN_CURSOR);
  if (tool.operation.response === undefined) return fileAnswer(result, start);
  const parsed: unknown = body === "" ? {} : JSON.parse(body);
  const next = /[?&]cursor=([\w-]{1,99})/.exec(String(headers["link"] ?? ""))?.[1];
  const shown = forModel(tool, parsed, { start, isWhole: whole === true });
  return answered({ ...shown, ...(next !== undefined && shown["next_cursor"] === undefined && { next_cursor: next }) });
};
const UNKNOWN_CURSOR = {
  type: "invalid_fields",
  message: "The request is invalid",
  details: [{ field: "cursor", message: "must be a next_cursor from an earlier answer" }],
} as const satisfies Pick<ErrorBody, "type" | "message" | "details">;

/** Finds a tool by its name. */
export const toolNamed = (name: string): CallableTool | undefined => tools.find((tool) => tool.name === name);

/**
 * Calls a tool: the operation's own handler judges scope, bounds, mode and every field as for a request of the same key, and its answer is cut for a
 * model. Errors are answers, with their type and what to do.
 */
export const callTool = async (handlerOf: HandlerOf, tool: CallableTool, inputs: Given, calling: Calling): Promise<ToolAnswer> => {
  const handler = await handlerOf(tool.operation.id);
  const result = await handler(eventOf(tool, inputs, calling), onBehalfOf(calling.context, calling.key));
  return toolAnswer(tool, result, inputs);
};
