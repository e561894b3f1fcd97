import { type Capability, type Job, type QueueName, queueNames } from "#shared/contract/job.ts";
import { type JobId, jobs } from "#shared/contract/jobs.ts";
import type { OperationId } from "#shared/contract/operations.ts";
import { type EnvironmentName, queueUrlName } from "#shared/runtime/env.ts";

/** The functions of the system: one per operation, one per job, and the default route. */
export type FunctionId = OperationId | JobId | "docs/unknown-path";

/** What a function may touch, and how large it is. */
export interface Permission {
  readonly may: readonly Capability[];
  /** Lambda gives CPU in proportion; measured in the README, "Operate". */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

const api = (...may: Capability[]): Permission => ({ may: ["database", ...may], memoryMb: 512, timeoutSeconds: 29 });
const accepts = api("sendQueue");
const page: Permission = { may: [], memoryMb: 512, timeoutSeconds: 10 };

/** Who may touch what. A new operation or job without an entry does not compile. */
export const permissions: Readonly<Record<FunctionId, Permission>> = {
  "auth/login": api(),
  "auth/create-api-key": api(),
  "auth/list-api-keys": api(),
  "auth/delete-api-key": api(),
  "credits/get-balance": api(),
  "credits/list-transactions": api(),
  "mailboxes/connect": api("mail"),
  "mailboxes/list": api(),
  "mailboxes/get": api(),
  "mailboxes/patch": api("mail"),
  "mailboxes/delete": api("sendQueue"),
  "mailboxes/test": api("mail"),
  "mailboxes/check-dns": api("dns"),
  "mailboxes/configure-inbox": api("mail"),
  "mailboxes/oauth-url": api(),
  "sending/send": accepts,
  "sending/send-batch": { ...accepts, memoryMb: 1024 },
  "sending/get-status": api(),
  "sending/cancel": api("sendQueue", "deleteSchedules"),
  "sending/follow-up": accepts,
  "sending/list-logs": api(),
  "sending/list-ips": api(),
  "inbox/list-messages": { ...api("mail"), memoryMb: 1024 },
  "inbox/get-message": api(),
  "inbox/patch-message": api(),
  "inbox/get-attachment": { ...api("mail"), memoryMb: 1024 },
  "inbox/reply-to-message": accepts,
  "inbox/forward-message": accepts,
  "inbox/list-threads": api(),
  "inbox/get-thread": api(),
  "inbox/patch-thread": api(),
  "inbox/reply-to-thread": accepts,
  "inbox/forward-thread": accepts,
  "events/list": api(),
  "docs/get-openapi": page,
  "docs/get-page": page,
  "docs/get-file": { ...page, may: ["docsFiles"] },
  "docs/unknown-path": { ...page, memoryMb: 256 },
  ...(Object.fromEntries<Job>(jobs.map((job) => [job.id, job])) as Record<JobId, Job>),
};

/** The environment that comes with each capability; functions read exactly these (shared/runtime/env.ts). */
export const environmentOf: Readonly<Record<Capability, readonly EnvironmentName[]>> = {
  database: ["SECRET_ID"],
  ...(Object.fromEntries<readonly EnvironmentName[]>(queueNames.map((name) => [`${name}Queue`, [queueUrlName(name)]])) as Record<
    `${QueueName}Queue`,
    readonly EnvironmentName[]
  >),
  createSchedules: ["SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN", "SEND_QUEUE_ARN", "SCHEDULE_DLQ_ARN"],
  deleteSchedules: ["SCHEDULE_GROUP"],
  mail: ["EGRESS_ALLOW"],
  dns: ["DNS_SERVERS"],
  docsFiles: ["DOCS_DIR"],
};
