import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  type SchedulerClientConfig,
} from "@aws-sdk/client-scheduler";
import type { Schedules } from "#shared/sending/ports/wake-ups.ts";

/** The group, queue, role and dead-letter queue of the one-off schedules; read on first use. */
export interface ScheduleSettings {
  readonly group: () => string;
  readonly queueUrl: () => string;
  readonly roleArn: () => string;
  readonly deadLetterArn: () => string;
  readonly client?: SchedulerClient;
  /** The client's options, when no client is given. */
  readonly options?: SchedulerClientConfig;
}

const MINUTE_MS = 60_000;
/** The name contains the minute: a send may have had a schedule for another time, which EventBridge deletes some time after it fired. */
const nameOf = (sendId: string, dueAt: Date) => `send-${sendId}-${Math.floor(dueAt.getTime() / MINUTE_MS)}`;

const clientOf = ({ client, options = {} }: Pick<ScheduleSettings, "client" | "options">) => {
  let opened = client;
  return () => (opened ??= new SchedulerClient(options));
};

/**
 * The target that calls SendMessage with all its parameters (AWS, "Using universal targets in EventBridge Scheduler"). With the queue itself as
 * target, messages get a group only on FIFO queues (AWS, "SqsParameters" of Scheduler), and each message without one would count as a separate
 * tenant.
 */
const sendMessageIn = (partition: string) => `arn:${partition}:scheduler:::aws-sdk:sqs:sendMessage`;

/**
 * Creates one-off EventBridge schedules. Each puts a wake-up with its account's message group on the send queue in the minute in which a send is due;
 * the queue's delay adds the seconds (G13 in shared/README.md).
 */
export const creatingSchedules = (settings: ScheduleSettings): Pick<Schedules, "create"> => {
  const client = clientOf(settings);
  return {
    create: async ({ id, userId, mailboxId, dueAt }) => {
      const minute = new Date(Math.floor(dueAt.getTime() / MINUTE_MS) * MINUTE_MS);
      const name = nameOf(id, dueAt);
      const roleArn = settings.roleArn();
      const [, partition = "aws"] = roleArn.split(":");
      const job = { job: "deliver", mailboxId, sendIds: [id] };
      const command = new CreateScheduleCommand({
        Name: name,
        GroupName: settings.group(),
        ClientToken: name,
        ScheduleExpression: `at(${minute.toISOString().slice(0, 19)})`,
        ScheduleExpressionTimezone: "UTC",
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: {
          Arn: sendMessageIn(partition),
          RoleArn: roleArn,
          Input: JSON.stringify({ QueueUrl: settings.queueUrl(), MessageBody: JSON.stringify(job), MessageGroupId: userId }),
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

/** Deletes one-off schedules. */
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
