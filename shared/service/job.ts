import type * as z from "zod/mini";
import { identified, log, type MetricName } from "#shared/platform/log.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { sqsBatch } from "#shared/platform/sqs-batch.ts";
import type { QueueName } from "./queue-messages.ts";

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

/** What an alarm watches. An alarm on a queue's waiting messages belongs to the queue's job. */
type Signal =
  /** The number of messages in the fullest dead-letter queue. */
  | { readonly of: "deadLetters" }
  /** The age of the oldest waiting message, seconds; messages that a worker holds are left out. */
  | { readonly of: "waiting" }
  /** Calls of jobs that threw or timed out, and messages that failed, which Lambda's metric does not count in a partial batch response. */
  | { readonly of: "failures" }
  /** A metric that log lines contain. */
  | { readonly of: "metric"; readonly name: MetricName }
  /** Calls that Lambda throttled, over all functions of the account's region (AWS, "Types of metrics for Lambda functions"). */
  | { readonly of: "throttles" }
  /** Whether Route 53 reaches the API: 1, else 0. */
  | { readonly of: "healthCheck" }
  /** Lines of API Gateway's access log that match a CloudWatch filter pattern. */
  | { readonly of: "accessLog"; readonly pattern: string };

/** An alarm: its impact on users, its runbook, and its threshold. */
export interface Alarm {
  readonly name: string;
  /** `page`: users are affected now, call somebody; `ticket`: it can wait until morning. */
  readonly severity: "page" | "ticket";
  readonly impact: string;
  readonly runbook: string;
  /** The anchor of its section in infra/runbooks/README.md. */
  readonly drill: string;
  readonly watches: Signal;
  /** The threshold: above a number; or below one when silence is the fault; then the alarm rings for missing data, too. */
  readonly rings: { readonly above: number } | { readonly below: number };
  /** The statistic over one period; the sum when absent. */
  readonly statistic?: "Sum" | "Maximum" | "Minimum" | "p99";
  readonly periodMinutes: number;
  /** After how many periods in a row it rings; 1 when absent. */
  readonly periods?: number;
}

/** A queue that starts a job, with the number of messages in a call. */
export interface QueueSource {
  readonly queue: QueueName;
  readonly batchSize: number;
  /** The maximum of concurrent calls, on a laptop and in each stage of infra/config.ts. */
  readonly concurrency: Readonly<Record<"local" | "dev" | "prod", number>>;
}

/** A schedule that starts a job; `isDivided`: several calls may share the work, each with its part as input. */
interface ScheduleSource {
  readonly everyMinutes: number;
  readonly isDivided?: true;
}

/** A job as data, from which stacks, local pollers, alarms and the table in infra/README.md are made. */
export interface Job {
  /** Its file's path under functions/. */
  readonly id: `jobs/${string}`;
  readonly summary: string;
  /** What starts it: a queue, a schedule, or a deployment. */
  readonly source: QueueSource | ScheduleSource | { readonly at: "deployment" };
  /** An example of a queue message. */
  readonly example?: object;
  readonly timeoutSeconds: number;
  /** The visibility timeout of its queue, seconds; six times the function's timeout when absent. */
  readonly visibilityTimeoutSeconds?: number;
  readonly memoryMb: number;
  readonly alarms: readonly Alarm[];
}

/** A job that is started by a queue. */
export type QueueJob = Job & { readonly source: QueueSource; readonly example: object };

/** True for a job that is started by a queue. */
export const isQueueJob = (job: Job): job is QueueJob => "queue" in job.source;

/** AWS asks for a visibility timeout of six times the function's ("Configuring scalability for an SQS event source mapping"). */
const VISIBILITY_FACTOR = 6;

/** The visibility timeout of a job's queue, in seconds. */
export const visibilitySeconds = ({ timeoutSeconds, visibilityTimeoutSeconds = VISIBILITY_FACTOR * timeoutSeconds }: Job): number =>
  visibilityTimeoutSeconds;

/** A schedule's rate in EventBridge Scheduler's syntax: `rate(2 minutes)`. */
export const rateOf = (minutes: number): string => `rate(${minutes} minute${minutes === 1 ? "" : "s"})`;
