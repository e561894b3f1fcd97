import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SyncQueue } from "../../domain/inbox/ports.ts";
import type { Log } from "../../domain/ports.ts";

/** Where to; the URL is read when it is first needed. */
export interface SyncQueueSettings {
  readonly queueUrl: () => string;
  readonly log: Log;
  readonly client?: SQSClient;
}

/** AWS: "SendMessageBatch" takes ten messages. */
const BATCH_SIZE = 10;
const SIDE_BY_SIDE = 10;

/** Mailboxes to pull as messages of the sync queue, one each; what the queue does not take is due again in the next round. */
export const sqsSyncQueue = ({ queueUrl, log, client }: SyncQueueSettings): SyncQueue => {
  let opened = client;
  const put = async (mailboxIds: readonly string[]) => {
    opened ??= new SQSClient({});
    const Entries = mailboxIds.map((mailboxId, index) => ({ Id: String(index), MessageBody: JSON.stringify({ mailboxId }) }));
    const { Failed = [] } = await opened.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(), Entries }));
    if (Failed.length > 0) log.warn("mailboxes refused by the queue", { count: Failed.length, code: Failed[0]?.Code });
  };
  return {
    add: async (mailboxIds) => {
      const batches = Array.from({ length: Math.ceil(mailboxIds.length / BATCH_SIZE) }, (_, i) =>
        mailboxIds.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
      ).values();
      const worker = async () => {
        for (const batch of batches) await put(batch);
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    },
  };
};
