import type { MetricName } from "./metrics.ts";
import type { QueueName } from "./queue-messages.ts";

/** What an alarm looks at. An alarm on a waiting queue belongs to the job of its row. */
export type Signal =
  /** Messages that failed five times, in the fullest DLQ. */
  | { readonly of: "deadLetters" }
  /** How long the oldest message waits, in seconds, while some can be taken: one that a worker holds is no backlog. */
  | { readonly of: "waiting" }
  /** Calls of jobs that threw or timed out, and messages that failed: a partial batch response hides those from Lambda's own metric. */
  | { readonly of: "failures" }
  /** A metric that log lines carry. */
  | { readonly of: "metric"; readonly name: MetricName }
  /** Calls that Lambda refused, over all functions of the account's region (AWS, "Types of metrics for Lambda functions"). */
  | { readonly of: "throttles" }
  /** Lines of API Gateway's access log that match a CloudWatch filter pattern. */
  | { readonly of: "accessLog"; readonly pattern: string };

/** An alarm: what users suffer while it rings, what the operator does first, and when it rings. */
export interface Alarm {
  readonly name: string;
  /** `page`: users suffer now, somebody gets up; `ticket`: it can wait for the morning. */
  readonly severity: "page" | "ticket";
  readonly impact: string;
  readonly runbook: string;
  readonly watches: Signal;
  /** It rings above a number, or below one where silence is the fault: no data then counts as silence. */
  readonly rings: { readonly above: number } | { readonly below: number };
  /** Over one period; default: the sum. */
  readonly statistic?: "Sum" | "Maximum" | "p99";
  readonly periodMinutes: number;
  /** It rings after so many periods in a row; default 1. */
  readonly periods?: number;
}

/** A queue that starts a job, so many messages a call. */
export interface QueueSource {
  readonly queue: QueueName;
  readonly batchSize: number;
  /** Calls that run side by side at most: on a laptop, and in each stage of infra/config.ts. */
  readonly concurrency: Readonly<Record<"local" | "dev" | "prod", number>>;
}

/** One job as data: from it derive the stacks, the local pollers, alarms and the table in infra/README.md. */
export interface Job {
  /** The path of its file under functions/. */
  readonly id: `jobs/${string}`;
  readonly summary: string;
  /** What starts it: a queue, a schedule, or a deployment. */
  readonly source: QueueSource | { readonly everyMinutes: number } | { readonly at: "deployment" };
  /** A message as the queue carries it. */
  readonly example?: object;
  readonly timeoutSeconds: number;
  /** How long a message that a worker holds is hidden from the others, in seconds; default: six times the timeout. */
  readonly visibilityTimeoutSeconds?: number;
  readonly memoryMb: number;
  readonly alarms: readonly Alarm[];
}

/** A job that a queue starts. */
export type QueueJob = Job & { readonly source: QueueSource; readonly example: object };

/** True for a job that a queue starts. */
export const isQueueJob = (job: Job): job is QueueJob => "queue" in job.source;

/** AWS asks for a visibility timeout of six times the function's ("Configuring scalability for an SQS event source mapping"). */
const VISIBILITY_FACTOR = 6;

/** The visibility timeout of a job's queue, in seconds. */
export const visibilitySeconds = ({ timeoutSeconds, visibilityTimeoutSeconds = VISIBILITY_FACTOR * timeoutSeconds }: Job): number =>
  visibilityTimeoutSeconds;

/** A schedule's rate in EventBridge Scheduler's words: `rate(2 minutes)`. */
export const rateOf = (minutes: number): string => `rate(${minutes} minute${minutes === 1 ? "" : "s"})`;
