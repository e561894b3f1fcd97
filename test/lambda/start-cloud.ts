// The synthesised service on loopback: its own bundles, routes, queues, schedules and policies over the emulators of infra/local.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyStructuredResultV2 as Result, SQSBatchResponse } from "aws-lambda";
import type { DataFolder } from "#infra/local/data-folder.ts";
import { type GatewayRoute, startGateway } from "#infra/local/gateway.ts";
import { LOCAL_ACCOUNT, localAws } from "#infra/local/aws-endpoint.ts";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { pollQueue, startQueues } from "#infra/local/queues/start-queues.ts";
import { oauthClientsOf, startSandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { startScheduler } from "#infra/local/schedules/start-scheduler.ts";
import { keyringName, startSecrets } from "#infra/local/secrets/start-secrets.ts";
import { openFunctions } from "./functions.ts";
import { startGuardedAws } from "./guarded-aws.ts";
import { allows } from "./iam.ts";
import { type LambdaFunction, readService, type Service } from "./template.ts";

const SECRET_NAME = "email-service";
const DEFAULT_ROUTE = "$default";
/** What Lambda does with a queue on the function's behalf (AWS, "Using Lambda with Amazon SQS", permissions). */
const POLLER_ACTIONS = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/** What in the templates would keep the service from being called: each line names one. */
const problemsOf = ({ routes, eventSources, schedules, functions, statementsOf }: Service): readonly string[] => [
  ...routes.filter(({ permitted }) => !permitted).map(({ routeKey }) => `API Gateway may not call the function of ${routeKey}`),
  ...routes
    .filter(({ routeKey, functionId }) => routeKey === DEFAULT_ROUTE && functionId !== "docs/unknown-path")
    .map(() => "the default route is not docs/unknown-path"),
  ...eventSources.flatMap(({ queueArn, functionId }) => {
    const role = functions.find(({ id }) => id === functionId)?.roleArn ?? "";
    return POLLER_ACTIONS.filter((action) => !allows(statementsOf(role), action, queueArn)).map(
      (action) => `${functionId} lacks ${action}`,
    );
  }),
  ...schedules
    .filter(({ roleArn, functionArn }) => !allows(statementsOf(roleArn), "lambda:InvokeFunction", functionArn))
    .map(({ functionId }) => `its schedule may not call ${functionId}`),
];

/** The local servers are on loopback, which the stage's own lists do not let through; no variable is added. */
const onLoopback = ({ environment, ...fn }: LambdaFunction): LambdaFunction => {
  const lists = ["EGRESS_ALLOW", "WEB_ALLOW"].filter((name) => name in environment);
  return { ...fn, environment: { ...environment, ...Object.fromEntries(lists.map((name) => [name, "127.0.0.0/8:*,::1/128:*"])) } };
};

/** What to start: a stage's templates in `cdkOut`; `limits` are RATE_BURST and RATE_PER_SECOND, which a test raises. */
interface Stage {
  readonly cdkOut: string;
  readonly stage: string;
  readonly limits: Readonly<Record<string, string>>;
  readonly runtimeFile: string;
}

/** Starts what the templates describe, with its data in `folder`. */
export const startCloud = async (folder: DataFolder, { cdkOut, stage, limits, runtimeFile }: Stage) => {
  const sandbox = await startSandbox({ dir: folder.path });
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
  const caFile = join(folder.path, "sandbox-ca.pem");
  writeFileSync(caFile, sandbox.ca);
  const mongo = await startMongo({ mongodBinary: process.env["MONGOD_BINARY"], dataDir: join(folder.path, "mongo") });
  const secrets = await startSecrets({ name: SECRET_NAME, mongodbUri: mongo.uri, oauth: oauthClientsOf(sandbox), dir: folder.path });

  const secretArn = (logicalId: string) => (logicalId.startsWith("Keyring") ? secrets.keyringArn : secrets.arn);
  // The queues come before the addresses that the templates' references to them need, so they are read twice.
  const unaddressed = readService(cdkOut, stage, { queueUrl: (name) => name, secretArn });
  const {
    endpoint: sqsEndpoint,
    queues,
    ...queueServer
  } = await startQueues(
    Object.fromEntries(Object.entries(unaddressed.queues).map(([name, { visibilitySeconds }]) => [name, visibilitySeconds])),
  );
  const sqs = new SQSClient({ ...localAws, endpoint: sqsEndpoint });
  const roles = new Map(unaddressed.functions.map(({ logicalId, roleArn }) => [logicalId, roleArn]));
  const endpoints: Record<string, string> = { sqs: sqsEndpoint, secretsmanager: secrets.endpoint };
  const guard = await startGuardedAws({
    endpoints,
    statementsOf: (accessKeyId) => {
      const role = roles.get(accessKeyId);
      return role === undefined ? undefined : service.statementsOf(role);
    },
    statementsOfRole: (roleArn) => service.statementsOf(roleArn),
  });
  const service = readService(cdkOut, stage, { queueUrl: (name) => `${guard.url}/${LOCAL_ACCOUNT}/${name}`, secretArn });
  const problems = problemsOf(service);
  if (problems.length > 0) throw new Error(problems.join("\n"));

  const lambda = openFunctions({
    functions: service.functions.map(onLoopback),
    runtimeFile,
    folder: join(folder.path, "functions"),
    variables: {
      AWS_ENDPOINT_URL: guard.url,
      NODE_EXTRA_CA_CERTS: caFile,
      LOG_LEVEL: "warn",
      ...limits,
    },
  });
  const scheduler = await startScheduler({
    sqs,
    queuesEndpoint: sqsEndpoint,
    recurring: service.schedules.map(({ expression, functionId }) => ({ expression, run: () => lambda.invoke(functionId, {}) })),
  });
  endpoints["scheduler"] = scheduler.endpoint;
  const pollers = service.eventSources.map(({ queueArn, functionId, batchSize, maximumConcurrency }) => {
    const [, queue] = Object.entries(queues).find(([, { arn }]) => arn === queueArn) ?? [];
    if (!queue) throw new Error(`no queue ${queueArn} for ${functionId}`);
    const handler = async (event: unknown) => (await lambda.invoke(functionId, event)) as SQSBatchResponse;
    return pollQueue({ client: sqs, queue, handler, batchSize, maximumConcurrency });
  });
  const routes = service.routes
    .filter(({ routeKey }) => routeKey !== DEFAULT_ROUTE)
    .map(({ routeKey, functionId }) => {
      const [method = "", path = ""] = routeKey.split(" ");
      return { id: functionId, method: method as GatewayRoute["method"], path };
    });
  const gateway = await startGateway(0, async (id) => async (event) => (await lambda.invoke(id, event)) as Result, { table: routes });

  return {
    url: gateway.url,
    service,
    sandbox,
    mongo: mongo.kind,
    guard,
    secret: { endpoint: secrets.endpoint, id: SECRET_NAME, keyringId: keyringName(SECRET_NAME) },
    /** Calls a scheduled function at once, as its schedule would. */
    fire: (functionId: string) => lambda.invoke(functionId, {}),
    coldStarts: lambda.started,
    stop: async () => {
      await gateway.stop();
      await scheduler.stop();
      await Promise.all(pollers.map((poller) => poller.stop()));
      await lambda.stop();
      for (const part of [guard, secrets, queueServer, sandbox, mongo]) await part.stop();
    },
  };
};
