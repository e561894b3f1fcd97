import { isQueueJob, type Job } from "#shared/contract/job.ts";
import { type JobId, jobs } from "#shared/contract/jobs.ts";
import { type OperationId, operations } from "#shared/contract/operations.ts";
import type { Stage, StageConfig } from "./config.ts";

/** The functions of the system: one per operation, one per job, and the default route. Each is the path of its file under functions/. */
export type FunctionId = OperationId | JobId | "docs/unknown-path";

/** Every function. */
export const functionIds: readonly FunctionId[] = [...operations.map(({ id }) => id), ...jobs.map(({ id }) => id), "docs/unknown-path"];

/** How large a function is. */
export interface Size {
  /** Lambda gives CPU in proportion; measured in the README, "Operate". */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Calls that run at once at most, where the stage reserves concurrency; absent where no limit is needed: it touches no database. */
  readonly reserved?: number;
}

/** An operation that is called now and then. */
const usual: Size = { memoryMb: 512, timeoutSeconds: 29, reserved: 5 };
const page: Size = { memoryMb: 512, timeoutSeconds: 10 };
/** Calls of a scheduled job: one that takes long may meet the next. */
const RESERVED_BY_SCHEDULE = 2;

/** The operations that are not as usual. */
const others: Readonly<Partial<Record<FunctionId, Size>>> = {
  // A hash takes 19 MiB and a core for its time: so many logins at once, and no more.
  "auth/login": { ...usual, reserved: 5 },
  "sending/send": { ...usual, memoryMb: 384, reserved: 40 },
  "sending/send-batch": { ...usual, memoryMb: 1024 },
  "sending/get": { ...usual, reserved: 10 },
  "sending/get-status": { ...usual, reserved: 10 },
  "inbox/list-messages": { ...usual, memoryMb: 1024, reserved: 30 },
  "inbox/get-message": { ...usual, reserved: 20 },
  "inbox/get-attachment": { ...usual, memoryMb: 1024 },
  // It may fetch what was attached to what is forwarded.
  "inbox/forward-message": { ...usual, memoryMb: 1024 },
  "inbox/forward-thread": { ...usual, memoryMb: 1024 },
  "inbox/list-threads": { ...usual, reserved: 20 },
  "docs/get-openapi": page,
  "docs/get-page": page,
  "docs/get-file": page,
  "docs/unknown-path": { ...page, memoryMb: 256 },
};

const jobOf = (id: FunctionId): Job | undefined => (jobs as readonly Job[]).find((job) => job.id === id);

/** A function's memory and time: a job's stand in its row. */
export const sizeOf = (id: FunctionId): Size => jobOf(id) ?? others[id] ?? usual;

/** How many calls of a function run at once at most in a stage that reserves concurrency; undefined where there is no limit. */
export const reservedOf = (id: FunctionId, stage: Stage): number | undefined => {
  const job = jobOf(id);
  if (!job) return sizeOf(id).reserved;
  return isQueueJob(job) ? job.source.concurrency[stage] : RESERVED_BY_SCHEDULE;
};

/** What an environment holds on a member of the replica set besides its pool: on Lambda the driver watches each with one connection (its "FaaS" mode). */
const MONITORS = 1;

/** Connections that a stage holds at most on one member of the replica set; each environment lives with its own, also while it is idle. */
export const mostConnections = ({ stage, mongodbPool }: Pick<StageConfig, "stage" | "mongodbPool">): number =>
  functionIds.reduce((sum, id) => sum + (reservedOf(id, stage) ?? 0), 0) * (mongodbPool + MONITORS);

/** The functions whose new version first takes a tenth of the calls: those that carry mail. The others are replaced at once. */
export const CANARIES: ReadonlySet<FunctionId> = new Set([
  "jobs/deliver",
  "jobs/probe",
  "jobs/sync-mailbox",
  "sending/send",
  "sending/send-batch",
] as const);
