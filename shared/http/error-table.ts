import type { ErrorStatus } from "../contract/operation.ts";
import type { RefusalReason } from "../domain/errors.ts";

/** The HTTP status of each reason to refuse; the specification's word for a status stands in contract/errors.ts. */
export const statusOf: Readonly<Record<RefusalReason, ErrorStatus>> = {
  invalid: 400,
  unauthorized: 401,
  walletEmpty: 402,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  tooManyRequests: 429,
  connectionFailed: 502,
  unavailable: 503,
};
