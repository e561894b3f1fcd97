import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import type { APIGatewayProxyEventV2, Context, SQSEvent } from "aws-lambda";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { alarms, namespaceOf } from "#infra/alarms.ts";
import { configOf } from "#infra/config.ts";
import { buildService } from "#infra/service.ts";
import { putMessages } from "#shared/adapters/sqs/put-messages.ts";
import { operation } from "#shared/contract/operation.ts";
import { draftSend } from "#shared/domain/sending/accept/draft.ts";
import { deliverClaim } from "#shared/domain/sending/deliver/deliver-claim.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import { lookUpUnknown } from "#shared/domain/sending/deliver/look-up-unknown.ts";
import { mailConnection } from "#shared/domain/sending/deliver/mail-connection.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { openEndpointDeps } from "#shared/runtime/open-endpoint-deps.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { startSync } from "#functions/jobs/start-sync.ts";
import { type Condition, embeddedValues, evaluateMath, matchesPattern, metricValue, rings, statisticOf } from "#test/support/cloudwatch.ts";
import { changedSecret } from "#test/support/changed-secret.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { aPullWorld, mails } from "#test/support/pull-world.ts";
import { anEmail } from "#test/support/sending-rig.ts";

import { needsOf } from "#test/support/needs.ts";
import { brokenSweeps, swept } from "#test/support/sweeps.ts";
import { loginWithoutArgon2 } from "#test/support/without-argon2.ts";

// The alarms look at the plain course of things too.
process.env["LOG_LEVEL"] = "info";
process.env["METRICS_NAMESPACE"] = namespaceOf("dev");

const folder = mkdtempSync(join(tmpdir(), "alarms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const code = join(folder, "code");
mkdirSync(code);
writeFileSync(join(code, "index.js"), "exports.handler = () => {}");

const app = new App({ outdir: join(folder, "cdk.out") });
const stacks = buildService(app, configOf(app), { codeDirOf: () => code, needsOf });
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
interface Period {
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

const isOn = (name: string, periods: readonly Period[]): boolean => {
  const found = propertiesOf(monitoring, "AWS::CloudWatch::Alarm").find(({ AlarmDescription }) =>
    alarms.some(({ alarm }) => alarm.name === name && AlarmDescription === `${alarm.impact} ${alarm.runbook}`),
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
const linesOf = async (work: () => unknown): Promise<readonly string[]> => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await work();
    return written.mock.calls.map(([text]) => String(text).trim());
  } finally {
    written.mockRestore();
  }
};
const repeated = (count: number, lines: readonly string[]) => Array.from({ length: count }, () => lines).flat();

const failing = sqsBatch(log, z.object({}), () => Promise.reject(new Error("planted")));
const working = sqsBatch(log, z.object({}), () => Promise.resolve());
const oneMessage = { Records: [{ messageId: "m1", body: "{}" }] } as SQSEvent;
const unreadable = { Records: [{ messageId: "m1", body: "{" }] } as SQSEvent;

const settled = (contains: boolean) => () =>
  lookUpUnknown(
    {
      deliveries: {
        claimUnknown: async () => ({
          token: "t",
          leaseMs: 25_000,
          drafts: [{ send: { id: "s1", messageId: "<m>", toEmail: "jane@example.net" } }],
        }),
        succeed: async () => true,
        fail: async () => true,
      },
      mailAccounts: { imap: async () => ({}) },
      sentFolder: { contains: async () => contains },
      sends: {},
      mailboxes: {},
      wakeUps: { wake: async () => undefined },
      eventOutbox: { publish: async () => [], forgotten: async () => [] },
      clock: { now: () => new Date() },
      log,
    } as unknown as DeliverPorts,
    "b1",
    { email: "sales@example.com", imap: {} } as never,
  );

/** Delivers one send, with its body or without it, and without a credential to open. */
const delivered = (has: { readonly body: boolean }) => async () => {
  const mailbox = aMailbox();
  const draft = draftSend({ clock, ids }, { mailbox }, anEmail());
  const ports = {
    deliveries: { fail: async () => true, requeue: async () => undefined, pause: async () => undefined },
    mailAccounts: { smtp: () => Promise.reject(new Error("no keyring")) },
    suppressions: { among: async () => new Map() },
    wakeUps: { wake: async () => undefined },
    clock,
    ids,
    log,
  } as unknown as DeliverPorts;
  const drafts = [has.body ? draft : { send: draft.send, body: undefined }];
  const times = { stopAt: Date.now() + 60_000, endAt: Date.now() + 60_000 };
  await deliverClaim(ports, {
    mailbox,
    connections: [mailConnection(ports, mailbox)],
    claim: { token: "t", leaseMs: 1, others: false, drafts },
    ...times,
  });
};

/** A request of an endpoint that takes so many milliseconds. */
const request =
  (ms: number, outside: "never" | "always" | "fresh", query = "") =>
  async () => {
    let now = 0;
    const deps = { ...openEndpointDeps, log, clock: { now: () => new Date((now += ms)) } };
    const table = operation({
      id: "credits/get-balance",
      method: "GET",
      path: "/",
      summary: "",
      description: "",
      auth: "none",
      errors: [],
      outside,
      response: z.object({}),
    });
    await endpoint(deps, { ...table, query: z.object({ fresh: z.optional(z.string()) }) }, async () => ({}))(
      {
        rawPath: "/",
        rawQueryString: query,
        headers: {},
        requestContext: { requestId: "r1", http: { sourceIp: "::1" } },
      } as unknown as APIGatewayProxyEventV2,
      { getRemainingTimeInMillis: () => 1_000 } as Context & { userId: string },
    );
  };

const accessFormat = propertiesOf(Template.fromStack(stacks.api), "AWS::ApiGatewayV2::Stage")[0]?.["AccessLogSettings"].Format as string;
/** A line of the access log as API Gateway fills in the stage's format: `-` where a variable has no value. */
const access = (status: number, error = "-") => ({
  access: repeated(6, [
    accessFormat
      .replace("$context.status", String(status))
      .replace("$context.integrationErrorMessage", error)
      .replaceAll(/\$context\.[\w.]+/g, "-"),
  ]),
});

const refusedBatch = { send: () => Promise.reject(new Error("throttled")) } as unknown as SQSClient;
const unqueued = () => putMessages({ queueUrl: () => "https://queue", log, client: refusedBatch })([{ body: {} }]);

/** A round that finds one mailbox so many seconds after its last poll. */
const round = (seconds: number) => {
  const polledAt = new Date(Date.now() - seconds * 1000);
  const target = { id: "b1", server: "imap.example.com", polledAt, healthySince: new Date(0) };
  return startSync({
    syncTargets: { page: async () => ({ targets: [target], last: undefined }), claim: async () => [] },
    probeQueue: { add: async () => undefined },
    clock: { now: () => new Date() },
    log,
  });
};

const backlog = (visible: number, age: number) => ({
  aws: { ApproximateNumberOfMessagesVisible: visible, ApproximateAgeOfOldestMessage: age },
});
const five = (period: Period) => Array.from({ length: 5 }, () => period);
const linesBy = async (id: string, count: number, work: () => unknown): Promise<readonly Period[]> => [
  { lines: { [id]: repeated(count, await linesOf(work)) } },
];
/** A mailbox is audited whose store had lost so many messages. */
const audited = (lost: number) => async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(lost + 1));
  await world.pull();
  for (const id of [...world.stored.keys()].slice(0, lost)) world.stored.delete(id);
  await world.audits.ask(world.mailbox);
  await world.pull({}, { log });
};
const dead = (count: number): readonly Period[] => [{ aws: { ApproximateNumberOfMessagesVisible: count } }];
const thrice = async (id: string, work: () => unknown) => {
  const [period] = await linesBy(id, 10, work);
  return [period ?? {}, period ?? {}, period ?? {}];
};

type Sample = () => Promise<readonly Period[]> | readonly Period[];
/** For each alarm what makes it ring, and what must not. */
const samples: Record<string, { readonly rings: readonly Sample[]; readonly silent: readonly Sample[] }> = {
  DeadLetters: { rings: [() => dead(1)], silent: [() => dead(0), () => [{}]] },
  JobErrors: {
    rings: [
      ...["jobs/deliver", "jobs/probe"].map((id) => () => linesBy(id, 3, () => failing(oneMessage))),
      () => linesBy("jobs/sync-mailbox", 3, () => working(unreadable)),
      () => [{ aws: { Errors: 3 } }],
    ],
    silent: [
      () => linesBy("jobs/deliver", 3, () => working(oneMessage)),
      () => linesBy("jobs/deliver", 2, () => failing(oneMessage)),
      () => [{ aws: { Errors: 0 } }],
      () => [{}],
    ],
  },
  SendsWait: {
    rings: [() => five(backlog(40, 301))],
    // One message that a worker holds (invisible) grows old; nothing waits.
    silent: [() => five(backlog(0, 1_500)), () => five(backlog(40, 20)), () => five({})],
  },
  RepliesWait: {
    rings: [() => five(backlog(900, 601))],
    silent: [() => five(backlog(0, 700)), () => five(backlog(900, 300)), () => five({})],
  },
  EventsWait: { rings: [() => five(backlog(900, 61))], silent: [() => five(backlog(0, 700)), () => five({})] },
  SlowEventsWait: { rings: [() => five(backlog(900, 601))], silent: [() => five(backlog(0, 700)), () => five({})] },
  UnknownOutcome: {
    rings: [() => linesBy("jobs/deliver", 6, settled(false))],
    silent: [() => linesBy("jobs/deliver", 50, settled(true)), () => [{}]],
  },
  OwnFailure: {
    rings: [() => linesBy("jobs/deliver", 3, delivered({ body: true }))],
    silent: [() => linesBy("jobs/deliver", 2, delivered({ body: true })), () => linesBy("jobs/deliver", 3, delivered({ body: false }))],
  },
  BodyMissing: {
    rings: [() => linesBy("jobs/deliver", 1, delivered({ body: false }))],
    silent: [() => linesBy("jobs/deliver", 9, delivered({ body: true })), () => [{}]],
  },
  SweepStopped: {
    rings: [() => [{}], ...Object.values(brokenSweeps).map((broken) => () => linesBy("jobs/sweep", 5, broken))],
    silent: [() => linesBy("jobs/sweep", 1, swept)],
  },
  MailHealed: {
    rings: [() => linesBy("jobs/sync-mailbox", 1, audited(101)), () => linesBy("jobs/sync-mailbox", 51, audited(2))],
    silent: [() => linesBy("jobs/sync-mailbox", 500, audited(0)), () => linesBy("jobs/sync-mailbox", 50, audited(2)), () => [{}]],
  },
  PollsLate: {
    rings: [async () => five((await linesBy("jobs/start-sync", 1, round(190)))[0] ?? {})],
    silent: [async () => five((await linesBy("jobs/start-sync", 1, round(130)))[0] ?? {}), () => five({})],
  },
  SyncStopped: { rings: [() => [{}]], silent: [() => linesBy("jobs/start-sync", 1, round(100))] },
  Api5xx: {
    rings: [() => [{ lines: access(500) }], () => [{ lines: access(503) }], () => [{ lines: access(502, "bad gateway") }]],
    silent: [() => [{ lines: access(502) }], () => [{ lines: access(429) }], () => [{ lines: access(200) }]],
  },
  ApiSlow: {
    rings: [() => thrice("credits/get-balance", request(5_001, "never")), () => thrice("inbox/list-messages", request(5_001, "fresh"))],
    silent: [
      () => thrice("mailboxes/connect", request(25_000, "always")),
      () => thrice("inbox/list-messages", request(9_000, "fresh", "fresh=true")),
      () => thrice("credits/get-balance", request(40, "never")),
    ],
  },
  WakeUpsLost: {
    rings: [() => linesBy("sending/send", 3, unqueued), () => linesBy("jobs/sweep", 3, unqueued)],
    silent: [() => linesBy("sending/send", 2, unqueued), () => [{}]],
  },
};

samples["Throttled"] = {
  rings: [() => [{ aws: { Throttles: 11 } }]],
  silent: [() => [{ aws: { Throttles: 10 } }], () => [{}]],
};
samples["SecretRefused"] = {
  rings: [() => linesBy("auth/login", 1, changedSecret)],
  silent: [() => linesBy("auth/login", 5, request(5, "never")), () => [{}]],
};
samples["LoginByScrypt"] = {
  rings: [async () => [{ lines: { "auth/login": (await loginWithoutArgon2()).lines.slice(-1) } }]],
  silent: [() => linesBy("auth/login", 5, request(5, "never")), () => [{}]],
};

it.each(Object.entries(brokenSweeps))("sweeps on after a step that fails, and names it: %s", async (step, broken) => {
  const lines = (await linesOf(broken)).map((line) => JSON.parse(line) as { event: string; step?: string });

  expect(lines.filter(({ event }) => event === "sweep step failed").map((line) => line.step)).toEqual([step]);
  expect(lines.map(({ event }) => event)).not.toContain("swept");
});

describe("the alarms", () => {
  it("each have a sample", () => {
    expect(Object.keys(samples).toSorted()).toEqual(alarms.map(({ alarm }) => alarm.name).toSorted());
  });

  it.each(Object.entries(samples))("ring and stay silent on the lines that the code writes: %s", async (name, { rings: loud, silent }) => {
    for (const sample of loud) expect(isOn(name, await sample()), `${name} must ring`).toBe(true);
    for (const sample of silent) expect(isOn(name, await sample()), `${name} must stay silent`).toBe(false);
  });
});
