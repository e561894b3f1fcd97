import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type QueueJob, visibilitySeconds } from "#shared/service/job.ts";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { QueueName } from "#shared/service/queue-messages.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import type { StageConfig } from "../config.ts";

/** Never 1: a receive may be counted although the function never got the message (G7 in shared/README.md). */
const MAX_RECEIVE_COUNT = 5;

/**
 * The queue of a job and its dead-letter queue. Its messages only start work: a message that failed five times goes to the dead-letter queue, and the
 * sweeper finds the work anyway.
 */
export class JobQueue extends Construct {
  readonly queue: Queue;
  readonly dlq: Queue;

  constructor(scope: Construct, name: string, job: QueueJob) {
    super(scope, name);
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.dlq = new Queue(this, "Dlq", { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, "Queue", {
      ...common,
      visibilityTimeout: Duration.seconds(visibilitySeconds(job)),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.dlq, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
  }
}

/** Everything that wakes workers: the jobs' queues, and the group of one-off schedules with its role. */
export class MessagingStack extends Stack {
  readonly queues: Readonly<Record<QueueName, JobQueue>>;
  /** Known before deployment, so that the grants on its schedules can name it. */
  readonly scheduleGroupName: string;
  readonly scheduleRole: Role;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & Pick<StageConfig, "stage">) {
    super(scope, id, props);
    const named = (name: string) => name.replace(/^./, (first) => first.toUpperCase());
    this.queues = Object.fromEntries(
      queueJobs.map((job) => [job.source.queue, new JobQueue(this, named(job.source.queue), job)]),
    ) as Record<QueueName, JobQueue>;
    this.scheduleGroupName = `email-${stage}`;
    // Without this it would outlive its stack and, because its name would be taken, block the next deployment. Due sends are found in MongoDB.
    const group = new ScheduleGroup(this, "Schedules", {
      scheduleGroupName: this.scheduleGroupName,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Only schedules of this group in this account may assume the role (AWS, "Confused deputy prevention in EventBridge Scheduler").
    const trusted = {
      StringEquals: { "aws:SourceAccount": this.account },
      ArnEquals: { "aws:SourceArn": group.scheduleGroupArn },
    };
    this.scheduleRole = new Role(this, "ScheduleRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions: trusted }),
    });
    this.scheduleRole.addToPolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.queues.send.queue.queueArn, this.queues.send.dlq.queueArn] }),
    );
  }
}
