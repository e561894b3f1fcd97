import type * as z from "zod/mini";
import { identified, log } from "./log.ts";
import { sqsBatch } from "./sqs-batch.ts";

/** A Lambda handler for a queue: `run` does the work of one message, parsed by its schema. */
export const worker = <S extends z.ZodMiniType>(job: S, run: (job: z.output<S>) => Promise<void>) => sqsBatch(log, job, run);

/** A Lambda handler for a schedule. */
export const scheduled = (run: () => Promise<void>) => identified<unknown, void>(run);
