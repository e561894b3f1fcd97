import type { ErrorBody, ErrorType, FieldProblem } from "./generated.ts";

/** Any failure of a call. */
export class EmailServiceError extends Error {
  override readonly name: string = "EmailServiceError";
}

/** The service could not be reached, or the connection was lost: the request may or may not have been processed. */
export class ConnectionError extends EmailServiceError {
  override readonly name = "ConnectionError";
}

/** No answer came in time: the request may or may not have been processed. */
export class TimeoutError extends EmailServiceError {
  override readonly name = "TimeoutError";
}

/** The content of an error answer. */
export interface Answered {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
  /** The seconds in its Retry-After header. */
  readonly retryAfter: number | undefined;
  /** Its X-Request-Id header, which every answer of the service has. */
  readonly requestId: string | undefined;
}

/** The service refused; each `type` has a class below. */
export class ApiError extends EmailServiceError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The type of the error; undefined when the answer was not the service's. */
  readonly type: ErrorType | undefined;
  /** The invalid fields, or the state that forbids the request. */
  readonly details: readonly FieldProblem[] | string | undefined;
  /** For a stale `revision` the record as it is now; undefined otherwise. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** The request's id, for support; undefined when the answer was not the service's. */
  readonly requestId: string | undefined;
  /** After how many seconds to try again, if the service said so. */
  readonly retryAfter: number | undefined;

  constructor({ status, body, retryAfter, requestId }: Answered) {
    const { message = "The answer is not the service's", details = [] } = body;
    const named = typeof details === "string" ? details : details.map(({ field, message: why }) => `${field} ${why}`).join("; ");
    super(`${status} ${message}${named === "" ? "" : `: ${named}`}`);
    this.status = status;
    this.type = body.type;
    this.details = body.details;
    this.current = body.current;
    this.requestId = body.requestId ?? requestId;
    this.retryAfter = retryAfter;
  }
}

/** 400: `details` names every bad field. */
export class InvalidFieldsError extends ApiError {
  override readonly name = "InvalidFieldsError";
}
/** 401: the API key is missing or wrong. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError";
}
/** 402: the wallet does not cover it. */
export class WalletEmptyError extends ApiError {
  override readonly name = "WalletEmptyError";
}
/** 403: the API key may not do this. */
export class InsufficientScopeError extends ApiError {
  override readonly name = "InsufficientScopeError";
}
/** 404: there is no such record in the account. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409: the state of the record forbids it; `details` names the state. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}
/** 409: the Idempotency-Key belongs to another request, or, with `retryAfter`, its first request still runs after more than a minute. */
export class IdempotencyConflictError extends ConflictError {
  override readonly name = "IdempotencyConflictError";
}
/** 409: the mailbox has to be connected again. */
export class MailboxDisconnectedError extends ConflictError {
  override readonly name = "MailboxDisconnectedError";
}
/** 409: a recipient is suppressed; `details` names the fields. */
export class RecipientSuppressedError extends ConflictError {
  override readonly name = "RecipientSuppressedError";
}
/** 429: too many requests, even after the retries. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError";
}
/** 503: the service is not available, even after the retries. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}

const classes: Partial<Readonly<Record<ErrorType, typeof ApiError>>> = {
  invalid_fields: InvalidFieldsError,
  unauthorized: UnauthorizedError,
  wallet_empty: WalletEmptyError,
  insufficient_scope: InsufficientScopeError,
  not_found: NotFoundError,
  conflict: ConflictError,
  idempotency_conflict: IdempotencyConflictError,
  mailbox_disconnected: MailboxDisconnectedError,
  recipient_suppressed: RecipientSuppressedError,
  rate_limited: RateLimitedError,
  unavailable: UnavailableError,
};

/** Makes the error of an answer, with the class of its type. */
export const errorOf = (answered: Answered): ApiError => {
  const { type = "internal_error" } = answered.body;
  return new ((Object.hasOwn(classes, type) ? classes[type] : undefined) ?? ApiError)(answered);
};
