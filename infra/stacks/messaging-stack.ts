import { Stack, type StackProps } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { JobQueue } from "../constructs/job-queue.ts";
import { permissions } from "../permissions.ts";

/** What wakes the workers up: the send and sync queues, and the group of one-off schedules with the role they assume. */
export class MessagingStack extends Stack {
  readonly send: JobQueue;
  readonly sync: JobQueue;
  /** Known before deployment, so that the grants on its schedules name it. */
  readonly scheduleGroupName: string;
  readonly scheduleRole: Role;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & Pick<StageConfig, "stage">) {
    super(scope, id, props);
    this.send = new JobQueue(this, "Send", { functionTimeoutSeconds: permissions["jobs/deliver"].timeoutSeconds });
    this.sync = new JobQueue(this, "Sync", { functionTimeoutSeconds: permissions["jobs/sync-mailbox"].timeoutSeconds });
    this.scheduleGroupName = `email-${stage}`;
    const group = new ScheduleGroup(this, "Schedules", { scheduleGroupName: this.scheduleGroupName });
    // Only schedules of this group in this account may assume the role (AWS, "Confused deputy prevention in EventBridge Scheduler").
    const trusted = {
      StringEquals: { "aws:SourceAccount": this.account },
      ArnEquals: { "aws:SourceArn": group.scheduleGroupArn },
    };
    this.scheduleRole = new Role(this, "ScheduleRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions: trusted }),
    });
    this.scheduleRole.addToPolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.send.queue.queueArn, this.send.dlq.queueArn] }),
    );
  }
}
