import { readdirSync, readFileSync } from "node:fs";
import { type Stack, Validations } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, it, vi } from "vitest";
import { configOf, type StageConfig } from "#infra/config.ts";
import { alarms, alarmText, type FunctionId, functionIds, reservedOf } from "#infra/functions.ts";
import type { buildService } from "#infra/service.ts";
import { rateOf } from "#shared/service/job.ts";
import { jobs, queueJobs } from "#shared/service/jobs.ts";
import { operations } from "#shared/service/operations.ts";
import { requestMethods, routedOperations } from "#shared/service/routes.ts";

import { needing } from "#test/support/needs.ts";
import { anApp } from "./an-app.ts";

// Each synthesis of all stacks takes seconds of processor time.
vi.setConfig({ testTimeout: 180_000 });

/** The stacks with functions. */
const functionStacksOf = ({ routes, jobs: jobStack }: ReturnType<typeof buildService>): readonly Stack[] => [...routes, jobStack];

const { stacks } = anApp();
const templates = {
  secrets: Template.fromStack(stacks.secrets),
  messaging: Template.fromStack(stacks.messaging),
  jobs: Template.fromStack(stacks.jobs),
  monitoring: Template.fromStack(stacks.monitoring),
};
const allTemplates = Object.values(stacks)
  .flat()
  .map((stack) => Template.fromStack(stack));

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
}
const resources = (type: string): readonly Resource[] =>
  allTemplates.flatMap((template) => Object.values(template.findResources(type)) as Resource[]);

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Effect: string;
}
const statements = (): readonly Statement[] =>
  resources("AWS::IAM::Policy").flatMap(
    ({ Properties }) => (Properties["PolicyDocument"] as { Statement: readonly Statement[] }).Statement,
  );

describe("the stacks", () => {
  it("route every operation of the table to a function of its own, and everything else to the default route", () => {
    const keys = resources("AWS::ApiGatewayV2::Route").map(({ Properties }) => String(Properties["RouteKey"]));

    const wanted = routedOperations.flatMap((operation) => requestMethods(operation).map((method) => `${method} ${operation.path}`));
    expect(keys.toSorted()).toEqual([...wanted, "$default"].toSorted());
    expect(new Set(resources("AWS::ApiGatewayV2::Route").map(({ Properties }) => JSON.stringify(Properties["Target"]))).size).toBe(
      routedOperations.length + 1,
    );
  });

  it("have no function and no route of the console where the stage has none", () => {
    const { stacks: without } = anApp({ console: false });
    const found = functionStacksOf(without).map((stack) => JSON.stringify(Template.fromStack(stack).toJSON()));

    expect(found.filter((text) => /console/i.test(text))).toEqual([]);
    expect(found.filter((text) => text.includes("POST /v1/send"))).toHaveLength(1);
  });

  it("grant no action and no resource by a bare wildcard", () => {
    for (const { Action, Resource } of statements()) {
      expect([Action].flat()).not.toContain("*");
      expect([Action].flat().filter((action) => action.endsWith(":*"))).toEqual([]);
      expect([Resource].flat()).not.toContain("*");
    }
  });

  it("let only the service's schedules assume the schedule role, for sending to one queue and its DLQ", () => {
    templates.messaging.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({
            Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } }, ArnEquals: Match.objectLike({}) },
          }),
        ],
      }),
    });
    const [policy] = Object.values(templates.messaging.findResources("AWS::IAM::Policy")) as Resource[];
    expect(policy?.Properties["PolicyDocument"]).toMatchObject({ Statement: [{ Action: "sqs:SendMessage" }] });
  });

  it("hide a message six times as long as its function may take, the inbox's for 85 s, test worlds' for 30, and give up after five receives", () => {
    const hidden: Readonly<Record<string, number>> = { "jobs/probe": 85, "jobs/sync-mailbox": 85, "jobs/settle-world": 30 };
    for (const { id, timeoutSeconds } of queueJobs) {
      templates.messaging.hasResourceProperties("AWS::SQS::Queue", {
        VisibilityTimeout: hidden[id] ?? 6 * timeoutSeconds,
        RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
        SqsManagedSseEnabled: true,
      });
    }
    templates.messaging.resourceCountIs("AWS::SQS::Queue", 2 * queueJobs.length);
    templates.messaging.allResourcesProperties("AWS::SQS::QueuePolicy", Match.objectLike({ PolicyDocument: Match.anyValue() }));
  });

  it("read each queue as its job's row says, with partial batch failures", () => {
    const mappings = resources("AWS::Lambda::EventSourceMapping").map(({ Properties }) => Properties);

    expect(mappings).toEqual(
      queueJobs.map(({ source: { batchSize, concurrency } }) =>
        expect.objectContaining({
          BatchSize: batchSize,
          FunctionResponseTypes: ["ReportBatchItemFailures"],
          ScalingConfig: { MaximumConcurrency: concurrency.dev },
        }),
      ),
    );
  });

  it("run the other jobs at their rates", () => {
    const rates = resources("AWS::Scheduler::Schedule").map(({ Properties }) => [
      Properties["Description"],
      Properties["ScheduleExpression"],
    ]);

    const wanted = jobs.flatMap(({ id, source }) => ("everyMinutes" in source ? [[`Runs ${id}`, rateOf(source.everyMinutes)]] : []));
    expect(rates).toEqual(wanted);
    expect(wanted).toContainEqual(["Runs jobs/sweep", "rate(1 minute)"]);
  });

  it("run on arm64 with Node 24, write Lambda's lines of failed calls and all of ours, and every log group ends", () => {
    const LoggingConfig = { LogFormat: "JSON", SystemLogLevel: "WARN", LogGroup: expect.anything() };
    for (const { Properties } of resources("AWS::Lambda::Function"))
      expect(Properties).toEqual(expect.objectContaining({ Architectures: ["arm64"], Runtime: "nodejs24.x", LoggingConfig }));
    expect(resources("AWS::Logs::LogGroup").every(({ Properties }) => Number(Properties["RetentionInDays"]) > 0)).toBe(true);
  });

  it("keep the secrets when a stack goes, and hold no secret in any template", () => {
    templates.secrets.allResources("AWS::SecretsManager::Secret", { DeletionPolicy: "Retain" });
    templates.secrets.resourceCountIs("AWS::SecretsManager::Secret", 2);
    const text = allTemplates.map((template) => JSON.stringify(template.toJSON())).join("");
    expect(text).not.toMatch(/mongodb(\+srv)?:\/\/|sk_live_|-----BEGIN|client_secret/);
  });

  it("ring for every alarm of the tables, and say in its text what users suffer and what to do", () => {
    const texts = resources("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties["AlarmDescription"]);

    // Several alarms share what one cannot watch, with one text.
    expect([...new Set(texts)]).toEqual(alarms.map(({ alarm }) => alarmText(alarm)));
  });

  it("mail an alarm to those whom its severity concerns, when it begins and when it is over", () => {
    const topics = Object.keys(templates.monitoring.findResources("AWS::SNS::Topic"));
    const to = (name: string) => [{ Ref: topics.find((id) => id.startsWith(name)) }];
    const wanted = { page: to("Pages"), ticket: to("Tickets") };

    const severities = new Map<unknown, "page" | "ticket">(alarms.map(({ alarm }) => [alarmText(alarm), alarm.severity]));
    expect(topics).toHaveLength(2);
    for (const { Properties } of resources("AWS::CloudWatch::Alarm")) {
      const all = wanted[severities.get(Properties["AlarmDescription"]) ?? "page"];
      expect([Properties["AlarmActions"], Properties["OKActions"]]).toEqual([all, all]);
    }
  });

  it("bring the database's indexes about at each deployment that changes them, before the API is updated", () => {
    const [step] = resources("AWS::CloudFormation::CustomResource");
    const [migrate] = Object.entries(
      templates.jobs.findResources("AWS::Lambda::Function", { Properties: { Description: "jobs/migrate" } }),
    );

    expect(step?.Properties).toMatchObject({
      ServiceToken: { "Fn::GetAtt": [migrate?.[0], "Arn"] },
      indexes: expect.stringMatching(/^[0-9a-f]{64}$/),
      ServiceTimeout: 1_200,
    });
    for (const stack of stacks.routes) expect(stack.dependencies).toContain(stacks.jobs);
  });

  it("name the dashboard after stage and region: an account has one name space for all regions", () => {
    templates.monitoring.hasResourceProperties("AWS::CloudWatch::Dashboard", {
      DashboardName: { "Fn::Join": ["", ["email-service-dev-", { Ref: "AWS::Region" }]] },
    });
  });

  it("drop the indexes that others replace at the end, when every new version answers", () => {
    templates.monitoring.hasResourceProperties("AWS::CloudFormation::CustomResource", {
      phase: "after",
      indexes: Match.stringLikeRegexp("^[0-9a-f]{64}$"),
    });
    for (const stack of stacks.routes) expect(stacks.monitoring.dependencies).toContain(stack);
  });

  it.each(["dev", "prod"])("change no job before that: %s", (stage) => {
    const template = Template.fromStack(anApp({}, stage).stacks.jobs);
    const [step = ""] = Object.keys(template.findResources("AWS::CloudFormation::CustomResource"));
    const functions = Object.values(template.findResources("AWS::Lambda::Function"));
    const others = functions.filter(({ Properties: { Description } }) => Description !== "jobs/migrate");

    expect(others).toHaveLength(functions.length - 1);
    for (const { DependsOn } of others) expect(DependsOn).toContain(step);
  });

  it("carry the asset metadata that sam local reads", () => {
    for (const { Metadata } of resources("AWS::Lambda::Function"))
      expect(Object.keys(Metadata ?? {})).toEqual(expect.arrayContaining(["aws:asset:path", "aws:asset:property", "aws:cdk:path"]));
  });

  it("stay clean under cdk-nag AwsSolutions, every exception with its reason", () => {
    const { app } = anApp();
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

    expect(() => app.synth()).not.toThrow();
  });
});

const PRIVATE: Partial<StageConfig> = {
  tracing: true,
  vpc: {
    vpcId: "vpc-0123456789abcdef0",
    availabilityZones: ["us-east-1a"],
    subnetIds: ["subnet-0123456789abcdef0"],
    routeTableIds: ["rtb-0123456789abcdef0"],
    securityGroupId: "sg-0123456789abcdef0",
  },
};

/** A new operation must not be the one that no stack takes: CloudFormation's own limit is 500 (AWS, "CloudFormation quotas"). */
const MOST_RESOURCES = 400;

let prodOnce: ReturnType<typeof anApp> | undefined;
const prodApp = () => (prodOnce ??= anApp({}, "prod"));
const prodStacks = () => prodApp().stacks;

describe("a stage's options", () => {
  it.each([
    ["dev", () => stacks],
    ["prod", prodStacks],
  ])("leave every stack room for more: %s", (_, stacksOf) => {
    const sizes = Object.values(stacksOf())
      .flat()
      .map((stack) => [stack.stackName, Object.keys(Template.fromStack(stack).toJSON()["Resources"]).length] as const);

    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.length).toBeLessThan(11);
    expect(sizes.filter(([, size]) => size > MOST_RESOURCES)).toEqual([]);
  });

  it.each([
    ["dev", "0", () => stacks],
    ["prod", "400", prodStacks],
  ])("say how many days bodies are kept, to every function that reaches the database: %s", (_, days, stacksOf) => {
    const kept = functionStacksOf(stacksOf()).flatMap((stack) =>
      Object.values(Template.fromStack(stack).findResources("AWS::Lambda::Function")).flatMap(
        ({ Properties: { Description, Environment } }) =>
          needing("database").includes(Description as FunctionId) ? [Environment.Variables.BODIES_KEPT_DAYS] : [],
      ),
    );

    expect(kept.length).toBe(needing("database").length);
    expect(new Set(kept)).toEqual(new Set([days]));
  });

  it("let CloudWatch of this account publish to the topic of alarms", () => {
    const [policy] = resources("AWS::SNS::TopicPolicy");

    const { Statement } = (policy?.Properties["PolicyDocument"] ?? {}) as { Statement?: unknown };
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Allow",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Action: "sns:Publish",
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      }),
    );
  });

  it("read the address of alarms from SSM at each deployment, so that none removes it", () => {
    const template = Template.fromStack(prodStacks().monitoring);

    const [name = ""] = Object.keys(template.findParameters("*", { Default: "/email-service/prod/alarm-email" }));
    expect(template.toJSON()["Parameters"][name]).toMatchObject({ Type: "AWS::SSM::Parameter::Value<String>" });
    template.hasResourceProperties("AWS::SNS::Subscription", { Protocol: "email", Endpoint: { Ref: name } });
  });

  it("let every function within a VPC make its network interface, and trace where the stage asks for it", () => {
    const { stacks: within } = anApp(PRIVATE);

    for (const template of functionStacksOf(within).map((stack) => Template.fromStack(stack))) {
      const functions = Object.values(template.findResources("AWS::Lambda::Function")) as Resource[];
      expect(functions.length).toBeGreaterThan(0);
      for (const { Properties } of functions) {
        expect(Properties).toMatchObject({
          VpcConfig: { SubnetIds: ["subnet-0123456789abcdef0"], SecurityGroupIds: ["sg-0123456789abcdef0"] },
          TracingConfig: { Mode: "Active" },
        });
        const [role = ""] = (Properties["Role"] as { "Fn::GetAtt": string[] })["Fn::GetAtt"];
        expect(JSON.stringify(template.toJSON()["Resources"][role])).toContain("policy/service-role/AWSLambdaVPCAccessExecutionRole");
      }
    }
  });

  it.each([
    ["in a VPC and traced", PRIVATE, "dev"],
    ["prod with a budget", { monthlyBudget: 250 }, "prod"],
    ["bodies in S3 from within a VPC", { ...PRIVATE, bodiesInDatabaseDays: 7 }, "prod"],
  ])("stay clean under cdk-nag too: %s", (_, changes, stage) => {
    const { app } = anApp(changes, stage);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

    expect(() => app.synth()).not.toThrow();
  });

  it("reserve in prod for each job what its cluster allows, and for no function of the API: these share the rest", () => {
    const { app, stacks: prod } = prodApp();
    const config = configOf(app);
    const reserved = functionStacksOf(prod).flatMap((stack) =>
      (Object.values(Template.fromStack(stack).findResources("AWS::Lambda::Function")) as Resource[]).map(
        ({ Properties }) => [Properties["Description"] as FunctionId, Properties["ReservedConcurrentExecutions"]] as const,
      ),
    );
    const mappings = Object.values(Template.fromStack(prod.jobs).findResources("AWS::Lambda::EventSourceMapping")) as Resource[];

    expect(Object.fromEntries(reserved)).toEqual(Object.fromEntries(functionIds.map((id) => [id, reservedOf(id, config)])));
    const limits = mappings.map(({ Properties }) => (Properties["ScalingConfig"] as { MaximumConcurrency: number }).MaximumConcurrency);
    expect(new Set(limits)).toEqual(new Set(queueJobs.map(({ id }) => reservedOf(id as FunctionId, config))));
  });

  it("give the functions whose calls wait for servers of others their common limit", () => {
    const pages = [
      "connect/callback",
      "connect/submit",
      "console/get-frame",
      "console/get-consent",
      "console/give-consent",
      "console/finish-sign-in",
    ];
    const waiting = [...operations.filter(({ outside }) => outside === "always").map(({ id }) => id), ...pages, "mcp/call"];

    expect(waiting.length).toBeGreaterThan(7);
    expect(needing("outsideCalls").toSorted()).toEqual(waiting.toSorted());
  });

  it("leave no schedule group behind whose name would keep the next deployment from being made", () => {
    templates.messaging.hasResource("AWS::Scheduler::ScheduleGroup", { DeletionPolicy: "Delete" });
  });
});

describe("the functions", () => {
  it("each have a file of at most 40 lines where their id says", () => {
    for (const id of functionIds) expect(readFileSync(`functions/${id}.ts`, "utf8").split("\n").length, id).toBeLessThanOrEqual(41);
  });

  it("have no file that nothing calls", () => {
    const files = readdirSync("functions", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

    expect(files.map((file) => file.replace(/\.ts$/, "")).toSorted()).toEqual(functionIds.toSorted());
  });
});
