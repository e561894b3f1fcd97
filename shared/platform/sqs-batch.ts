import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import type { Log } from "./ports.ts";
import { identified } from "./log.ts";

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * An SQS handler that processes each record alone. A record that cannot be parsed is logged and acknowledged, because it never can be. One whose work
 * throws is reported as failed, so that only it is delivered again (G7 in shared/README.md; AWS: "ReportBatchItemFailures").
 */
export const sqsBatch = <S extends z.ZodMiniType>(log: Log, schema: S, handleOne: (job: z.output<S>) => Promise<void>) =>
  identified(async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(
      event.Records.map(async ({ messageId, body }) => {
        const parsed = z.safeParse(schema, readJson(body));
        if (!parsed.success) {
          log.error("queue message dropped: it does not match its schema", { messageId });
          return [];
        }
        try {
          await handleOne(parsed.data);
          return [];
        } catch (error) {
          log.error("queue message failed", { messageId, error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  });
