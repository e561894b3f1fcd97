import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { type EventSourceMapping, type LocalQueue, pollQueue, type Queues, startQueues } from "#infra/local/queues/start-queues.ts";

const names = { plain: 30, idle: 30, partial: 1, thrown: 30, unknown: 30, dead: 0, busy: 30, slow: 30 };
let local: Queues<keyof typeof names>;
let client: SQSClient;
const pollers: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  local = await startQueues(names);
  client = new SQSClient({ ...localAws, endpoint: local.endpoint });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await Promise.all(pollers.map((poller) => poller.stop()));
  client.destroy();
  await local.stop();
});

const poll = (queue: LocalQueue, handler: EventSourceMapping["handler"], options: Partial<EventSourceMapping> = {}) => {
  const poller = pollQueue({ client, queue, handler, batchSize: 10, maximumConcurrency: 1, ...options });
  pollers.push(poller);
  return poller;
};
const send = async ({ url }: LocalQueue, ...bodies: string[]) => {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
};
const countOf = async (url: string) => {
  const AttributeNames = ["ApproximateNumberOfMessages" as const, "ApproximateNumberOfMessagesNotVisible" as const];
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames }));
  return [Number(Attributes?.ApproximateNumberOfMessages), Number(Attributes?.ApproximateNumberOfMessagesNotVisible)];
};
const failing = (...ids: string[]): SQSBatchResponse => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) });

test("gives URLs on loopback with the local account, ARNs and the redrive policy", async () => {
  const { url, arn, deadLetterUrl } = local.queues.partial;

  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] }));

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/partial$/);
  expect(arn).toBe("arn:aws:sqs:us-east-1:000000000000:partial");
  expect(deadLetterUrl).toMatch(/\/000000000000\/partial-dead$/);
  expect(Attributes?.VisibilityTimeout).toBe("1");
  expect(JSON.parse(Attributes?.RedrivePolicy ?? "")).toEqual({ deadLetterTargetArn: `${arn}-dead`, maxReceiveCount: 5 });
});

test.each(["smtp.bücher.test", "a b", "x".repeat(129), ""])("takes no MessageGroupId that AWS refuses: %s", async (MessageGroupId) => {
  const sent = client.send(new SendMessageCommand({ QueueUrl: local.queues.idle.url, MessageBody: "{}", MessageGroupId }));

  await expect(sent).rejects.toThrow("MessageGroupId");
});

test("delivers an SQS event as Lambda gets it and deletes what was handled", async () => {
  const events: SQSEvent[] = [];
  const queue = local.queues.plain;
  poll(queue, async (event) => void events.push(event));

  const attribute = { DataType: "String", StringValue: "value" };
  await client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: '{"a":1}', MessageAttributes: { name: attribute } }));

  await expect.poll(() => events).toHaveLength(1);
  expect(events[0]?.Records).toEqual([
    {
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      receiptHandle: expect.any(String) as string,
      body: '{"a":1}',
      attributes: {
        ApproximateReceiveCount: "1",
        SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
        SenderId: expect.any(String) as string,
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/) as string,
      },
      messageAttributes: { name: { dataType: "String", stringValue: "value" } },
      md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      eventSource: "aws:sqs",
      eventSourceARN: queue.arn,
      awsRegion: "us-east-1",
    },
  ]);
  await expect.poll(() => countOf(queue.url)).toEqual([0, 0]);
});

test("brings back only the reported failures, after the visibility timeout", async () => {
  const seen: string[] = [];
  const queue = local.queues.partial;
  await send(queue, "good", "bad", "fine");
  poll(queue, async ({ Records }) => {
    seen.push(...Records.map(({ body, attributes }) => body + attributes.ApproximateReceiveCount));
    return failing(
      ...Records.filter(({ body, attributes }) => body === "bad" && attributes.ApproximateReceiveCount === "1").map((r) => r.messageId),
    );
  });

  await expect.poll(() => seen, { timeout: 4000 }).toEqual(["good1", "bad1", "fine1", "bad2"]);
  await expect.poll(() => countOf(queue.url)).toEqual([0, 0]);
});

test("deletes nothing of a batch whose handler throws, nor of one that reports an unknown message", async () => {
  const calls: string[] = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  await send(local.queues.thrown, "a", "b");
  await send(local.queues.unknown, "a", "b");

  poll(local.queues.thrown, async () => {
    calls.push("thrown");
    throw new Error("planted");
  });
  poll(local.queues.unknown, async () => {
    calls.push("unknown");
    return failing("no-such-message");
  });

  await expect.poll(() => calls.length).toBe(2);
  expect([await countOf(local.queues.thrown.url), await countOf(local.queues.unknown.url)]).toEqual([
    [0, 2],
    [0, 2],
  ]);
});

test("moves a message to the DLQ after five failures", async () => {
  let calls = 0;
  const queue = local.queues.dead;
  await send(queue, "poison");
  poll(queue, async ({ Records }) => {
    calls++;
    return failing(...Records.map(({ messageId }) => messageId));
  });

  await expect.poll(async () => (await countOf(queue.deadLetterUrl))[0], { timeout: 5000 }).toBe(1);
  const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl: queue.deadLetterUrl }));
  expect(calls).toBe(5);
  expect(Messages?.[0]?.Body).toBe("poison");
});

test("keeps to the batch size and to the maximum concurrency", async () => {
  let [running, highest, handled] = [0, 0, 0];
  const sizes = new Set<number>();
  const queue = local.queues.busy;
  for (let batch = 0; batch < 4; batch++) await send(queue, ...Array.from({ length: 10 }, (_, index) => `${batch}.${index}`));
  const handler = async ({ Records }: SQSEvent) => {
    highest = Math.max(highest, ++running);
    sizes.add(Records.length);
    await new Promise((done) => setTimeout(done, 20));
    running--;
    handled += Records.length;
  };

  poll(queue, handler, { batchSize: 2, maximumConcurrency: 3 });

  await expect.poll(() => handled, { timeout: 20_000 }).toBe(40);
  expect(highest).toBe(3);
  expect(Math.max(...sizes)).toBe(2);
});

test("stops within a poll while it waits, only after the handler while that runs, and takes no message any more", async () => {
  const order: string[] = [];
  const idle = poll(local.queues.idle, async () => {});
  const busy = poll(local.queues.slow, async () => {
    order.push("begun");
    await new Promise((done) => setTimeout(done, 100));
    order.push("ended");
  });
  await send(local.queues.slow, "work");
  await expect.poll(() => order).toEqual(["begun"]);

  await busy.stop();
  order.push("busy stopped");
  await idle.stop();
  await send(local.queues.idle, "after the stop");

  expect(order).toEqual(["begun", "ended", "busy stopped"]);
  expect(await countOf(local.queues.slow.url)).toEqual([0, 0]);
  expect(await countOf(local.queues.idle.url)).toEqual([1, 0]);
});
