/** Why a request is refused; api/errors.ts has the HTTP status and error type of each reason. */
export type RefusalReason =
  | "invalid"
  | "unauthorized"
  | "insufficientScope"
  | "foreignOrigin"
  | "walletEmpty"
  | "notFound"
  | "methodNotAllowed"
  | "conflict"
  | "idempotencyConflict"
  | "mailboxDisconnected"
  | "recipientSuppressed"
  | "tooManyHeld"
  | "conversationChanged"
  | "recentlyContacted"
  | "sandboxFull"
  | "gone"
  | "tooLarge"
  | "unsupportedMediaType"
  | "rangeNotSatisfiable"
  | "tooManyRequests"
  | "connectionFailed"
  | "unavailable";

/** An invalid field: its dotted path in the domain's spelling (`smtpPassword`), and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  /** True when the path has the client's spelling, so that api/errors.ts does not convert it to snake_case. */
  readonly asSent?: true;
  readonly message: string;
}

/** A request that is refused for a reason on which the client can act; made by the functions below. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: RefusalReason;
  readonly details: readonly FieldError[] | string | undefined;
  /** Extra response headers, such as retry-after. */
  readonly headers: Readonly<Record<string, string>>;
  /** The record as it is now, in the API's form, where the request knew an older one. */
  readonly current: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: RefusalReason,
    message: string,
    facts: {
      details?: readonly FieldError[] | string;
      headers?: Readonly<Record<string, string>>;
      current?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.reason = reason;
    this.details = facts.details;
    this.headers = facts.headers ?? {};
    this.current = facts.current;
  }
}

/** 400: all invalid fields. */
export const invalid = (...details: readonly FieldError[]) => new Refusal("invalid", "The request is invalid", { details });

/** 401: the key is missing, malformed, unknown or revoked; the answer does not say which. */
export const unauthorized = (message = "A valid API key is required in X-API-Key") => new Refusal("unauthorized", message);

/** 402: the wallet does not cover the operation. */
export const walletEmpty = () => new Refusal("walletEmpty", "The wallet is empty");

/** 404: the record does not exist or belongs to another account; the answer does not tell which. */
export const notFound = (what: string, ...details: readonly FieldError[]) =>
  new Refusal("notFound", `${what} not found`, details.length > 0 ? { details } : {});

/** 409: the resource's state forbids it; `details` names the state. */
export const conflict = (message: string, details: string) => new Refusal("conflict", message, { details });

/** 409: the mailbox must be reconnected before the operation that `details` names. */
export const mailboxDisconnected = (message: string, details: string) => new Refusal("mailboxDisconnected", message, { details });

/** 409: the account's test world is full. */
export const sandboxFull = (rows: number, megabytes: number) =>
  new Refusal("sandboxFull", "The test world is full", {
    details: `it holds ${megabytes} MB or ${rows} records, the most there may be: empty it with POST /v1/sandbox/reset`,
  });

/** 403: the API key lacks the scope. */
export const insufficientScope = (scope: string) => new Refusal("insufficientScope", `This API key lacks the scope "${scope}"`);

/** 403: the operation is for keys of the other mode. */
export const wrongMode = (mode: "live" | "test") =>
  new Refusal(
    "insufficientScope",
    mode === "test" ? "This needs a test key (sk_test_…)" : "A test key cannot do this: it needs a live key (sk_live_…)",
  );

/** 503: the service cannot do it now; with the seconds to wait. */
export const unavailable = (message: string, retryAfterSeconds: number) =>
  new Refusal("unavailable", message, { headers: { "retry-after": String(retryAfterSeconds) } });

/** 429: the account has reached its hourly limit of emails; with the seconds until the next hour. */
export const hourlyLimitReached = (retryAfterSeconds: number) =>
  new Refusal("tooManyRequests", "The account has reached its hourly limit of emails", {
    headers: { "retry-after": String(retryAfterSeconds) },
  });

/** How soon a client that was refused in maintenance may try again, seconds. */
const MAINTENANCE_RETRY_SECONDS = 60;

/** 503: the service is in maintenance. */
export const inMaintenance = () =>
  unavailable("The service is in maintenance: reading works, changes do not; try again later", MAINTENANCE_RETRY_SECONDS);

/** 429: with the seconds to wait, and the name of the exceeded limit, as in the header RateLimit-Policy. */
export const tooManyRequests = (retryAfterSeconds: number, policy?: string) =>
  new Refusal("tooManyRequests", policy === undefined ? "Too many requests" : `Too many requests: the limit "${policy}" is used up`, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
