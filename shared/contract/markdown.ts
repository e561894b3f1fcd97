import { outsideAlarm, serviceAlarms } from "./alarms.ts";
import { eventKinds } from "./events.ts";
import type { Alarm, Job } from "./job.ts";
import { jobs } from "./jobs.ts";
import { operations } from "./operations.ts";

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
/** Makes a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");

/** The README's table of endpoints, one row for each operation; a test compares the two. */
export const endpointTable = (): string =>
  table(
    ["operation", "what it does", "function"],
    operations.map(({ id, method, path, description }) => [`\`${method} ${path}\``, description, `\`functions/${id}.ts\``]),
  );

/** The guide's table of events, one row for each type. */
export const eventTable = (): string =>
  table(
    ["type", "when", "what `data` is about"],
    eventKinds.map(({ type, sentence }) => [`\`${type}\``, sentence, type.slice(0, type.indexOf("."))]),
  );

const startOf = ({ source }: Job): string => {
  if ("everyMinutes" in source) return `every ${source.everyMinutes === 1 ? "minute" : `${source.everyMinutes} minutes`}`;
  if ("at" in source) return `each ${source.at}`;
  const { queue, batchSize, concurrency } = source;
  return `queue \`${queue}\`, ${batchSize} a call, ${concurrency.dev} calls at once (prod ${concurrency.prod}, laptop ${concurrency.local})`;
};

/** The table of jobs in infra/README.md, one row for each job. */
export const jobTable = (): string =>
  table(
    ["job", "what it does", "started by", "limit"],
    (jobs as readonly Job[]).map((job) => [
      `\`functions/${job.id}.ts\``,
      job.summary,
      startOf(job),
      `${job.timeoutSeconds} s, ${job.memoryMb} MB`,
    ]),
  );

/** Every alarm, those of jobs first. */
const everyAlarm = (): readonly Alarm[] => [...(jobs as readonly Job[]).flatMap(({ alarms }) => alarms), ...serviceAlarms, outsideAlarm];

/** The table of alarms in infra/README.md: the impact on users, and the runbook. */
export const alarmTable = (): string =>
  table(
    ["alarm", "severity", "while it rings", "what to do"],
    everyAlarm().map(({ name, severity, impact, runbook, drill }) => [
      `[\`${name}\`](runbooks/README.md#${drill})`,
      severity,
      impact,
      runbook,
    ]),
  );
