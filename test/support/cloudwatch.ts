// CloudWatch as far as our alarms use it: filter patterns over JSON lines, metric math, and the evaluation of an alarm.
import { runInNewContext } from "node:vm";

type Json = Readonly<Record<string, unknown>>;

const TOKEN = /\s*(\|\||&&|[()]|!=|=|>=|<=|>|<|\$\.[\w.]+|"[^"]*"|[\w.*-]+)/y;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== "") {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`no filter pattern: ${text}`);
    tokens.push(token);
  }
  return tokens;
};

const field = (line: Json, selector: string): unknown =>
  selector
    .slice(2)
    .split(".")
    .reduce<unknown>((value, name) => (typeof value === "object" && value !== null ? (value as Json)[name] : undefined), line);

/** A star at the start or the end of a string stands for anything (AWS CDK, module aws-logs, "JSON Patterns"), and nowhere else. */
const wildcard = (pattern: string) => {
  if (pattern.slice(1, -1).includes("*")) throw new Error(`CloudWatch knows no star within a string: ${pattern}`);
  return new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replaceAll(/[^\w\s]/g, "\\$&"))
      .join(".*")}$`,
  );
};

/**
 * One comparison (AWS, "Using filter patterns to match terms in JSON log events"); IS TRUE and IS FALSE are what the CDK's own
 * FilterPattern.booleanValue writes. A field that is not there matches nothing.
 */
const compare = (value: unknown, operator: string, wanted: string): boolean => {
  if (value === undefined) return false;
  if (operator === "IS") return value === { TRUE: true, FALSE: false, NULL: null }[wanted];
  const same = wanted.startsWith('"') ? typeof value === "string" && wildcard(wanted.slice(1, -1)).test(value) : value === Number(wanted);
  if (operator === "=") return same;
  if (operator === "!=") return !same;
  throw new Error(`our patterns do not use ${operator}`);
};

/** Whether a metric filter's pattern `{ … }` matches a line of a log; a line that is no JSON matches none. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const inner = /^\{(.*)\}$/s.exec(pattern.trim())?.[1];
  if (inner === undefined) throw new Error(`no JSON pattern: ${pattern}`);
  let line: Json;
  try {
    line = JSON.parse(text) as Json;
  } catch {
    return false;
  }
  const tokens = [...tokensOf(inner)];
  const either = (): boolean => {
    let result = both();
    while (tokens[0] === "||") {
      tokens.shift();
      result = both() || result;
    }
    return result;
  };
  const both = (): boolean => {
    let result = single();
    while (tokens[0] === "&&") {
      tokens.shift();
      result = single() && result;
    }
    return result;
  };
  const single = (): boolean => {
    const token = tokens.shift() ?? "";
    if (token !== "(") return compare(field(line, token), tokens.shift() ?? "", tokens.shift() ?? "");
    const result = either();
    tokens.shift();
    return result;
  };
  return either();
};

/** The number that a metric filter takes from a matching line. */
export const metricValue = (value: string, text: string): number =>
  value.startsWith("$.") ? Number(field(JSON.parse(text) as Json, value)) : Number(value);

/** The values that CloudWatch takes of a line for a metric with just these dimensions (AWS, "Specification: Embedded metric format"). */
export const embeddedValues = (
  text: string,
  { Namespace, MetricName }: { Namespace?: unknown; MetricName?: unknown },
  dimensions: Readonly<Record<string, string>> = {},
): readonly number[] => {
  const line = JSON.parse(text) as Record<string, unknown> & { _aws?: EmbeddedMetadata };
  const directives = line._aws?.CloudWatchMetrics ?? [];
  const wanted = Object.entries(dimensions);
  const areThese = (names: readonly string[]) =>
    names.length === wanted.length && wanted.every(([name, value]) => names.includes(name) && line[name] === value);
  if (line._aws && !Number.isInteger(line._aws.Timestamp)) throw new Error("a line with metrics needs its time in ms");
  return directives
    .filter((directive) => directive.Namespace === Namespace && directive.Dimensions.some(areThese))
    .flatMap(({ Metrics }) => Metrics.filter(({ Name }) => Name === MetricName))
    .flatMap(({ Name }) => (typeof line[Name] === "number" ? [line[Name]] : []));
};

interface EmbeddedMetadata {
  readonly Timestamp: number;
  readonly CloudWatchMetrics: readonly {
    readonly Namespace: string;
    readonly Dimensions: readonly (readonly string[])[];
    readonly Metrics: readonly { readonly Name: string }[];
  }[];
}

/** A statistic of one period; undefined without data. */
export const statisticOf = (statistic: string, values: readonly number[]): number | undefined => {
  if (values.length === 0) return undefined;
  if (statistic === "Sum") return values.reduce((sum, value) => sum + value, 0);
  if (statistic === "Maximum") return Math.max(...values);
  if (statistic === "Minimum") return Math.min(...values);
  const percent = Number(/^p(\d+)$/.exec(statistic)?.[1]);
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
};

/** Metric math over one period: missing data stays missing unless FILL says otherwise (AWS, "Using math expressions with CloudWatch metrics"). */
export const evaluateMath = (expression: string, values: Readonly<Record<string, number | undefined>>): number | undefined => {
  if (!expression.includes("FILL(") && Object.values(values).includes(undefined)) return undefined;
  const functions = {
    FILL: (value: number | undefined, filled: number) => value ?? filled,
    MAX: (values: readonly number[]) => Math.max(...values),
    IF: (is: boolean, a: number, b: number) => (is ? a : b),
  };
  return runInNewContext(expression, { ...values, ...functions }) as number;
};

/** What an alarm's template says of its condition. */
export interface Condition {
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly TreatMissingData: string;
}

/** Whether the alarm rings after these periods, the latest last: each of the last EvaluationPeriods must breach. */
export const rings = (
  { Threshold, ComparisonOperator, EvaluationPeriods, TreatMissingData }: Condition,
  periods: readonly (number | undefined)[],
): boolean => {
  const breaches = (value: number | undefined): boolean => {
    if (value === undefined) return TreatMissingData === "breaching";
    return ComparisonOperator === "LessThanThreshold" ? value < Threshold : value > Threshold;
  };
  return periods.length >= EvaluationPeriods && periods.slice(-EvaluationPeriods).every(breaches);
};
