// A mistyped setting or context key is refused before anything is deployed.
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { configOf, refuseFaults, type StageConfig } from "#infra/config.ts";
import { reservedOf } from "#infra/functions.ts";
import { partIn } from "#shared/inbox/pull/polling.ts";
import { anApp } from "./an-app.ts";

interface Resource {
  readonly Properties: Readonly<Record<string, unknown>>;
}

const contextOf = (context: Readonly<Record<string, string>>) => () => configOf(new App({ context }));
const alarmEmailParameter = "/watch/email";

it.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ["a stage that there is not", { stage: "produ" }, /^there is no stage produ; infra\/config\.ts knows dev, prod$/],
  ["an empty stage", { stage: "" }, /^there is no stage ; /],
  ["a stage by a name of every object", { stage: "constructor" }, /^there is no stage constructor; /],
  ["a key in capitals, which would deploy dev", { Stage: "prod" }, /^-c takes stage and rollout, not Stage: /],
  ["a mistyped rollout, which would run a canary", { stage: "prod", "roll-out": "all-at-once" }, /, not roll-out: /],
  ["a setting of a stage", { stage: "prod", monthlyBudget: "100" }, /, not monthlyBudget: settings of a stage stand in infra\/config\.ts$/],
  ["a rollout that there is not", { stage: "prod", rollout: "all" }, /^-c rollout takes all-at-once/],
  ["a rollout of a stage without canaries", { stage: "dev", rollout: "all-at-once" }, /^-c rollout takes all-at-once/],
])("-c refuses %s", (_, context, sentence) => {
  expect(contextOf(context)).toThrow(sentence);
});

it("-c takes a stage, a rollout and the CDK's own keys", () => {
  const cdk = { "aws:cdk:enable-path-metadata": "true", "cli-telemetry": "false", "@aws-cdk/core:defaultCrossStackReferences": "strong" };

  expect(contextOf({ stage: "prod", rollout: "all-at-once", ...cdk })()).toMatchObject({ stage: "prod", rollout: "all-at-once" });
});

it.each<[string, Partial<StageConfig>, string]>([
  ["bodies kept too short for the lookups in the Sent folder", { bodiesKeptDays: 3 }, "bodiesKeptDays of dev must be 0, or 7 at least"],
  ["bodies that would leave the database after their end", { bodiesKeptDays: 30, bodiesInDatabaseDays: 30 }, "bodiesInDatabaseDays of dev"],
  ["half a day in the database", { bodiesInDatabaseDays: 0.5 }, "bodiesInDatabaseDays of dev"],
  [
    "bodies in S3 from a VPC without its route tables",
    { bodiesInDatabaseDays: 7, vpc: { vpcId: "v", availabilityZones: [], subnetIds: [], routeTableIds: [], securityGroupId: "s" } },
    "vpc.routeTableIds of dev",
  ],
  ["bodies kept for less than no time", { bodiesKeptDays: -1 }, "bodiesKeptDays of dev"],
  ["no time between polls", { pollMinutes: 0 }, "pollMinutes of dev must be a whole number from 1 to 60"],
  ["no call of start-sync", { pollCalls: 0 }, "pollCalls of dev must be a whole number from 1 to 16"],
  ["more calls than shards", { pollCalls: 17 }, "pollCalls of dev"],
  ["a poll in two hours", { pollMinutes: 120 }, "pollMinutes of dev"],
  ["a budget of nothing", { monthlyBudget: 0 }, "monthlyBudget of dev must be a number of dollars above 0"],
  ["a budget below nothing", { monthlyBudget: -5 }, "monthlyBudget of dev"],
  ["a budget that is no number", { monthlyBudget: Number.NaN }, "monthlyBudget of dev"],
  [
    "a watched URL",
    { outsideWatch: { host: "https://api.example.com", alarmEmailParameter } },
    "outsideWatch.host of dev must be a host name",
  ],
  ["a watched path", { outsideWatch: { host: "api.example.com/docs", alarmEmailParameter } }, "outsideWatch.host of dev"],
  ["a watched port", { outsideWatch: { host: "api.example.com:443", alarmEmailParameter } }, "outsideWatch.host of dev"],
  ["a watched address", { outsideWatch: { host: "203.0.113.7", alarmEmailParameter } }, "outsideWatch.host of dev"],
  ["no watched host", { outsideWatch: { host: "", alarmEmailParameter } }, "outsideWatch.host of dev"],
  ["a domain with its scheme", { domain: { name: "https://api.example.com", certificateArn: "arn:aws:acm:x" } }, "domain.name of dev"],
])("a stage cannot have %s", (_, changes, sentence) => {
  expect(() => anApp(changes)).toThrow(sentence);
});

it("a stage may have a host to watch, a domain and a budget", () => {
  const name = "api.example.com";
  const config = configOf(new App({ context: { stage: "prod" } }));
  const more = { monthlyBudget: 0.5, outsideWatch: { host: name, alarmEmailParameter }, domain: { name, certificateArn: "arn:aws:acm:x" } };

  expect(() => refuseFaults({ ...config, ...more })).not.toThrow();
});

it(
  "a round of polls is shared among as many calls as the stage says, and an alarm rings when one of them is silent",
  { timeout: 180_000 },
  () => {
    const { app, stacks: shared } = anApp({ pollCalls: 4 });
    const scheduled = (Object.values(Template.fromStack(shared.jobs).findResources("AWS::Scheduler::Schedule")) as Resource[])
      .filter(({ Properties }) => String(Properties["Description"]).startsWith("Runs jobs/start-sync"))
      .map(({ Properties }) => JSON.parse((Properties["Target"] as { Input: string }).Input) as unknown);
    const rings = Object.values(Template.fromStack(shared.monitoring).findResources("AWS::CloudWatch::Alarm")) as Resource[];
    const thresholdOf = (name: string) =>
      rings.find(({ Properties }) => String(Properties["AlarmName"]).endsWith(name))?.Properties["Threshold"];

    expect(scheduled).toEqual([0, 1, 2, 3].map((index) => ({ index, of: 4 })));
    expect(scheduled.map(partIn)).toEqual(scheduled);
    expect(reservedOf("jobs/start-sync", configOf(app))).toBe(2);
    expect(reservedOf("jobs/start-sync", { ...configOf(app), pollCalls: 4 })).toBe(8);
    // Three calls that go on make 30 rounds in ten minutes, a stopped fourth none.
    expect(thresholdOf("-SyncStopped")).toBe(31);
    expect(thresholdOf("-SweepStopped")).toBe(1);
  },
);
