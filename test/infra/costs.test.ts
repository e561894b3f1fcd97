import { Match, Template } from "aws-cdk-lib/assertions";
import { expect, it, vi } from "vitest";
import { alarmMetrics, customMetrics } from "#infra/cost/stages.ts";
import { anApp } from "./an-app.ts";

// Each synthesis of all stacks takes seconds of processor time.
vi.setConfig({ testTimeout: 180_000 });

interface Resource {
  readonly Properties: unknown;
}
interface WatchedMetric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: unknown;
}
interface WatchingAlarm extends WatchedMetric {
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: WatchedMetric } }[];
}
/** The metrics that an alarm watches, alone or by metric math. */
const metricsOf = ({ Namespace, MetricName, Dimensions, Metrics }: WatchingAlarm): readonly WatchedMetric[] =>
  Metrics?.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])) ?? [{ Namespace, MetricName, Dimensions }];

it("counts in the table of costs the alarms and metrics that prod has", () => {
  const watched = Object.values(anApp({}, "prod").stacks)
    .flat()
    .flatMap((stack) => Object.values(Template.fromStack(stack).findResources("AWS::CloudWatch::Alarm")) as Resource[])
    .flatMap(({ Properties }) => metricsOf(Properties as WatchingAlarm));
  const own = watched.filter(({ Namespace }) => Namespace === "email-service-prod");

  expect(watched.length).toBe(alarmMetrics());
  expect(new Set(own.map((metric) => JSON.stringify(metric))).size).toBe(customMetrics());
});

it("has a budget where the stage names one, which may publish tickets, and none else", () => {
  Template.fromStack(anApp().stacks.monitoring).resourceCountIs("AWS::Budgets::Budget", 0);
  const template = Template.fromStack(anApp({ monthlyBudget: 250 }).stacks.monitoring);
  const [ticket = ""] = Object.keys(template.findResources("AWS::SNS::Topic")).filter((id) => id.startsWith("Tickets"));
  const above = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE", ComparisonOperator: "GREATER_THAN" },
    Subscribers: [{ SubscriptionType: "SNS", Address: { Ref: ticket } }],
  });

  template.hasResourceProperties("AWS::Budgets::Budget", {
    Budget: { BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 250, Unit: "USD" } },
    NotificationsWithSubscribers: [above("FORECASTED", 100), above("ACTUAL", 80), above("ACTUAL", 100)],
  });
  template.hasResourceProperties("AWS::SNS::TopicPolicy", {
    Topics: [{ Ref: ticket }],
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Principal: { Service: "budgets.amazonaws.com" },
          Action: "sns:Publish",
          Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
        }),
      ]),
    },
  });
});
