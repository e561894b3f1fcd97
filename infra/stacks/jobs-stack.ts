import { createHash } from "node:crypto";
import { type CfnResource, CustomResource, Stack, type StackProps } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { indexes } from "#shared/service/indexes.ts";
import { migrations } from "#shared/service/migrate.ts";
import { rateOf } from "#shared/service/job.ts";
import { type JobId, jobs } from "#shared/service/jobs.ts";
import type { StageConfig } from "../config.ts";
import { type FunctionCode, ServiceFunction } from "../constructs/service-function.ts";
import { callsOf, callsPerRun } from "../functions.ts";
import type { Resources } from "../permissions.ts";

/** The properties of the jobs' stack. */
export interface JobsStackProps extends StackProps {
  readonly config: StageConfig;
  readonly resources: Resources;
  readonly code: FunctionCode;
}

/**
 * The function answers within its timeout. If it crashes, Lambda calls it once more, and this ends the deployment (AWS,
 * "AWS::CloudFormation::CustomResource": ServiceTimeout, one hour by default).
 */
const STEP_AT_MOST_SECONDS = 1_200;

const indexesHash = createHash("sha256")
  .update(JSON.stringify([indexes, migrations]))
  .digest("hex");

/** The jobs of the table, each behind its queue or its schedule. */
export class JobsStack extends Stack {
  readonly functions: Readonly<Record<JobId, ServiceFunction>>;

  constructor(scope: Construct, id: string, { config, resources, code, ...props }: JobsStackProps) {
    super(scope, id, props);
    this.functions = Object.fromEntries(
      jobs.map(({ id: jobId }) => [jobId, new ServiceFunction(this, jobId.replace("/", "-"), { id: jobId, code, config, resources })]),
    ) as Record<JobId, ServiceFunction>;
    for (const job of jobs) {
      const { called } = this.functions[job.id];
      const { source } = job;
      if ("queue" in source) {
        const limits = {
          batchSize: source.batchSize,
          reportBatchItemFailures: true,
          maxConcurrency: callsOf({ id: job.id, source }, config),
        };
        called.addEventSource(new SqsEventSource(resources.queues[source.queue].queue, limits));
      } else if ("everyMinutes" in source) this.every(source.everyMinutes, job.id, callsPerRun(job, config));
      else this.stepBefore(job.id);
    }
  }

  /** The second step of a deployment: a custom resource of the stack that is deployed last, handled by the same function as the first step. */
  stepAfter(scope: Construct): void {
    const { fn } = this.functions["jobs/migrate"];
    const step = new CustomResource(scope, "StepAfter", {
      serviceToken: fn.functionArn,
      properties: { indexes: indexesHash, phase: "after" },
    });
    (step.node.defaultChild as CfnResource).addPropertyOverride("ServiceTimeout", STEP_AT_MOST_SECONDS);
  }

  /**
   * The first step of a deployment: a custom resource that the function handles. CloudFormation calls it when the hash of indexes and migrations
   * changes, before it deploys the new version of any other job.
   */
  private stepBefore(id: JobId): void {
    const { fn } = this.functions[id];
    const step = new CustomResource(fn, "Step", {
      serviceToken: fn.functionArn,
      properties: { indexes: indexesHash },
    });
    // CDK's property writes it as text, and each synthesis warns about that.
    (step.node.defaultChild as CfnResource).addPropertyOverride("ServiceTimeout", STEP_AT_MOST_SECONDS);
    for (const other of Object.values(this.functions)) if (other.fn !== fn) other.fn.node.addDependency(step);
  }

  /** Runs the function every so many minutes, as often at once as calls share its work. CDK's L2 target would allow every version of the function; this role may invoke only the called one. */
  private every(minutes: number, id: JobId, calls: number): void {
    const { fn, called } = this.functions[id];
    const trusted = { StringEquals: { "aws:SourceAccount": this.account } };
    const role = new Role(fn, "ScheduleRole", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions: trusted }) });
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [called.functionArn] }));
    const retryPolicy = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
    for (let index = 0; index < calls; index += 1) {
      const input = calls > 1 ? { input: JSON.stringify({ index, of: calls }) } : {};
      new CfnSchedule(fn, index === 0 ? "Schedule" : `Schedule${index + 1}`, {
        description: calls > 1 ? `Runs ${id}, part ${index + 1} of ${calls}` : `Runs ${id}`,
        scheduleExpression: rateOf(minutes),
        flexibleTimeWindow: { mode: "OFF" },
        target: { arn: called.functionArn, roleArn: role.roleArn, retryPolicy, ...input },
      });
    }
  }
}
