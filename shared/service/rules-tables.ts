import { outsideAlarm, serviceAlarms } from "./alarms.ts";
import { CORRESPONDENTS } from "#shared/sandbox/correspondents.ts";
import { eventKinds } from "#shared/events/contract/events.ts";
import type { Alarm, Job } from "./job.ts";
import { jobs } from "./jobs.ts";
import { operations } from "./operations.ts";
import { openapi } from "./openapi.ts";

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

// Generated tables of shared/api/README.md about operations: their success statuses, and how their answers represent an absent value.

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** The success statuses other than 200, with their operations. */
export const successTable = (): string => {
  const others = operations.filter(({ status }) => status !== 200);
  const rows = [...Map.groupBy(others, ({ status }) => status)].map(([status, alike]) => [
    String(status),
    alike.map(({ method, path }) => `\`${method} ${path}\``).join(", "),
  ]);
  return table(["status", "answered by"], rows);
};

/** How a field deviates from the rule that absent strings are `""`, absent lists `[]`, and absent dates left out; undefined when it does not. */
const exception = (choices: readonly JsonSchema[], isRequired: boolean): "absent" | '`""`' | undefined => {
  const isDate = choices.some(({ format }) => format === "date-time");
  if (isDate) return isRequired && choices.length > 1 ? '`""`' : undefined;
  return !isRequired && choices.some(({ type }) => type === "string" || type === "array") ? "absent" : undefined;
};

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The named objects in answers, each once. */
const answered = ({ paths, components }: Document): ReadonlyMap<string, JsonSchema> => {
  const found = new Map<string, JsonSchema>();
  const walk = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = components.schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      walk(JSON.stringify(schema));
    }
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, answer] of Object.entries(operation.responses)) if (status < "300") walk(JSON.stringify(answer));
  return found;
};

/** The fields of answers whose absent value differs from the general rule; events' data are left out, because all of their fields differ. */
export const absentTable = (): string => {
  const document = openapi() as unknown as Document;
  const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => {
    const named = schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split("/").at(-1)!] ?? schema);
    return named.anyOf ?? named.oneOf ?? [named];
  };
  const rows = [...answered(document)].flatMap(([name, { properties = {}, required = [] }]) => {
    if (name.endsWith("EventData")) return [];
    const fields = Object.entries(properties).flatMap(([field, schema]) => {
      const how = exception(choicesOf(schema), required.includes(field));
      return how === undefined ? [] : [{ field, how }];
    });
    return [...Map.groupBy(fields, ({ how }) => how)].map(([how, alike]) => ({
      object: `\`${name}\``,
      rest: [alike.map(({ field }) => `\`${field}\``).join(", "), how] as const,
    }));
  });
  const alike = Map.groupBy(rows, ({ rest }) => rest.join());
  return table(
    ["objects", "fields", "without a value"],
    [...alike.values()].map((group) => [group.map(({ object }) => object).join(", "), ...group[0]!.rest]),
  );
};
