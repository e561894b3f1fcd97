import { setTimeout as sleep } from "node:timers/promises";
import { DeleteMessageBatchCommand, ReceiveMessageCommand, type Message, type SQSClient } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { LocalQueue } from "./start-queues.ts";

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
