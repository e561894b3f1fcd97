import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { type ISecurityGroup, type ISubnet, SecurityGroup, Subnet, Vpc } from "aws-cdk-lib/aws-ec2";
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal, type IRole } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  type IFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type Capability, type QueueName, queueNames } from "#shared/contract/job.ts";
import { type EnvironmentName, queueUrlName } from "#shared/runtime/env.ts";
import { namespaceOf } from "../alarms.ts";
import type { StageConfig } from "../config.ts";
import { CANARIES, environmentNames, type FunctionId, permissions, reservedOf } from "../permissions.ts";
import type { JobQueue } from "./job-queue.ts";
import { aliasOf } from "./versions.ts";

/** What the capabilities of permissions.ts are on AWS. */
export interface Resources {
  readonly secret: Pick<ISecret, "secretArn">;
  readonly keyring: Pick<ISecret, "secretArn">;
  readonly queues: Readonly<Record<QueueName, JobQueue>>;
  readonly scheduleGroup: string;
  readonly scheduleRole: IRole;
  /** Where the API is reached, without a slash at its end. */
  readonly publicUrl: string;
}

const valuesOf = (resources: Resources, config: StageConfig): Readonly<Partial<Record<EnvironmentName, string>>> => ({
  SECRET_ID: resources.secret.secretArn,
  KEYRING_SECRET_ID: resources.keyring.secretArn,
  ...Object.fromEntries(queueNames.map((name) => [queueUrlName(name), resources.queues[name].queue.queueUrl])),
  SEND_QUEUE_ARN: resources.queues.send.queue.queueArn,
  SCHEDULE_GROUP: resources.scheduleGroup,
  SCHEDULE_ROLE_ARN: resources.scheduleRole.roleArn,
  SCHEDULE_DLQ_ARN: resources.queues.send.dlq.queueArn,
  METRICS_NAMESPACE: namespaceOf(config.stage),
  POLL_MINUTES: String(config.pollMinutes),
  EGRESS_ALLOW: config.egressAllow,
  WEB_ALLOW: config.webAllow,
  PUBLIC_URL: resources.publicUrl,
  MONGODB_POOL: String(config.mongodbPool),
  BODIES_KEPT_DAYS: String(config.bodiesKeptDays),
  DNS_SERVERS: "",
  DOCS_DIR: "/var/task/docs",
});

const statementsOf = (stack: Stack, resources: Resources): Readonly<Record<Capability, readonly PolicyStatement[]>> => {
  // Schedules are named send-{id} (G13), so the grant needs a wildcard for the id.
  const schedules = stack.formatArn({ service: "scheduler", resource: "schedule", resourceName: `${resources.scheduleGroup}/send-*` });
  const allow = (actions: string[], ...targets: string[]) => new PolicyStatement({ actions, resources: targets });
  return {
    database: [allow(["secretsmanager:GetSecretValue"], resources.secret.secretArn)],
    keyring: [allow(["secretsmanager:GetSecretValue"], resources.keyring.secretArn)],
    ...(Object.fromEntries(
      queueNames.map((name) => [`${name}Queue`, [allow(["sqs:SendMessage"], resources.queues[name].queue.queueArn)]]),
    ) as Record<`${QueueName}Queue`, PolicyStatement[]>),
    createSchedules: [allow(["scheduler:CreateSchedule"], schedules), allow(["iam:PassRole"], resources.scheduleRole.roleArn)],
    deleteSchedules: [allow(["scheduler:DeleteSchedule"], schedules)],
    mail: [],
    web: [],
    links: [],
    dns: [],
    docsFiles: [],
  };
};

const networkOf = (scope: Construct, { vpc }: StageConfig) => {
  if (!vpc) return {};
  const subnets: ISubnet[] = vpc.subnetIds.map((id) => Subnet.fromSubnetId(scope, id, id));
  const group: ISecurityGroup = SecurityGroup.fromSecurityGroupId(scope, "Group", vpc.securityGroupId);
  return {
    vpc: Vpc.fromVpcAttributes(scope, "Vpc", { vpcId: vpc.vpcId, availabilityZones: [...vpc.availabilityZones] }),
    vpcSubnets: { subnets },
    securityGroups: [group],
  };
};

/** Where a function comes from and what it may reach. */
export interface ServiceFunctionProps {
  readonly id: FunctionId;
  readonly codeDir: string;
  readonly config: StageConfig;
  readonly resources: Resources;
}

/** A Lambda function as all of ours are: arm64, Node 24, a log group that ends, and just the grants and environment of its permission. */
export class ServiceFunction extends Construct {
  readonly fn: LambdaFunction;
  /** What is called: the function, or its alias where a new version takes over step by step. */
  readonly called: IFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, name: string, { id, codeDir, config, resources }: ServiceFunctionProps) {
    super(scope, name);
    const { may, memoryMb, timeoutSeconds } = permissions[id];
    this.logGroup = new LogGroup(this, "Logs", { retention: config.logRetentionDays });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    this.logGroup.grantWrite(role);
    if (config.vpc) {
      // CDK adds it to roles of its own making only (AWS, "Giving Lambda functions access to resources in an Amazon VPC").
      role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSLambdaVPCAccessExecutionRole"));
      Validations.of(role).acknowledge({
        id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole]",
        reason: "Lambda makes the function's network interfaces with it; its actions take no narrower resource",
      });
    }
    if (config.tracing) {
      Validations.of(role).acknowledge({ id: "AwsSolutions-IAM5[Resource::*]", reason: "X-Ray's actions take no narrower resource" });
    }
    const statements = statementsOf(Stack.of(this), resources);
    for (const statement of may.flatMap((capability) => statements[capability])) role.addToPolicy(statement);
    if (may.some((capability) => capability.endsWith("Schedules"))) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${resources.scheduleGroup}/send-*]`,
        reason: "One schedule per send, named send-{id}: the only wildcard is the id, within our own group",
      });
    }
    const values = valuesOf(resources, config);
    const reserved = reservedOf(id, config.stage);
    const names = environmentNames(id);
    this.fn = new LambdaFunction(this, "Function", {
      description: id,
      code: Code.fromAsset(codeDir),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      role,
      ...(config.reserveConcurrency && reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup: this.logGroup,
      // Lambda's own lines of a call that went well say what its metrics say (AWS, "Configuring advanced logging controls for Lambda functions").
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // A version stays when the next one comes: `npm run rollback` goes back to it.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      environment: Object.fromEntries(names.map((variable) => [variable, values[variable] ?? ""])),
      ...networkOf(this, config),
    });
    this.called = config.rollout !== "direct" && CANARIES.has(id) ? aliasOf(this, this.fn, config) : this.fn;
  }
}
