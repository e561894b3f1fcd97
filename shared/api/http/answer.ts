import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { errorNames, type ErrorBody, type ErrorType, fieldOut, refusals } from "../errors.ts";
import type { ErrorStatus } from "../operation.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { EndpointDeps } from "./request-limits.ts";

/** An answer that is the same for every client, plain and compressed, with its ETag. */
interface Cached {
  readonly plain: Result;
  readonly zipped: string;
  readonly etag: string;
}

const prepare = (plain: Result): Cached => {
  const bytes = Buffer.from(plain.body ?? "", plain.isBase64Encoded ? "base64" : "utf8");
  // A weak ETag, because the compressed bytes are different bytes with the same content (RFC 9110, 8.8.1).
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { plain, zipped: gzipSync(bytes).toString("base64"), etag };
};

/** Whether If-None-Match contains the ETag, compared weakly (RFC 9110, 13.1.2). */
const isNamed = (etag: string, ifNoneMatch = ""): boolean =>
  ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^(?!W\/)/, "W/") === etag);

/** The most answers that a process keeps; the documentation has fewer files. */
const KEPT_MAX = 100;

/**
 * Makes the answer once in a process for each name, however its URL is spelt, and sends it with an ETag, compressed for clients that accept it; 304
 * for clients that have it (RFC 9110, 15.4.5). Only for operations whose answer depends on nothing but the names in their path; `make` throws for a
 * name without an answer.
 */
export const cachedAnswers = (seconds: number) => {
  const known = new Map<string, Cached>();
  return async ({ pathParameters = {}, headers }: Event, make: () => Promise<Result>): Promise<Result> => {
    const name = JSON.stringify(Object.values(pathParameters));
    const cached = known.get(name) ?? prepare(await make());
    if (known.size < KEPT_MAX) known.set(name, cached);
    const { plain, zipped, etag } = cached;
    const common = { ...plain.headers, "cache-control": `public, max-age=${seconds}`, etag, vary: "accept-encoding" };
    if (isNamed(etag, headers["if-none-match"])) return { statusCode: 304, headers: common };
    if (!headers["accept-encoding"]?.includes("gzip")) return { ...plain, headers: common };
    return { ...plain, headers: { ...common, "content-encoding": "gzip" }, body: zipped, isBase64Encoded: true };
  };
};

/** An answer other than JSON: attachment bytes, the documentation page. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const jsonHeaders = { "content-type": "application/json", "x-content-type-options": "nosniff", "cache-control": "no-store" };

/** A JSON answer with the headers of every answer (api/README.md, "Ground rules"). */
export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Result => ({
  statusCode: status,
  headers:
    status === 204 ? { ...headers, "x-content-type-options": "nosniff", "cache-control": "no-store" } : { ...jsonHeaders, ...headers },
  ...(status === 204 ? {} : { body: JSON.stringify(body) }),
});

/** A RawAnswer in API Gateway's form, with bytes in base64. */
export const rawAnswer = ({ status, headers, body }: RawAnswer): Result => ({
  statusCode: status,
  headers: { "x-content-type-options": "nosniff", "cache-control": "no-store", ...headers },
  ...(typeof body === "string" ? { body } : { body: body.toString("base64"), isBase64Encoded: true }),
});

const errorAnswer = (
  { status, type }: { readonly status: ErrorStatus; readonly type: ErrorType },
  message: string,
  rest: Partial<ErrorBody> = {},
  headers: Readonly<Record<string, string>> = {},
): Result => jsonAnswer(status, { error: errorNames[status], message, code: status, type, ...rest } satisfies ErrorBody, headers);

/**
 * The answer to a failed request: for a Refusal the status in the table; 503 for an outage of the database; otherwise 500 with only the request's id,
 * and the details in the log.
 */
export const answerToError = (deps: Pick<EndpointDeps, "log" | "isOutage">, error: unknown, requestId: string): Result => {
  if (error instanceof Refusal) {
    const { status, type } = refusals[error.reason];
    const details = typeof error.details === "string" ? error.details : error.details?.map(fieldOut);
    const rest = {
      ...(details !== undefined && { details }),
      ...(error.current && { current: error.current }),
      ...(status === 503 && { requestId }),
    };
    return errorAnswer({ status, type }, error.message, rest, error.headers);
  }
  deps.log.error("request failed", { requestId, error });
  if (deps.isOutage(error))
    return errorAnswer(refusals.unavailable, "The service cannot reach its database; try again", { requestId }, { "retry-after": "5" });
  return errorAnswer({ status: 500, type: "internal_error" }, "Something went wrong on our side", { requestId });
};
