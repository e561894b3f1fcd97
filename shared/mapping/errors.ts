import type { ErrorType } from "../contract/errors.ts";
import { snakeCase } from "../contract/names.ts";
import type { ErrorStatus } from "../contract/operation.ts";
import type { FieldError, RefusalReason } from "../domain/errors.ts";

/** The HTTP status and error type of each reason to refuse; contract/errors.ts has the `error` value of each status. */
export const refusals: Readonly<Record<RefusalReason, { readonly status: ErrorStatus; readonly type: ErrorType }>> = {
  invalid: { status: 400, type: "invalid_fields" },
  unauthorized: { status: 401, type: "unauthorized" },
  walletEmpty: { status: 402, type: "wallet_empty" },
  insufficientScope: { status: 403, type: "insufficient_scope" },
  notFound: { status: 404, type: "not_found" },
  methodNotAllowed: { status: 405, type: "method_not_allowed" },
  conflict: { status: 409, type: "conflict" },
  idempotencyConflict: { status: 409, type: "idempotency_conflict" },
  mailboxDisconnected: { status: 409, type: "mailbox_disconnected" },
  recipientSuppressed: { status: 409, type: "recipient_suppressed" },
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
