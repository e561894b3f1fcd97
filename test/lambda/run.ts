// `npm run lambda`: the templates that cdk synthesised are what runs, and pass the demo and the contract. Run `npm run synth` first.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { createUser } from "#shared/domain/auth/create-user.ts";
import { logIn } from "#shared/domain/auth/log-in.ts";
import { apiKeys, connect, rateLimits, users, wallets } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { openDataFolder } from "#infra/local/data-folder.ts";
import { openDemoAccount } from "#infra/local/demo-account.ts";
import { play } from "#infra/local/demo/play.ts";
import { runMain, StartFailure } from "#infra/local/fail.ts";
import { localAws } from "#infra/local/local-aws.ts";
import { startCloud } from "./start-cloud.ts";

const cdkOut = join(process.cwd(), "cdk.out");
const UNLIMITED = { RATE_BURST: "1000000", RATE_PER_SECOND: "1000000" };

type Cloud = Awaited<ReturnType<typeof startCloud>>;

/** Lets this process reach the same database as the functions, as the operator's commands do. */
const asOperator = ({ secret }: Cloud) =>
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secret.endpoint,
    SECRET_ID: secret.id,
  });

const otherAccount = async (): Promise<string> => {
  const account = { email: "other@example.com", password: "other-password" };
  const { id } = await createUser({ users, clock, ids }, { ...account, name: "Other" });
  await wallets.topUp(id, 1_000, "test");
  return (await logIn({ users, apiKeys, rateLimits, clock, ids }, { ...account, sourceIp: "local" })).token;
};

/** The guard refuses what no policy allows, or its silence would prove nothing. */
const provesTheGuard = async ({ service, guard }: Cloud): Promise<void> => {
  const login = service.functions.find(({ id }) => id === "auth/login");
  const QueueUrl = service.functions.find(({ id }) => id === "sending/send")?.environment["SEND_QUEUE_URL"];
  const credentials = { accessKeyId: login?.logicalId ?? "", secretAccessKey: "local" };
  const client = new SQSClient({ region: localAws.region, endpoint: guard.url, credentials });
  const refused = await client.send(new SendMessageCommand({ QueueUrl, MessageBody: "{}" })).then(
    () => false,
    (error: Error) => error.name === "AccessDeniedException",
  );
  client.destroy();
  if (!refused) throw new StartFailure("lambda: auth/login could send to the queue, which its policy does not allow");
  guard.denied.length = 0;
};

const passesTheContract = async (cloud: Cloud, key: string, otherKey: string): Promise<void> => {
  const { host, ports, password } = cloud.sandbox;
  const mail = { host, smtps: ports.smtps, imaps: ports.imaps, password };
  const vitest = spawn("vitest", ["run", "test/contract/contract.test.ts"], {
    stdio: "inherit",
    env: { ...process.env, CONTRACT_TARGET: JSON.stringify({ url: cloud.url, key, otherKey, mail }) },
  });
  const [code] = (await once(vitest, "exit")) as [number | null];
  if (code !== 0) throw new StartFailure("lambda: the contract does not hold");
};

const main = async () => {
  if (!existsSync(join(cdkOut, "manifest.json"))) throw new StartFailure("there is no cdk.out: run npm run synth first");
  const began = Date.now();
  const folder = openDataFolder(mkdtempSync(join(tmpdir(), "lambda-")), false);
  const cloud = await startCloud(cdkOut, folder, UNLIMITED);
  try {
    asOperator(cloud);
    const account = await openDemoAccount(folder);
    await provesTheGuard(cloud);
    await play({ ...cloud, account });
    await passesTheContract(cloud, account.api_key, await otherAccount());
    if (cloud.guard.denied.length > 0) throw new StartFailure(`lambda: refused by policy:\n${cloud.guard.denied.join("\n")}`);
  } finally {
    await (await connect()).close();
    await cloud.stop();
    rmSync(folder.path, { recursive: true, force: true });
  }
  const { functions, routes, queues, schedules } = cloud.service;
  console.log(
    `\nlambda: ok (${Math.round((Date.now() - began) / 1000)} s): ${functions.length} functions, ${routes.length} routes, ${Object.keys(queues).length} queues, ${schedules.length} schedules; ${cloud.coldStarts()} cold starts; nothing refused by policy`,
  );
  process.exit(0);
};

runMain(main);
