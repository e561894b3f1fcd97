// An alarm on metric math watches ten metrics at most: with more jobs and queues than that, several alarms share them.
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { expect, it } from "vitest";
import { configOf } from "#infra/config.ts";
import { MonitoringStack, type MonitoringStackProps } from "#infra/stacks/monitoring-stack.ts";
import { jobs } from "#shared/service/jobs.ts";
import { queueNames } from "#shared/service/queue-messages.ts";

type Metrics = readonly { readonly MetricStat?: { readonly Metric: { readonly MetricName: string } } }[];

/** How many metrics each alarm watches whose name begins so, in a stage with so many more jobs and queues. */
const watched = (name: string, more: number): readonly number[] => {
  const app = new App();
  const world = new Stack(app, "world");
  const names = (own: readonly string[]) => [...own, ...Array.from({ length: more }, (_, n) => `more${n}`)];
  const functions = names(jobs.map(({ id }) => id)).map((id, n) => [id, { fn: LambdaFunction.fromFunctionName(world, `f${n}`, `f${n}`) }]);
  const queues = names(queueNames).map((id, n) => {
    const queue = (kind: string) => Queue.fromQueueArn(world, `${kind}${n}`, `arn:aws:sqs:eu-central-1:1:${kind}${n}`);
    return [id, { queue: queue("q"), dlq: queue("d") }];
  });
  const stack = new MonitoringStack(app, "monitoring", {
    config: configOf(app),
    accessLog: LogGroup.fromLogGroupName(world, "log", "log") as LogGroup,
    functions: Object.fromEntries(functions) as MonitoringStackProps["functions"],
    queues: Object.fromEntries(queues) as MonitoringStackProps["queues"],
  });
  const alarms = Object.values(Template.fromStack(stack).findResources("AWS::CloudWatch::Alarm")) as {
    Properties: { AlarmName: string; Metrics?: Metrics };
  }[];
  const own = alarms.filter(({ Properties: { AlarmName } }) => AlarmName.startsWith(`email-dev-${name}`));
  return own.map(({ Properties: { Metrics = [] } }) => Metrics.filter(({ MetricStat }) => MetricStat).length);
};

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

it.each([
  ["JobErrors", jobs.length + 1],
  ["DeadLetters", queueNames.length],
])("%s watches every one, today and with twenty more, ten at most each", (name, today) => {
  for (const more of [0, 20]) {
    const counts = watched(name, more);
    expect(sum(counts)).toBe(today + more);
    expect(counts).toHaveLength(Math.ceil((today + more) / 10));
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  }
});
