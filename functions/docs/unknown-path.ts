import type { APIGatewayProxyEventV2 as Event, APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { methodsOf } from "#shared/service/routes.ts";
import { notFound, Refusal } from "#shared/platform/errors.ts";
import { answerToError } from "#shared/api/http/answer.ts";
import type { EndpointDeps } from "#shared/api/http/endpoint.ts";
import { openEndpointDeps as deps } from "#shared/accounts/wiring/open-endpoint.ts";

/**
 * The default route: 404 for an unknown path, 405 for a known path with another method, so that the gateway's own error body is never returned
 * (api/README.md, "Ground rules").
 */
export const unknownPath =
  (ports: { deps: EndpointDeps }) =>
  async (event: Event): Promise<Result> => {
    const { requestId, http } = event.requestContext;
    const methods = methodsOf(event.rawPath);
    const allow = methods.join(", ");
    // This route of the table does not exist in this stage, such as the console's when it is switched off.
    const refusal =
      allow === "" || methods.includes(http.method)
        ? notFound("Path")
        : new Refusal("methodNotAllowed", `${http.method} is not allowed here`, { headers: { allow } });
    const answer = answerToError(ports.deps, refusal, requestId);
    return { ...answer, headers: { ...answer.headers, "x-request-id": requestId } };
  };

export const handler = unknownPath({ deps });
