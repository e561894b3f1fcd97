import { Duration, type Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import type { Alarm as AlarmRow } from "#shared/service/job.ts";
import { alarmName, alarmText } from "../alarms.ts";

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
