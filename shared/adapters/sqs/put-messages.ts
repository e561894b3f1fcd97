import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Log } from "../../domain/ports.ts";

/** A message and its delay. */
export interface QueueMessage {
  readonly body: unknown;
  /** Its account, or the host that it waits for: a tenant that has very many waits behind the others (AWS, "Amazon SQS fair queues": MessageGroupId on a standard queue). */
  readonly tenant?: string;
  readonly delaySeconds?: number;
}

/** A queue; its URL is read when it is first needed. */
export interface QueueSettings {
  readonly queueUrl: () => string;
  readonly log: Log;
  readonly client?: SQSClient;
  /** How the client is made where none is given. */
  readonly options?: SQSClientConfig;
}

/** AWS: "SendMessageBatch" takes ten messages. */
const BATCH_SIZE = 10;

/** Puts messages on a queue, ten a call. Never throws: what is not taken is logged, for every reader of a queue has another way to find its work. */
export const putMessages = ({ queueUrl, log, client, options = {} }: QueueSettings) => {
  let opened = client;
  const put = async (messages: readonly QueueMessage[]) => {
    opened ??= new SQSClient(options);
    const Entries = messages.map(({ body, tenant, delaySeconds = 0 }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(body),
      DelaySeconds: delaySeconds,
      ...(tenant !== undefined && { MessageGroupId: tenant }),
    }));
    const { Failed = [] } = await opened.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(), Entries }));
    if (Failed.length > 0) log.warn("messages refused by the queue", { count: Failed.length, code: Failed[0]?.Code });
  };
  return async (messages: readonly QueueMessage[]): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(messages.length / BATCH_SIZE) }, (_, index) =>
      messages.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    );
    for (const outcome of await Promise.allSettled(batches.map(put))) {
      if (outcome.status === "rejected") log.warn("messages not queued", { error: outcome.reason });
    }
  };
};
