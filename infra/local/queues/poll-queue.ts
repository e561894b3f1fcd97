import { setTimeout as sleep } from "node:timers/promises";
import { DeleteMessageBatchCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import type { Message, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { LocalQueue } from "./start-queues.ts";

/** The event source mapping between a queue and a function, as AWS runs it with ReportBatchItemFailures. */
export interface EventSourceMapping {
  readonly client: SQSClient;
  readonly queue: Pick<LocalQueue, "url" | "arn">;
  readonly handler: (event: SQSEvent) => Promise<SQSBatchResponse | void>;
  /** Messages an event holds at most, 1 to 10. */
  readonly batchSize: number;
  /** Handler calls that run side by side at most. */
  readonly maximumConcurrency: number;
}

const LONG_POLL_SECONDS = 20;
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

/** What may be deleted: nothing after a throw, nor after a report that names no message of the batch (AWS takes that for a failure of all). */
const succeeded = (records: readonly SQSRecord[], response: SQSBatchResponse | void): readonly SQSRecord[] => {
  const failed = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const known = new Set(records.map(({ messageId }) => messageId));
  return failed.isSubsetOf(known) ? records.filter(({ messageId }) => !failed.has(messageId)) : [];
};

/** Starts polling; `stop` waits for the handler calls under way. What is not deleted comes again after the visibility timeout. */
export const pollQueue = ({ client, queue, handler, batchSize, maximumConcurrency }: EventSourceMapping): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const receive = new ReceiveMessageCommand({
    QueueUrl: queue.url,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: LONG_POLL_SECONDS,
    MessageSystemAttributeNames: ["All"],
    MessageAttributeNames: ["All"],
  });
  const handleNext = async () => {
    const { Messages = [] } = await client.send(receive, { abortSignal: stopping.signal });
    if (Messages.length === 0) return;
    const records = Messages.map((message) => recordOf(message, queue.arn));
    const done = await handler({ Records: records }).then(
      (response) => succeeded(records, response),
      (error: unknown) => {
        console.error(`${queue.arn}: the handler threw`, error);
        return [];
      },
    );
    if (done.length === 0) return;
    const entries = done.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries: entries }));
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        await handleNext();
      } catch {
        await sleep(PAUSE_AFTER_ERROR_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const workers = Array.from({ length: maximumConcurrency }, work);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(workers);
    },
  };
};
