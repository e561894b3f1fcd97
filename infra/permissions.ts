import { type Capability, isQueueJob, type Job, type QueueName, queueNames } from "#shared/contract/job.ts";
import { type JobId, jobs } from "#shared/contract/jobs.ts";
import type { OperationId } from "#shared/contract/operations.ts";
import { type EnvironmentName, queueUrlName } from "#shared/runtime/env.ts";
import type { Stage, StageConfig } from "./config.ts";

/** The functions of the system: one per operation, one per job, and the default route. */
export type FunctionId = OperationId | JobId | "docs/unknown-path";

/** What a function may touch, and how large it is. */
export interface Permission {
  readonly may: readonly Capability[];
  /** Lambda gives CPU in proportion; measured in the README, "Operate". */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Calls that run at once at most, where the stage reserves concurrency; a job's stands in its row. */
  readonly reserved?: number;
}

/** What an operation that is called now and then needs. */
const RESERVED = 5;
/** Calls of a scheduled job: one that takes long may meet the next. */
const RESERVED_BY_SCHEDULE = 2;

const api = (...may: Capability[]): Permission => ({
  may: ["database", ...may],
  memoryMb: 512,
  timeoutSeconds: 29,
  reserved: RESERVED,
});
const accepts = api("sendQueue", "links");
/** It may fetch what was attached to what is forwarded. */
const forwards: Permission = { ...api("keyring", "sendQueue", "mail"), memoryMb: 1024 };
const page: Permission = { may: [], memoryMb: 512, timeoutSeconds: 10 };

/** Who may touch what. A new operation or job without an entry does not compile. */
export const permissions: Readonly<Record<FunctionId, Permission>> = {
  // A hash takes 19 MiB and a core for its time: so many logins at once, and no more.
  "auth/login": { ...api(), reserved: 5 },
  "auth/create-api-key": api(),
  "auth/list-api-keys": api(),
  "auth/delete-api-key": api(),
  "account/get": api(),
  "account/patch": api(),
  "credits/get-balance": api(),
  "credits/list-transactions": api(),
  "mailboxes/connect": api("keyring", "mail", "sendQueue", "webhooksQueue"),
  "mailboxes/list": api(),
  "mailboxes/get": api(),
  "mailboxes/patch": api("keyring", "mail", "sendQueue", "webhooksQueue"),
  "mailboxes/delete": api("sendQueue", "webhooksQueue"),
  "mailboxes/test": api("keyring", "mail", "sendQueue", "webhooksQueue"),
  "mailboxes/check-dns": api("dns"),
  "mailboxes/configure-inbox": api("keyring", "mail", "webhooksQueue"),
  "mailboxes/oauth-url": api(),
  "mailboxes/get-audit": api(),
  "mailboxes/start-audit": api("syncQueue"),
  "sending/send": { ...accepts, memoryMb: 384, reserved: 40 },
  "sending/send-batch": { ...accepts, memoryMb: 1024 },
  "sending/get": { ...api(), reserved: 10 },
  "sending/get-status": { ...api(), reserved: 10 },
  "sending/patch": api("sendQueue", "deleteSchedules"),
  "sending/cancel": api("deleteSchedules", "webhooksQueue"),
  "sending/cancel-many": api("webhooksQueue"),
  "sending/follow-up": accepts,
  "sending/list-logs": api(),
  "sending/list-ips": api(),
  "inbox/list-messages": { ...api("keyring", "mail", "webhooksQueue"), memoryMb: 1024, reserved: 30 },
  "inbox/get-message": { ...api(), reserved: 20 },
  "inbox/patch-message": api("webhooksQueue"),
  "inbox/get-attachment": { ...api("keyring", "mail"), memoryMb: 1024 },
  "inbox/reply-to-message": accepts,
  "inbox/forward-message": forwards,
  "inbox/list-threads": { ...api(), reserved: 20 },
  "inbox/get-thread": api(),
  "inbox/patch-thread": api(),
  "inbox/split-thread": api(),
  "inbox/merge-thread": api(),
  "inbox/delete-correction": api("webhooksQueue"),
  "inbox/reply-to-thread": accepts,
  "inbox/forward-thread": forwards,
  "events/list": api(),
  "webhooks/create": api("keyring", "webhooksQueue"),
  "webhooks/list": api(),
  "webhooks/get": api(),
  "webhooks/patch": api("webhooksQueue"),
  "webhooks/delete": api(),
  "webhooks/test": api("keyring", "web", "webhooksQueue"),
  "webhooks/rotate-secret": api("keyring"),
  "webhooks/list-deliveries": api(),
  "webhooks/replay": api("webhooksQueue"),
  "suppressions/list": api(),
  "suppressions/add": api(),
  "suppressions/remove": api(),
  "suppressions/unsubscribe-page": api(),
  "suppressions/unsubscribe": api("webhooksQueue"),
  "docs/get-openapi": page,
  "docs/get-page": { ...page, may: ["docsFiles"] },
  "docs/get-file": { ...page, may: ["docsFiles"] },
  "docs/unknown-path": { ...page, memoryMb: 256 },
  ...(Object.fromEntries<Job>(jobs.map((job) => [job.id, job])) as Record<JobId, Job>),
};

/** How many calls of a function run at once at most in a stage that reserves concurrency; undefined where no limit is needed: it touches no database. */
export const reservedOf = (id: FunctionId, stage: Stage): number | undefined => {
  const job = (jobs as readonly Job[]).find((known) => known.id === id);
  if (!job) return permissions[id].reserved;
  return isQueueJob(job) ? job.source.concurrency[stage] : RESERVED_BY_SCHEDULE;
};

/** What an environment holds on a member of the replica set besides its pool: on Lambda the driver watches each with one connection (its "FaaS" mode). */
const MONITORS = 1;

/** Connections that a stage holds at most on one member of the replica set; each environment lives with its own, also while it is idle. */
export const mostConnections = ({ stage, mongodbPool }: Pick<StageConfig, "stage" | "mongodbPool">): number =>
  (Object.keys(permissions) as FunctionId[])
    .filter((id) => permissions[id].may.includes("database"))
    .reduce((sum, id) => sum + (reservedOf(id, stage) ?? Infinity), 0) *
  (mongodbPool + MONITORS);

/** The functions whose new version first takes a tenth of the calls: those that carry mail. The others are replaced at once. */
export const CANARIES: ReadonlySet<FunctionId> = new Set([
  "jobs/deliver",
  "jobs/probe",
  "jobs/sync-mailbox",
  "sending/send",
  "sending/send-batch",
] as const);

/** The environment that comes with each capability; functions read exactly these (shared/runtime/env.ts). */
const environmentOf: Readonly<Record<Capability, readonly EnvironmentName[]>> = {
  database: ["SECRET_ID", "MONGODB_POOL", "BODIES_KEPT_DAYS"],
  keyring: ["KEYRING_SECRET_ID"],
  ...(Object.fromEntries<readonly EnvironmentName[]>(queueNames.map((name) => [`${name}Queue`, [queueUrlName(name)]])) as Record<
    `${QueueName}Queue`,
    readonly EnvironmentName[]
  >),
  probeQueue: [queueUrlName("probe"), "POLL_MINUTES"],
  createSchedules: ["SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN", "SEND_QUEUE_ARN", "SCHEDULE_DLQ_ARN"],
  deleteSchedules: ["SCHEDULE_GROUP"],
  // A mailbox's token is refreshed over the web.
  mail: ["EGRESS_ALLOW", "WEB_ALLOW"],
  web: ["WEB_ALLOW"],
  links: ["PUBLIC_URL"],
  dns: ["DNS_SERVERS"],
  docsFiles: ["DOCS_DIR"],
};

/** The names of a function's environment variables. */
export const environmentNames = (id: FunctionId): readonly EnvironmentName[] => [
  "METRICS_NAMESPACE",
  ...permissions[id].may.flatMap((capability) => environmentOf[capability]),
];
