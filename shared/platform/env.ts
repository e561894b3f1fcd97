import * as z from "zod/mini";
import type { QueueName } from "#shared/service/queue-messages.ts";
import { POLL_MINUTES } from "#shared/inbox/pull/polling.ts";

const url = z.url();
const text = z.string().check(z.minLength(1));
const number = z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.transform(Number));

/** Lookups in the Sent folder and copies need a send's body for some days. */
const LEAST_KEPT_DAYS = 7;
const keptDays = z.pipe(number, z.number().check(z.refine((days) => days === 0 || days >= LEAST_KEPT_DAYS)));

/** Counts by queue. */
const workers = z.pipe(
  z.string().check(z.regex(/^[a-zA-Z]+:\d+(,[a-zA-Z]+:\d+)*$/)),
  z.transform((list) => new Map(list.split(",").map((entry) => [entry.split(":")[0] ?? "", Number(entry.split(":")[1])]))),
);

/** The environment variable with a queue's URL. */
export const queueUrlName = <N extends QueueName>(name: N) => `${name.toUpperCase() as Uppercase<N>}_QUEUE_URL` as const;

/** The environment variables of functions, besides those of queues; infra/permissions.ts says which need brings which. */
const environment = {
  /** The main secret: `{mongodbUri, oauth, links}`. */
  SECRET_ID: text,
  /** The keyring `{current, keys}`, for functions that seal or open credentials. */
  KEYRING_SECRET_ID: text,
  /** The EventBridge Scheduler group of one-off schedules, the role that it assumes, and the queue for failed deliveries. */
  SCHEDULE_GROUP: text,
  SCHEDULE_ROLE_ARN: text,
  SCHEDULE_DLQ_ARN: text,
  /** The API's base URL without a final slash, for links in emails. */
  PUBLIC_URL: url,
  /** `cidr:port,…` that mail connections may reach besides public addresses, and the same for webhooks and token endpoints (S3 in SECURITY.md). */
  EGRESS_ALLOW: z.string(),
  WEB_ALLOW: z.string(),
  /** The name that SMTP connections give in EHLO; empty: the mailbox's domain. */
  EHLO_NAME: z.string(),
  /** `ip:port,…` of the DNS servers for all look-ups; empty: the system's resolvers. */
  DNS_SERVERS: z.pipe(
    z.string(),
    z.transform((list) => list.split(",").filter(Boolean)),
  ),
  /** The operator's own providers for discovery, `domain=smtps://host:port,imaps://host:port;…` (infra/README.md). */
  MAIL_PROVIDERS: z.string(),
  /** The folder with the documentation's files, under the same paths as in the repository. */
  DOCS_DIR: text,
  CONSOLE_DIR: text,
  /** `info`, or `warn` to leave out lines about normal operation. */
  LOG_LEVEL: z.enum(["info", "warn"]),
  /** The CloudWatch namespace of the metrics in log lines; empty: none. */
  METRICS_NAMESPACE: z.string(),
  /** What a new consent at Google is for: SMTP and IMAP, or the Gmail API. */
  GOOGLE_ACCESS: z.enum(["imap", "gmail_api"]),
  /** Whether providers are asked to tell of new mail, and the Pub/Sub topic for Gmail with this service's own OAuth client; empty: none. */
  PUSH: z.enum(["on", "off"]),
  GMAIL_TOPIC: z.string().check(z.regex(/^(?:projects\/[^/]+\/topics\/[^/]+)?$/)),
  /** The default poll interval of mailboxes, minutes (1 to 60). */
  POLL_MINUTES: number,
  /** The most MongoDB connections of one process, which runs one request at a time. */
  MONGODB_POOL: number,
  /** How many messages of each queue are processed at once, over all processes: `send:80,sync:50,…`. */
  WORKERS: workers,
  /** The most API calls that may wait for foreign servers at once, over all functions. */
  OUTSIDE_CALLS: number,
  /** How long of that they stay in the database, days; 0: all the time. And the bucket of those that have left it; empty: there is none. */
  BODIES_IN_DATABASE_DAYS: number,
  BODIES_BUCKET: z.string(),
  /** How long bodies are kept after a send's end or a message's arrival, days; 0 means for ever. */
  BODIES_KEPT_DAYS: keptDays,
  /** The account's token bucket (api/README.md, "Ground rules"). */
  RATE_BURST: number,
  RATE_PER_SECOND: number,
} as const;

type Environment = typeof environment & Readonly<Record<`${Uppercase<QueueName>}_QUEUE_URL`, typeof url>>;

/** The name of an environment variable. */
export type EnvironmentName = keyof Environment;

const defaults: Partial<Record<EnvironmentName, string>> = {
  EGRESS_ALLOW: "",
  WEB_ALLOW: "",
  EHLO_NAME: "",
  DNS_SERVERS: "",
  MAIL_PROVIDERS: "",
  DOCS_DIR: ".",
  CONSOLE_DIR: ".cache/console",
  LOG_LEVEL: "info",
  METRICS_NAMESPACE: "",
  GOOGLE_ACCESS: "imap",
  PUSH: "off",
  GMAIL_TOPIC: "",
  POLL_MINUTES: String(POLL_MINUTES),
  MONGODB_POOL: "5",
  OUTSIDE_CALLS: "40",
  BODIES_KEPT_DAYS: "0",
  BODIES_IN_DATABASE_DAYS: "0",
  BODIES_BUCKET: "",
  RATE_BURST: "50",
  RATE_PER_SECOND: "10",
};

/** Reads one variable when it is needed, because a function has only its own variables. Throws an error with the variable's name. */
export const setting = <N extends EnvironmentName>(name: N): z.output<Environment[N]> => {
  const value = process.env[name] ?? defaults[name];
  const parsed = z.safeParse((environment as Partial<Environment>)[name] ?? url, value);
  if (!parsed.success) throw new Error(`the environment variable ${name} is ${value === undefined ? "missing" : "not valid"}`);
  return parsed.data as z.output<Environment[N]>;
};

/**
 * The needs of functions. A file in `wiring/` exports its own as `needs`; infra/permissions.ts defines the IAM grants and environment variables of
 * each.
 */
export type Need =
  | "secret"
  | "keyring"
  | "database"
  | "readBodies"
  | "writeBodies"
  | `${QueueName}Queue`
  | "pollMinutes"
  | "consents"
  | "push"
  | "workers"
  | "outsideCalls"
  | "createSchedules"
  | "deleteSchedules"
  | "mail"
  | "web"
  | "links"
  | "dns"
  | "discovery"
  | "docsFiles"
  | "consoleFiles";
