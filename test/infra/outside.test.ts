import { Validations } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";
import { alarmText } from "#infra/functions.ts";
import { outsideAlarm } from "#shared/service/alarms.ts";
import { operations } from "#shared/service/operations.ts";
import { type Condition, rings, statisticOf } from "#test/support/cloudwatch.ts";
import { anApp } from "./an-app.ts";

const outsideWatch = { host: "api.example.com", alarmEmailParameter: "/watch/email" };
const { app, stacks } = anApp({ outsideWatch }, "prod");
const { outside } = stacks;
const template = Template.fromStack(outside!);
const only = (type: string) => {
  const [[id, resource] = [], ...others] = Object.entries(template.findResources(type));
  expect(others).toEqual([]);
  return { id, ...(resource as { Properties: Record<string, unknown> }).Properties } as Record<string, unknown>;
};

it("is not made where a stage does not ask for it", () => {
  expect(anApp({}, "prod").stacks.outside).toBeUndefined();
});

it("stands where Route 53's metrics are, with all that its alarm needs", () => {
  expect(outside?.region).toBe("us-east-1");
  const [parameter = ""] = Object.keys(template.findParameters("*", { Default: outsideWatch.alarmEmailParameter }));
  const { id: topic } = only("AWS::SNS::Topic");

  expect(only("AWS::SNS::Subscription")).toMatchObject({ Protocol: "email", Endpoint: { Ref: parameter }, TopicArn: { Ref: topic } });
  expect(only("AWS::CloudWatch::Alarm")).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] });
  expect(outside?.dependencies).toEqual([]);
});

it("asks by HTTPS for a page that needs no key and no database", () => {
  const { HealthCheckConfig } = only("AWS::Route53::HealthCheck") as { HealthCheckConfig: { ResourcePath: string } };

  expect(HealthCheckConfig).toMatchObject({ Type: "HTTPS", FullyQualifiedDomainName: "api.example.com", EnableSNI: true });
  expect(operations.find(({ method, path }) => method === "GET" && path === HealthCheckConfig.ResourcePath)).toMatchObject({
    auth: "none",
  });
});

it("rings when the checkers get no answer, or are silent themselves, for two minutes", () => {
  const { id } = only("AWS::Route53::HealthCheck");
  const alarm = only("AWS::CloudWatch::Alarm");
  const watched = {
    Namespace: "AWS/Route53",
    MetricName: "HealthCheckStatus",
    Dimensions: [{ Name: "HealthCheckId", Value: { Ref: id } }],
  };
  expect(alarm).toMatchObject({ ...watched, AlarmDescription: alarmText(outsideAlarm) });
  const isOn = (...minutes: readonly (readonly number[])[]) =>
    rings(
      alarm as unknown as Condition,
      minutes.map((statuses) => statisticOf(alarm["Statistic"] as string, statuses)),
    );

  expect(isOn([1, 1], [1, 0], [0, 0])).toBe(true);
  expect(isOn([1, 1], [], [])).toBe(true);
  expect(isOn([0, 0], [0, 0], [1, 1])).toBe(false);
  expect(isOn([1, 1], [1, 1], [0, 0])).toBe(false);
});

it("stays clean under cdk-nag AwsSolutions", () => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

  expect(() => app.synth()).not.toThrow();
});
