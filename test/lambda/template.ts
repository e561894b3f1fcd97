// Reads a stage's synthesised templates in cdk.out as CloudFormation would, for the local account: which functions, routes, queues and schedules there are.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_ACCOUNT, localAws } from "#infra/local/aws-endpoint.ts";
import type { Statement } from "./iam.ts";

/** A function as its template describes it. */
export interface LambdaFunction {
  readonly logicalId: string;
  /** Our own id, the path of its file under functions/: the template's description. */
  readonly id: string;
  readonly codeDir: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly roleArn: string;
}

/** What one stage's templates say. */
export interface Service {
  readonly functions: readonly LambdaFunction[];
  readonly routes: readonly { readonly routeKey: string; readonly functionId: string; readonly permitted: boolean }[];
  readonly queues: Readonly<Record<string, { readonly visibilitySeconds: number; readonly arn: string }>>;
  readonly eventSources: readonly {
    readonly queueArn: string;
    readonly functionId: string;
    readonly batchSize: number;
    readonly maximumConcurrency: number;
  }[];
  readonly schedules: readonly {
    readonly expression: string;
    readonly functionId: string;
    readonly roleArn: string;
    readonly functionArn: string;
  }[];
  /** What each role may do, by its ARN. */
  readonly statementsOf: (roleArn: string) => readonly Statement[];
}

/** Where the emulators are: what `Ref` of a queue and of a secret give. */
export interface Physical {
  readonly queueUrl: (name: string) => string;
  readonly secretArn: (logicalId: string) => string;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly Metadata?: Readonly<Record<string, string>>;
}
interface Template {
  readonly stackName: string;
  readonly Resources?: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${service === "iam" ? "" : localAws.region}:${LOCAL_ACCOUNT}:${rest}`;
const pseudo: Readonly<Record<string, string>> = {
  "AWS::Region": localAws.region,
  "AWS::AccountId": LOCAL_ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
};

/** A DLQ is named after its queue, as startQueues names it. */
const queueNames = (templates: readonly Template[]): Map<string, string> => {
  const names = new Map<string, string>();
  for (const [logicalId, { Type, Properties }] of templates.flatMap(({ Resources = {} }) => Object.entries(Resources))) {
    if (Type !== "AWS::SQS::Queue" || !Properties["RedrivePolicy"]) continue;
    const { deadLetterTargetArn } = Properties["RedrivePolicy"] as { deadLetterTargetArn: { "Fn::GetAtt": [string, string] } };
    names.set(logicalId, logicalId).set(deadLetterTargetArn["Fn::GetAtt"][0], `${logicalId}-dead`);
  }
  return names;
};

/** The templates of one stage: cdk.out keeps those of every stage that was synthesised into it. */
const readTemplates = (cdkOut: string, stage: string): readonly Template[] =>
  readdirSync(cdkOut)
    .filter((name) => name.startsWith(`email-${stage}-`) && name.endsWith(".template.json"))
    .map((name) => ({
      ...(JSON.parse(readFileSync(join(cdkOut, name), "utf8")) as Template),
      stackName: name.replace(".template.json", ""),
    }));

/** Resolves what the templates' intrinsic functions stand for; throws for one it does not know. */
const resolver = (templates: readonly Template[], physical: Physical) => {
  const names = queueNames(templates);
  const queueArn = (logicalId: string) => arn("sqs", names.get(logicalId) ?? logicalId);
  const outputs = new Map(
    templates.flatMap(({ stackName, Outputs = {} }) =>
      Object.entries(Outputs).map(([name, { Value }]) => [`${stackName}.${name}`, Value] as const),
    ),
  );
  const resources = new Map(templates.flatMap(({ Resources = {} }) => Object.entries(Resources)));
  const ref = (logicalId: string): string => {
    const known = pseudo[logicalId];
    if (known !== undefined) return known;
    const type = resources.get(logicalId)?.Type;
    if (type === "AWS::SQS::Queue") return physical.queueUrl(names.get(logicalId) ?? logicalId);
    if (type === "AWS::Lambda::Alias") return `${getAtt([functionOf(logicalId) ?? logicalId, "Arn"])}:live`;
    return type === "AWS::SecretsManager::Secret" ? physical.secretArn(logicalId) : logicalId;
  };
  /** The logical id of the function that an alias is of. */
  const functionOf = (alias: string) => (resources.get(alias)?.Properties["FunctionName"] as { Ref: string } | undefined)?.Ref;
  const getAtt = ([logicalId = "", attribute = ""]: readonly string[]): string => {
    const type = resources.get(logicalId)?.Type;
    if (attribute === "QueueName") return names.get(logicalId) ?? logicalId;
    if (type === "AWS::SQS::Queue") return queueArn(logicalId);
    if (type === "AWS::IAM::Role") return arn("iam", `role/${logicalId}`);
    if (type === "AWS::Lambda::Function") return arn("lambda", `function:${logicalId}`);
    return arn("other", `${logicalId}.${attribute}`);
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const [name = "", argument] = Object.entries(value)[0] ?? [];
    if (name === "Ref") return ref(argument as string);
    if (name === "Fn::GetAtt") return getAtt(argument as string[]);
    if (name === "Fn::GetStackOutput") {
      const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
      return resolve(outputs.get(`${StackName}.${OutputName}`));
    }
    if (name === "Fn::Join") return (resolve((argument as [string, unknown[]])[1]) as string[]).join((argument as [string])[0]);
    if (name === "Fn::Split") return (resolve((argument as [string, unknown])[1]) as string).split((argument as [string])[0]);
    if (name === "Fn::Select") return (resolve((argument as [number, unknown])[1]) as unknown[])[(argument as [number])[0]];
    if (name === "Fn::Sub") return (argument as string).replaceAll(/\$\{([\w:]+)\}/g, (_, key: string) => ref(key));
    if (name.startsWith("Fn::")) throw new Error(`the lane does not know ${name}`);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  return { resolve, resources, queueArn };
};

/** Reads every template of a stage in `cdkOut`. */
export const readService = (cdkOut: string, stage: string, physical: Physical): Service => {
  const templates = readTemplates(cdkOut, stage);
  const { resolve, resources, queueArn } = resolver(templates, physical);
  const all = (type: string) =>
    [...resources].flatMap(([logicalId, { Type, Properties, Metadata = {} }]) =>
      // The L1 properties are as CloudFormation documents them; each reader below names the ones it takes.
      // oxlint-disable-next-line typescript/no-explicit-any -- a template is read as loosely as it is written
      Type === type ? [{ logicalId, metadata: Metadata, properties: resolve(Properties) as Record<string, any> }] : [],
    );
  const functions = all("AWS::Lambda::Function").map(
    ({ logicalId, metadata, properties: { Description, Handler, Timeout, MemorySize, Environment, Role } }): LambdaFunction => ({
      logicalId,
      id: Description,
      codeDir: join(cdkOut, metadata["aws:asset:path"] ?? ""),
      handler: Handler,
      timeoutSeconds: Timeout,
      memoryMb: MemorySize,
      environment: Environment?.Variables ?? {},
      roleArn: Role,
    }),
  );
  /** The function that a name, an ARN or its alias leads to. */
  const idOf = (reference: string): string => functions.find(({ logicalId }) => reference.split(":").includes(logicalId))?.id ?? reference;
  const integrations = new Map(
    all("AWS::ApiGatewayV2::Integration").map(({ logicalId, properties }) => [logicalId, properties["IntegrationUri"] as string]),
  );
  const callable = new Set(
    all("AWS::Lambda::Permission").flatMap(({ properties: { Principal, FunctionName } }) =>
      Principal === "apigateway.amazonaws.com" ? [FunctionName as string] : [],
    ),
  );
  const policies = all("AWS::IAM::Policy").map(({ properties: { Roles, PolicyDocument } }) => ({
    roles: Roles as string[],
    statements: PolicyDocument.Statement as Statement[],
  }));
  return {
    functions,
    routes: all("AWS::ApiGatewayV2::Route").map(({ properties: { RouteKey, Target } }) => {
      const functionArn = integrations.get((Target as string).replace("integrations/", "")) ?? "";
      return { routeKey: RouteKey, functionId: idOf(functionArn), permitted: callable.has(functionArn) };
    }),
    queues: Object.fromEntries(
      all("AWS::SQS::Queue").flatMap(({ logicalId, properties: { RedrivePolicy, VisibilityTimeout } }) =>
        RedrivePolicy ? [[logicalId, { visibilitySeconds: VisibilityTimeout as number, arn: queueArn(logicalId) }]] : [],
      ),
    ),
    eventSources: all("AWS::Lambda::EventSourceMapping").map(
      ({ properties: { EventSourceArn, FunctionName, BatchSize, ScalingConfig } }) => ({
        queueArn: EventSourceArn,
        functionId: idOf(FunctionName),
        batchSize: BatchSize,
        maximumConcurrency: ScalingConfig.MaximumConcurrency,
      }),
    ),
    schedules: all("AWS::Scheduler::Schedule").map(({ properties: { ScheduleExpression, Target } }) => ({
      expression: ScheduleExpression,
      functionId: idOf(Target.Arn),
      functionArn: Target.Arn,
      roleArn: Target.RoleArn,
    })),
    statementsOf: (roleArn) =>
      policies.filter(({ roles }) => roles.some((role) => roleArn.endsWith(`/${role}`))).flatMap(({ statements }) => statements),
  };
};
