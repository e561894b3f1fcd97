import { HttpMethod, HttpRoute, HttpRouteKey, type HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Construct } from "constructs";
import { operations } from "#shared/contract/operations.ts";
import { requestMethods } from "#shared/contract/routes.ts";
import type { FunctionId } from "../permissions.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./service-function.ts";

/** What the routes are made of. */
export interface OperationRoutesProps extends Omit<ServiceFunctionProps, "id" | "codeDir"> {
  readonly api: HttpApi;
  readonly codeDirOf: (id: FunctionId) => string;
}

/** A route and a function for every operation of the table, and the default route that answers 404 in our own words. */
export class OperationRoutes extends Construct {
  readonly functions = new Map<FunctionId, ServiceFunction>();

  constructor(scope: Construct, name: string, props: OperationRoutesProps) {
    super(scope, name);
    for (const operation of operations) {
      const keys = requestMethods(operation).map((method) => HttpRouteKey.with(operation.path, HttpMethod[method]));
      this.routes(props, operation.id, keys);
    }
    this.routes(props, "docs/unknown-path", [HttpRouteKey.DEFAULT]);
  }

  /** HEAD has a route of its own: API Gateway gives it to no GET. */
  private routes({ api, codeDirOf, config, resources }: OperationRoutesProps, id: FunctionId, keys: readonly HttpRouteKey[]): void {
    const service = new ServiceFunction(this, id.replace("/", "-"), { id, codeDir: codeDirOf(id), config, resources });
    this.functions.set(id, service);
    const integration = new HttpLambdaIntegration("Integration", service.called);
    for (const [i, routeKey] of keys.entries())
      new HttpRoute(service, i === 0 ? "Route" : "HeadRoute", { httpApi: api, routeKey, integration });
  }
}
