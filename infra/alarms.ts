import { serviceAlarms } from "#shared/contract/alarms.ts";
import type { Alarm, Job } from "#shared/contract/job.ts";
import { jobs } from "#shared/contract/jobs.ts";

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

/** The CloudWatch namespace of a stage's own metrics. */
export const namespaceOf = (stage: string): string => `email-service-${stage}`;

/** An alarm's name on AWS. */
export const alarmName = (stage: string, name: string): string => `email-${stage}-${name}`;
