import { serviceAlarms } from "#shared/service/alarms.ts";
import type { Alarm, Job } from "#shared/service/job.ts";
import { jobs } from "#shared/service/jobs.ts";

/** An alarm, and its job if it belongs to one. */
export interface OwnedAlarm {
  readonly alarm: Alarm;
  readonly job?: Job;
}

/** Every alarm of the service. */
export const alarms: readonly OwnedAlarm[] = [
  ...(jobs as readonly Job[]).flatMap((job) => job.alarms.map((alarm) => ({ alarm, job }))),
  ...serviceAlarms.map((alarm) => ({ alarm })),
];

/** The CloudWatch namespace of a stage's custom metrics. */
export const namespaceOf = (stage: string): string => `email-service-${stage}`;

/** An alarm's name on AWS. */
export const alarmName = (stage: string, name: string): string => `email-${stage}-${name}`;

/** The text of an alarm's mail: the impact, the first thing to do, and where to read more. */
export const alarmText = ({ impact, runbook, drill }: Alarm): string => `${impact} ${runbook} infra/runbooks/README.md#${drill}`;
