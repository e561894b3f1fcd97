import type { App } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { ClusterName } from "./clusters.ts";
import type { QueueSource } from "#shared/contract/job.ts";
import { POLL_MINUTES } from "#shared/domain/inbox/pull/polling.ts";

/** A stage; how many calls of each job run at once in it stands in the table of jobs (shared/contract/jobs.ts). */
export type Stage = Exclude<keyof QueueSource["concurrency"], "local">;

/** What differs between stages; chosen with `-c stage=prod`. */
export interface StageConfig {
  readonly stage: Stage;
  /** `cidr:port,…` that mail connections may reach besides public addresses; empty on AWS unless the operator has a private mail server. */
  readonly egressAllow: string;
  /** The same for webhooks and OAuth token endpoints. */
  readonly webAllow: string;
  /** How often mailboxes without an interval of their own are polled, in minutes (1 to 60); half as often is half the price. */
  readonly pollMinutes: number;
  readonly logRetentionDays: RetentionDays;
  /** How long bodies and attachments are kept after a send's end or a message's arrival, days: 0 for ever, else 7 at least. */
  readonly bodiesKeptDays: number;
  /**
   * The SSM parameter with the address that receives alarms; nobody is when absent. Each deployment reads it, so that none can forget
   * the address and so remove the subscription.
   */
  readonly alarmEmailParameter?: string;
  /** The tier of the Atlas cluster: pools, concurrency and throttling follow from it (infra/clusters.ts). */
  readonly cluster: ClusterName;
  /** Whether the jobs' concurrency is reserved, so that the connections stay below the cluster's limit. A new account has too little to reserve. */
  readonly reserveConcurrency: boolean;
  /**
   * How a new version of what carries mail takes over: `canary`, a tenth of the calls for five minutes, and back by itself when that version
   * fails; `all-at-once`, without asking any alarm; `direct`, without versions to go back to.
   */
  readonly rollout: "canary" | "all-at-once" | "direct";
  /** X-Ray traces of every call. */
  readonly tracing: boolean;
  /** A domain of the operator's instead of API Gateway's, with its certificate in the same region. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** For an Atlas private endpoint: the functions run in these subnets, which need a NAT for mail. */
  readonly vpc?: {
    readonly vpcId: string;
    readonly availabilityZones: readonly string[];
    readonly subnetIds: readonly string[];
    readonly securityGroupId: string;
  };
}

const base = {
  egressAllow: "",
  webAllow: "",
  pollMinutes: POLL_MINUTES,
  bodiesKeptDays: 0,
  tracing: false,
  rollout: "direct" as const,
  cluster: "M10" as const,
  reserveConcurrency: false,
  logRetentionDays: RetentionDays.ONE_MONTH,
};

const stages: Readonly<Record<Stage, StageConfig>> = {
  dev: { ...base, stage: "dev", logRetentionDays: RetentionDays.ONE_WEEK },
  prod: {
    ...base,
    stage: "prod",
    reserveConcurrency: true,
    rollout: "canary",
    alarmEmailParameter: "/email-service/prod/alarm-email",
  },
};

/** The configuration of the stage that the context names (default `dev`); `-c rollout=all-at-once` breaks the glass: no canary, no alarm is asked. */
export const configOf = (app: App): StageConfig => {
  const stage = (app.node.tryGetContext("stage") as string | undefined) ?? "dev";
  if (!Object.hasOwn(stages, stage)) throw new Error(`there is no stage ${stage}; infra/config.ts knows ${Object.keys(stages).join(", ")}`);
  const config = stages[stage as Stage];
  const rollout = app.node.tryGetContext("rollout") as string | undefined;
  if (rollout === undefined) return config;
  if (rollout !== "all-at-once" || config.rollout !== "canary")
    throw new Error("-c rollout takes all-at-once, for a stage whose versions take over step by step");
  return { ...config, rollout };
};
