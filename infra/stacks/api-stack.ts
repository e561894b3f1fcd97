import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { ApiMapping, type CfnStage, DomainName, HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type Cluster, clusters } from "../clusters.ts";
import type { StageConfig } from "../config.ts";

/** The properties of the API's stack. */
export interface ApiStackProps extends StackProps {
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
