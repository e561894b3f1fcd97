import type { Stack } from "aws-cdk-lib";
import { type IRole, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { type QueueName, queueNames } from "#shared/service/queue-messages.ts";
import { type EnvironmentName, queueUrlName, type Need } from "#shared/platform/env.ts";
import { workersOf } from "#shared/service/jobs.ts";
import { clusters, type StageConfig } from "./config.ts";
import { callsOf } from "./functions.ts";
import type { JobQueue } from "./stacks/messaging-stack.ts";

/** The AWS resources that meet functions' needs. */
export interface Resources {
  readonly secret: Pick<ISecret, "secretArn">;
  readonly keyring: Pick<ISecret, "secretArn">;
  readonly queues: Readonly<Record<QueueName, JobQueue>>;
  /** Where bodies go that leave the database; absent in a stage that keeps them there. */
  readonly bodies?: { readonly keyArn: string };
  readonly scheduleGroup: string;
  readonly scheduleRole: IRole;
  /** The API's base URL, without a final slash. */
  readonly publicUrl: string;
}

/** What a function gets for a need: environment variables, read by shared/platform/env.ts, and IAM grants. */
interface Grant {
  readonly environment: Readonly<Partial<Record<EnvironmentName, string>>>;
  readonly statements?: readonly PolicyStatement[];
}

const allow = (action: string, resource: string) => new PolicyStatement({ actions: [action], resources: [resource] });

const bodyDaysOf = ({ bodiesKeptDays, bodiesInDatabaseDays }: StageConfig) => ({
  BODIES_KEPT_DAYS: String(bodiesKeptDays),
  BODIES_IN_DATABASE_DAYS: String(bodiesInDatabaseDays),
});

/** The name of a stage's bucket of bodies: one in all of S3, and another one in each region. */
export const bodiesBucketOf = ({ account, region }: Stack, stage: string): string => `email-${stage}-bodies-${account}-${region}`;

/**
 * The grants on moved bodies. Without s3:ListBucket a missing object would be AccessDenied, as a missing grant is (Amazon S3 API, "GetObject",
 * permissions); with SSE-KMS reading needs kms:Decrypt and writing kms:GenerateDataKey, too (AWS KMS, "How Amazon S3 uses AWS KMS").
 */
const bodyGrants = (stack: Stack, { bodies }: Resources, { stage }: StageConfig): Readonly<Record<"readBodies" | "writeBodies", Grant>> => {
  const bucketName = bodiesBucketOf(stack, stage);
  const bucketArn = stack.formatArn({ service: "s3", region: "", account: "", resource: bucketName });
  const environment = { BODIES_BUCKET: bodies ? bucketName : "" };
  if (!bodies) return { readBodies: { environment }, writeBodies: { environment } };
  const list = allow("s3:ListBucket", bucketArn);
  const on = (action: string) => allow(action, `${bucketArn}/*`);
  return {
    readBodies: { environment, statements: [list, on("s3:GetObject"), allow("kms:Decrypt", bodies.keyArn)] },
    writeBodies: {
      environment,
      statements: [list, on("s3:PutObject"), on("s3:DeleteObject"), allow("kms:GenerateDataKey", bodies.keyArn)],
    },
  };
};

/**
 * The grants of each need; `pool` is the connection pool of a function's process. A function's needs follow from the ports in its bundle
 * (infra/bundle.ts).
 */
export const grantsIn = (
  stack: Stack,
  { resources, config, pool }: { readonly resources: Resources; readonly config: StageConfig; readonly pool: number },
): Readonly<Record<Need, Grant>> => {
  const { secret, keyring, queues, scheduleGroup, scheduleRole, publicUrl } = resources;
  // Schedules are named send-{id} (G13 in shared/README.md), so the grant needs a wildcard for the id.
  const schedules = stack.formatArn({ service: "scheduler", resource: "schedule", resourceName: `${scheduleGroup}/send-*` });
  const sending = (name: QueueName): Grant => ({
    environment: { [queueUrlName(name)]: queues[name].queue.queueUrl },
    statements: [allow("sqs:SendMessage", queues[name].queue.queueArn)],
  });
  const byQueue = Object.fromEntries(queueNames.map((name) => [`${name}Queue`, sending(name)])) as Record<`${QueueName}Queue`, Grant>;
  return {
    secret: { environment: { SECRET_ID: secret.secretArn }, statements: [allow("secretsmanager:GetSecretValue", secret.secretArn)] },
    keyring: {
      environment: { KEYRING_SECRET_ID: keyring.secretArn },
      statements: [allow("secretsmanager:GetSecretValue", keyring.secretArn)],
    },
    database: { environment: { MONGODB_POOL: String(pool), ...bodyDaysOf(config) } },
    ...bodyGrants(stack, resources, config),
    ...byQueue,
    workers: { environment: { WORKERS: workersOf((job) => callsOf(job, config)) } },
    outsideCalls: { environment: { OUTSIDE_CALLS: String(clusters[config.cluster].outsideCalls) } },
    consents: { environment: { GOOGLE_ACCESS: config.googleAccess } },
    push: { environment: { PUSH: config.push, GMAIL_TOPIC: config.gmailTopic, PUBLIC_URL: publicUrl } },
    pollMinutes: { environment: { POLL_MINUTES: String(config.pollMinutes) } },
    createSchedules: {
      environment: {
        SCHEDULE_GROUP: scheduleGroup,
        SCHEDULE_ROLE_ARN: scheduleRole.roleArn,
        [queueUrlName("send")]: queues.send.queue.queueUrl,
        SCHEDULE_DLQ_ARN: queues.send.dlq.queueArn,
      },
      statements: [allow("scheduler:CreateSchedule", schedules), allow("iam:PassRole", scheduleRole.roleArn)],
    },
    deleteSchedules: { environment: { SCHEDULE_GROUP: scheduleGroup }, statements: [allow("scheduler:DeleteSchedule", schedules)] },
    mail: { environment: { EGRESS_ALLOW: config.egressAllow, EHLO_NAME: config.ehloName, DNS_SERVERS: "" } },
    web: { environment: { WEB_ALLOW: config.webAllow, DNS_SERVERS: "" } },
    links: { environment: { PUBLIC_URL: publicUrl } },
    dns: { environment: { DNS_SERVERS: "" } },
    discovery: { environment: { MAIL_PROVIDERS: config.mailProviders, EGRESS_ALLOW: config.egressAllow } },
    docsFiles: { environment: { DOCS_DIR: "/var/task/docs" } },
    consoleFiles: { environment: { CONSOLE_DIR: "/var/task/console" } },
  };
};
