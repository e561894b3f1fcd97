import { HttpMethod, HttpRoute, HttpRouteKey, type HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Construct } from "constructs";
import { operations } from "#shared/contract/operations.ts";
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
    for (const { id, method, path } of operations) this.route(props, id, HttpRouteKey.with(path, HttpMethod[method]));
    this.route(props, "docs/unknown-path", HttpRouteKey.DEFAULT);
  }

  private route({ api, codeDirOf, config, resources }: OperationRoutesProps, id: FunctionId, routeKey: HttpRouteKey): void {
    const service = new ServiceFunction(this, id.replace("/", "-"), { id, codeDir: codeDirOf(id), config, resources });
    this.functions.set(id, service);
    new HttpRoute(service, "Route", { httpApi: api, routeKey, integration: new HttpLambdaIntegration("Integration", service.fn) });
  }
}
