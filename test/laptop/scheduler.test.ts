import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
  type CreateScheduleCommandInput,
} from "@aws-sdk/client-scheduler";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { startQueues, type Queues } from "#infra/local/queues/start-queues.ts";
import { startScheduler, type SchedulerOptions } from "#infra/local/schedules/start-scheduler.ts";

const START = Date.parse("2026-11-20T10:00:00Z");
let queues: Queues<"target" | "failed">;
let sqs: SQSClient;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  queues = await startQueues({ target: 0, failed: 0 });
  sqs = new SQSClient({ ...localAws, endpoint: queues.endpoint });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  sqs.destroy();
  await queues.stop();
});

const start = async (options: Partial<SchedulerOptions> = {}) => {
  const clock = { now: START };
  const scheduler = await startScheduler({ sqs, queuesEndpoint: queues.endpoint, now: () => clock.now, ...options });
  const client = new SchedulerClient({ ...localAws, endpoint: scheduler.endpoint, maxAttempts: 1 });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    client.destroy();
    await scheduler.stop();
  };
  stops.push(stop);
  return { client, stop, at: (seconds: number) => ((clock.now = START + seconds * 1000), scheduler.fireDue()) };
};
const aSchedule = (overrides: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput => ({
  Name: "send-1",
  GroupName: "sends",
  ScheduleExpression: "at(2026-11-20T10:01:00)",
  FlexibleTimeWindow: { Mode: "OFF" },
  ActionAfterCompletion: "DELETE",
  Target: { Arn: queues.queues.target.arn, RoleArn: "arn:aws:iam::000000000000:role/scheduler", Input: '{"sendIds":["1"]}' },
  ...overrides,
});
/** Takes everything off a queue. */
const drain = async (name: "target" | "failed" = "target", url = queues.queues[name].url) => {
  const bodies: (string | undefined)[] = [];
  for (let last = -1; last !== bodies.length;) {
    last = bodies.length;
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 600 }));
    bodies.push(...Messages.map(({ Body }) => Body));
  }
  return bodies;
};

test("puts the input on the queue when it is due, once, and deletes the schedule", async () => {
  const { client, at } = await start();
  await client.send(new CreateScheduleCommand(aSchedule()));

  await at(59);
  const early = await drain();
  await Promise.all([at(60), at(61)]);
  await at(120);

  expect(early).toEqual([]);
  expect(await drain()).toEqual(['{"sendIds":["1"]}']);
  await expect(client.send(new GetScheduleCommand({ Name: "send-1", GroupName: "sends" }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

/** What waits on the queue, each with its group. */
const groups = async () => {
  const request = { QueueUrl: queues.queues.target.url, MaxNumberOfMessages: 10, VisibilityTimeout: 600 };
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ ...request, MessageSystemAttributeNames: ["All"] }));
  return Messages.map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId]);
};
/** A universal target that calls SendMessage. */
const calling = (input: unknown) => ({
  Arn: "arn:aws:scheduler:::aws-sdk:sqs:sendMessage",
  RoleArn: "arn:aws:iam::000000000000:role/scheduler",
  Input: typeof input === "string" ? input : JSON.stringify(input),
});

test("a universal target sends its message with its group; a target that is the queue sends one without", async () => {
  const { client, at } = await start();
  const request = { QueueUrl: queues.queues.target.url, MessageBody: "with", MessageGroupId: "account" };
  await client.send(new CreateScheduleCommand(aSchedule({ Target: calling(request) })));
  await client.send(new CreateScheduleCommand(aSchedule({ Name: "send-2" })));

  await at(60);

  expect(new Set(await groups())).toEqual(
    new Set([
      ["with", "account"],
      ['{"sendIds":["1"]}', undefined],
    ]),
  );
});

test("a universal target's call that is refused goes to the DLQ", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { client, at } = await start();
  const input = { QueueUrl: `${queues.endpoint}/000000000000/nowhere`, MessageBody: "lost" };
  const Target = { ...calling(input), DeadLetterConfig: { Arn: queues.queues.failed.arn } };
  await client.send(new CreateScheduleCommand(aSchedule({ Target })));

  await at(60);

  expect(await drain("failed")).toEqual([JSON.stringify(input)]);
});

test.each(["no JSON", { MessageBody: "x" }, { QueueUrl: "https://sqs.example/1/x" }, { QueueUrl: "https://sqs.example/1/x", Body: "x" }])(
  "refuses %j as the input of SendMessage",
  async (input) => {
    const { client } = await start();

    await expect(client.send(new CreateScheduleCommand(aSchedule({ Target: calling(input) })))).rejects.toMatchObject({
      name: "ValidationException",
    });
  },
);

test("keeps a fired schedule that is not to be deleted, without firing it again", async () => {
  const { client, at } = await start();
  await client.send(new CreateScheduleCommand(aSchedule({ ActionAfterCompletion: "NONE" })));

  await at(60);
  await at(600);

  expect(await drain()).toHaveLength(1);
  expect(await client.send(new GetScheduleCommand({ Name: "send-1", GroupName: "sends" }))).toMatchObject({
    Name: "send-1",
    Arn: "arn:aws:scheduler:us-east-1:000000000000:schedule/sends/send-1",
    CreationDate: new Date(START),
    ScheduleExpression: "at(2026-11-20T10:01:00)",
    ScheduleExpressionTimezone: "UTC",
  });
});

test.each([
  ["Europe/Berlin", "at(2026-11-20T11:01:00)"],
  ["America/New_York", "at(2026-11-20T05:01:00)"],
  ["Asia/Kolkata", "at(2026-11-20T15:31:00)"],
])("reads at() in the zone %s", async (ScheduleExpressionTimezone, ScheduleExpression) => {
  const { client, at } = await start();
  await client.send(new CreateScheduleCommand(aSchedule({ ScheduleExpression, ScheduleExpressionTimezone })));

  await at(59);
  const early = await drain();
  await at(60);

  expect([early.length, (await drain()).length]).toEqual([0, 1]);
});

test("answers a repeated ClientToken with the same ARN and any other second creation with ConflictException", async () => {
  const { client } = await start();
  const create = (overrides: Partial<CreateScheduleCommandInput>) => client.send(new CreateScheduleCommand(aSchedule(overrides)));

  const first = await create({ ClientToken: "token-1" });
  const second = await create({ ClientToken: "token-1" });

  expect(second.ScheduleArn).toBe(first.ScheduleArn);
  await expect(create({ ClientToken: "token-2" })).rejects.toMatchObject({ name: "ConflictException" });
  await expect(create({ ClientToken: "token-1", ScheduleExpression: "at(2027-01-01T00:00:00)" })).rejects.toMatchObject({
    name: "ConflictException",
    $metadata: { httpStatusCode: 409 },
  });
});

test("does not fire what was deleted, and answers 404 to a second deletion", async () => {
  const { client, at } = await start();
  const deletion = new DeleteScheduleCommand({ Name: "send-1", GroupName: "sends" });
  await client.send(new CreateScheduleCommand(aSchedule()));

  await client.send(deletion);
  await at(61);

  expect(await drain()).toEqual([]);
  await expect(client.send(deletion)).rejects.toMatchObject({ name: "ResourceNotFoundException", $metadata: { httpStatusCode: 404 } });
});

test.each([
  [{ Name: "not a name" }],
  [{ Name: "x".repeat(65) }],
  [{ ScheduleExpression: "at(tomorrow)" }],
  [{ ScheduleExpression: "rate(0 minutes)" }],
  [{ ScheduleExpression: "at(2026-13-45T10:00:00)" }],
  [{ ScheduleExpressionTimezone: "Mars/Olympus" }],
  [{ FlexibleTimeWindow: { Mode: "FLEXIBLE" as const, MaximumWindowInMinutes: 5 } }],
  [{ Target: { Arn: "arn:aws:lambda:us-east-1:000000000000:function:x", RoleArn: "arn:aws:iam::0:role/r" } }],
])("refuses %j with ValidationException", async (overrides) => {
  const { client } = await start();

  await expect(client.send(new CreateScheduleCommand(aSchedule(overrides)))).rejects.toMatchObject({ name: "ValidationException" });
});

test("fires a rate() schedule at once and then at its rate", async () => {
  const { client, at } = await start();
  await client.send(new CreateScheduleCommand(aSchedule({ ScheduleExpression: "rate(2 minutes)" })));

  for (const seconds of [0, 60, 119, 120, 239, 240]) await at(seconds);
  await client.send(new DeleteScheduleCommand({ Name: "send-1", GroupName: "sends" }));

  expect(await drain()).toHaveLength(3);
});

test("calls functions at their rate and goes on when one fails", async () => {
  const calls: string[] = [];
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const { at } = await start({
    recurring: [
      { expression: "rate(1 minute)", run: async () => void calls.push("sweep") },
      { expression: "rate(2 minutes)", run: () => (calls.push("sync"), Promise.reject(new Error("planted"))) },
    ],
  });

  for (const seconds of [0, 30, 60, 120]) await at(seconds);

  expect(calls).toEqual(["sweep", "sync", "sweep", "sweep", "sync"]);
  expect(complaints).toHaveBeenCalledTimes(2);
});

test("is as late as it is told to be", async () => {
  const { client, at } = await start({ latenessMs: () => 59_000 });
  await client.send(new CreateScheduleCommand(aSchedule()));

  await at(60);
  const early = await drain();
  await at(119);

  expect([early.length, (await drain()).length]).toEqual([0, 1]);
});

test("puts the message on the dead letter queue when the target is gone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { client, at } = await start();
  const target = { Arn: "arn:aws:sqs:us-east-1:000000000000:nowhere", RoleArn: "arn:aws:iam::0:role/r", Input: "lost?" };
  await client.send(new CreateScheduleCommand(aSchedule({ Target: { ...target, DeadLetterConfig: { Arn: queues.queues.failed.arn } } })));

  await at(60);

  expect(await drain("failed")).toEqual(["lost?"]);
});

test("keeps its schedules over a restart and fires what came due meanwhile", async () => {
  const dir = mkdtempSync(join(tmpdir(), "schedules-"));
  const first = await start({ dir });
  for (const Name of ["kept", "deleted"]) await first.client.send(new CreateScheduleCommand(aSchedule({ Name })));
  await first.client.send(new DeleteScheduleCommand({ Name: "deleted", GroupName: "sends" }));
  await first.stop();

  const second = await start({ dir });
  await second.at(3600);

  expect(await drain()).toHaveLength(1);
  rmSync(dir, { recursive: true });
});
