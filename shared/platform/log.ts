import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "aws-lambda";
import type { Log } from "./ports.ts";
import { setting } from "./env.ts";

/** A CloudWatch metric in the log lines of an event. */
interface LogMetric {
  /** The event of the line, as it is passed to `log`. */
  readonly event: string;
  readonly metric: string;
  /** The field of the line that holds the value; when absent, each line counts 1. */
  readonly field?: string;
  /** A line whose field has this value is not counted. */
  readonly unless?: readonly [field: string, value: unknown];
}

/**
 * Every custom metric that comes from log lines. A function's log line contains it (shared/platform/log.ts) in the embedded metric format (AWS,
 * "Specification: Embedded metric format"); the alarms of jobs.ts and alarms.ts watch it.
 */
export const logMetrics = [
  { event: "queue message failed", metric: "MessagesFailed" },
  { event: "queue message dropped: it does not match its schema", metric: "MessagesFailed" },
  { event: "queue message dropped: it does not match its schema", metric: "MessagesDropped" },
  { event: "outcome unknown: settled", metric: "OutcomesUnknown", unless: ["found", "found"] },
  { event: "delivery stopped by our own failure", metric: "OwnFailures" },
  { event: "a send's body is missing", metric: "BodiesMissing" },
  { event: "a mailbox is down: its server refuses our connections", metric: "MailboxesRefused" },
  { event: "mailboxes queued for a poll", metric: "PollRounds" },
  { event: "mailboxes queued for a poll", metric: "PollsOverdueSeconds", field: "overdueSeconds" },
  { event: "mailbox audited", metric: "MessagesHealed", field: "healed" },
  { event: "swept", metric: "Sweeps" },
  { event: "answered", metric: "RequestMilliseconds", field: "ms", unless: ["outside", true] },
  { event: "messages not queued", metric: "WakeUpsLost" },
  { event: "messages refused by the queue", metric: "WakeUpsLost" },
  { event: "the secret was not read anew; the old one stays in use", metric: "SecretsRefused" },
  { event: "the secret's new database address is refused; the old one stays in use", metric: "SecretsRefused" },
  { event: "audit entry not written", metric: "AuditEntriesLost" },
  { event: "argon2id is missing: passwords are hashed by scrypt", metric: "LoginsByScrypt" },
  { event: "argon2id is missing: an account cannot log in", metric: "LoginsByScrypt" },
] as const satisfies readonly LogMetric[];

/** The metrics of errors by the errors' names, whichever event reports them. */
const errorMetrics = { SealError: "SecretsUnopened" } as const;

/** The events that report failed work of a call that ended well; a canary's alarm counts them together with the calls that threw. */
export const FAILURES: ReadonlySet<string> = new Set(["queue message failed", "delivery stopped by our own failure", "request failed"]);

/** The metric that a canary's alarm watches besides Lambda's Errors, and its dimensions. */
export const VERSION_FAILURES = { metric: "VersionFailures", dimensions: ["FunctionName", "FunctionVersion"] } as const;

/** A published version of a function, as Lambda names it in the environment; empty outside Lambda. */
export type FunctionVersion = Readonly<Record<(typeof VERSION_FAILURES.dimensions)[number], string>>;

/** The name of a custom metric. */
export type MetricName = (typeof logMetrics)[number]["metric"] | (typeof errorMetrics)[keyof typeof errorMetrics];

type Fields = Readonly<Record<string, unknown>>;

/** The metrics in a line, with their values. */
const valuesOf = (event: string, fields: Fields): Readonly<Record<string, number>> => {
  const ofEvent = (logMetrics as readonly LogMetric[])
    .filter((row) => row.event === event && !(row.unless && fields[row.unless[0]] === row.unless[1]))
    .map(({ metric, field }) => [metric, field === undefined ? 1 : Number(fields[field])] as const)
    .filter(([, value]) => Number.isFinite(value));
  const { error } = fields;
  const ofError = Object.entries(errorMetrics).filter(([name]) => error instanceof Error && error.name === name);
  return Object.fromEntries([...ofEvent, ...ofError.map(([, metric]) => [metric, 1] as const)]);
};

/** The circumstances of a line: the stage's namespace, the time (ms since the epoch), and the version that writes it. */
interface Written {
  readonly namespace: string;
  readonly at: number;
  readonly version?: FunctionVersion | undefined;
}

/** The additional fields by which CloudWatch finds a line's metrics; empty for a line without metrics. */
const embeddedMetrics = (event: string, fields: Fields, { namespace, at, version }: Written): Fields => {
  const values = valuesOf(event, fields);
  const failed = version && FAILURES.has(event) ? { ...version, [VERSION_FAILURES.metric]: 1 } : undefined;
  const directives = [
    { Namespace: namespace, Dimensions: [[]], Metrics: Object.keys(values).map((Name) => ({ Name })) },
    { Namespace: namespace, Dimensions: [VERSION_FAILURES.dimensions], Metrics: failed ? [{ Name: VERSION_FAILURES.metric }] : [] },
  ].filter(({ Metrics }) => Metrics.length > 0);
  return directives.length === 0 ? {} : { ...values, ...failed, _aws: { Timestamp: at, CloudWatchMetrics: directives } };
};

/** Field names whose values never reach a log (S13 in SECURITY.md). */
const secretName = /pass(word)?|secret|token|authorization|api[-_]?key|credential|code_verifier|^code$|uri|body|html|text|raw/i;
/** Values that are secrets under any name: API keys, and credentials in a URL. */
const secretValue = /sk_(?:live|test)_[0-9a-f]+|(?<=:\/\/)[^/\s@]+@/gi;
const LONGEST = 2_000;

const redacted = (name: string, value: unknown, depth: number): unknown => {
  if (secretName.test(name)) return "[redacted]";
  if (typeof value === "string") return value.replace(secretValue, "[redacted]").slice(0, LONGEST);
  if (value instanceof Error)
    return {
      name: value.name,
      message: redacted("", value.message, 0),
      stack: redacted("", value.stack, 0),
      cause: depth > 3 ? undefined : redacted("cause", value.cause, depth + 1),
    };
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  if (depth > 3) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redacted("", item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redacted(key, item, depth + 1)]));
};

/** The ids of the call that a line belongs to: Lambda's request id, and API Gateway's, which the client sees. */
export interface CallIds {
  readonly awsRequestId: string;
  readonly requestId?: string;
}

const call = new AsyncLocalStorage<CallIds>();

/** Runs `work` so that every line logged in it has the ids of its call. */
export const withinCall = <R>(ids: CallIds, work: () => R): R => call.run(ids, work);

/** Wraps a job's handler so that its lines have Lambda's request id. */
export const identified =
  <E, R>(handler: (event: E) => Promise<R>) =>
  (event: E, context?: Pick<Context, "awsRequestId">): Promise<R> =>
    withinCall({ awsRequestId: context?.awsRequestId ?? "" }, () => handler(event));

/** Where lines are written: standard error, which Lambda sends to CloudWatch. The local system replaces it. */
export const logSink = { write: (line: string): void => void process.stderr.write(`${line}\n`) };

/** The running version (AWS, "Working with Lambda environment variables"); undefined for $LATEST and outside Lambda. */
const runningVersion = (): FunctionVersion | undefined => {
  const { AWS_LAMBDA_FUNCTION_NAME: FunctionName, AWS_LAMBDA_FUNCTION_VERSION: FunctionVersion } = process.env;
  return FunctionName && FunctionVersion && /^\d+$/.test(FunctionVersion) ? { FunctionName, FunctionVersion } : undefined;
};

const write =
  (level: string) =>
  (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
    const now = new Date();
    const namespace = setting("METRICS_NAMESPACE");
    const metrics = namespace === "" ? {} : embeddedMetrics(event, fields, { namespace, at: now.getTime(), version: runningVersion() });
    const line = { level, event, timestamp: now.toISOString(), ...call.getStore(), ...(redacted("", fields, 0) as object), ...metrics };
    logSink.write(JSON.stringify(line));
  };

/**
 * Logs an event as one JSON line, with level and timestamp in Lambda's form (AWS, "Log-level filtering"). Secrets and bodies are redacted by name and
 * by form. A line of an event with a metric contains the metric.
 */
export const log: Log = {
  info: (event, fields) => {
    if (setting("LOG_LEVEL") === "info") write("info")(event, fields);
  },
  warn: write("warn"),
  error: write("error"),
};
