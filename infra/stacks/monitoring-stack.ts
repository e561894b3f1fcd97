import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
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
import { Subscription, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import { type Alarm as AlarmRow, isQueueJob } from "#shared/service/job.ts";
import { alarmName, alarms, alarmText, namespaceOf, type OwnedAlarm, callsPerRun } from "../functions.ts";
import { HealthCheck, HealthCheckType } from "aws-cdk-lib/aws-route53";
import { outsideAlarm } from "#shared/service/alarms.ts";
import type { StageConfig } from "../config.ts";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { QueueName } from "#shared/service/queue-messages.ts";
import type { JobId } from "#shared/service/jobs.ts";
import type { JobQueue } from "./messaging-stack.ts";
import type { ServiceFunction } from "../constructs/service-function.ts";

/** Allows an AWS service to publish to a topic for this account. */
const letPublish = (service: string, topic: Topic): void => {
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
const alarmTopic = (stack: Stack, name: string, emailParameter: string | undefined): Topic => {
  const topic = new Topic(stack, name, { enforceSSL: true });
  letPublish("cloudwatch.amazonaws.com", topic);
  if (emailParameter !== undefined) {
    const endpoint = StringParameter.valueForStringParameter(stack, emailParameter);
    new Subscription(topic, "Email", { topic, protocol: SubscriptionProtocol.EMAIL, endpoint });
  }
  return topic;
};

/** The statistic and period of an alarm's metric. */
const overOf = ({ statistic = "Sum", periodMinutes }: AlarmRow) => ({ statistic, period: Duration.minutes(periodMinutes) });

/** The metric and topic of an alarm. */
interface Ringing {
  readonly stage: string;
  readonly metric: IMetric;
  readonly topic: Topic;
}

/** Makes the alarm of a row; it also reports when the alarm ends. */
const ring = (scope: Construct, row: AlarmRow, { stage, metric, topic }: Ringing): void => {
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
  const ofOthers = (callsPerRun(job, config) - 1) * Math.floor(alarm.periodMinutes / job.source.everyMinutes);
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
