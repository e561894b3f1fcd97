import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import { isQueueJob, type QueueName } from "#shared/contract/job.ts";
import type { JobId } from "#shared/contract/jobs.ts";
import { alarmName, alarms, namespaceOf, type OwnedAlarm } from "../alarms.ts";
import type { StageConfig } from "../config.ts";
import type { JobQueue } from "../constructs/job-queue.ts";
import type { ServiceFunction } from "../constructs/service-function.ts";

/** What is watched. */
export interface MonitoringStackProps extends StackProps {
  readonly config: StageConfig;
  readonly accessLog: LogGroup;
  readonly queues: Readonly<Record<QueueName, JobQueue>>;
  readonly functions: Readonly<Record<JobId, ServiceFunction>>;
}

/** The alarms of the tables of jobs and of the service, each with the harm to users in its text, and a dashboard of what they watch. */
export class MonitoringStack extends Stack {
  private readonly topic: Topic;
  private readonly watched: MonitoringStackProps;

  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { config, accessLog: _log, queues: _queues, functions: _functions, ...stackProps } = props;
    super(scope, id, stackProps);
    this.watched = props;
    this.topic = this.publishedByAlarms();
    if (config.alarmEmailParameter !== undefined) {
      const endpoint = StringParameter.valueForStringParameter(this, config.alarmEmailParameter);
      new Subscription(this, "AlarmEmail", { topic: this.topic, protocol: SubscriptionProtocol.EMAIL, endpoint });
    }
    const metrics = alarms.map((owned) => [owned.alarm.name, this.watch(owned)] as const);
    new Dashboard(this, "Dashboard", {
      dashboardName: namespaceOf(config.stage),
      widgets: metrics.map(([title, metric]) => [new GraphWidget({ title, left: [metric], width: 24, height: 4 })]),
    });
  }

  /** A policy of its own, as enforceSSL gives one, replaces the topic's default: alarms may publish only if it says so (AWS, "Notifying users on alarm changes"). */
  private publishedByAlarms(): Topic {
    const topic = new Topic(this, "Alarms", { enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": this.account } },
      }),
    );
    return topic;
  }

  private metricOf({ alarm: { name, watches, statistic = "Sum", periodMinutes }, job }: OwnedAlarm): IMetric {
    const period = Duration.minutes(periodMinutes);
    const own = new Metric({ namespace: namespaceOf(this.watched.config.stage), metricName: name, statistic, period });
    if (watches.of === "accessLog") {
      const where = { logGroup: this.watched.accessLog, filterPattern: FilterPattern.literal(watches.pattern) };
      new MetricFilter(this, `${name}Lines`, { ...where, metricNamespace: own.namespace, metricName: name, metricValue: "1" });
    }
    if (watches.of === "accessLog" || watches.of === "lines") return own;
    if (!job || !isQueueJob(job)) throw new Error(`${name} watches a queue, so it must stand in the row of a job with a queue`);
    const { queue, dlq } = this.watched.queues[job.source.queue];
    if (watches.of === "deadLetters") return dlq.metricApproximateNumberOfMessagesVisible({ period, statistic });
    if (watches.of === "failures") {
      const errors = this.watched.functions[job.id as JobId].fn.metricErrors({ period, statistic });
      return new MathExpression({ expression: "FILL(errors, 0) + FILL(failed, 0)", usingMetrics: { errors, failed: own }, period });
    }
    const age = queue.metricApproximateAgeOfOldestMessage({ period, statistic });
    const visible = queue.metricApproximateNumberOfMessagesVisible({ period, statistic: "Minimum" });
    return new MathExpression({ expression: "IF(visible > 0, age, 0)", usingMetrics: { age, visible }, period });
  }

  private watch(owned: OwnedAlarm): IMetric {
    const { name, harm, remedy, rings, periods = 1 } = owned.alarm;
    const metric = this.metricOf(owned);
    const silence = "below" in rings;
    const alarm = new Alarm(this, name, {
      alarmName: alarmName(this.watched.config.stage, name),
      alarmDescription: `${harm} ${remedy}`,
      metric,
      threshold: silence ? rings.below : rings.above,
      evaluationPeriods: periods,
      comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return metric;
  }
}
