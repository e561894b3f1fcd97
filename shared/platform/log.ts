import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "aws-lambda";
import type { Log } from "./ports.ts";
import { embeddedMetrics, type FunctionVersion } from "./embedded-metrics.ts";
import { setting } from "./env.ts";

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
