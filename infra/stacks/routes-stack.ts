import { Stack, type StackProps, Validations } from "aws-cdk-lib";
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Construct } from "constructs";
import { operations } from "#shared/contract/operations.ts";
import { requestMethods } from "#shared/contract/routes.ts";
import type { StageConfig } from "../config.ts";
import { type FunctionCode, ServiceFunction } from "../constructs/service-function.ts";
import type { FunctionId } from "../functions.ts";
import type { Resources } from "../permissions.ts";

/** A function of the API and the routes that call it. */
interface Routed {
  readonly id: FunctionId;
  readonly keys: readonly HttpRouteKey[];
}

/** HEAD has a route of its own: API Gateway gives it to no GET. The default route answers 404 in our own words. */
const routed: readonly Routed[] = [
  ...operations.map((operation) => ({
    id: operation.id,
    keys: requestMethods(operation).map((method) => HttpRouteKey.with(operation.path, HttpMethod[method])),
  })),
  { id: "docs/unknown-path", keys: [HttpRouteKey.DEFAULT] },
];

/** The modules with what mail is about: half of the functions. */
const MAIL = new Set(["mailboxes", "sending", "inbox"]);

/** The functions of the API in two stacks' worth: CloudFormation lets a stack have 500 resources (AWS, "CloudFormation quotas"). */
export const routesByPart: ReadonlyMap<"mail" | "account", readonly Routed[]> = Map.groupBy(routed, ({ id }) =>
  MAIL.has(id.split("/")[0] ?? "") ? "mail" : "account",
);

/** What a stack of functions and routes is made of. */
export interface RoutesStackProps extends StackProps {
  readonly api: HttpApi;
  readonly members: readonly Routed[];
  readonly config: StageConfig;
  readonly resources: Resources;
  readonly code: FunctionCode;
}

/** Functions of the API and their routes. */
export class RoutesStack extends Stack {
  constructor(scope: Construct, id: string, { api, members, config, resources, code, ...props }: RoutesStackProps) {
    super(scope, id, props);
    for (const { id: functionId, keys } of members) {
      const name = functionId.replace("/", "-");
      const service = new ServiceFunction(this, name, { id: functionId, code, config, resources });
      const integration = new HttpLambdaIntegration("Integration", service.called);
      for (const [i, routeKey] of keys.entries())
        new HttpRoute(service, i === 0 ? "Route" : "HeadRoute", { httpApi: api, routeKey, integration });
    }
    Validations.of(this).acknowledge({
      id: "AwsSolutions-APIG4",
      reason: "Every function checks X-API-Key itself: only so does a 401 carry the API's error body",
    });
  }
}
