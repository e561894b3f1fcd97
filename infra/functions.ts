import { type Alarm, isQueueJob, type Job, type QueueJob } from "#shared/service/job.ts";
import { type JobId, jobs } from "#shared/service/jobs.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { API_POOL, clusters, type StageConfig } from "./config.ts";
import { serviceAlarms } from "#shared/service/alarms.ts";

/** The id of a function, its file's path under functions/: one for each operation and each job, and the default route. */
export type FunctionId = (typeof routedOperations)[number]["id"] | JobId | "docs/unknown-path";

/** Every function. */
export const functionIds: readonly FunctionId[] = [
  ...routedOperations.map(({ id }) => id),
  ...jobs.map(({ id }) => id),
  "docs/unknown-path",
];

/** The memory and timeout of a function. */
export interface Size {
  /** Lambda gives CPU in proportion to it; infra/cost/measured.json has the measurements. */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

/** The size of most operations. */
const usual: Size = { memoryMb: 512, timeoutSeconds: 29 };
const page: Size = { memoryMb: 512, timeoutSeconds: 10 };
/** The reserved concurrency of each call of a scheduled job, because a slow one may overlap the next. */
const RESERVED_BY_SCHEDULE = 2;

/** The operations with another size. */
const others: Readonly<Partial<Record<FunctionId, Size>>> = {
  "sending/send": { ...usual, memoryMb: 384 },
  "sending/send-batch": { ...usual, memoryMb: 1024 },
  "inbox/list-messages": { ...usual, memoryMb: 1024 },
  "inbox/get-attachment": { ...usual, memoryMb: 1024 },
  // It may fetch the attachments of forwarded messages.
  "inbox/forward-message": { ...usual, memoryMb: 1024 },
  "inbox/forward-thread": { ...usual, memoryMb: 1024 },
  // It calls the operations of its tools, lists and attachments among them.
  "mcp/call": { ...usual, memoryMb: 1024 },
  "docs/get-openapi": page,
  "docs/get-page": page,
  "docs/get-file": page,
  "console/get-page": page,
  "console/get-file": page,
  "docs/unknown-path": { ...page, memoryMb: 256 },
};

const jobOf = (id: FunctionId): Job | undefined => (jobs as readonly Job[]).find((job) => job.id === id);

/** A function's size; a job's is in its row. */
export const sizeOf = (id: FunctionId): Size => jobOf(id) ?? others[id] ?? usual;

/**
 * The functions that are deployed with a canary, which gets a tenth of the calls first: those that accept, deliver and pull mail. All others are
 * replaced at once.
 */
export const CANARIES: ReadonlySet<FunctionId> = new Set([
  "jobs/deliver",
  "jobs/probe",
  "jobs/sync-mailbox",
  "sending/send",
  "sending/send-batch",
] as const);

/** Lambda's minimum for a queue's mapping (AWS, "Configuring maximum concurrency for Amazon SQS event sources"). */
const LEAST_OF_QUEUE = 2;

/** The settings of a stage that determine the concurrency of its functions. */
export type Sized = Pick<StageConfig, "stage" | "cluster"> & Partial<Pick<StageConfig, "pollCalls">>;

/** How many calls share each run of a scheduled job; 1 for most jobs. */
export const callsPerRun = ({ source }: Job, { pollCalls = 1 }: Partial<Pick<StageConfig, "pollCalls">>): number =>
  "everyMinutes" in source && source.isDivided ? pollCalls : 1;

/**
 * A function's reserved concurrency; undefined without one. API functions share the rest of the account's concurrency; API Gateway's throttle limits
 * them together, and common slots limit those that wait for foreign servers.
 */
export const reservedOf = (id: FunctionId, config: Sized): number | undefined => {
  const { stage, cluster } = config;
  const job = jobOf(id);
  if (!job) return undefined;
  if (!isQueueJob(job)) return RESERVED_BY_SCHEDULE * callsPerRun(job, config);
  const calls = job.source.concurrency[stage];
  return stage === "prod" ? Math.max(LEAST_OF_QUEUE, Math.round(calls * clusters[cluster].share)) : calls;
};

/** A queue's calls at once: the maximum concurrency of its event source mapping. */
export const callsOf = ({ id, source }: Pick<QueueJob, "id" | "source">, config: Pick<StageConfig, "stage" | "cluster">): number =>
  reservedOf(id as JobId, config) ?? source.concurrency[config.stage];

/** The connection pool of a function's process. */
export const poolOf = (id: FunctionId, { cluster }: Pick<StageConfig, "cluster">): number =>
  jobOf(id) ? clusters[cluster].workerPool : API_POOL;

/** Connections of a process to each member of the replica set besides its pool: on Lambda the driver monitors each with one (its "FaaS" mode). */
const MONITORS = 1;
/** While a canary runs, processes of the old version exist beside those of the new one. */
const VERSIONS_OF_CANARY = 2;

/**
 * The most connections of a stage to one member of the replica set: all jobs at their limits, and as many requests at once as API Gateway lets
 * through.
 */
export const mostConnections = (config: Sized): number => {
  const { throttle, outsideCalls } = clusters[config.cluster];
  const ofJobs = functionIds.map((id) => {
    const versions = CANARIES.has(id) ? VERSIONS_OF_CANARY : 1;
    return (reservedOf(id, config) ?? 0) * versions * (poolOf(id, config) + MONITORS);
  });
  return ofJobs.reduce((sum, connections) => sum + connections, 0) + (throttle.burst + outsideCalls) * (API_POOL + MONITORS);
};

/** An alarm, and its job if it belongs to one. */
export interface OwnedAlarm {
  readonly alarm: Alarm;
  readonly job?: Job;
}

/** Every alarm of the service. */
export const alarms: readonly OwnedAlarm[] = [
  ...(jobs as readonly Job[]).flatMap((job) => job.alarms.map((alarm) => ({ alarm, job }))),
  ...serviceAlarms.map((alarm) => ({ alarm })),
];

/** The CloudWatch namespace of a stage's custom metrics. */
export const namespaceOf = (stage: string): string => `email-service-${stage}`;

/** An alarm's name on AWS. */
export const alarmName = (stage: string, name: string): string => `email-${stage}-${name}`;

/** The text of an alarm's mail: the impact, the first thing to do, and where to read more. */
export const alarmText = ({ impact, runbook, drill }: Alarm): string => `${impact} ${runbook} infra/runbooks/README.md#${drill}`;
