import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { pollQueue, type Queues, startQueues } from "#infra/local/queues/start-queues.ts";
import { startScheduler } from "#infra/local/schedules/start-scheduler.ts";
import { creatingSchedules, deletingSchedules } from "#shared/platform/schedules.ts";
import { sqsWakeUps } from "#shared/sending/wake/sqs-wake-ups.ts";
import { sendJob } from "#shared/service/queue-messages.ts";
import type { Schedules, WakeUps } from "#shared/sending/ports/wake-ups.ts";
import type { Send } from "#shared/sending/send.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

let queues: Queues<"send">;
let sqs: SQSClient;
let schedulerClient: SchedulerClient;
let scheduler: Awaited<ReturnType<typeof startScheduler>>;
let schedules: Schedules;
let wakeUps: WakeUps;
const log = recordingLog();
const time = { now: Date.now() };

beforeAll(async () => {
  queues = await startQueues({ send: 600 });
  sqs = new SQSClient({ ...localAws, endpoint: queues.endpoint });
  scheduler = await startScheduler({ sqs, queuesEndpoint: queues.endpoint, now: () => time.now });
  schedulerClient = new SchedulerClient({ ...localAws, endpoint: scheduler.endpoint });
  wakeUps = sqsWakeUps({ queueUrl: () => queues.queues.send.url, client: sqs, clock, log });
  const settings = {
    client: schedulerClient,
    group: () => "sends",
    queueUrl: () => queues.queues.send.url,
    roleArn: () => "arn:aws:iam::000000000000:role/scheduler",
    deadLetterArn: () => `${queues.queues.send.arn}-dead`,
  };
  schedules = { ...creatingSchedules(settings), ...deletingSchedules(settings) };
});
beforeEach(() => {
  time.now = Date.now();
});
afterAll(async () => {
  schedulerClient.destroy();
  sqs.destroy();
  await scheduler.stop();
  await queues.stop();
});

/** The next ten messages. */
const take = async () => {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queues.queues.send.url, MaxNumberOfMessages: 10 }));
  return Messages;
};
const remove = (messages: readonly Message[]) =>
  sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queues.queues.send.url,
      Entries: messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle: ReceiptHandle ?? "" })),
    }),
  );
/** Everything that can be received now, parsed by its contract. */
const received = async () => {
  const jobs: unknown[] = [];
  for (;;) {
    const messages = await take();
    if (messages.length === 0) return jobs;
    jobs.push(...messages.map(({ Body }) => sendJob.parse(JSON.parse(Body ?? ""))));
    await remove(messages);
  }
};
const aWaiting = (seconds = 0, status: Send["status"] = "scheduled") => ({
  id: ids.objectId(),
  userId: ids.objectId(),
  mailboxId: ids.objectId(),
  dueAt: new Date(Date.now() + seconds * 1000),
  status,
});

describe("wake-ups through SQS", () => {
  it("arrive as valid messages, a batch in few calls, delayed ones later", async () => {
    const due = Array.from({ length: 30 }, () => aWaiting());

    await wakeUps.wake([...due, aWaiting(300)]);

    const jobs = await received();
    expect(jobs).toHaveLength(30);
    expect(jobs).toContainEqual({ job: "deliver", mailboxId: due[0]!.mailboxId, sendIds: [due[0]!.id] });
  });

  it("of one account by the thousand let another account's single send pass: it is among the next that are taken", async () => {
    const busy = ids.objectId();
    await wakeUps.wake(Array.from({ length: 3_000 }, () => ({ ...aWaiting(), userId: busy })));
    const single = aWaiting();
    const taken: string[] = [];
    let sent = false;
    const handler = async ({ Records }: SQSEvent) => {
      taken.push(...Records.map(({ body }) => body));
      if (taken.length > 200 && !sent) {
        sent = true;
        taken.length = 0;
        await wakeUps.wake([single]);
      }
    };
    const poller = pollQueue({ client: sqs, queue: queues.queues.send, handler, batchSize: 1, maximumConcurrency: 4 });

    await expect.poll(() => taken.findIndex((body) => body.includes(single.id)), { timeout: 20_000 }).toBeGreaterThanOrEqual(0);
    await poller.stop();

    expect(taken.findIndex((body) => body.includes(single.id))).toBeLessThan(20);
    await received();
  });

  it("name their account on the queue, and those of two accounts share no message", async () => {
    const [one, other] = [aWaiting(7_200), aWaiting(7_200)];
    await wakeUps.wake([one, other]);

    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queues.send.url, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ["All"] }),
    );

    const groups = Messages.map(({ Body, Attributes }) => [
      (JSON.parse(Body ?? "") as { sendIds: string[] }).sendIds,
      Attributes?.MessageGroupId,
    ]);
    expect(groups).toEqual([
      [[one.id], one.userId],
      [[other.id], other.userId],
    ]);
  });

  it("never throw: what the queue does not take is logged", async () => {
    const nowhere = new SQSClient({ ...localAws, endpoint: "http://127.0.0.1:9", maxAttempts: 1 });
    const lost = sqsWakeUps({ queueUrl: () => "http://127.0.0.1:9/0/send", client: nowhere, clock, log });

    await lost.wake([aWaiting()]);

    expect(log.events).toContain("messages not queued");
  });
});

describe("schedules through EventBridge", () => {
  it("fire at the minute with the send's job, once, and are gone afterwards", async () => {
    const send = aWaiting(7_200);
    await schedules.create(send);
    await schedules.create(send);
    const found = await schedulerClient.send(
      new GetScheduleCommand({ Name: `send-${send.id}-${Math.floor(send.dueAt.getTime() / 60_000)}`, GroupName: "sends" }),
    );
    expect(found.ScheduleExpression).toBe(`at(${send.dueAt.toISOString().slice(0, 16)}:00)`);

    time.now = send.dueAt.getTime();
    await scheduler.fireDue();
    await scheduler.fireDue();

    expect(await received()).toEqual([{ job: "deliver", mailboxId: send.mailboxId, sendIds: [send.id] }]);
    await expect(
      schedulerClient.send(
        new GetScheduleCommand({ Name: `send-${send.id}-${Math.floor(send.dueAt.getTime() / 60_000)}`, GroupName: "sends" }),
      ),
    ).rejects.toThrow();
  });

  it("of one account by the thousand at one minute let another account's single send pass", async () => {
    const [busy, minute] = [ids.objectId(), aWaiting(7_200).dueAt];
    await Promise.all(Array.from({ length: 1_000 }, () => schedules.create({ ...aWaiting(), userId: busy, dueAt: minute })));
    time.now = minute.getTime();
    await scheduler.fireDue();
    // As many are in flight as forty workers take.
    const taken = [await take(), await take(), await take(), await take()].flat();
    const single = aWaiting();
    await wakeUps.wake([single]);

    const next = await take();

    expect(taken).toHaveLength(40);
    expect(next[0]?.Body).toContain(single.id);
    for (let at = 0; at < 40; at += 10) await remove(taken.slice(at, at + 10));
    await remove(next);
    let rest = 0;
    await expect.poll(async () => (rest += (await received()).length), { timeout: 20_000 }).toBe(1_000 - 40 - 9);
  });

  it("are made for every attempt that waits long, though the one before is not deleted yet", async () => {
    const first = aWaiting(7_200);
    await schedules.create(first);
    const later = { ...first, dueAt: new Date(first.dueAt.getTime() + 3_600_000) };
    await schedules.create(later);
    await schedules.create(later);

    time.now = first.dueAt.getTime();
    await scheduler.fireDue();
    expect(await received()).toHaveLength(1);
    time.now = later.dueAt.getTime();
    await scheduler.fireDue();

    expect(await received()).toEqual([{ job: "deliver", mailboxId: first.mailboxId, sendIds: [first.id] }]);
  });

  it("do not fire after they were deleted; deleting one that is not there is no error", async () => {
    const send = aWaiting(7_200);
    await schedules.create(send);
    await schedules.delete(send.id, send.dueAt);
    await schedules.delete(send.id, send.dueAt);

    time.now = send.dueAt.getTime() + 1000;
    await scheduler.fireDue();

    expect(await received()).toEqual([]);
  });
});
