import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type QueueJob, visibilitySeconds } from "#shared/service/job.ts";

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
