// The alarms as the templates have them, over the lines and metrics of a period.
import { Template } from "aws-cdk-lib/assertions";
import { vi } from "vitest";
import { alarms, alarmText, namespaceOf } from "#infra/functions.ts";
import { type Condition, embeddedValues, evaluateMath, matchesPattern, metricValue, rings, statisticOf } from "#test/support/cloudwatch.ts";
import { anApp } from "./an-app.ts";

// The alarms look at the plain course of things too.
process.env["LOG_LEVEL"] = "info";
process.env["METRICS_NAMESPACE"] = namespaceOf("dev");

const { stacks } = anApp();
const monitoring = Template.fromStack(stacks.monitoring);
const templates = [...stacks.routes, stacks.jobs].map((stack) => Template.fromStack(stack));

// oxlint-disable-next-line typescript/no-explicit-any -- a template is read as loosely as it is written
type Properties = Record<string, any>;
const propertiesOf = (template: Template, type: string): readonly Properties[] =>
  Object.values(template.findResources(type)).map((resource) => (resource as { Properties: Properties }).Properties);

/** The metric filters of the templates: on API Gateway's access log alone, for our own lines carry their metrics. */
const filters = [...templates, monitoring].flatMap((template) =>
  propertiesOf(template, "AWS::Logs::MetricFilter").map(({ FilterPattern, MetricTransformations: [to] }) => ({
    pattern: FilterPattern as string,
    metric: to.MetricName as string,
    value: to.MetricValue as string,
  })),
);

/** What happened in one period of an alarm: lines by the function that wrote them (`access`: API Gateway), and AWS's own metrics. */
export interface Period {
  readonly lines?: Readonly<Record<string, readonly string[]>>;
  readonly aws?: Readonly<Record<string, number>>;
}

const valueOf = ({ Namespace, MetricName }: Properties, statistic: string, { lines = {}, aws = {} }: Period): number | undefined => {
  if (String(Namespace).startsWith("AWS/")) return aws[MetricName];
  const { access: accessLines = [], ...ours } = lines;
  const filtered = filters
    .filter(({ metric }) => metric === MetricName)
    .flatMap(({ pattern, value }) => accessLines.filter((text) => matchesPattern(pattern, text)).map((text) => metricValue(value, text)));
  const embedded = Object.values(ours).flatMap((texts) => texts.flatMap((text) => embeddedValues(text, { Namespace, MetricName })));
  return statisticOf(statistic, [...filtered, ...embedded]);
};

/** Whether an alarm rings after these periods, the latest last. */
export const isOn = (name: string, periods: readonly Period[]): boolean => {
  const found = propertiesOf(monitoring, "AWS::CloudWatch::Alarm").find(({ AlarmDescription }) =>
    alarms.some(({ alarm }) => alarm.name === name && AlarmDescription === alarmText(alarm)),
  );
  if (!found) throw new Error(`no alarm ${name}`);
  const series = periods.map((period) => {
    if (!found["Metrics"]) return valueOf(found, found["Statistic"] ?? found["ExtendedStatistic"], period);
    const metrics = found["Metrics"] as readonly Properties[];
    const stats = metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, valueOf(MetricStat.Metric, MetricStat.Stat, period)]] : []));
    return evaluateMath(metrics.find(({ Expression }) => Expression)?.["Expression"], Object.fromEntries(stats));
  });
  return rings(found as unknown as Condition, series);
};

/** The lines that `work` really writes. */
export const linesOf = async (work: () => unknown): Promise<readonly string[]> => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await work();
    return written.mock.calls.map(([text]) => String(text).trim());
  } finally {
    written.mockRestore();
  }
};

const accessFormat = propertiesOf(Template.fromStack(stacks.api), "AWS::ApiGatewayV2::Stage")[0]?.["AccessLogSettings"].Format as string;
/** Six lines of the access log as API Gateway fills in the stage's format: `-` where a variable has no value. */
export const access = (status: number, error = "-") => ({
  access: Array<string>(6).fill(
    accessFormat
      .replace("$context.status", String(status))
      .replace("$context.integrationErrorMessage", error)
      .replaceAll(/\$context\.[\w.]+/g, "-"),
  ),
});
