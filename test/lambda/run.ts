// `npm run lambda [-- --stage prod]`: the templates that cdk synthesised are what runs, and pass the demo and the contract. Run `npm run synth` first.
// `-- --pages` ends after the demo and the console's pages; `-- --merged` runs only the template that `npm run sam` writes.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { createUser } from "#shared/accounts/auth/create-api-key.ts";
import { logIn } from "#shared/accounts/auth/log-in.ts";
import { log } from "#shared/platform/log.ts";
import { apiKeys, rateLimits, users, wallets } from "#shared/accounts/wiring/stores.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { openDataFolder } from "#infra/local/data-folder.ts";
import { openDemoAccount } from "#infra/local/demo-account.ts";
import { connectApi, play } from "#infra/local/demo/play.ts";
import { runMain, StartFailure } from "#infra/local/terminal.ts";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { consoleFaults } from "#test/support/console-answers.ts";
import { runsMergedTemplate } from "./merged-template.ts";
import { chooseRuntime } from "./runtime.ts";
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
    KEYRING_SECRET_ID: secret.keyringId,
  });

const otherAccount = async (): Promise<string> => {
  const account = { email: "other@example.com", password: "other-password" };
  const { id } = await createUser({ users, clock, ids }, { ...account, name: "Other" });
  await wallets.topUp(id, 1_000, "test");
  return (await logIn({ users, apiKeys, rateLimits, clock, ids, log }, { ...account, sourceIp: "local" })).token;
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

const isUsed = ({ service, guard }: Cloud, id: string, action: string): boolean =>
  guard.used(service.functions.find((fn) => fn.id === id)?.logicalId ?? "", action);

/** A send far ahead gets a one-off schedule, and loses it when it is cancelled: the demo's wait on the queue. */
const schedulesFarAhead = async (cloud: Cloud, key: string): Promise<void> => {
  const api = connectApi(cloud.url, key);
  const [mailbox] = await api.get("/v1/mailboxes");
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await api.post("/v1/send", {
    mailbox_id: mailbox.id,
    to: "later@sandbox.test",
    subject: "Later",
    body_text: "Later",
    scheduled_at,
  });
  for (let tries = 0; tries < 100 && !isUsed(cloud, "jobs/deliver", "scheduler:CreateSchedule"); tries += 1) await sleep(100);
  await api.post(`/v1/send/${id}/cancel`, {});
  if (!isUsed(cloud, "jobs/deliver", "iam:PassRole") || !isUsed(cloud, "sending/cancel", "scheduler:DeleteSchedule"))
    throw new StartFailure("lambda: a send far ahead got no schedule, or kept it");
};

/** A reply is pulled in the background: start-sync by its schedule, probe and then sync-mailbox by their queues, two minutes after the last poll. */
const pullsInTheBackground = async (cloud: Cloud, key: string): Promise<void> => {
  const api = connectApi(cloud.url, key);
  const [mailbox] = await api.get("/v1/mailboxes");
  const send = await api.post("/v1/send", {
    mailbox_id: mailbox.id,
    to: "reply.later@sandbox.test",
    subject: "In your own time",
    body_text: "Well?",
  });
  for (let tries = 0; tries < 180; tries += 1) {
    await sleep(1_000);
    await cloud.fire("jobs/start-sync");
    const { messages } = await api.get(`/v1/inbox/messages?email_job_id=${send.id}`);
    if (messages.length > 0) return;
  }
  throw new StartFailure("lambda: no background pull brought the reply");
};

/** A test world: its email leaves and is answered by its queue alone, and three days pass in one call. */
const turnsTheClock = async ({ url }: Cloud, key: string): Promise<void> => {
  const { token } = await connectApi(url, key).post("/v1/api-keys", { name: "world", scopes: ["send", "read", "admin"], mode: "test" });
  const api = connectApi(url, token);
  const { id: mailbox_id } = await api.post("/v1/mailboxes", { type: "sandbox", email: "sales@shop.test" }, 201);
  const first = { mailbox_id, to: "reply-after-1d.jane@example.com", subject: "An offer", body_text: "Well?" };
  const reminder = { follows: 0, body_text: "Did you see this?", scheduled_after: "P2D", cancel_on: ["reply"] };
  const { results } = await api.post("/v1/send/batch", { emails: [first, reminder] });
  const statusOf = async (index: number): Promise<string> => (await api.get(`/v1/send/${results[index].id}`)).status;
  for (let tries = 0; tries < 100 && (await statusOf(0)) !== "sent"; tries += 1) await sleep(100);
  const before = [await statusOf(0), await statusOf(1)].join();
  const { settled } = await api.post("/v1/sandbox/clock", { advance: "P3D" });
  const after = await statusOf(1);
  if (before !== "sent,scheduled" || !settled || after !== "cancelled")
    throw new StartFailure(`lambda: the clock of a test world: ${before}, settled ${settled}, ${after}`);
};

/** The console's page, files, session and frames, by the functions that are deployed. */
const servesTheConsole = async ({ url }: Cloud, key: string): Promise<void> => {
  const { messages } = await connectApi(url, key).get("/v1/inbox/messages?limit=1");
  const faults = await consoleFaults({ url, key, message: messages[0].id });
  if (faults.length > 0) throw new StartFailure(`lambda: the console: ${faults.join("; ")}`);
};

/** What the policies grant to functions themselves and nobody used: a grant too many, or a path that no check here takes. */
const unusedGrants = ({ service, guard }: Cloud): readonly string[] =>
  service.functions.flatMap(({ id, logicalId, roleArn }) => {
    const actions = service.statementsOf(roleArn).flatMap(({ Action }) => [Action].flat());
    const own = actions.filter((action) => !/^(logs:|sqs:(?!SendMessage))/.test(action));
    return own.filter((action) => !guard.used(logicalId, action)).map((action) => `${id} ${action}`);
  });

const passesTheContract = async (cloud: Cloud, key: string, otherKey: string): Promise<void> => {
  const { host, ports, password } = cloud.sandbox;
  const mail = { host, smtps: ports.smtps, imaps: ports.imaps, password };
  // A test of every operation starts sixty functions, each in a process of its own.
  const vitest = spawn("vitest", ["run", "test/http/every-operation/contract.test.ts", "--testTimeout", "300000"], {
    stdio: "inherit",
    env: { ...process.env, CONTRACT_TARGET: JSON.stringify({ url: cloud.url, key, otherKey, mail }) },
  });
  const [code] = (await once(vitest, "exit")) as [number | null];
  if (code !== 0) throw new StartFailure("lambda: the contract does not hold");
};

const main = async () => {
  const options = {
    stage: { type: "string", default: "dev" },
    pages: { type: "boolean", default: false },
    merged: { type: "boolean", default: false },
  } as const;
  const { stage, pages, merged } = parseArgs({ options }).values;
  if (!existsSync(join(cdkOut, `email-${stage}-api.template.json`)))
    throw new StartFailure(`cdk.out has no templates of ${stage}: run npm run synth -- -c stage=${stage} first`);
  const runtime = chooseRuntime();
  const began = Date.now();
  await runsMergedTemplate({ cdkOut, stage, runtimeFile: runtime.file });
  console.log(
    `lambda: the merged template of ${stage} connects a mailbox, sends and reads the answer (${Math.round((Date.now() - began) / 1000)} s, ${runtime.name})`,
  );
  if (merged) process.exit(0);
  const folder = await openDataFolder(mkdtempSync(join(tmpdir(), "lambda-")));
  const cloud = await startCloud(folder, { cdkOut, stage, limits: UNLIMITED, runtimeFile: runtime.file });
  try {
    asOperator(cloud);
    const account = await openDemoAccount(folder);
    await provesTheGuard(cloud);
    await play({ ...cloud, account });
    await servesTheConsole(cloud, account.api_key);
    if (!pages) {
      await schedulesFarAhead(cloud, account.api_key);
      await pullsInTheBackground(cloud, account.api_key);
      await turnsTheClock(cloud, account.api_key);
      await passesTheContract(cloud, account.api_key, await otherAccount());
    }
    if (cloud.guard.denied.length > 0) throw new StartFailure(`lambda: refused by policy:\n${cloud.guard.denied.join("\n")}`);
  } finally {
    await (await connect()).close();
    await cloud.stop();
    rmSync(folder.path, { recursive: true, force: true });
  }
  const unused = pages ? [] : unusedGrants(cloud);
  if (unused.length > 0) console.log(`\ngranted and not used: ${unused.join(", ")}`);
  const { functions, routes, queues, schedules } = cloud.service;
  console.log(
    `\nlambda: ok: ${stage} (${Math.round((Date.now() - began) / 1000)} s, ${runtime.name}): ${functions.length} functions, ${routes.length} routes, ${Object.keys(queues).length} queues, ${schedules.length} schedules; ${cloud.coldStarts()} cold starts; nothing refused by policy`,
  );
  process.exit(0);
};

runMain(main);
