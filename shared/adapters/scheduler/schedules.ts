import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  type SchedulerClientConfig,
} from "@aws-sdk/client-scheduler";
import type { Schedules } from "../../domain/sending/ports/wake-ups.ts";

/** The group, queue, role and dead-letter queue of the one-off schedules; read when they are first needed. */
export interface ScheduleSettings {
  readonly group: () => string;
  readonly queueArn: () => string;
  readonly roleArn: () => string;
  readonly deadLetterArn: () => string;
  readonly client?: SchedulerClient;
  /** How the client is made where none is given. */
  readonly options?: SchedulerClientConfig;
}

const MINUTE_MS = 60_000;
/** A send may have had a schedule for another time, which EventBridge deletes some time after it fired: the name has the minute. */
const nameOf = (sendId: string, dueAt: Date) => `send-${sendId}-${Math.floor(dueAt.getTime() / MINUTE_MS)}`;

const clientOf = ({ client, options = {} }: Pick<ScheduleSettings, "client" | "options">) => {
  let opened = client;
  return () => (opened ??= new SchedulerClient(options));
};

/** Makes one-off EventBridge schedules that put a wake-up on the send queue at the minute a send is due; the queue's delay does the seconds (G13). */
export const creatingSchedules = (settings: ScheduleSettings): Pick<Schedules, "create"> => {
  const client = clientOf(settings);
  return {
    create: async ({ id, mailboxId, dueAt }) => {
      const minute = new Date(Math.floor(dueAt.getTime() / MINUTE_MS) * MINUTE_MS);
      const name = nameOf(id, dueAt);
      const command = new CreateScheduleCommand({
        Name: name,
        GroupName: settings.group(),
        ClientToken: name,
        ScheduleExpression: `at(${minute.toISOString().slice(0, 19)})`,
        ScheduleExpressionTimezone: "UTC",
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: {
          Arn: settings.queueArn(),
          RoleArn: settings.roleArn(),
          Input: JSON.stringify({ job: "deliver", mailboxId, sendIds: [id] }),
          DeadLetterConfig: { Arn: settings.deadLetterArn() },
        },
      });
      try {
        await client().send(command);
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
      }
    },
  };
};

/** Deletes them. */
export const deletingSchedules = (settings: Pick<ScheduleSettings, "group" | "client" | "options">): Pick<Schedules, "delete"> => {
  const client = clientOf(settings);
  return {
    delete: async (sendId, dueAt) => {
      try {
        await client().send(new DeleteScheduleCommand({ Name: nameOf(sendId, dueAt), GroupName: settings.group() }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
};
