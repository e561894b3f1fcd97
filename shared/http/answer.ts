import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { errorNames, type ErrorBody, type ErrorType } from "../contract/errors.ts";
import type { ErrorStatus } from "../contract/operation.ts";
import { Refusal } from "../domain/errors.ts";
import { fieldOut, refusals } from "../mapping/errors.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

/** An answer that is not JSON: attachment bytes, the documentation page. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const jsonHeaders = { "content-type": "application/json", "x-content-type-options": "nosniff", "cache-control": "no-store" };

/** A JSON answer with the headers that every answer carries (contract/README.md, "Ground rules"). */
export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Result => ({
  statusCode: status,
  headers:
    status === 204 ? { ...headers, "x-content-type-options": "nosniff", "cache-control": "no-store" } : { ...jsonHeaders, ...headers },
  ...(status === 204 ? {} : { body: JSON.stringify(body) }),
});

/** A RawAnswer as API Gateway takes it: bytes in base64. */
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

/** What a failed request answers: a Refusal by the table; an outage of the database 503; anything else 500 with nothing but the request's id, the detail only in the log. */
export const answerToError = (deps: Pick<EndpointDeps, "log" | "isOutage">, error: unknown, requestId: string): Result => {
  if (error instanceof Refusal) {
    const details = typeof error.details === "string" ? error.details : error.details?.map(fieldOut);
    return errorAnswer(refusals[error.reason], error.message, details === undefined ? {} : { details }, error.headers);
  }
  deps.log.error("request failed", { requestId, error });
  if (deps.isOutage(error))
    return errorAnswer(refusals.unavailable, "The service cannot reach its database; try again", { requestId }, { "retry-after": "5" });
  return errorAnswer({ status: 500, type: "internal_error" }, "Something went wrong on our side", { requestId });
};
