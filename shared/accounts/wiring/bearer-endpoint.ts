import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import type { Run } from "#shared/api/http/endpoint.ts";
import type { Operation } from "#shared/api/operation.ts";
import { answerToError } from "#shared/api/http/answer.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { deps, endpoint } from "./endpoint.ts";
import { issuer } from "./oauth.ts";

/** Where a client reads how to get a token for the operation (RFC 9728, 3.1: the path stands behind the well-known one). */
const metadataOf = ({ path }: Operation): string => `${issuer().issuer}/.well-known/oauth-protected-resource${path}`;

/** Whether a web page of another origin asks; programs send no Origin. */
const isForeign = ({ headers: { origin } }: Event): boolean => origin !== undefined && origin !== new URL(issuer().issuer).origin;

/**
 * A Lambda handler for an operation that takes a key as a bearer token. A page of another origin gets 403 before anything else is looked at, and a
 * 401 says where tokens come from (RFC 9728, 5.1).
 */
export const bearerEndpoint = <O extends Operation>(operation: O, run: Run<O>) => {
  const handler = endpoint(operation, run);
  return async (event: Event, context: Parameters<typeof handler>[1]): Promise<Result> => {
    const { requestId } = event.requestContext;
    if (isForeign(event))
      return answerToError(deps, new Refusal("foreignOrigin", "Only programs and this host's own pages may call this"), requestId);
    const answer = await handler(event, context);
    if (answer.statusCode !== 401) return answer;
    return { ...answer, headers: { ...answer.headers, "www-authenticate": `Bearer resource_metadata="${metadataOf(operation)}"` } };
  };
};
