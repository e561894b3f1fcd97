import { Stack, type StackProps } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import type { JobId } from "#shared/contract/jobs.ts";
import type { StageConfig } from "../config.ts";
import { type Resources, ServiceFunction } from "../constructs/service-function.ts";
import type { FunctionId } from "../permissions.ts";

/** What the jobs are made of. */
export interface JobsStackProps extends StackProps {
  readonly config: StageConfig;
  readonly resources: Resources;
  readonly codeDirOf: (id: FunctionId) => string;
}

/** The workers: deliver and sync-mailbox behind their queues, start-sync every two minutes and sweep every minute. */
export class JobsStack extends Stack {
  readonly functions: Readonly<Record<JobId, ServiceFunction>>;

  constructor(scope: Construct, id: string, { config, resources, codeDirOf, ...props }: JobsStackProps) {
    super(scope, id, props);
    const job = (jobId: JobId) =>
      new ServiceFunction(this, jobId.replace("/", "-"), { id: jobId, codeDir: codeDirOf(jobId), config, resources });
    this.functions = {
      "jobs/deliver": job("jobs/deliver"),
      "jobs/start-sync": job("jobs/start-sync"),
      "jobs/sync-mailbox": job("jobs/sync-mailbox"),
      "jobs/sweep": job("jobs/sweep"),
    };
    const reads = (maxConcurrency: number) => ({ batchSize: 1, reportBatchItemFailures: true, maxConcurrency });
    this.functions["jobs/deliver"].fn.addEventSource(new SqsEventSource(resources.sendQueue, reads(config.deliverConcurrency)));
    this.functions["jobs/sync-mailbox"].fn.addEventSource(new SqsEventSource(resources.syncQueue, reads(config.syncConcurrency)));
    this.every(2, "jobs/start-sync");
    this.every(1, "jobs/sweep");
  }

  /** The L2 target would grant every version of the function; this role may invoke just the function. */
  private every(minutes: number, id: JobId): void {
    const { fn } = this.functions[id];
    const trusted = { StringEquals: { "aws:SourceAccount": this.account } };
    const role = new Role(fn, "ScheduleRole", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions: trusted }) });
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [fn.functionArn] }));
    new CfnSchedule(fn, "Schedule", {
      description: `Runs ${id}`,
      scheduleExpression: `rate(${minutes} minute${minutes === 1 ? "" : "s"})`,
      flexibleTimeWindow: { mode: "OFF" },
      target: { arn: fn.functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 } },
    });
  }
}
