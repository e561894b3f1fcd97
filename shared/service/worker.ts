import type * as z from "zod/mini";
import { identified, log } from "#shared/platform/log.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { sqsBatch } from "#shared/platform/sqs-batch.ts";

/** Skips `work` in maintenance; afterwards the sweeper and the next poll find what is due. */
const unlessInMaintenance =
  <A extends readonly unknown[]>(work: (...given: A) => Promise<void>) =>
  async (...given: A): Promise<void> => {
    if (await isInMaintenance()) log.info("left undone in maintenance");
    else await work(...given);
  };

/**
 * A Lambda handler for a queue: `run` processes one message, parsed by its schema. In maintenance a message is acknowledged without work, because one
 * that is returned counts as received and would soon be in the dead-letter queue.
 */
export const worker = <S extends z.ZodMiniType>(job: S, run: (job: z.output<S>) => Promise<void>) =>
  sqsBatch(log, job, unlessInMaintenance(run));

/** A Lambda handler for a schedule; `run` gets the input that the schedule gives. */
export const scheduled = (run: (input: unknown) => Promise<void>) => identified<unknown, void>(unlessInMaintenance(run));
