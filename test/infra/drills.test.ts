// Drills of infra/runbooks/README.md that the local system can do: what users notice, what rings, and that the runbook's way out works.
import { readdirSync, readFileSync } from "node:fs";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { alarms } from "#infra/functions.ts";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { type Answer, until } from "#test/support/client.ts";
import { runSystem, type RunningSystem } from "#test/support/running-system.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";
import { access, isOn, linesOf, type Period } from "./ringing.ts";

const aServer = smtpServers();
let system: RunningSystem;
let mailbox: string;
beforeAll(async () => {
  system = await runSystem();
  mailbox = await system.connect("drills@sandbox.test");
});
afterAll(() => system?.stop());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const STALE_MS = 6 * 60_000;
let passed = 0;
/** Lets what functions remember of secrets and keys grow old; from drill to drill it only grows older. */
const timePasses = (ms: number) => {
  passed += ms;
  vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin + performance.now() + passed });
};

/** The alarms that ring after a quarter of an hour in which this alone was written and answered; those of silence and of AWS's own metrics have a sample in alarms.test.ts. */
const ringing = (lines: readonly string[], answers: readonly Answer[] = []): string[] => {
  const refused = answers.filter(({ status }) => status >= 500).map(({ status }) => access(status).access);
  const period: Period = { lines: { all: lines.filter((line) => line.startsWith("{")), access: refused.flatMap(([line = ""]) => [line]) } };
  return alarms.map(({ alarm }) => alarm).flatMap(({ name, rings }) => ("above" in rings && isOn(name, [period]) ? [name] : []));
};
const eventsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith("{") ? [(JSON.parse(line) as { event: string }).event] : []));

const send = (subject: string, from = mailbox) =>
  system.call("POST", "/v1/send", { mailbox_id: from, to: `${subject}@sandbox.test`, subject, body_text: "Hello" });
const statusOf = async ({ body }: Answer): Promise<string> => (await system.call("GET", `/v1/send/${body.id}/status`)).body.status;
const isSent = (accepted: Answer) => until(async () => ((await statusOf(accepted)) === "sent" ? true : undefined));
const account = () => system.call("GET", "/v1/account");

it("poison message: JobErrors and MessageDropped ring, the messages are dropped, and other mail goes out", async () => {
  const sqs = new SQSClient({ ...localAws, endpoint: process.env["AWS_ENDPOINT_URL_SQS"]! });
  const lines = await linesOf(async () => {
    for (const MessageBody of ["{", "null", '{"job":"evil"}'])
      await sqs.send(new SendMessageCommand({ QueueUrl: process.env["SEND_QUEUE_URL"]!, MessageBody }));
    await isSent(await send("poison"));
  });
  sqs.destroy();

  expect(eventsOf(lines).filter((event) => event.startsWith("queue message dropped"))).toHaveLength(3);
  expect(ringing(lines)).toEqual(["JobErrors", "MessageDropped"]);
});

it("SQS down: WakeUpsLost rings, every email is accepted, and leaves once a wake-up of its mailbox comes through", async () => {
  const accepted: Answer[] = [];
  const lines = await linesOf(async () => {
    vi.spyOn(SQSClient.prototype, "send").mockRejectedValue(new Error("connect ECONNREFUSED"));
    for (const n of [1, 2, 3]) accepted.push(await send(`sqs-down-${n}`));
    for (const answer of accepted) expect(await statusOf(answer)).toBe("queued");
    vi.restoreAllMocks();
  });

  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(ringing(lines)).toEqual(["WakeUpsLost"]);
  await send("sqs-up");
  for (const answer of accepted) await isSent(answer);
});

/** The secrets are changed, or cannot be read, for as long as `work` lasts; then they are as before. */
const secretBecomes = async (text: string, work: () => Promise<void>): Promise<void> => {
  const client = new SecretsManagerClient({ ...localAws, endpoint: process.env["AWS_ENDPOINT_URL_SECRETS_MANAGER"]! });
  const SecretId = process.env["SECRET_ID"]!;
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: text === "" ? "" : text.replace("BEFORE", SecretString ?? "") }));
  await work();
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: SecretString! }));
  client.destroy();
};

it.each([
  ["that is no JSON", "oops"],
  [
    "whose URI lacks the database's name",
    '{"mongodbUri":"mongodb+srv://u:p@cluster.example.net","oauth":{},"links":{"current":"","keys":{}}}',
  ],
  ["whose URI leads nowhere", '{"mongodbUri":"mongodb://127.0.0.1:9/email","oauth":{},"links":{"current":"","keys":{}}}'],
])("secret rotated wrongly, to one %s: SecretRefused rings, and what runs goes on with the old one", async (_, text) => {
  let answer: Answer | undefined;
  const lines = await linesOf(() =>
    secretBecomes(text, async () => {
      timePasses(STALE_MS);
      answer = await account();
    }),
  );

  expect(answer?.status).toBe(200);
  expect(ringing(lines)).toEqual(["SecretRefused"]);
  expect(lines.join("\n")).not.toContain("u:p@");
  const after = await linesOf(async () => {
    timePasses(STALE_MS);
    expect((await account()).status).toBe(200);
  });
  expect(ringing(after), "with the version before").toEqual([]);
});

it("KMS denied: SecretRefused rings, and what runs goes on with what it knows", async () => {
  const denied = Object.assign(new Error("Access to KMS is not allowed"), { name: "AccessDeniedException", $fault: "client" });
  vi.spyOn(SecretsManagerClient.prototype, "send").mockRejectedValue(denied);
  const lines = await linesOf(async () => {
    timePasses(STALE_MS);
    expect((await account()).status).toBe(200);
    vi.useRealTimers();
    await isSent(await send("denied"));
  });

  expect(ringing(lines)).toEqual(["SecretRefused"]);
});

it("leaked key: revoked it is refused within 30 seconds, by the account or by the operator who locks it; nothing rings", async () => {
  const { body: key } = await system.call("POST", "/v1/api-keys", { name: "leaked", scopes: ["read"] });
  const withKey = (token: string) => fetch(`${system.url}/v1/account`, { headers: { "x-api-key": token } });
  expect((await withKey(key.token)).status).toBe(200);

  const lines = await linesOf(async () => {
    await system.call("DELETE", `/v1/api-keys/${key.id}`);
    timePasses(31_000);
    expect((await withKey(key.token)).status).toBe(401);
    const { commands } = await import("#infra/admin/commands.ts");
    const { email } = (await system.callAsOther("GET", "/v1/account")).body;
    await commands["user lock"]!.run({ words: [email], options: {}, concerns: () => {} });
    timePasses(31_000);
    expect((await system.callAsOther("GET", "/v1/account")).status).toBe(401);
  });

  expect(ringing(lines)).toEqual([]);
});

it("provider blocks our addresses: the email waits and says why, nothing rings, and it leaves when its next attempt is moved to now", async () => {
  const server = await aServer();
  const withoutImap = { imap_host: undefined, imap_port: undefined, imap_password: undefined };
  const blocked = await system.connect("blocked@sandbox.test", { smtp_port: server.port, ...withoutImap });
  server.script = { banner: { reply: "554 5.7.1 Client host [203.0.113.7] blocked", end: "drop" } };
  let accepted: Answer | undefined;
  const lines = await linesOf(async () => {
    accepted = await send("blocked", blocked);
    const found = await until(async () => {
      const { body } = await system.call("GET", `/v1/send/${accepted?.body.id}/status`);
      return body.last_error === "" ? undefined : body;
    });
    expect(found).toMatchObject({ status: "queued", waiting_for: "retry", last_error: expect.stringContaining("[203.0.113.7] blocked") });
  });

  expect(ringing(lines)).toEqual([]);
  server.script = {};
  await system.call("PATCH", `/v1/send/${accepted?.body.id}`, { scheduled_at: new Date(Date.now() + 1_000).toISOString() });
  await isSent(accepted!);
});

it("maintenance: says which alarms it rings, SweepStopped and SyncStopped ring, and they end with it", async () => {
  const [{ commands }, { handler: sweep }, { handler: startSync }] = await Promise.all([
    import("#infra/admin/commands.ts"),
    import("#functions/jobs/sweep.ts"),
    import("#functions/jobs/start-sync.ts"),
  ]);
  const rounds = async () => {
    timePasses(6_000);
    const lines = await linesOf(async () => void (await Promise.all([sweep({}), startSync({})])));
    return ["SweepStopped", "SyncStopped"].filter((name) => isOn(name, [{ lines: { all: lines.filter((line) => line.startsWith("{")) } }]));
  };
  const switched = (name: string) => commands[`maintenance ${name}`]!.run({ words: [], options: {}, concerns: () => {} });

  vi.stubEnv("LOG_LEVEL", "info");
  expect(await switched("on")).toMatch(/SyncStopped and SweepStopped ring until it is off/);
  expect(await rounds()).toEqual(["SweepStopped", "SyncStopped"]);
  expect(await switched("off")).toMatch(/^maintenance is off/);
  expect(await rounds()).toEqual([]);
  vi.unstubAllEnvs();
});

/** The process of the embedded database, a child of this one. */
const databasePid = (): number => {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isChild = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(process.pid);
        return isChild && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("mongo");
      } catch {
        return false;
      }
    });
  expect(children).toHaveLength(1);
  return Number(children[0]);
};

it("database hangs: the API answers 503 and when to come back, Api5xx rings, and it goes on by itself", async () => {
  const pid = databasePid();
  let answers: Answer[] = [];
  const lines = await linesOf(async () => {
    process.kill(pid, "SIGSTOP");
    try {
      answers = await Promise.all(Array.from({ length: 6 }, () => account()));
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  expect(answers).toHaveLength(6);
  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(answers.map(() => [503, "5"]));
  expect(ringing(lines, answers)).toContain("Api5xx");
  expect((await account()).status).toBe(200);
});
