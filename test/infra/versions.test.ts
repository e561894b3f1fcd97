import { Template } from "aws-cdk-lib/assertions";
import { afterEach, expect, it, vi } from "vitest";
import { CANARIES } from "#infra/functions.ts";
import { log, logSink } from "#shared/platform/log.ts";
import { type Condition, embeddedValues, evaluateMath, rings, statisticOf } from "#test/support/cloudwatch.ts";
import { anApp } from "./an-app.ts";

vi.setConfig({ testTimeout: 300_000 });

// oxlint-disable-next-line typescript/no-explicit-any -- a template is read as loosely as it is written
type Resource = { readonly Properties: Record<string, any>; readonly DeletionPolicy?: string; readonly UpdateReplacePolicy?: string };

const templatesOf = ({ routes, jobs }: ReturnType<typeof anApp>["stacks"]) => [...routes, jobs].map((stack) => Template.fromStack(stack));
const findIn = (template: Template, type: string) => Object.entries(template.findResources(type)) as [string, Resource][];

const prod = templatesOf(anApp({}, "prod").stacks);
const all = (type: string) => prod.flatMap((template) => findIn(template, type));

const FUNCTION = "email-deliver";
const lines: string[] = [];
vi.spyOn(logSink, "write").mockImplementation((line) => void lines.push(line));
afterEach(() => {
  vi.unstubAllEnvs();
  lines.splice(0);
});

/** What a version of deliver does in one minute: its calls, how many of them threw, and the lines it writes. */
interface Minute {
  readonly calls: number;
  readonly errors?: number;
  readonly ownFailures?: number;
}

/** Whether the alarm of version 7 rings after these minutes of version `version`, by the template's own expression and the lines that the code writes. */
const ringsFor = (minutes: readonly Minute[], version = "7"): boolean => {
  const [, { Properties }] = all("AWS::CloudWatch::Alarm").find(([id]) => id.startsWith("jobsdeliver")) ?? ["", { Properties: {} }];
  const metrics = Properties["Metrics"] as Resource["Properties"][];
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", FUNCTION);
  vi.stubEnv("AWS_LAMBDA_FUNCTION_VERSION", version);
  vi.stubEnv("METRICS_NAMESPACE", "email-service-prod");
  const series = minutes.map(({ calls, errors, ownFailures = 0 }) => {
    lines.splice(0);
    for (let n = 0; n < ownFailures; n++) log.error("delivery stopped by our own failure", {});
    const valueOf = ({ Namespace, MetricName }: Resource["Properties"]): number | undefined => {
      if (Namespace === "AWS/Lambda") return version !== "7" ? undefined : MetricName === "Invocations" ? calls : errors;
      const own = { FunctionName: FUNCTION, FunctionVersion: "7" };
      return statisticOf(
        "Sum",
        lines.flatMap((line) => embeddedValues(line, { Namespace, MetricName }, own)),
      );
    };
    const values = Object.fromEntries(metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, valueOf(MetricStat.Metric)]] : [])));
    return evaluateMath(metrics.find(({ Expression }) => Expression)?.["Expression"] as string, values);
  });
  return rings(Properties as unknown as Condition, series);
};

it("takes what carries mail over step by step in prod, each judged by an alarm of its new version alone", () => {
  const groups = all("AWS::CodeDeploy::DeploymentGroup");
  const alarms = new Map(all("AWS::CloudWatch::Alarm"));

  expect(groups).toHaveLength(CANARIES.size);
  for (const [, { Properties }] of groups) {
    const { Alarms, Enabled } = Properties["AlarmConfiguration"];
    expect(Enabled).toBe(true);
    expect(Alarms).toHaveLength(1);
    const alarm = alarms.get(Alarms[0].Name.Ref);
    // The name carries the version: a new version begins with an alarm that has never rung.
    expect(JSON.stringify(alarm?.Properties["AlarmName"])).toMatch(/CurrentVersion\w+","Version"/);
    for (const { MetricStat } of alarm?.Properties["Metrics"] ?? [])
      if (MetricStat) expect(JSON.stringify(MetricStat.Metric.Dimensions)).toMatch(/CurrentVersion\w+","Version"/);
    expect(JSON.stringify(Properties["AutoRollbackConfiguration"])).toContain("DEPLOYMENT_STOP_ON_ALARM");
  }
});

it("calls only the alias where there is one", () => {
  for (const template of prod) {
    const callers = [...findIn(template, "AWS::Lambda::EventSourceMapping"), ...findIn(template, "AWS::ApiGatewayV2::Integration")];
    for (const [alias] of findIn(template, "AWS::Lambda::Alias"))
      expect(callers.filter(([, { Properties }]) => JSON.stringify(Properties).includes(alias)).length, alias).toBeGreaterThan(0);
  }
});

it("keeps every version that ever ran, to go back to, but none of a deployment that was rolled back, so that it can be repeated", () => {
  const versions = all("AWS::Lambda::Version");

  expect(versions).toHaveLength(CANARIES.size);
  for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of versions)
    expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(["RetainExceptOnCreate", "Retain"]);
});

it.each<[string, readonly Minute[]]>([
  [
    "throw",
    [
      { calls: 30, errors: 6 },
      { calls: 30, errors: 9 },
    ],
  ],
  [
    "end well and log our own failure",
    [
      { calls: 30, ownFailures: 6 },
      { calls: 30, ownFailures: 30 },
    ],
  ],
])("takes a version back within two minutes when its calls %s", (_, minutes) => {
  expect(ringsFor(minutes)).toBe(true);
});

it.each<[string, readonly Minute[]]>([
  ["nothing fails", [{ calls: 30 }, { calls: 30 }]],
  ["one bad minute is followed by a good one", [{ calls: 30, errors: 30 }, { calls: 30 }]],
  [
    "one poison message comes again and again",
    [
      { calls: 5, errors: 1 },
      { calls: 5, errors: 1 },
    ],
  ],
  [
    "fewer than one in ten fail",
    [
      { calls: 300, errors: 20 },
      { calls: 300, errors: 20 },
    ],
  ],
])("keeps a version when %s", (_, minutes) => {
  expect(ringsFor(minutes)).toBe(false);
});

it("does not ring for what the old version does meanwhile", () => {
  expect(
    ringsFor(
      [
        { calls: 30, ownFailures: 30 },
        { calls: 30, ownFailures: 30 },
      ],
      "6",
    ),
  ).toBe(false);
});

it("asks no alarm and waits for nothing where the glass is broken", () => {
  const groups = templatesOf(anApp({ rollout: "all-at-once" }, "prod").stacks).flatMap((template) =>
    findIn(template, "AWS::CodeDeploy::DeploymentGroup"),
  );

  expect(groups).toHaveLength(CANARIES.size);
  for (const [, { Properties }] of groups) {
    expect(Properties["DeploymentConfigName"]).toBe("CodeDeployDefault.LambdaAllAtOnce");
    expect(Properties["AlarmConfiguration"]?.Enabled ?? false).toBe(false);
  }
});
