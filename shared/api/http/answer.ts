import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { errorNames, type ErrorBody, type ErrorType, fieldOut, refusals } from "../errors.ts";
import type { ErrorStatus } from "../operation.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

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
