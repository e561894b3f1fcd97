import { CfnOutput, type Duration, Stack, type StackProps } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Dashboard, GraphWidget, type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { type Alarm as AlarmRow, isQueueJob } from "#shared/service/job.ts";
import { type QueueName } from "#shared/service/queue-messages.ts";
import type { JobId } from "#shared/service/jobs.ts";
import { alarms, namespaceOf, type OwnedAlarm, timesOf } from "../functions.ts";
import type { StageConfig } from "../config.ts";
import type { JobQueue } from "./messaging-stack.ts";
import { alarmTopic, letPublish, overOf, ring } from "../constructs/ring.ts";
import type { ServiceFunction } from "../constructs/service-function.ts";

/** The properties of the monitoring stack. */
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

/** An alarm on metric math watches ten metrics at most (AWS, "Using math expressions with CloudWatch metrics"); one is left for another metric. */
const METRICS_OF_A_GROUP = 9;

/** Metrics in groups that an alarm can watch, each with the ids that metric math uses: `m0`, `m1`, … */
const groupsOf = <T>(
  of: Readonly<Record<string, T>>,
  metric: (of: T, label: string) => IMetric,
): readonly Readonly<Record<string, IMetric>>[] => {
  const all = Object.entries(of).map(([label, one]) => metric(one, label));
  const starts = Array.from({ length: Math.ceil(all.length / METRICS_OF_A_GROUP) }, (_, n) => n * METRICS_OF_A_GROUP);
  return starts.map((at) => Object.fromEntries(all.slice(at, at + METRICS_OF_A_GROUP).map((one, n) => [`m${n}`, one])));
};

const waiting = ({ queue }: JobQueue, over: Over): IMetric => {
  const age = queue.metricApproximateAgeOfOldestMessage(over);
  const visible = queue.metricApproximateNumberOfMessagesVisible({ ...over, statistic: "Minimum" });
  return new MathExpression({ expression: "IF(visible > 0, age, 0)", usingMetrics: { age, visible }, period: over.period });
};

/** Where several calls share a job's work and silence is the fault, one call's silence is enough: the others' lines are not. */
const ofEveryCall = ({ alarm, job }: OwnedAlarm, config: StageConfig): AlarmRow => {
  if (!job || !("everyMinutes" in job.source) || !("below" in alarm.rings)) return alarm;
  const ofOthers = (timesOf(job, config) - 1) * Math.floor(alarm.periodMinutes / job.source.everyMinutes);
  return { ...alarm, rings: { below: alarm.rings.below + ofOthers } };
};

/** The metrics that a widget shows: for a sum or maximum, each of its metrics. */
const shown = (metric: IMetric): IMetric[] => (metric instanceof MathExpression ? Object.values(metric.usingMetrics) : [metric]);

/**
 * The alarms of jobs and of the service, each with its impact on users in its text, and a dashboard of their metrics. Pages and tickets have separate
 * topics.
 */
export class MonitoringStack extends Stack {
  private readonly topics: Readonly<Record<AlarmRow["severity"], Topic>>;
  private readonly watched: MonitoringStackProps;

  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { config, accessLog: _log, queues: _queues, functions: _functions, ...stackProps } = props;
    super(scope, id, stackProps);
    this.watched = props;
    const topic = (name: string) => alarmTopic(this, name, config.alarmEmailParameter);
    this.topics = { page: topic("Pages"), ticket: topic("Tickets") };
    new CfnOutput(this, "PagesTopic", { value: this.topics.page.topicArn, description: "What wakes somebody subscribes here" });
    new CfnOutput(this, "TicketsTopic", {
      value: this.topics.ticket.topicArn,
      description: "What can wait until the morning subscribes here",
    });
    if (config.monthlyBudget !== undefined) this.watchCosts(config.monthlyBudget);
    const metrics = alarms.flatMap((owned) => this.watch(owned));
    new Dashboard(this, "Dashboard", {
      // Dashboards are an account's, not a region's: the stage in another region must not take the name (AWS, "Using Amazon CloudWatch dashboards").
      dashboardName: `${namespaceOf(config.stage)}-${this.region}`,
      widgets: metrics.map(([title, metric]) => [new GraphWidget({ title, left: shown(metric), width: 24, height: 4 })]),
    });
  }

  /**
   * Budget notifications to the ticket topic when the month's cost is forecast to exceed this many dollars, reaches 80 % of them, and reaches all of
   * them (AWS, "Managing your costs with AWS Budgets").
   */
  private watchCosts(amount: number): void {
    const topic = this.topics.ticket;
    letPublish("budgets.amazonaws.com", topic);
    const subscribers = [{ subscriptionType: "SNS", address: topic.topicArn }];
    const above = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold, thresholdType: "PERCENTAGE" },
      subscribers,
    });
    new CfnBudget(this, "Budget", {
      // CloudFormation generates the name: with a fixed name, a change of the notifications would fail, because it replaces the budget.
      budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount, unit: "USD" } },
      notificationsWithSubscribers: [above("FORECASTED", 100), above("ACTUAL", 80), above("ACTUAL", 100)],
    });
  }

  /** The metrics that an alarm watches: several when the sum has too many terms for one alarm. */
  private metricsOf({ alarm, job }: OwnedAlarm): readonly IMetric[] {
    const { name, watches } = alarm;
    const over = overOf(alarm);
    const own = (metricName: string) => new Metric({ namespace: namespaceOf(this.watched.config.stage), metricName, ...over });
    switch (watches.of) {
      case "metric":
        return [own(watches.name)];
      case "accessLog":
        return [this.accessLines(name, watches.pattern, own(name))];
      case "throttles":
        return [new Metric({ namespace: "AWS/Lambda", metricName: "Throttles", ...over })];
      case "deadLetters":
        return this.deadLetters(over);
      case "failures":
        return this.failures(own("MessagesFailed"), over);
      case "waiting":
      case "healthCheck":
        break;
    }
    if (!job || !isQueueJob(job)) throw new Error(`${name} watches a queue, so it must stand in the row of a job with a queue`);
    return [waiting(this.watched.queues[job.source.queue], over)];
  }

  private accessLines(name: string, pattern: string, own: Metric): IMetric {
    const where = { logGroup: this.watched.accessLog, filterPattern: FilterPattern.literal(pattern) };
    new MetricFilter(this, `${name}Lines`, { ...where, metricNamespace: own.namespace, metricName: name, metricValue: "1" });
    return own;
  }

  private deadLetters(over: Over): readonly IMetric[] {
    const groups = groupsOf(this.watched.queues, ({ dlq }, label) => dlq.metricApproximateNumberOfMessagesVisible({ ...over, label }));
    return groups.map((usingMetrics) => {
      const expression = `MAX([${Object.keys(usingMetrics).join(", ")}])`;
      return new MathExpression({ expression, usingMetrics, period: over.period });
    });
  }

  private failures(failed: Metric, over: Over): readonly IMetric[] {
    const groups = groupsOf(this.watched.functions, ({ fn }, label) => fn.metricErrors({ ...over, label }));
    return groups.map((errors, n) => {
      const usingMetrics = n === 0 ? { ...errors, failed } : errors;
      const sum = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
      return new MathExpression({ expression: sum.join(" + "), usingMetrics, period: over.period });
    });
  }

  /** Makes an alarm for each of its metrics, the further ones numbered from 2; returns the metrics with the alarms' names. */
  private watch(owned: OwnedAlarm): readonly (readonly [title: string, metric: IMetric])[] {
    const alarm = ofEveryCall(owned, this.watched.config);
    return this.metricsOf(owned).map((metric, n) => {
      const name = n === 0 ? alarm.name : `${alarm.name}${n + 1}`;
      ring(this, { ...alarm, name }, { stage: this.watched.config.stage, metric, topic: this.topics[alarm.severity] });
      return [name, metric];
    });
  }
}
