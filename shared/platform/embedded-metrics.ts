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
export const embeddedMetrics = (event: string, fields: Fields, { namespace, at, version }: Written): Fields => {
  const values = valuesOf(event, fields);
  const failed = version && FAILURES.has(event) ? { ...version, [VERSION_FAILURES.metric]: 1 } : undefined;
  const directives = [
    { Namespace: namespace, Dimensions: [[]], Metrics: Object.keys(values).map((Name) => ({ Name })) },
    { Namespace: namespace, Dimensions: [VERSION_FAILURES.dimensions], Metrics: failed ? [{ Name: VERSION_FAILURES.metric }] : [] },
  ].filter(({ Metrics }) => Metrics.length > 0);
  return directives.length === 0 ? {} : { ...values, ...failed, _aws: { Timestamp: at, CloudWatchMetrics: directives } };
};
