import { createHash } from "node:crypto";
import { AwsError, type AwsRequest, LOCAL_ACCOUNT, localAws, startAwsEndpoint } from "../aws-endpoint.ts";
import { type FairQueue, fairQueue, handleOf, type QueuedMessage } from "./fair-queue.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";

// The part of SQS that we use: standard queues in memory, fair between message groups.

/** Like the stack's job queues: after this many receives a message goes to the dead-letter queue. */
const MAX_RECEIVE_COUNT = 5;
/** AWS, "SendMessage": the longest delay, seconds; a batch has up to ten messages. */
const DELAY_MAX_SECONDS = 900;
const BATCH_MAX = 10;

/** A queue and its dead-letter queue. */
export interface LocalQueue {
  readonly url: string;
  readonly arn: string;
  readonly deadLetterUrl: string;
}

/** A running SQS emulator. Its messages are in memory; after a restart the sweeper finds the work that they would have started. */
export interface Queues<Name extends string> {
  /** For the `endpoint` of an SQS client. */
  readonly endpoint: string;
  readonly queues: Readonly<Record<Name, LocalQueue>>;
  stop(): Promise<void>;
}

type Attributes = Readonly<Record<string, { readonly DataType: string; readonly StringValue?: string }>>;

interface Body {
  readonly text: string;
  readonly attributes: Attributes;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageAttributes?: Attributes;
  readonly MessageGroupId?: string;
  readonly DelaySeconds?: number;
  readonly ReceiptHandle: string;
}

interface Request extends Partial<Entry> {
  readonly QueueUrl?: string;
  readonly Entries?: readonly Entry[];
  readonly MaxNumberOfMessages?: number;
  readonly WaitTimeSeconds?: number;
  readonly VisibilityTimeout?: number;
}

interface Served {
  readonly queue: FairQueue<Body>;
  readonly facts: Readonly<Record<string, string>>;
  /** Long polls in progress. */
  readonly waiting: Set<() => void>;
}

const arnOf = (name: string) => `arn:aws:sqs:${localAws.region}:${LOCAL_ACCOUNT}:${name}`;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const invalid = (message: string) => new AwsError("InvalidParameterValue", message);
const messageId = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;

const received = (message: QueuedMessage<Body>) => ({
  MessageId: messageId(message.id),
  ReceiptHandle: handleOf(message),
  MD5OfBody: md5(message.body.text),
  Body: message.body.text,
  Attributes: {
    ApproximateReceiveCount: String(message.receives),
    SentTimestamp: String(message.sentAt),
    SenderId: LOCAL_ACCOUNT,
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  },
  MessageAttributes: message.body.attributes,
});

/** AWS, "SendMessage", MessageGroupId: up to 128 alphanumeric characters and punctuation. */
const MESSAGE_GROUP = /^[!-~]{1,128}$/;

const send = ({ queue, waiting }: Served, entry: Omit<Entry, "Id" | "ReceiptHandle">) => {
  const { MessageBody: text, MessageAttributes: attributes = {}, MessageGroupId: group, DelaySeconds: seconds = 0 } = entry;
  if (seconds < 0 || seconds > DELAY_MAX_SECONDS) throw invalid(`DelaySeconds must be between 0 and ${DELAY_MAX_SECONDS}`);
  if (group !== undefined && !MESSAGE_GROUP.test(group))
    throw invalid("MessageGroupId can only include alphanumeric and punctuation characters, 1 to 128 in length");
  const { id } = queue.send({ text, attributes }, { group, delayMs: seconds * 1000 });
  for (const look of waiting) look();
  return { MessageId: messageId(id), MD5OfMessageBody: md5(text) };
};

const receive = async ({ queue, waiting }: Served, request: Request): Promise<object> => {
  const { MaxNumberOfMessages: most = 1, WaitTimeSeconds = 0, VisibilityTimeout: hidden } = request;
  if (most < 1 || most > BATCH_MAX) throw invalid(`MaxNumberOfMessages must be between 1 and ${BATCH_MAX}`);
  const until = Date.now() + WaitTimeSeconds * 1000;
  for (;;) {
    const messages = queue.receive(most, hidden && hidden * 1000);
    const left = until - Date.now();
    if (messages.length > 0 || left <= 0) return { Messages: messages.map(received) };
    await new Promise<void>((done) => {
      const look = () => {
        clearTimeout(timer);
        waiting.delete(look);
        done();
      };
      const timer = setTimeout(look, Math.max(1, Math.min(left, queue.nextAt() - Date.now())));
      waiting.add(look);
    });
  }
};

const answerFor = async (served: Served, action: string, request: Request): Promise<object> => {
  const entries = request.Entries ?? [];
  if (entries.length > BATCH_MAX) throw new AwsError("TooManyEntriesInBatchRequest", `at most ${BATCH_MAX} entries`);
  if (action === "SendMessage") return send(served, { ...request, MessageBody: request.MessageBody ?? "" });
  if (action === "SendMessageBatch") return { Successful: entries.map((entry) => ({ Id: entry.Id, ...send(served, entry) })), Failed: [] };
  if (action === "ReceiveMessage") return receive(served, request);
  if (action === "GetQueueAttributes") {
    const { waiting, held, delayed } = served.queue.counts();
    const numbers = {
      ApproximateNumberOfMessages: waiting,
      ApproximateNumberOfMessagesNotVisible: held,
      ApproximateNumberOfMessagesDelayed: delayed,
    };
    return {
      Attributes: { ...served.facts, ...Object.fromEntries(Object.entries(numbers).map(([name, count]) => [name, String(count)])) },
    };
  }
  if (action !== "DeleteMessageBatch") throw new AwsError("InvalidAction", `the local SQS does not know ${action}`);
  for (const { ReceiptHandle } of entries) served.queue.delete(ReceiptHandle);
  return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
};

/** Starts the emulator on 127.0.0.1 with these queues and visibility timeouts. */
export const startQueues = async <Name extends string>(visibilitySeconds: Readonly<Record<Name, number>>): Promise<Queues<Name>> => {
  const served = new Map<string, Served>();
  const add = (name: string, seconds: number, dead?: Served) => {
    const deadLetter = (message: QueuedMessage<Body>) => void dead?.queue.send(message.body, { group: message.group });
    const facts = {
      QueueArn: arnOf(name),
      VisibilityTimeout: String(seconds),
      ...(dead && { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.facts["QueueArn"], maxReceiveCount: MAX_RECEIVE_COUNT }) }),
    };
    const maxReceives = dead ? MAX_RECEIVE_COUNT : Infinity;
    const queue = fairQueue<Body>({ now: Date.now, visibilityMs: seconds * 1000, maxReceives, deadLetter });
    const one: Served = { queue, facts, waiting: new Set() };
    served.set(name, one);
    return one;
  };
  const names = Object.keys(visibilitySeconds) as Name[];
  for (const name of names) add(name, visibilitySeconds[name], add(`${name}-dead`, 30));
  const { endpoint, stop } = await startAwsEndpoint(({ target, body }: AwsRequest) => {
    const request = body as Request;
    const queue = served.get(request.QueueUrl?.split("/").at(-1) ?? "");
    if (!queue) throw new AwsError("QueueDoesNotExist", "The specified queue does not exist.");
    return answerFor(queue, target.replace("AmazonSQS.", ""), request);
  });
  const urlOf = (name: string) => `${endpoint}/${LOCAL_ACCOUNT}/${name}`;
  const queues = Object.fromEntries(
    names.map((name) => [name, { url: urlOf(name), arn: arnOf(name), deadLetterUrl: urlOf(`${name}-dead`) }]),
  ) as Record<Name, LocalQueue>;
  return { endpoint, queues, stop };
};

/** The event source mapping between a queue and a function, as AWS runs it with ReportBatchItemFailures. */
export interface EventSourceMapping {
  readonly client: SQSClient;
  readonly queue: Pick<LocalQueue, "url" | "arn">;
  readonly handler: (event: SQSEvent) => Promise<SQSBatchResponse | void>;
  /** The most messages of an event, 1 to 10. */
  readonly batchSize: number;
  /** The most concurrent handler calls. */
  readonly maximumConcurrency: number;
}

/**
 * Short, because a message is delivered even to a poll whose client has gone: polls are awaited, never cancelled, so stopping takes as long as one.
 */
const LONG_POLL_SECONDS = 1;
const MAX_MESSAGES = 10;
const PAUSE_AFTER_ERROR_MS = 1000;

const recordOf = (message: Message, arn: string): SQSRecord => ({
  messageId: message.MessageId ?? "",
  receiptHandle: message.ReceiptHandle ?? "",
  body: message.Body ?? "",
  attributes: {
    ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? "1",
    SentTimestamp: message.Attributes?.SentTimestamp ?? "0",
    SenderId: message.Attributes?.SenderId ?? "",
    ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? "0",
  },
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType = "String", StringValue = "" }]) => [
      name,
      { dataType: DataType, stringValue: StringValue },
    ]),
  ),
  md5OfBody: message.MD5OfBody ?? "",
  eventSource: "aws:sqs",
  eventSourceARN: arn,
  awsRegion: arn.split(":")[3] ?? "",
});

/** The records to delete: none after an exception, nor after a report that names no message of the batch (AWS treats that as a failure of all). */
const succeeded = (records: readonly SQSRecord[], response: SQSBatchResponse | void): readonly SQSRecord[] => {
  const failed = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const known = new Set(records.map(({ messageId }) => messageId));
  return failed.isSubsetOf(known) ? records.filter(({ messageId }) => !failed.has(messageId)) : [];
};

/**
 * Starts polling; `stop` waits for the poll and the handler calls in progress. Messages that were not deleted return after the visibility timeout.
 */
export const pollQueue = ({ client, queue, handler, batchSize, maximumConcurrency }: EventSourceMapping): { stop(): Promise<void> } => {
  const calls = new Set<Promise<void>>();
  const stopping = new AbortController();

  const receive = async (count: number): Promise<readonly Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: Math.min(count, MAX_MESSAGES),
        WaitTimeSeconds: LONG_POLL_SECONDS,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
    );
    return Messages;
  };
  const handle = async (messages: readonly Message[]): Promise<void> => {
    const records = messages.map((message) => recordOf(message, queue.arn));
    try {
      const done = succeeded(records, await handler({ Records: records }));
      const entries = done.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
      if (entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries: entries }));
    } catch (error) {
      console.error(`${queue.arn}: not handled`, error);
    }
  };
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const free = maximumConcurrency - calls.size;
      if (free === 0) await Promise.race(calls);
      else
        try {
          const messages = await receive(free * batchSize);
          for (let at = 0; at < messages.length; at += batchSize) {
            const call = handle(messages.slice(at, at + batchSize)).finally(() => calls.delete(call));
            calls.add(call);
          }
        } catch {
          await sleep(PAUSE_AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
        }
    }
  };
  const polling = poll();
  return {
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(calls);
    },
  };
};
