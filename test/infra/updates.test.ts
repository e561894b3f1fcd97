import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterEach, expect, it, vi } from "vitest";
import type { StageConfig } from "#infra/config.ts";
import type { Job } from "#shared/service/job.ts";
import type * as alarmsTables from "#shared/service/alarms.ts";
import type * as jobsTables from "#shared/service/jobs.ts";
import type * as queueTables from "#shared/service/queue-messages.ts";
import type * as routesTables from "#shared/service/routes.ts";
import type * as reviewedNeeds from "#test/support/needs.ts";

vi.setConfig({ testTimeout: 600_000 });

const DOMAIN = {
  domain: { name: "mail.example.com", certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0123456789abcdef0" },
};

type Json = Readonly<Record<string, unknown>>;
interface Stacked {
  readonly name: string;
  readonly template: Json;
}

/** A stage's stacks in the order of their deployment. */
const inOrder = (stacks: readonly Stack[]): readonly Stack[] => {
  const ordered = new Set<Stack>();
  const add = (stack: Stack): void => {
    for (const needed of stack.dependencies) add(needed);
    ordered.add(stack);
  };
  for (const stack of stacks) add(stack);
  return [...ordered];
};

const jobsModule = "#shared/service/jobs.ts";
const routesModule = "#shared/service/routes.ts";
const alarmsModule = "#shared/service/alarms.ts";
const queuesModule = "#shared/service/queue-messages.ts";
const needsModule = "#test/support/needs.ts";
type Tables = "whole" | "operation" | "job" | "queue" | "alarm";

/** Functions may not send to a queue that is not there. */
const leaveOutQueue = async (queue: queueTables.QueueName): Promise<void> => {
  const messages = await vi.importActual<typeof queueTables>(queuesModule);
  vi.doMock(queuesModule, () => ({ ...messages, queueNames: messages.queueNames.filter((name) => name !== queue) }));
  const needs = await vi.importActual<typeof reviewedNeeds>(needsModule);
  const needsOf: typeof needs.needsOf = (id) => needs.needsOf(id).filter((need) => need !== `${queue}Queue`);
  vi.doMock(needsModule, () => ({ ...needs, needsOf }));
};

/** Leaves one row out of a table that the stacks are made of: a stage before that row was added, or after it was taken away. */
const leaveOut = async (row: Tables): Promise<void> => {
  vi.resetModules();
  for (const mocked of [jobsModule, routesModule, alarmsModule, queuesModule, needsModule]) vi.doUnmock(mocked);
  if (row === "operation") {
    const real = await vi.importActual<typeof routesTables>(routesModule);
    vi.doMock(routesModule, () => ({ ...real, routedOperations: real.routedOperations.filter(({ id }) => id !== "sending/cancel") }));
  }
  if (row === "job" || row === "queue") {
    const real = await vi.importActual<typeof jobsTables>(jobsModule);
    const without = <T extends Pick<Job, "id">>(all: readonly T[]) =>
      all.filter(({ id }) => id !== (row === "job" ? "jobs/sweep" : "jobs/deliver-slow-webhooks"));
    vi.doMock(jobsModule, () => ({ ...real, jobs: without(real.jobs), queueJobs: without(real.queueJobs) }));
    if (row === "queue") await leaveOutQueue("slowWebhooks");
  }
  if (row === "alarm") {
    const real = await vi.importActual<typeof alarmsTables>(alarmsModule);
    vi.doMock(alarmsModule, () => ({ ...real, serviceAlarms: real.serviceAlarms.slice(1) }));
  }
};
afterEach(() => leaveOut("whole"));

const made = new Map<string, readonly Stacked[]>();

/** The templates of a stage, of which one row is left out. */
const templatesOf = async (stage: string, row: Tables, changes: Partial<StageConfig> = {}): Promise<readonly Stacked[]> => {
  const key = JSON.stringify([stage, row, changes]);
  const known = made.get(key);
  if (known) return known;
  await leaveOut(row);
  const { anApp } = await import("./an-app.ts");
  const stacks = inOrder(Object.values(anApp(changes, stage).stacks).flat());
  const templates = stacks.map((stack) => ({ name: stack.stackName, template: Template.fromStack(stack).toJSON() }));
  made.set(key, templates);
  return templates;
};

const outputsOf = (template: Json | undefined) =>
  (template?.["Outputs"] ?? {}) as Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
const exportsOf = (template: Json | undefined): ReadonlyMap<string, string> =>
  new Map(
    Object.values(outputsOf(template)).flatMap(({ Export, Value }) => (Export ? [[Export.Name, JSON.stringify(Value)] as const] : [])),
  );

/** Every argument of an intrinsic function in a template. */
const callsOf = (template: Json | undefined, name: string): readonly unknown[] => {
  const found: unknown[] = [];
  JSON.stringify(template ?? {}, (key, value: unknown) => {
    if (key === name) found.push(value);
    return value;
  });
  return found;
};

/**
 * Updates one stack after the other, as CloudFormation does; answers what it refuses: an export that goes or changes while another stack imports it
 * (AWS, "Get exported outputs from a deployed CloudFormation stack"), and an import or output that is not there (AWS, "Fn::GetStackOutput").
 */
const refusals = (before: readonly Stacked[], after: readonly Stacked[]): readonly string[] => {
  const deployed = new Map(before.map(({ name, template }) => [name, template]));
  return after.flatMap(({ name, template }) => {
    const others = [...deployed].filter(([other]) => other !== name);
    const imported = new Set(others.flatMap(([, other]) => callsOf(other, "Fn::ImportValue") as string[]));
    const now = exportsOf(template);
    const stuck = [...exportsOf(deployed.get(name))]
      .filter(([one, value]) => imported.has(one) && now.get(one) !== value)
      .map(([one]) => `${name}: export ${one}`);
    deployed.set(name, template);
    const known = new Set([...deployed.values()].flatMap((one) => [...exportsOf(one).keys()]));
    const unknown = (callsOf(template, "Fn::ImportValue") as string[])
      .filter((one) => !known.has(one))
      .map((one) => `${name}: import ${one}`);
    const read = callsOf(template, "Fn::GetStackOutput") as readonly { readonly StackName: string; readonly OutputName: string }[];
    const absent = read
      .filter(({ StackName, OutputName }) => outputsOf(deployed.get(StackName))[OutputName] === undefined)
      .map(({ StackName, OutputName }) => `${name}: output ${OutputName} of ${StackName}`);
    return [...stuck, ...unknown, ...absent];
  });
};

const rows = ["operation", "job", "queue", "alarm"] as const;
const pairs = ["dev", "prod"].flatMap((stage) =>
  rows.flatMap((row) => [
    { stage, row, change: "less" },
    { stage, row, change: "more" },
  ]),
);

it.each(pairs)(
  "$stage is deployed with one $row $change than before: no stack waits for another for ever",
  async ({ stage, row, change }) => {
    const whole = await templatesOf(stage, "whole");
    const other = await templatesOf(stage, row);
    expect(other).not.toEqual(whole);

    expect(change === "less" ? refusals(whole, other) : refusals(other, whole)).toEqual([]);
  },
);

it("is deployed the first time: what a stack reads of another is there before it", async () => {
  for (const stage of ["dev", "prod"]) expect(refusals([], await templatesOf(stage, "whole")), stage).toEqual([]);
});

it.each<[string, Partial<StageConfig>, Partial<StageConfig>]>([
  ["a domain is set", {}, DOMAIN],
  ["a domain is taken away", DOMAIN, {}],
  ["the rollout breaks the glass", {}, { rollout: "all-at-once" }],
  ["what is told of alarms changes", {}, { alarmEmailParameter: "/other" }],
  ["the console is switched off", {}, { console: false }],
  ["the versions go", {}, { rollout: "direct" }],
  ["bodies begin to move to S3", { bodiesInDatabaseDays: 0 }, { bodiesInDatabaseDays: 7 }],
  ["bodies stop to move", { bodiesInDatabaseDays: 7 }, { bodiesInDatabaseDays: 0 }],
  ["rounds of polls are shared", {}, { pollCalls: 4 }],
  ["rounds of polls are shared no longer", { pollCalls: 4 }, {}],
])("a deployed stage can be updated when %s", async (_, before, after) => {
  expect(refusals(await templatesOf("prod", "whole", before), await templatesOf("prod", "whole", after))).toEqual([]);
});
