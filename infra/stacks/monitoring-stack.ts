import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Alarm, ComparisonOperator, Dashboard, GraphWidget, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import type { JobQueue } from "../constructs/job-queue.ts";
import type { ServiceFunction } from "../constructs/service-function.ts";

/** What is watched. */
export interface MonitoringStackProps extends StackProps {
  readonly config: StageConfig;
  readonly api: HttpApi;
  readonly send: JobQueue;
  readonly sync: JobQueue;
  readonly deliver: ServiceFunction;
  readonly sweep: ServiceFunction;
  readonly startSync: ServiceFunction;
  readonly syncMailbox: ServiceFunction;
}

interface Watch {
  readonly name: string;
  /** What users suffer while the alarm is on, and what to do first. */
  readonly harm: string;
  readonly metric: IMetric;
  readonly above: number;
  readonly minutes?: number;
  /** An alarm when nothing is reported: for jobs that must run. */
  readonly silenceIsBad?: boolean;
}

/** Alarms whose text names the harm to users, and a dashboard of what they watch. */
export class MonitoringStack extends Stack {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { config, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    this.topic = new Topic(this, "Alarms", { enforceSSL: true });
    if (config.alarmEmail) this.topic.addSubscription(new EmailSubscription(config.alarmEmail));
    const watches = this.watches(props, config);
    for (const watch of watches) this.watch(watch);
    new Dashboard(this, "Dashboard", {
      widgets: watches.map(({ name, metric }) => [new GraphWidget({ title: name, left: [metric], width: 24, height: 4 })]),
    });
  }

  private watches(props: Omit<MonitoringStackProps, "config">, { stage }: StageConfig): readonly Watch[] {
    const { api, send, sync, deliver, sweep, startSync, syncMailbox } = props;
    const minute = { period: Duration.minutes(1) };
    const unknown = new MetricFilter(this, "UnknownOutcomeFilter", {
      logGroup: deliver.logGroup,
      filterPattern: FilterPattern.stringValue("$.event", "=", "outcome unknown"),
      metricNamespace: `email-service-${stage}`,
      metricName: "UnknownOutcome",
      metricValue: "1",
    });
    return [
      {
        name: "SendDlq",
        harm: "Wake-ups for sends failed five times. No email is lost, the sweeper retries, but emails leave minutes late. See README, Redrive a DLQ.",
        metric: send.dlq.metricApproximateNumberOfMessagesVisible(minute),
        above: 0,
      },
      {
        name: "SyncDlq",
        harm: "Some mailboxes could not be pulled five times in a row: their users see replies late. See README, Redrive a DLQ.",
        metric: sync.dlq.metricApproximateNumberOfMessagesVisible(minute),
        above: 0,
      },
      {
        name: "SendsWait",
        harm: "Emails wait more than five minutes before they are tried. Raise deliverConcurrency, or look whether a provider is down.",
        metric: send.queue.metricApproximateAgeOfOldestMessage(minute),
        above: 300,
        minutes: 5,
      },
      {
        name: "RepliesWait",
        harm: "Mailboxes wait more than ten minutes to be pulled: users miss replies. Raise syncConcurrency.",
        metric: sync.queue.metricApproximateAgeOfOldestMessage(minute),
        above: 600,
        minutes: 5,
      },
      {
        name: "UnknownOutcome",
        harm: "Connections were lost after the final dot and the email is not in the Sent folder: users see failed sends that may have arrived. Look which provider.",
        metric: unknown.metric({ ...minute, statistic: "Sum" }),
        above: 5,
      },
      {
        name: "DeliverErrors",
        harm: "The deliver function fails: emails leave late. Look at its log.",
        metric: deliver.fn.metricErrors(minute),
        above: 0,
        minutes: 5,
      },
      {
        name: "SyncErrors",
        harm: "The sync function fails: replies are seen late. Look at its log.",
        metric: syncMailbox.fn.metricErrors(minute),
        above: 0,
        minutes: 5,
      },
      {
        name: "SweepStopped",
        harm: "The sweeper does not run: emails whose wake-up was lost stay unsent. Look at its schedule and its log.",
        metric: sweep.fn.metricInvocations({ period: Duration.minutes(5) }),
        above: 0,
        silenceIsBad: true,
      },
      {
        name: "SyncStopped",
        harm: "No mailbox is pulled: nobody sees new replies. Look at start-sync's schedule and log.",
        metric: startSync.fn.metricInvocations({ period: Duration.minutes(10) }),
        above: 0,
        silenceIsBad: true,
      },
      {
        name: "Api5xx",
        harm: "Requests fail on our side: clients cannot send or read. Look at the functions' logs by requestId.",
        metric: api.metricServerError(minute),
        above: 5,
      },
      {
        name: "ApiSlow",
        harm: "One request in a hundred takes over five seconds. Look at MongoDB's load first.",
        metric: api.metricLatency({ ...minute, statistic: "p99" }),
        above: 5_000,
        minutes: 5,
      },
    ];
  }

  private watch({ name, harm, metric, above, minutes = 1, silenceIsBad = false }: Watch): void {
    const alarm = new Alarm(this, name, {
      alarmDescription: harm,
      metric,
      threshold: silenceIsBad ? 1 : above,
      evaluationPeriods: minutes,
      comparisonOperator: silenceIsBad ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}
