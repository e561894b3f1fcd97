import * as z from "zod/mini";
import { bodyErrors, commonErrors, errorBody, errorNames, type ErrorType, keyErrors } from "./errors.ts";
import type { ErrorStatus, Operation, Schema } from "./operation.ts";
import { operations } from "./operations.ts";
import { batchElement, email } from "./sending.ts";

/** Elements of a batch are parsed one by one; a date needs no pattern beside its format; what is a number or a flag is no text. */
const override = ({ zodSchema, jsonSchema: made }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void => {
  if (zodSchema === batchElement) Object.assign(made, jsonSchema(email, "input"));
  if (made["format"] === "date-time" || made["type"] === "integer") delete made["pattern"];
  if (made["type"] === "boolean") delete made["enum"];
};

const jsonSchema = (schema: Schema, io: "input" | "output"): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12", override }) as Record<
    string,
    unknown
  >;
  return rest;
};

const json = (schema: unknown, example: unknown) => ({ "application/json": { schema, ...(example === undefined ? {} : { example }) } });

const parametersIn = (place: "path" | "query", schema: Schema | undefined) => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body gives the saved answer for 24 hours, so that a request may always be repeated.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const success = ({ status, response, example }: Operation) => {
  if (status === 204) return { 204: { description: "Done; no body" } };
  if (!response) return { 200: { description: "The content", content: { "*/*": { schema: { type: "string", format: "binary" } } } } };
  return { [status]: { description: "Success", content: json(jsonSchema(response, "output"), example.response) } };
};

/** The statuses of errors that an operation may answer, its own and those of every operation. */
export const errorsOf = ({ errors, auth, method }: Operation) =>
  [...new Set([...errors, ...commonErrors, ...(auth === "key" ? keyErrors : []), ...(method === "GET" ? [] : bodyErrors)])].toSorted(
    (a, b) => a - b,
  );

const failures = (operation: Operation) =>
  Object.fromEntries(
    errorsOf(operation).map((status) => [
      status,
      {
        description: errorNames[status],
        content: json({ $ref: "#/components/schemas/Error" }, exampleError(status)),
      },
    ]),
  );

const messages: Partial<Record<ErrorStatus, string>> = {
  400: "The request is invalid",
  401: "A valid API key is required in X-API-Key",
  402: "The wallet is empty",
  502: "SMTP: the server cannot be reached or does not answer as expected; check host, port and encryption",
};

const types: Readonly<Record<ErrorStatus, ErrorType>> = {
  400: "invalid_fields",
  401: "unauthorized",
  402: "wallet_empty",
  403: "insufficient_scope",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  410: "gone",
  413: "too_large",
  415: "unsupported_media_type",
  416: "range_not_satisfiable",
  429: "rate_limited",
  500: "internal_error",
  502: "connection_failed",
  503: "unavailable",
};

const exampleError = (status: ErrorStatus) => ({
  error: errorNames[status],
  message: messages[status] ?? errorNames[status],
  code: status,
  type: types[status],
  ...(status === 400 ? { details: [{ field: "to", message: "is required" }] } : {}),
  ...(status === 409 ? { details: "the send is sent" } : {}),
  ...(status === 500 ? { requestId: "5f0c9a7b-0000-4000-8000-000000000000" } : {}),
});

const describe = (operation: Operation) => ({
  operationId: operation.id.replace("/", "."),
  tags: [operation.id.split("/")[0]],
  summary: operation.summary,
  ...(operation.auth === "none" ? { security: [] } : {}),
  parameters: [
    ...parametersIn("path", operation.params),
    ...parametersIn("query", operation.query),
    ...(operation.idempotent ? [idempotencyKey] : []),
  ],
  ...(operation.body
    ? { requestBody: { required: true, content: json(jsonSchema(operation.body, "input"), operation.example.body) } }
    : {}),
  responses: { ...success(operation), ...failures(operation) },
});

/** The whole API as an OpenAPI 3.1 document, made from the table. */
export const openapi = (): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  return {
    openapi: "3.1.0",
    info: {
      title: "Email sending and unified inbox",
      version: "1.0.0",
      description:
        "Send through connected mailboxes, read what comes back, answer in the same conversation. Every request but login carries X-API-Key.",
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
      schemas: { Error: jsonSchema(errorBody, "output") },
    },
  };
};
