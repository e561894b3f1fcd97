import * as z from "zod/mini";
import { described, named, type ErrorStatus } from "./operation.ts";
import { snakeCase } from "./wire.ts";
import type { FieldError, RefusalReason } from "#shared/platform/errors.ts";

/** The type of every error: it never changes, while messages may be reworded. */
export const errorType = named(
  "ErrorType",
  z.enum([
    "invalid_fields",
    "unauthorized",
    "wallet_empty",
    "insufficient_scope",
    "foreign_origin",
    "not_found",
    "method_not_allowed",
    "conflict",
    "idempotency_conflict",
    "mailbox_disconnected",
    "recipient_suppressed",
    "too_many_held",
    "conversation_changed",
    "recently_contacted",
    "sandbox_full",
    "gone",
    "too_large",
    "unsupported_media_type",
    "range_not_satisfiable",
    "rate_limited",
    "internal_error",
    "connection_failed",
    "unavailable",
  ]),
  "The type of an error, on which programs may rely.",
);

/** The type of an error. */
export type ErrorType = z.output<typeof errorType>;

/** The invalid fields, each with its error. */
export const fieldDetails = z.array(
  named(
    "FieldProblem",
    z.object({
      field: described(z.string(), "The field's name; a dot goes one level down, as in `headers.Bcc`."),
      message: described(z.string(), "What is wrong with it."),
    }),
    "An invalid field.",
  ),
);

/** The body of every error. */
export const errorBody = named(
  "Error",
  z.object({
    error: described(z.string(), "The reason phrase of the status, for people."),
    message: described(z.string(), "What is wrong, for people; its wording may change."),
    code: described(z.int(), "The HTTP status again."),
    type: described(errorType, "The type of the error, for programs; it never changes."),
    details: described(
      z.optional(z.union([fieldDetails, z.string()])),
      "For a 400 all invalid fields; for a 404 the field whose ids were not found; for suppressed recipients the fields that name them; for other conflicts a sentence about the state. Absent otherwise.",
    ),
    current: described(z.optional(z.record(z.string(), z.unknown())), "For a stale `revision` the record as it is now; absent otherwise."),
    requestId: described(z.optional(z.string()), "The request's id, for support; only with a 500 or 503."),
  }),
  "The answer to every failed request.",
);

/** The body of every error. */
export type ErrorBody = z.output<typeof errorBody>;

/** The `error` value of each status: the contract's where it defines one, else the standard reason phrase. */
export const errorNames: Readonly<Record<ErrorStatus, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Error",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Error",
  503: "Service Unavailable",
};

/** Statuses that any operation may return besides the ones it lists: an unknown query field is 400 everywhere. */
export const commonErrors: readonly ErrorStatus[] = [400, 429, 500, 503];

/** Statuses of every operation whose method allows a body, even where none is expected. */
export const bodyErrors: readonly ErrorStatus[] = [413, 415];

/** Statuses of every operation with an API key. */
export const keyErrors: readonly ErrorStatus[] = [401, 403];

/** The HTTP status and error type of each reason to refuse; api/errors.ts has the `error` value of each status. */
export const refusals: Readonly<Record<RefusalReason, { readonly status: ErrorStatus; readonly type: ErrorType }>> = {
  invalid: { status: 400, type: "invalid_fields" },
  unauthorized: { status: 401, type: "unauthorized" },
  walletEmpty: { status: 402, type: "wallet_empty" },
  insufficientScope: { status: 403, type: "insufficient_scope" },
  foreignOrigin: { status: 403, type: "foreign_origin" },
  notFound: { status: 404, type: "not_found" },
  methodNotAllowed: { status: 405, type: "method_not_allowed" },
  conflict: { status: 409, type: "conflict" },
  idempotencyConflict: { status: 409, type: "idempotency_conflict" },
  mailboxDisconnected: { status: 409, type: "mailbox_disconnected" },
  recipientSuppressed: { status: 409, type: "recipient_suppressed" },
  tooManyHeld: { status: 409, type: "too_many_held" },
  conversationChanged: { status: 409, type: "conversation_changed" },
  recentlyContacted: { status: 409, type: "recently_contacted" },
  sandboxFull: { status: 409, type: "sandbox_full" },
  gone: { status: 410, type: "gone" },
  tooLarge: { status: 413, type: "too_large" },
  unsupportedMediaType: { status: 415, type: "unsupported_media_type" },
  rangeNotSatisfiable: { status: 416, type: "range_not_satisfiable" },
  tooManyRequests: { status: 429, type: "rate_limited" },
  connectionFailed: { status: 502, type: "connection_failed" },
  unavailable: { status: 503, type: "unavailable" },
};

/** An invalid field by its API name: the domain's `smtpPassword` is `smtp_password`; a name that the client sent stays unchanged. */
export const fieldOut = ({ field, message, asSent }: FieldError): { readonly field: string; readonly message: string } => ({
  field: asSent ? field : snakeCase(field),
  message,
});
