import { Stack, type StackProps } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { rateOf } from "#shared/contract/job.ts";
import { type JobId, jobs } from "#shared/contract/jobs.ts";
import type { StageConfig } from "../config.ts";
import { type Resources, ServiceFunction } from "../constructs/service-function.ts";
import type { FunctionId } from "../permissions.ts";

/** What the jobs are made of. */
export interface JobsStackProps extends StackProps {
  readonly config: StageConfig;
  readonly resources: Resources;
  readonly codeDirOf: (id: FunctionId) => string;
}

/** The jobs of the table, each behind its queue or its schedule. */
export class JobsStack extends Stack {
  readonly functions: Readonly<Record<JobId, ServiceFunction>>;

  constructor(scope: Construct, id: string, { config, resources, codeDirOf, ...props }: JobsStackProps) {
    super(scope, id, props);
    this.functions = Object.fromEntries(
      jobs.map(({ id: jobId }) => [
        jobId,
        new ServiceFunction(this, jobId.replace("/", "-"), { id: jobId, codeDir: codeDirOf(jobId), config, resources }),
      ]),
    ) as Record<JobId, ServiceFunction>;
    for (const job of jobs) {
      const { fn } = this.functions[job.id];
      const { source } = job;
      if ("queue" in source) {
        const { batchSize, concurrency } = source;
        const limits = { batchSize, reportBatchItemFailures: true, maxConcurrency: concurrency[config.stage] };
        fn.addEventSource(new SqsEventSource(resources.queues[source.queue].queue, limits));
      } else this.every(source.everyMinutes, job.id);
    }
  }

  /** The L2 target would grant every version of the function; this role may invoke just the function. */
  private every(minutes: number, id: JobId): void {
    const { fn } = this.functions[id];
    const trusted = { StringEquals: { "aws:SourceAccount": this.account } };
    const role = new Role(fn, "ScheduleRole", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions: trusted }) });
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [fn.functionArn] }));
    new CfnSchedule(fn, "Schedule", {
      description: `Runs ${id}`,
      scheduleExpression: rateOf(minutes),
      flexibleTimeWindow: { mode: "OFF" },
      target: { arn: fn.functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 } },
    });
  }
}
