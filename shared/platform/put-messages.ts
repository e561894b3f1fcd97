import type { SQSClient, SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Log } from "./ports.ts";

/** A message and its delay. */
export interface QueueMessage {
  readonly body: unknown;
  /**
   * The message group: an account, or the host that sends wait for. Messages of a group that has very many wait behind those of others (AWS, "Amazon
   * SQS fair queues": MessageGroupId on a standard queue).
   */
  readonly tenant?: string;
  readonly delaySeconds?: number;
}

/** A queue; its URL is read on first use. */
export interface QueueSettings {
  readonly queueUrl: () => string;
  readonly log: Log;
  readonly client?: SQSClient;
  /** The client's options, when no client is given. */
  readonly options?: SQSClientConfig;
}

/** AWS: "SendMessageBatch" takes ten messages. */
const BATCH_SIZE = 10;

/**
 * Sends messages to a queue, ten in a call. Never throws: messages that are not accepted are logged, because every job finds its work in another way,
 * too.
 */
export const putMessages = ({ queueUrl, log, client, options = {} }: QueueSettings) => {
  let opened = client;
  const put = async (messages: readonly QueueMessage[]) => {
    // Loaded with the first message: most calls of most functions put none.
    const { SendMessageBatchCommand, SQSClient } = await import("@aws-sdk/client-sqs");
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
