import { isQueueJob, type Job } from "#shared/contract/job.ts";
import { type JobId, jobs } from "#shared/contract/jobs.ts";
import { type OperationId, operations } from "#shared/contract/operations.ts";
import { API_POOL, clusters } from "./clusters.ts";
import type { StageConfig } from "./config.ts";

/** The functions of the system: one per operation, one per job, and the default route. Each is the path of its file under functions/. */
export type FunctionId = OperationId | JobId | "docs/unknown-path";

/** Every function. */
export const functionIds: readonly FunctionId[] = [...operations.map(({ id }) => id), ...jobs.map(({ id }) => id), "docs/unknown-path"];

/** How large a function is. */
export interface Size {
  /** Lambda gives CPU in proportion; measured in the README, "Operate". */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

/** An operation that is called now and then. */
const usual: Size = { memoryMb: 512, timeoutSeconds: 29 };
const page: Size = { memoryMb: 512, timeoutSeconds: 10 };
/** Calls of a scheduled job: one that takes long may meet the next. */
const RESERVED_BY_SCHEDULE = 2;

/** The operations that are not as usual. */
const others: Readonly<Partial<Record<FunctionId, Size>>> = {
  "sending/send": { ...usual, memoryMb: 384 },
  "sending/send-batch": { ...usual, memoryMb: 1024 },
  "inbox/list-messages": { ...usual, memoryMb: 1024 },
  "inbox/get-attachment": { ...usual, memoryMb: 1024 },
  // It may fetch what was attached to what is forwarded.
  "inbox/forward-message": { ...usual, memoryMb: 1024 },
  "inbox/forward-thread": { ...usual, memoryMb: 1024 },
  "docs/get-openapi": page,
  "docs/get-page": page,
  "docs/get-file": page,
  "docs/unknown-path": { ...page, memoryMb: 256 },
};

const jobOf = (id: FunctionId): Job | undefined => (jobs as readonly Job[]).find((job) => job.id === id);

/** A function's memory and time: a job's stand in its row. */
export const sizeOf = (id: FunctionId): Size => jobOf(id) ?? others[id] ?? usual;

/** The functions whose new version first takes a tenth of the calls: those that carry mail. The others are replaced at once. */
export const CANARIES: ReadonlySet<FunctionId> = new Set([
  "jobs/deliver",
  "jobs/probe",
  "jobs/sync-mailbox",
  "sending/send",
  "sending/send-batch",
] as const);

/** Lambda's least for a queue's mapping (AWS, "Configuring maximum concurrency for Amazon SQS event sources"). */
const LEAST_OF_QUEUE = 2;

/**
 * How many calls of a function run at once at most; undefined where it has no limit alone: the API's functions share what the account has
 * left, API Gateway's throttle limits them together, and those that wait for servers of others have slots in common.
 */
export const reservedOf = (id: FunctionId, { stage, cluster }: Pick<StageConfig, "stage" | "cluster">): number | undefined => {
  const job = jobOf(id);
  if (!job) return undefined;
  if (!isQueueJob(job)) return RESERVED_BY_SCHEDULE;
  const calls = job.source.concurrency[stage];
  return stage === "prod" ? Math.max(LEAST_OF_QUEUE, Math.round(calls * clusters[cluster].share)) : calls;
};

/** How many connections to MongoDB an environment of a function holds at most. */
export const poolOf = (id: FunctionId, { cluster }: Pick<StageConfig, "cluster">): number =>
  jobOf(id) ? clusters[cluster].workerPool : API_POOL;

/** What an environment holds on a member of the replica set besides its pool: on Lambda the driver watches each with one connection (its "FaaS" mode). */
const MONITORS = 1;
/** While a canary runs, environments of the old version live on beside those of the new one. */
const VERSIONS_OF_CANARY = 2;

/** Connections that a stage holds at most on one member of the replica set: of all jobs at their limits, and of as many requests at once as API Gateway lets through. */
export const mostConnections = (config: Pick<StageConfig, "stage" | "cluster">): number => {
  const { throttle, outsideCalls } = clusters[config.cluster];
  const ofJobs = functionIds.map((id) => {
    const versions = CANARIES.has(id) ? VERSIONS_OF_CANARY : 1;
    return (reservedOf(id, config) ?? 0) * versions * (poolOf(id, config) + MONITORS);
  });
  return ofJobs.reduce((sum, connections) => sum + connections, 0) + (throttle.burst + outsideCalls) * (API_POOL + MONITORS);
};
