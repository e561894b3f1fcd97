import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import type { Alarm as AlarmRow } from "#shared/service/job.ts";
import { alarmName, alarmText } from "../functions.ts";
import { HealthCheck, HealthCheckType } from "aws-cdk-lib/aws-route53";
import { outsideAlarm } from "#shared/service/alarms.ts";
import type { StageConfig } from "../config.ts";

/** Allows an AWS service to publish to a topic for this account. */
export const letPublish = (service: string, topic: Topic): void => {
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(service)],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": topic.stack.account } },
    }),
  );
};

/**
 * A topic for alarms, mailed to the address in an SSM parameter of its stack's region. A topic policy, such as enforceSSL adds, replaces the default
 * one, so it must allow alarms to publish (AWS, "Notifying users on alarm changes").
 */
export const alarmTopic = (stack: Stack, name: string, emailParameter: string | undefined): Topic => {
  const topic = new Topic(stack, name, { enforceSSL: true });
  letPublish("cloudwatch.amazonaws.com", topic);
  if (emailParameter !== undefined) {
    const endpoint = StringParameter.valueForStringParameter(stack, emailParameter);
    new Subscription(topic, "Email", { topic, protocol: SubscriptionProtocol.EMAIL, endpoint });
  }
  return topic;
};

/** The statistic and period of an alarm's metric. */
export const overOf = ({ statistic = "Sum", periodMinutes }: AlarmRow) => ({ statistic, period: Duration.minutes(periodMinutes) });

/** The metric and topic of an alarm. */
export interface Ringing {
  readonly stage: string;
  readonly metric: IMetric;
  readonly topic: Topic;
}

/** Makes the alarm of a row; it also reports when the alarm ends. */
export const ring = (scope: Construct, row: AlarmRow, { stage, metric, topic }: Ringing): void => {
  const { name, rings, periods = 1 } = row;
  const silence = "below" in rings;
  const alarm = new Alarm(scope, name, {
    alarmName: alarmName(stage, name),
    alarmDescription: alarmText(row),
    metric,
    threshold: silence ? rings.below : rings.above,
    evaluationPeriods: periods,
    comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/**
 * AWS, "Monitoring health checks using CloudWatch": Route 53's metrics are only in this region, and an alarm must be in the region of its metric and
 * topic.
 */
const REGION = "us-east-1";
/** The minimum that Route 53 accepts (AWS, "AWS::Route53::HealthCheck": Regions); more would multiply the requests. */
const CHECKED_FROM = ["us-east-1", "eu-west-1", "ap-southeast-1"];

/** The properties of the stack that watches from outside the region. */
interface OutsideStackProps extends Omit<StackProps, "env"> {
  readonly stage: StageConfig["stage"];
  readonly outsideWatch: NonNullable<StageConfig["outsideWatch"]>;
}

/**
 * Requests a page without a key from three continents, with an alarm outside the service's region, whose own alarms are silent when the whole region
 * is down.
 */
export class OutsideStack extends Stack {
  constructor(scope: Construct, id: string, { stage, outsideWatch, ...props }: OutsideStackProps) {
    super(scope, id, { ...props, env: { region: REGION } });
    const { healthCheckId } = new HealthCheck(this, "Api", {
      type: HealthCheckType.HTTPS,
      fqdn: outsideWatch.host,
      resourcePath: "/docs",
      enableSNI: true,
      requestInterval: Duration.seconds(30),
      failureThreshold: 3,
      regions: CHECKED_FROM,
    });
    const dimensionsMap = { HealthCheckId: healthCheckId };
    const metric = new Metric({ namespace: "AWS/Route53", metricName: "HealthCheckStatus", dimensionsMap, ...overOf(outsideAlarm) });
    ring(this, outsideAlarm, { stage, metric, topic: alarmTopic(this, "Pages", outsideWatch.alarmEmailParameter) });
  }
}
