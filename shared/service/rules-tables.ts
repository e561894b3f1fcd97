import { outsideAlarm, serviceAlarms } from "./alarms.ts";
import { CORRESPONDENTS } from "#shared/sandbox/correspondents.ts";
import { eventKinds } from "#shared/events/contract/events.ts";
import type { Alarm, Job } from "./job.ts";
import { jobs } from "./jobs.ts";

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
/** Makes a Markdown table. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");

/** The guide's table of events, one row for each type. */
export const eventTable = (): string =>
  table(
    ["type", "when", "what `data` is about"],
    eventKinds.map(({ type, record, sentence }) => [`\`${type}\``, sentence, record]),
  );

/** The guide's table of the sandbox's correspondents, one row for each behaviour. */
export const correspondentTable = (): string => {
  const words = Object.keys(CORRESPONDENTS) as (keyof typeof CORRESPONDENTS)[];
  const rows = Map.groupBy(words, (word) => CORRESPONDENTS[word].does);
  return table(
    ["the address begins with", "what happens"],
    [...rows].map(([does, names]) => [names.map((name) => `\`${name}.\``).join(", "), does]),
  );
};

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

/** The index of alarms in infra/README.md, one row for each runbook; the impact on users is in the alarm's mail and in its runbook. */
export const alarmTable = (): string =>
  table(
    ["runbook", "page", "ticket"],
    [...Map.groupBy(everyAlarm(), ({ drill }) => drill)].map(([drill, alarms]) => {
      const named = (wanted: Alarm["severity"]) =>
        alarms.flatMap(({ name, severity }) => (severity === wanted ? [`\`${name}\``] : [])).join(", ");
      return [`[${drill}](runbooks/README.md#${drill})`, named("page"), named("ticket")];
    }),
  );
