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
import { type Alarm as AlarmRow, isQueueJob } from "#shared/contract/job.ts";
import { type QueueName } from "#shared/contract/queue-messages.ts";
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

interface Over {
  readonly statistic: string;
  readonly period: Duration;
}

/** Metrics of many by ids that metric math takes: `m0`, `m1`, …; it takes ten at most (AWS, "Using math expressions with CloudWatch metrics"). */
const named = <T>(of: readonly (readonly [string, T])[], metric: (of: T, label: string) => IMetric): Readonly<Record<string, IMetric>> =>
  Object.fromEntries(of.map(([label, one], n) => [`m${n}`, metric(one, label)]));

const waiting = ({ queue }: JobQueue, over: Over): IMetric => {
  const age = queue.metricApproximateAgeOfOldestMessage(over);
  const visible = queue.metricApproximateNumberOfMessagesVisible({ ...over, statistic: "Minimum" });
  return new MathExpression({ expression: "IF(visible > 0, age, 0)", usingMetrics: { age, visible }, period: over.period });
};

/** What a widget shows of a metric: each of the metrics that a sum or a maximum is made of. */
const shown = (metric: IMetric): IMetric[] => (metric instanceof MathExpression ? Object.values(metric.usingMetrics) : [metric]);

/** The alarms of the tables of jobs and of the service, each with the impact to users in its text, and a dashboard of what they watch. Pages and tickets have a topic each. */
export class MonitoringStack extends Stack {
  private readonly topics: Readonly<Record<AlarmRow["severity"], Topic>>;
  private readonly watched: MonitoringStackProps;

  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { config, accessLog: _log, queues: _queues, functions: _functions, ...stackProps } = props;
    super(scope, id, stackProps);
    this.watched = props;
    this.topics = { page: this.topicOf("Pages"), ticket: this.topicOf("Tickets") };
    if (config.alarmEmailParameter !== undefined) {
      const endpoint = StringParameter.valueForStringParameter(this, config.alarmEmailParameter);
      for (const topic of Object.values(this.topics))
        new Subscription(topic, "Email", { topic, protocol: SubscriptionProtocol.EMAIL, endpoint });
    }
    const metrics = alarms.map((owned) => [owned.alarm.name, this.watch(owned)] as const);
    new Dashboard(this, "Dashboard", {
      dashboardName: namespaceOf(config.stage),
      widgets: metrics.map(([title, metric]) => [new GraphWidget({ title, left: shown(metric), width: 24, height: 4 })]),
    });
  }

  /** A policy of its own, as enforceSSL gives one, replaces the topic's default: alarms may publish only if it says so (AWS, "Notifying users on alarm changes"). */
  private topicOf(name: string): Topic {
    const topic = new Topic(this, name, { enforceSSL: true });
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

  private metricOf({ alarm, job }: OwnedAlarm): IMetric {
    const { name, watches, statistic = "Sum", periodMinutes } = alarm;
    const over = { statistic, period: Duration.minutes(periodMinutes) };
    const own = (metricName: string) => new Metric({ namespace: namespaceOf(this.watched.config.stage), metricName, ...over });
    switch (watches.of) {
      case "metric":
        return own(watches.name);
      case "accessLog":
        return this.accessLines(name, watches.pattern, own(name));
      case "throttles":
        return new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", ...over });
      case "deadLetters":
        return this.deadLetters(over);
      case "failures":
        return this.failures(own("MessagesFailed"), over);
      case "waiting":
        break;
    }
    if (!job || !isQueueJob(job)) throw new Error(`${name} watches a queue, so it must stand in the row of a job with a queue`);
    return waiting(this.watched.queues[job.source.queue], over);
  }

  private accessLines(name: string, pattern: string, own: Metric): IMetric {
    const where = { logGroup: this.watched.accessLog, filterPattern: FilterPattern.literal(pattern) };
    new MetricFilter(this, `${name}Lines`, { ...where, metricNamespace: own.namespace, metricName: name, metricValue: "1" });
    return own;
  }

  private deadLetters(over: Over): IMetric {
    const usingMetrics = named(Object.entries(this.watched.queues), ({ dlq }, label) =>
      dlq.metricApproximateNumberOfMessagesVisible({ ...over, label }),
    );
    return new MathExpression({ expression: `MAX([${Object.keys(usingMetrics).join(", ")}])`, usingMetrics, period: over.period });
  }

  private failures(failed: Metric, over: Over): IMetric {
    const errors = named(Object.entries(this.watched.functions), ({ fn }, label) => fn.metricErrors({ ...over, label }));
    const usingMetrics = { ...errors, failed };
    const sum = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
    return new MathExpression({ expression: sum.join(" + "), usingMetrics, period: over.period });
  }

  private watch(owned: OwnedAlarm): IMetric {
    const { name, severity, impact, runbook, rings, periods = 1 } = owned.alarm;
    const metric = this.metricOf(owned);
    const silence = "below" in rings;
    const alarm = new Alarm(this, name, {
      alarmName: alarmName(this.watched.config.stage, name),
      alarmDescription: `${impact} ${runbook}`,
      metric,
      threshold: silence ? rings.below : rings.above,
      evaluationPeriods: periods,
      comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.topics[severity]);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return metric;
  }
}
