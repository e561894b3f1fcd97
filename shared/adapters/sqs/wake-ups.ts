import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Clock, Log } from "../../domain/ports.ts";
import { planWakes, type Wake } from "../../domain/sending/plan-wakes.ts";
import type { WakeUps } from "../../domain/sending/ports.ts";

/** Where to and with what; the URL is read when it is first needed. */
export interface WakeUpSettings {
  readonly queueUrl: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly client?: SQSClient;
}

/** AWS: "SendMessageBatch" takes ten messages. */
const BATCH_SIZE = 10;

/** Wake-ups as messages of the send queue; what cannot be put there is logged, and the sweeper finds it (guarantees.md, G1). */
export const sqsWakeUps = ({ queueUrl, clock, log, client }: WakeUpSettings): WakeUps => {
  let opened = client;
  const put = async (wakes: readonly Wake[]) => {
    opened ??= new SQSClient({});
    const Entries = wakes.map(({ job, delaySeconds }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(job),
      DelaySeconds: delaySeconds,
    }));
    const { Failed = [] } = await opened.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(), Entries }));
    if (Failed.length > 0) log.warn("wake-ups refused by the queue", { count: Failed.length, code: Failed[0]?.Code });
  };
  return {
    wake: async (sends) => {
      const wakes = planWakes(sends, clock.now());
      const batches = Array.from({ length: Math.ceil(wakes.length / BATCH_SIZE) }, (_, index) =>
        wakes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      const outcomes = await Promise.allSettled(batches.map(put));
      for (const outcome of outcomes) if (outcome.status === "rejected") log.warn("wake-ups lost", { error: outcome.reason });
    },
  };
};
