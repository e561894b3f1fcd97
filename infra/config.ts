import type { App } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { QueueSource } from "#shared/service/job.ts";
import { POLL_MINUTES } from "#shared/inbox/pull/polling.ts";
import { POLL_SHARDS } from "#shared/mailboxes/mailbox.ts";

/** The limits of an Atlas tier, and the settings of a stage on it. */
export interface Cluster {
  /** Connections that a node accepts (Atlas, "Connection Limits and Cluster Tier"). */
  readonly connections: number;
  /** Its disk, GB: what is included, and the most ("Cluster Configuration Costs" for M10; the others' largest are assumed). */
  readonly disk: { readonly includedGb: number; readonly mostGb: number };
  /** The connection pool of a job's process. */
  readonly workerPool: number;
  /** The jobs' concurrency as a fraction of prod's (shared/service/jobs.ts). */
  readonly share: number;
  /** The most API calls that may wait for foreign servers at once, over all functions. */
  readonly outsideCalls: number;
  /** API Gateway's throttle: requests a second and at once, over all accounts. */
  readonly throttle: { readonly rate: number; readonly burst: number };
}

/**
 * Atlas tiers. The numbers keep the connections below nine tenths of the limit, even while a canary runs processes of two versions; a test computes
 * it.
 */
export const clusters = {
  M10: {
    disk: { includedGb: 10, mostGb: 120 },
    connections: 1_500,
    workerPool: 2,
    share: 0.4,
    outsideCalls: 20,
    throttle: { rate: 200, burst: 250 },
  },
  M30: {
    disk: { includedGb: 40, mostGb: 512 },
    connections: 3_000,
    workerPool: 3,
    share: 0.8,
    outsideCalls: 60,
    throttle: { rate: 500, burst: 400 },
  },
  M40: {
    disk: { includedGb: 80, mostGb: 1_024 },
    connections: 6_000,
    workerPool: 4,
    share: 1.5,
    outsideCalls: 100,
    throttle: { rate: 1_000, burst: 700 },
  },
} as const satisfies Readonly<Record<string, Cluster>>;

/** The name of a tier. */
export type ClusterName = keyof typeof clusters;

/** The connection pool of an API function: it serves one request at a time, which reads at most two things at once. */
export const API_POOL = 2;

/** The load that a stage with a share of 1 carries in `npm run simulate`: mailboxes polled every two minutes on time, and emails a day. */
const SIMULATED = { mailboxes: 100_000, emailsADay: 1_000_000 };

/** The load that a cluster carries: the simulated load times its share, but never more than was simulated. */
export const carriedBy = (name: ClusterName): { readonly mailboxes: number; readonly emailsADay: number } => {
  const share = Math.min(1, clusters[name].share);
  return { mailboxes: SIMULATED.mailboxes * share, emailsADay: SIMULATED.emailsADay * share };
};

/** A stage; its jobs' concurrency is in the table of jobs (shared/service/jobs.ts). */
export type Stage = Exclude<keyof QueueSource["concurrency"], "local">;

/** The settings of a stage; chosen with `-c stage=prod`. */
export interface StageConfig {
  readonly stage: Stage;
  /** `cidr:port,…` that mail connections may reach besides public addresses; empty on AWS unless the operator has a private mail server. */
  readonly egressAllow: string;
  /** The name that SMTP connections give in EHLO (RFC 5321, 4.1.1.1); empty: the mailbox's domain. */
  readonly ehloName: string;
  /** The same for webhooks and OAuth token endpoints, besides public addresses at port 443. */
  readonly webAllow: string;
  /** The operator's own providers, `domain=smtps://host:port,imaps://host:port;…`, found before known ones; private servers also need `egressAllow`. */
  readonly mailProviders: string;
  /**
   * What a new consent at Google is for unless a request says otherwise: `imap`, SMTP and IMAP; `gmail_api`, which needs the Gmail API switched on in
   * the project of the OAuth client, and its scopes verified for it (infra/deployment.md).
   */
  readonly googleAccess: "imap" | "gmail_api";
  /** Whether Microsoft Graph and Gmail are asked to tell of new mail, so that it comes within seconds and polls may be rarer. */
  readonly push: "on" | "off";
  /** The Pub/Sub topic in the project of this service's own OAuth client at Google; empty: Gmail is not asked. */
  readonly gmailTopic: string;
  /** The default poll interval of mailboxes, minutes (1 to 60); with twice the interval a mailbox costs three quarters. */
  readonly pollMinutes: number;
  /** How many calls of start-sync share the mailboxes of each minute's round, 1 to 16; `npm run quota` says when one is too few. */
  readonly pollCalls: number;
  /** How long logs are kept, days. */
  readonly logRetentionDays: RetentionDays;
  /** How long bodies and attachments are kept after a send's end or a message's arrival, days: 0 means for ever, else at least 7. */
  readonly bodiesKeptDays: number;
  /** How long of that they stay in the database before they move to S3, days (infra/retention.md); 0: all the time, and there is no bucket. */
  readonly bodiesInDatabaseDays: number;
  /**
   * The SSM parameter with the email address for alarms; absent: nobody gets them. Every deployment reads it, so that the subscription cannot be
   * removed by forgetting the address.
   */
  readonly alarmEmailParameter?: string;
  /**
   * Watches the API from outside its region: the host name that clients call, and the SSM parameter of us-east-1 with the email address for its
   * alarm. Absent: nothing reports an outage of the whole region.
   */
  readonly outsideWatch?: { readonly host: string; readonly alarmEmailParameter: string };
  /** The tier of the Atlas cluster, which determines pools, concurrency and throttling (`clusters`). */
  readonly cluster: ClusterName;
  /** Whether to reserve the jobs' concurrency, so that connections stay below the cluster's limit. A new AWS account has too little to reserve. */
  readonly reserveConcurrency: boolean;
  /**
   * How a new version of functions that handle mail is deployed: `canary`, a tenth of the calls for five minutes, rolled back automatically when that
   * version fails; `all-at-once`, without checking alarms; `direct`, without versions to roll back to.
   */
  readonly rollout: "canary" | "all-at-once" | "direct";
  /** Whether the console is served at /console; without it there is no way to open a session, and no OAuth for /mcp, whose consent page it has. */
  readonly console: boolean;
  /** Whether X-Ray traces every call. */
  readonly tracing: boolean;
  /** Dollars a month for the whole AWS account: a ticket is mailed at 80 and 100 % of it, and when AWS foresees 100 %; absent: no limit. */
  readonly monthlyBudget?: number;
  /**
   * A domain of the operator that replaces API Gateway's, with its certificate in the same region; the output `DomainTarget` is its CNAME. Links to
   * unsubscribe begin with it, so it is chosen before the first mail.
   */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** For an Atlas private endpoint: the subnets of the functions, which need a NAT to reach mail servers. */
  readonly vpc?: {
    readonly vpcId: string;
    readonly availabilityZones: readonly string[];
    readonly subnetIds: readonly string[];
    /** The route tables of these subnets, for the gateway endpoint of S3, which costs nothing; the NAT costs by the gigabyte. */
    readonly routeTableIds: readonly string[];
    readonly securityGroupId: string;
  };
}

const base = {
  egressAllow: "",
  ehloName: "",
  webAllow: "",
  mailProviders: "",
  googleAccess: "imap" as const,
  push: "off" as const,
  gmailTopic: "",
  pollMinutes: POLL_MINUTES,
  pollCalls: 1,
  bodiesKeptDays: 0,
  bodiesInDatabaseDays: 0,
  console: true,
  tracing: false,
  rollout: "direct" as const,
  cluster: "M10" as const,
  reserveConcurrency: false,
  logRetentionDays: RetentionDays.ONE_MONTH,
};

/** The settings of each stage. */
export const stages: Readonly<Record<Stage, StageConfig>> = {
  dev: { ...base, stage: "dev", logRetentionDays: RetentionDays.ONE_WEEK },
  prod: {
    ...base,
    stage: "prod",
    bodiesKeptDays: 400,
    bodiesInDatabaseDays: 7,
    reserveConcurrency: true,
    rollout: "canary",
    alarmEmailParameter: "/email-service/prod/alarm-email",
  },
};

/** Keys of the context without a colon: what `-c` takes, what cdk.json sets, and what `cdk acknowledge` keeps. */
const CONTEXT_KEYS = ["stage", "rollout", "cli-telemetry", "acknowledged-issue-numbers"];

/** Throws for a key that nothing reads: `-c Stage=prod` would otherwise deploy dev. */
const refuseUnknownContext = (app: App): void => {
  // The CDK's keys have a colon.
  const unknown = Object.keys(app.node.getAllContext() as object).filter((key) => !key.includes(":") && !CONTEXT_KEYS.includes(key));
  if (unknown.length > 0)
    throw new Error(`-c takes stage and rollout, not ${unknown.join(", ")}: settings of a stage stand in infra/config.ts`);
};

const isHostName = (text: string): boolean => {
  const url = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : undefined;
  return url?.hostname === text.toLowerCase() && /\.[a-z][^.]*$/i.test(text);
};

/** Throws for a setting that AWS would refuse only during the deployment, that would stop every function, or that would cause a permanent alarm. */
export const refuseFaults = ({
  stage,
  bodiesKeptDays,
  bodiesInDatabaseDays,
  vpc,
  pollMinutes,
  pollCalls,
  monthlyBudget,
  outsideWatch,
  domain,
}: StageConfig): void => {
  const must = (isSo: boolean, name: string, expected: string) => {
    if (!isSo) throw new Error(`${name} of ${stage} must be ${expected} (infra/config.ts)`);
  };
  const host = "a host name alone, such as api.example.com";
  must(bodiesKeptDays === 0 || (Number.isInteger(bodiesKeptDays) && bodiesKeptDays >= 7), "bodiesKeptDays", "0, or 7 at least");
  const isMoved = bodiesInDatabaseDays > 0;
  must(
    Number.isInteger(bodiesInDatabaseDays) && bodiesInDatabaseDays >= 0 && (bodiesKeptDays === 0 || bodiesInDatabaseDays < bodiesKeptDays),
    "bodiesInDatabaseDays",
    "0, or a whole number of days below bodiesKeptDays",
  );
  must(
    !isMoved || !vpc || vpc.routeTableIds.length > 0,
    "vpc.routeTableIds",
    "those of its subnets: bodies go to S3 by a gateway endpoint",
  );
  must(Number.isInteger(pollMinutes) && pollMinutes >= 1 && pollMinutes <= 60, "pollMinutes", "a whole number from 1 to 60");
  must(Number.isInteger(pollCalls) && pollCalls >= 1 && pollCalls <= POLL_SHARDS, "pollCalls", `a whole number from 1 to ${POLL_SHARDS}`);
  must(
    monthlyBudget === undefined || (Number.isFinite(monthlyBudget) && monthlyBudget > 0),
    "monthlyBudget",
    "a number of dollars above 0",
  );
  must(outsideWatch === undefined || isHostName(outsideWatch.host), "outsideWatch.host", host);
  must(domain === undefined || isHostName(domain.name), "domain.name", host);
};

/** The configuration of the stage in the context (default `dev`); `-c rollout=all-at-once` is for emergencies: no canary, and no alarm is checked. */
export const configOf = (app: App): StageConfig => {
  refuseUnknownContext(app);
  const stage = (app.node.tryGetContext("stage") as string | undefined) ?? "dev";
  if (!Object.hasOwn(stages, stage)) throw new Error(`there is no stage ${stage}; infra/config.ts knows ${Object.keys(stages).join(", ")}`);
  const config = stages[stage as Stage];
  const rollout = app.node.tryGetContext("rollout") as string | undefined;
  if (rollout === undefined) return config;
  if (rollout !== "all-at-once" || config.rollout !== "canary")
    throw new Error("-c rollout takes all-at-once, for a stage whose versions take over step by step");
  return { ...config, rollout };
};
