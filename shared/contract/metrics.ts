/** A CloudWatch metric that the lines of an event carry. */
interface LogMetric {
  /** The event of the line, as `log` is given it. */
  readonly event: string;
  readonly metric: string;
  /** The field of the line with the value; default: each line counts 1. */
  readonly field?: string;
  /** A line whose field has this value carries no metric. */
  readonly unless?: readonly [field: string, value: unknown];
}

/**
 * Every metric of our own. A function's log line carries it (shared/runtime/log.ts) in the embedded metric format (AWS, "Specification:
 * Embedded metric format"), and the alarms of jobs.ts and alarms.ts watch it.
 */
const logMetrics = [
  { event: "queue message failed", metric: "MessagesFailed" },
  { event: "queue message dropped: it does not match its schema", metric: "MessagesFailed" },
  { event: "outcome unknown: settled", metric: "OutcomesUnknown", unless: ["found", "found"] },
  { event: "delivery stopped by our own failure", metric: "OwnFailures" },
  { event: "a send's body is missing", metric: "BodiesMissing" },
  { event: "mailboxes queued for a poll", metric: "PollRounds" },
  { event: "mailboxes queued for a poll", metric: "PollsOverdueSeconds", field: "overdueSeconds" },
  { event: "mailbox audited", metric: "MessagesHealed", field: "healed" },
  { event: "swept", metric: "Sweeps" },
  { event: "answered", metric: "RequestMilliseconds", field: "ms", unless: ["outside", true] },
  { event: "messages not queued", metric: "WakeUpsLost" },
  { event: "messages refused by the queue", metric: "WakeUpsLost" },
  { event: "the secret was not read anew; the old one stays in use", metric: "SecretsRefused" },
  { event: "the secret's new database address is refused; the old one stays in use", metric: "SecretsRefused" },
  { event: "argon2id is missing: passwords are hashed by scrypt", metric: "LoginsByScrypt" },
  { event: "argon2id is missing: an account cannot log in", metric: "LoginsByScrypt" },
] as const satisfies readonly LogMetric[];

/** Lines that say that the code of a function failed, though its call ended well: a canary's alarm counts them with the calls that threw. */
const FAILURES: ReadonlySet<string> = new Set(["queue message failed", "delivery stopped by our own failure", "request failed"]);

/** The metric that a canary's alarm watches besides Lambda's own Errors, and its dimensions. */
export const VERSION_FAILURES = { metric: "VersionFailures", dimensions: ["FunctionName", "FunctionVersion"] } as const;

/** A published version of a function, as Lambda names it in the environment; absent outside of one. */
export type FunctionVersion = Readonly<Record<(typeof VERSION_FAILURES.dimensions)[number], string>>;

/** The name of a metric of our own. */
export type MetricName = (typeof logMetrics)[number]["metric"];

type Fields = Readonly<Record<string, unknown>>;

/** The metrics that a line carries, with their values. */
const valuesOf = (event: string, fields: Fields): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (logMetrics as readonly LogMetric[])
      .filter((row) => row.event === event && !(row.unless && fields[row.unless[0]] === row.unless[1]))
      .map(({ metric, field }) => [metric, field === undefined ? 1 : Number(fields[field])] as const)
      .filter(([, value]) => Number.isFinite(value)),
  );

/** What a line is written for: the stage's namespace, when (ms since the epoch), and by which version. */
interface Written {
  readonly namespace: string;
  readonly at: number;
  readonly version?: FunctionVersion | undefined;
}

/** What a line needs besides its own fields so that CloudWatch takes its metrics: nothing where it has none. */
export const embeddedMetrics = (event: string, fields: Fields, { namespace, at, version }: Written): Fields => {
  const values = valuesOf(event, fields);
  const failed = version && FAILURES.has(event) ? { ...version, [VERSION_FAILURES.metric]: 1 } : undefined;
  const directives = [
    { Namespace: namespace, Dimensions: [[]], Metrics: Object.keys(values).map((Name) => ({ Name })) },
    { Namespace: namespace, Dimensions: [VERSION_FAILURES.dimensions], Metrics: failed ? [{ Name: VERSION_FAILURES.metric }] : [] },
  ].filter(({ Metrics }) => Metrics.length > 0);
  return directives.length === 0 ? {} : { ...values, ...failed, _aws: { Timestamp: at, CloudWatchMetrics: directives } };
};
