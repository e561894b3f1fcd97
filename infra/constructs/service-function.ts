import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { type ISecurityGroup, type ISubnet, SecurityGroup, Subnet, Vpc } from "aws-cdk-lib/aws-ec2";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  type IFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Need } from "#shared/runtime/needs.ts";
import { namespaceOf } from "../alarms.ts";
import type { StageConfig } from "../config.ts";
import { CANARIES, type FunctionId, poolOf, reservedOf, sizeOf } from "../functions.ts";
import { grantsIn, type Resources } from "../permissions.ts";
import { aliasOf } from "./versions.ts";

const networkOf = (scope: Construct, { vpc }: StageConfig) => {
  if (!vpc) return {};
  const subnets: ISubnet[] = vpc.subnetIds.map((id) => Subnet.fromSubnetId(scope, id, id));
  const group: ISecurityGroup = SecurityGroup.fromSecurityGroupId(scope, "Group", vpc.securityGroupId);
  return {
    vpc: Vpc.fromVpcAttributes(scope, "Vpc", { vpcId: vpc.vpcId, availabilityZones: [...vpc.availabilityZones] }),
    vpcSubnets: { subnets },
    securityGroups: [group],
  };
};

/** The code of the functions, and their needs. */
export interface FunctionCode {
  /** The folder with the function's code. */
  readonly codeDirOf: (id: FunctionId) => string;
  readonly needsOf: (id: FunctionId) => readonly Need[];
}

/** The settings of a function. */
export interface ServiceFunctionProps {
  readonly id: FunctionId;
  readonly code: FunctionCode;
  readonly config: StageConfig;
  readonly resources: Resources;
}

/**
 * A Lambda function with the settings of all of ours: arm64, Node 24, a log group with retention, and only the grants and environment of its needs.
 */
export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction;
  /** The target of calls: the function, or its alias where new versions are deployed gradually. */
  readonly called: IFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, name: string, { id, code, config, resources }: ServiceFunctionProps) {
    super(scope, name);
    const { memoryMb, timeoutSeconds } = sizeOf(id);
    const needs = code.needsOf(id);
    const grants = grantsIn(Stack.of(this), { resources, config, pool: poolOf(id, config) });
    this.logGroup = new LogGroup(this, "Logs", { retention: config.logRetentionDays });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    this.logGroup.grantWrite(role);
    if (config.vpc) {
      // CDK attaches this policy only to roles that it creates itself (AWS, "Giving Lambda functions access to resources in an Amazon VPC").
      role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSLambdaVPCAccessExecutionRole"));
      Validations.of(role).acknowledge({
        id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole]",
        reason: "Lambda makes the function's network interfaces with it; its actions take no narrower resource",
      });
    }
    if (config.tracing) {
      Validations.of(role).acknowledge({ id: "AwsSolutions-IAM5[Resource::*]", reason: "X-Ray's actions take no narrower resource" });
    }
    for (const statement of needs.flatMap((need) => grants[need].statements ?? [])) role.addToPolicy(statement);
    if (needs.some((need) => need.endsWith("Schedules"))) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${resources.scheduleGroup}/send-*]`,
        reason: "One schedule per send, named send-{id}: the only wildcard is the id, within our own group",
      });
    }
    const reserved = reservedOf(id, config);
    this.fn = new LambdaFunction(this, "Function", {
      description: id,
      code: Code.fromAsset(code.codeDirOf(id)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      role,
      ...(config.reserveConcurrency && reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup: this.logGroup,
      // Lambda's own log lines about a successful call only repeat its metrics (AWS, "Configuring advanced logging controls for Lambda functions").
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // Old versions are kept, so that `npm run rollback` can return to them. One whose deployment is rolled back is deleted: Lambda publishes no
      // second version of the same code, so that deployment could not be repeated (AWS, "DeletionPolicy attribute": RetainExceptOnCreate; Lambda,
      // "PublishVersion").
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      environment: Object.assign({ METRICS_NAMESPACE: namespaceOf(config.stage) }, ...needs.map((need) => grants[need].environment)),
      ...networkOf(this, config),
    });
    this.called = config.rollout !== "direct" && CANARIES.has(id) ? aliasOf(this, this.fn, config) : this.fn;
  }
}
