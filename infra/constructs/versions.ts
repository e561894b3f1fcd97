import { Duration, Stack, Validations } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, MathExpression, Metric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Alias, type Function as LambdaFunction, type IFunction, type IVersion } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { VERSION_FAILURES } from "#shared/contract/metrics.ts";
import { alarmName, namespaceOf } from "../alarms.ts";
import type { StageConfig } from "../config.ts";

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
export const aliasOf = (scope: Construct, fn: LambdaFunction, config: StageConfig): IFunction => {
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
