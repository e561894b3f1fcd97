import { Duration, Stack, Validations, RemovalPolicy } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, MathExpression, Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal, ManagedPolicy } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Function as LambdaFunction,
  type IFunction,
  type IVersion,
  Architecture,
  Code,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { VERSION_FAILURES } from "#shared/platform/log.ts";
import { alarmName, CANARIES, type FunctionId, namespaceOf, poolOf, reservedOf, sizeOf } from "../functions.ts";
import type { StageConfig } from "../config.ts";
import { type ISecurityGroup, type ISubnet, SecurityGroup, Subnet, Vpc } from "aws-cdk-lib/aws-ec2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Need } from "#shared/platform/env.ts";
import { grantsIn, type Resources } from "../permissions.ts";

/** The alias through which the function is called. */
const LIVE = "live";
/** A canary lasts five minutes; two bad minutes end it. */
const PERIOD = Duration.minutes(1);
const BAD_MINUTES = 2;
/**
 * The share of a version's calls that may fail, and the failures in a minute from which a version is judged, so that one poison message does not fail
 * it.
 */
const MOST_FAILED = 0.1;
const FEWEST = 3;

/** One CodeDeploy application and role for all functions of a stack: one for each would exceed the resources that a stack may have. */
const rolloutsOf = (stack: Stack) => {
  const known = stack.node.tryFindChild("Rollouts");
  const application = (known as LambdaApplication | undefined) ?? new LambdaApplication(stack, "Rollouts");
  const knownRole = stack.node.tryFindChild("RolloutRole") as Role | undefined;
  const role = knownRole ?? new Role(stack, "RolloutRole", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
  Validations.of(role).acknowledge({
    id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]",
    reason: "CodeDeploy's own policy for moving an alias",
  });
  return { application, role };
};

/**
 * Rings when a version fails, by Lambda's count (AWS, "Types of metrics for Lambda functions": ExecutedVersion) and by its log lines. The alarm's
 * name contains the version, so that an alarm for the old version neither blocks a deployment nor rolls back the new one.
 */
const versionAlarm = (scope: Construct, fn: LambdaFunction, { stage }: StageConfig): Alarm => {
  const { version } = fn.currentVersion;
  const over = { statistic: Stats.SUM, period: PERIOD };
  const lambda = (metricName: string) =>
    new Metric({
      namespace: "AWS/Lambda",
      metricName,
      dimensionsMap: { FunctionName: fn.functionName, Resource: `${fn.functionName}:${LIVE}`, ExecutedVersion: version },
      ...over,
    });
  const own = { [VERSION_FAILURES.dimensions[0]]: fn.functionName, [VERSION_FAILURES.dimensions[1]]: version };
  const failures = new Metric({ namespace: namespaceOf(stage), metricName: VERSION_FAILURES.metric, dimensionsMap: own, ...over });
  const failed = "FILL(errors, 0) + FILL(failures, 0)";
  const metric = new MathExpression({
    expression: `IF(${failed} >= ${FEWEST}, (${failed}) / calls, 0)`,
    usingMetrics: { errors: lambda("Errors"), calls: lambda("Invocations"), failures },
    period: PERIOD,
  });
  return new Alarm(scope, "VersionAlarm", {
    alarmName: `${alarmName(stage, scope.node.id)}-${version}`,
    alarmDescription: "A new version fails: CodeDeploy rolls it back automatically. Look for errors of that version in the function's log.",
    metric,
    threshold: MOST_FAILED,
    evaluationPeriods: BAD_MINUTES,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
};

/** The alias `live` of a function, which CodeDeploy moves to each new version (AWS, "Rolling deployments for Lambda functions"). */
const aliasOf = (scope: Construct, fn: LambdaFunction, config: StageConfig): IFunction => {
  const alias = new Alias(scope, "Live", { aliasName: LIVE, version: fn.currentVersion as IVersion });
  const canary = config.rollout === "canary";
  new LambdaDeploymentGroup(scope, "Rollout", {
    ...rolloutsOf(Stack.of(scope)),
    alias,
    deploymentConfig: canary ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES : LambdaDeploymentConfig.ALL_AT_ONCE,
    ignoreAlarmConfiguration: !canary,
    alarms: [versionAlarm(scope, fn, config)],
  });
  return alias as IFunction;
};

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
    if (resources.bodies && needs.some((need) => need.endsWith("Bodies"))) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::email-${config.stage}-bodies-<AWS::AccountId>-<AWS::Region>/*]`,
        reason: "One object for each body: the only wildcard is the key, within our own bucket",
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
