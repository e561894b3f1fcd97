import { serviceAlarms } from "#shared/contract/alarms.ts";
import type { Alarm, FunctionChoice, Job } from "#shared/contract/job.ts";
import { jobs } from "#shared/contract/jobs.ts";
import { operations } from "#shared/contract/operations.ts";
import { type FunctionId, permissions } from "./permissions.ts";

/** An alarm and the job in whose row it stands, if it stands in one. */
export interface OwnedAlarm {
  readonly alarm: Alarm;
  readonly job?: Job;
}

/** Every alarm of the service. */
export const alarms: readonly OwnedAlarm[] = [
  ...(jobs as readonly Job[]).flatMap((job) => job.alarms.map((alarm) => ({ alarm, job }))),
  ...serviceAlarms.map((alarm) => ({ alarm })),
];

/** The CloudWatch namespace of a stage's own metrics; each metric has its alarm's name. */
export const namespaceOf = (stage: string): string => `email-service-${stage}`;

/** An alarm's name on AWS. */
export const alarmName = (stage: string, name: string): string => `email-${stage}-${name}`;

/** The alarms that take a new version back: what ails users within minutes of it. */
export const ROLLBACK_ALARMS: readonly string[] = ["Api5xx", "ApiSlow", "DeliverErrors", "SyncErrors"];

/** What the wrapper of every queue's function writes for a message that failed (shared/runtime/sqs-batch.ts). */
const FAILED_MESSAGE = '{ $.event = "queue message failed" }';

/** Lines of a function's log that become a metric: a number of lines, or the field `value` of each. */
export interface LineFilter {
  readonly metricName: string;
  readonly pattern: string;
  readonly value: string;
}

const isChosen = (id: FunctionId, choice: FunctionChoice): boolean => {
  if ("id" in choice) return choice.id === id;
  if ("may" in choice) return choice.may.some((capability) => permissions[id].may.includes(capability));
  return operations.some((operation) => operation.id === id);
};

/** The filters on one function's log that its alarms need. */
export const filtersOf = (id: FunctionId): readonly LineFilter[] =>
  alarms.flatMap(({ alarm: { name, watches }, job }): readonly LineFilter[] => {
    if (watches.of === "failures") return job?.id === id ? [{ metricName: name, pattern: FAILED_MESSAGE, value: "1" }] : [];
    if (watches.of !== "lines" || !isChosen(id, watches.functions ?? { id: job?.id ?? "" })) return [];
    return [{ metricName: name, pattern: watches.pattern, value: watches.value ?? "1" }];
  });
