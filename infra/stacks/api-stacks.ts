import { CfnOutput, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { ApiMapping, type CfnStage, DomainName, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type Cluster, clusters, type StageConfig } from "../config.ts";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { requestMethods, routedOperations } from "#shared/service/routes.ts";
import { type FunctionCode, ServiceFunction } from "../constructs/service-function.ts";
import type { FunctionId } from "../functions.ts";
import type { Resources } from "../permissions.ts";

/** The properties of the API's stack. */
interface ApiStackProps extends StackProps {
  readonly config: StageConfig;
}

/** The fields of the access log, without headers and query, which may contain secrets. */
const accessLogFormat = JSON.stringify({
  requestId: "$context.requestId",
  at: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  route: "$context.routeKey",
  status: "$context.status",
  bytes: "$context.responseLength",
  ms: "$context.responseLatency",
  error: "$context.integrationErrorMessage",
});

/** The HTTP API, throttled and with access logs; its routes are in the stacks of the modules. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { config, ...props }: ApiStackProps) {
    super(scope, id, props);
    this.api = new HttpApi(this, "Api", { description: `Email service, ${config.stage}` });
    this.accessLog = new LogGroup(this, "AccessLog", { retention: config.logRetentionDays });
    this.limitAndLog(clusters[config.cluster]);
    if (config.domain) this.serveUnder(config.domain);
    // Exported in every stage: a stack that imports it could not be updated if setting a domain removed the export.
    this.exportValue(this.api.apiEndpoint);
    new CfnOutput(this, "Url", { value: this.api.apiEndpoint });
  }

  private limitAndLog({ throttle }: Cluster): void {
    const stage = this.api.defaultStage?.node.defaultChild as CfnStage;
    stage.accessLogSettings = { destinationArn: this.accessLog.logGroupArn, format: accessLogFormat };
    stage.defaultRouteSettings = { throttlingRateLimit: throttle.rate, throttlingBurstLimit: throttle.burst };
  }

  private serveUnder({ name, certificateArn }: NonNullable<StageConfig["domain"]>): void {
    const certificate = Certificate.fromCertificateArn(this, "Certificate", certificateArn);
    const domainName = new DomainName(this, "Domain", { domainName: name, certificate });
    new ApiMapping(this, "Mapping", { api: this.api, domainName });
    new CfnOutput(this, "DomainTarget", { value: domainName.regionalDomainName, description: `Point a CNAME of ${name} here` });
  }
}

/** A function of the API and its routes. */
interface Routed {
  readonly id: FunctionId;
  readonly keys: readonly HttpRouteKey[];
}

/** HEAD needs a separate route, because API Gateway does not route it to GET. The default route answers 404 in the API's form. */
const routed: readonly Routed[] = [
  ...routedOperations.map((operation) => ({
    id: operation.id,
    keys: requestMethods(operation).map((method) => HttpRouteKey.with(operation.path, HttpMethod[method])),
  })),
  { id: "docs/unknown-path", keys: [HttpRouteKey.DEFAULT] },
];

/** What other programs' clients and models use. */
const OF_AGENTS = /^(?:mcp|oauth)\/|-consent$/;

/**
 * What a team that answers mail together has beside the mail, and the sequences: its people, notes, counts, response times, changes of many, what is
 * known of silence, and whose turn it is.
 */
const OF_TEAMS = new Set(
  "inbox/add-note inbox/list-notes inbox/patch-note inbox/delete-note inbox/get-counts inbox/get-response-times inbox/change-messages"
    .concat(" members/create members/invite-again members/list members/patch members/delete console/accept-invitation sending/get-evidence")
    .concat(" console/get-sign-in-providers console/begin-sign-in console/finish-sign-in")
    .concat(" pools/put pools/list pools/get pools/delete")
    .concat(" rehearsals/create rehearsals/get rehearsals/list-emails")
    .split(" "),
);

/** The modules about mail: half of the other functions. */
const MAIL = new Set(["mailboxes", "oauth-clients", "hooks", "sending", "inbox"]);

/** The parts of the API, each a stack of its own. */
type Part = "mail" | "account" | "agents" | "team";

/** A function that is deployed must stay in its part: the new stack's route would be refused while the old one's is there. */
const partOf = (id: FunctionId): Part => {
  if (OF_AGENTS.test(id)) return "agents";
  if (OF_TEAMS.has(id) || id.startsWith("sequences/")) return "team";
  return MAIL.has(id.split("/")[0] ?? "") ? "mail" : "account";
};

/**
 * The functions of the API, divided between stacks, because CloudFormation limits a stack to 500 resources (AWS, "CloudFormation quotas"). The
 * console's, and OAuth's, whose consent page it has, are there where the stage has the console.
 */
export const routesByPart = ({ console }: Pick<StageConfig, "console">): ReadonlyMap<Part, readonly Routed[]> =>
  Map.groupBy(
    routed.filter(({ id }) => console || !/^(?:console|oauth)\//.test(id)),
    ({ id }) => partOf(id),
  );

/** The properties of a stack of functions and routes. */
interface RoutesStackProps extends StackProps {
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
