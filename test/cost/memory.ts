import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleFunctions } from "#infra/bundle.ts";
import type { Memory } from "#infra/cost/prices.ts";
import { LOCAL_ACCOUNT, localAws } from "#infra/local/aws-endpoint.ts";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { startQueues } from "#infra/local/queues/start-queues.ts";
import { startSandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { keyringName, startSecrets } from "#infra/local/secrets/start-secrets.ts";
import { type FunctionId, sizeOf } from "#infra/functions.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { type Connect, connectMongo } from "#shared/platform/mongo/database.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { queueNames } from "#shared/service/queue-messages.ts";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { SENDS_PER_CLAIM } from "#shared/sending/deliver/claim.ts";
import { MAILBOXES_PER_PROBE } from "#shared/inbox/pull/polling.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import { ATTACHMENTS_BYTES } from "#shared/mail/attachment-rules.ts";
import { queueUrlName } from "#shared/platform/env.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { sendingRig } from "#test/support/sending-rig.ts";

/** The largest body (sending/contract/email-fields.ts), and the largest mail that a pull fetches whole. */
const BODY_BYTES = 1_000_000;
const PULLED_BYTES = 127 * 1024;
/** Three pages of the largest. */
const PULLED_MAILS = 480;
/** Lambda's runtime starts Node so; of the function's memory. */
const OLD_SPACE = 0.9;
const SEMI_SPACE = 0.025;
const SECRET_NAME = "memory";

/** The parts of a cloud that functions speak with. */
const startParts = async (dir: string) => {
  const sandbox = await startSandbox({});
  const mongo = await startMongo({ mongodBinary: "", dataDir: undefined });
  const uri = new URL(mongo.uri);
  uri.pathname = "/memory";
  const secrets = await startSecrets({ name: SECRET_NAME, mongodbUri: uri.toString(), oauth: {}, dir });
  const queues = await startQueues(Object.fromEntries(queueNames.map((name) => [name, 600])));
  const connect = connectMongo(async () => uri.toString());
  await createIndexes(await connect());
  const caFile = join(dir, "ca.pem");
  writeFileSync(caFile, sandbox.ca);
  const environment = {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    SECRET_ID: SECRET_NAME,
    KEYRING_SECRET_ID: keyringName(SECRET_NAME),
    ...Object.fromEntries(queueNames.map((name) => [queueUrlName(name), queues.queues[name]?.url ?? ""])),
    SCHEDULE_GROUP: "default",
    SCHEDULE_ROLE_ARN: `arn:aws:iam::${LOCAL_ACCOUNT}:role/none`,
    SCHEDULE_DLQ_ARN: "none",
    PUBLIC_URL: "https://api.example.com",
    EGRESS_ALLOW: "127.0.0.0/8:*,::1/128:*",
    WEB_ALLOW: "127.0.0.0/8:*,::1/128:*",
    MONGODB_POOL: "4",
    RATE_BURST: "1000",
    RATE_PER_SECOND: "1000",
    LOG_LEVEL: "warn",
    NODE_EXTRA_CA_CERTS: caFile,
  };
  const stop = async () => {
    await (await connect()).close();
    for (const part of [queues, secrets, mongo, sandbox]) await part.stop();
  };
  return { sandbox, connect, environment, stop, keyringFile: join(dir, "keyring.json") };
};

type Parts = Awaited<ReturnType<typeof startParts>>;

/** An environment of a function in its memory: tells the most that it held after each of the events. */
const peaks = async ({ environment }: Parts, codeDir: string, id: FunctionId, events: readonly object[]): Promise<readonly number[]> => {
  const { memoryMb } = sizeOf(id);
  const execArgv = [
    `--max-old-space-size=${Math.floor(memoryMb * OLD_SPACE)}`,
    `--max-semi-space-size=${Math.floor(memoryMb * SEMI_SPACE)}`,
  ];
  const file = fileURLToPath(new URL("one-environment.ts", import.meta.url));
  const child = fork(file, [codeDir], { execArgv, env: environment, serialization: "advanced" });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${id}: the environment ended`)));
  ended.catch(() => undefined);
  try {
    await Promise.race([once(child, "message"), ended]);
    const found: number[] = [];
    for (const event of events) {
      child.send(event);
      const [told] = (await Promise.race([once(child, "message"), ended])) as [{ answer?: unknown; error?: string; peakMb?: number }];
      const { statusCode, batchItemFailures = [] } = (told.answer ?? {}) as { statusCode?: number; batchItemFailures?: unknown[] };
      if (told.peakMb === undefined || batchItemFailures.length > 0 || (statusCode ?? 200) >= 300)
        throw new Error(`${id}: ${told.error ?? JSON.stringify(told.answer)}`);
      found.push(told.peakMb);
      if (process.env["SHOW"]) console.log(new Date().toISOString(), id, told.peakMb);
    }
    return found;
  } finally {
    child.kill();
  }
};

const queueEvent = (...bodies: readonly object[]) => ({
  Records: bodies.map((body, n) => ({ messageId: String(n), receiptHandle: "r", body: JSON.stringify(body), attributes: {} })),
});

const worldOf = ({ sandbox, connect, keyringFile }: Parts) => {
  const keyring = async () => JSON.parse(readFileSync(keyringFile, "utf8")) as { current: string; keys: Record<string, string> };
  const mailboxes = mongoSealedMailboxes(connect, keyring);
  const { smtps, imaps } = sandbox.ports;
  const facts = (n: number): Partial<Mailbox> => {
    const email = `memory${n}@sandbox.test`;
    return {
      email,
      smtp: { host: "127.0.0.1", port: smtps, secure: "tls", username: email },
      imap: { host: "127.0.0.1", port: imaps, username: email },
      inboxSyncEnabled: true,
      inboxSyncFrom: new Date(clock.now().getTime() - 86_400_000),
    };
  };
  const secret = { smtpPassword: sandbox.password, imapPassword: sandbox.password };
  let made = 0;
  return {
    mailbox: async (): Promise<Mailbox> => {
      const mailbox = aMailbox(facts((made += 1)));
      await mailboxes.insert(mailbox, secret);
      return mailbox;
    },
    rig: async () => {
      const rig = await sendingRig({ connect, smtp: { port: smtps }, mailbox: facts((made += 1)), ports: { mailboxes } });
      await mailboxes.insert(rig.mailbox, secret);
      return rig;
    },
  };
};

const line = "A line of some text, as mails hold many of them.\r\n";
const textOf = (bytes: number) => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);

const largestFile = { name: "a.bin", type: "application/octet-stream", content: Buffer.alloc(ATTACHMENTS_BYTES, 7) };
const largestEmail = { bodyText: textOf(BODY_BYTES), attachments: [largestFile] };

const apiEvent = (path: string, apiKey: string, body: object) => ({
  version: "2.0",
  rawPath: path,
  rawQueryString: "",
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  isBase64Encoded: false,
  body: JSON.stringify(body),
  requestContext: { requestId: "r", http: { method: "POST", path, sourceIp: "127.0.0.1" } },
});

const aKey = async (connect: Connect, userId: string): Promise<string> => {
  const token = `sk_live_${ids.random(32)}`;
  await mongoApiKeys(connect).insert({ id: ids.objectId(), userId, hash: hashApiKey(token), last4: "0000", createdAt: clock.now() }, 10);
  return token;
};

/** Runs the real bundles at the largest load that is allowed, each in a process of its own, and looks how much memory it took at most. */
export const measureMemory = async (): Promise<readonly Memory[]> => {
  const dir = mkdtempSync(join(tmpdir(), "memory-"));
  const parts = await startParts(dir);
  try {
    const { codeDirOf } = await bundleFunctions(join(dir, "bundles"), ["jobs/deliver", "jobs/probe", "jobs/sync-mailbox", "sending/send"]);
    const { sandbox, connect } = parts;
    const world = worldOf(parts);
    const measured = async (id: FunctionId, load: string, ...events: readonly object[]): Promise<Memory> => ({
      id,
      load,
      peakMb: Math.max(...(await peaks(parts, codeDirOf(id), id, events))),
    });
    const few = await world.rig();
    await few.accept({});
    const deliverOf = ({ mailbox }: typeof few) => queueEvent({ job: "deliver", mailboxId: mailbox.id, sendIds: [ids.objectId()] });
    const usual = await measured("jobs/deliver", "one small email", deliverOf(few));
    const manyOf = async (email: Partial<PlacedEmail>) => {
      const many = await world.rig();
      for (let n = 0; n < SENDS_PER_CLAIM; n += 1) await many.accept(email);
      return deliverOf(many);
    };
    const largest = await measured("jobs/deliver", `${SENDS_PER_CLAIM} emails of 4 MB, copies filed`, await manyOf(largestEmail));
    const withFiles = await measured(
      "jobs/deliver",
      `${SENDS_PER_CLAIM} short ones with 3 MB of files`,
      await manyOf({ attachments: [largestFile] }),
    );

    const boxes = await Promise.all(Array.from({ length: MAILBOXES_PER_PROBE }, () => world.mailbox()));
    const syncOf = ({ id }: Mailbox) => queueEvent({ mailboxId: id });
    const idle = await measured("jobs/sync-mailbox", "idle mailboxes", ...boxes.map(syncOf));
    const group = queueEvent({ mailboxIds: boxes.map(({ id }) => id) });
    const probe = await measured("jobs/probe", `${MAILBOXES_PER_PROBE} mailboxes, ten times`, ...Array.from({ length: 10 }, () => group));
    const raw = (n: number) => `From: jane@peer.test\r\nMessage-ID: <${n}@peer.test>\r\nSubject: Mail ${n}\r\n\r\n${textOf(PULLED_BYTES)}`;
    for (let n = 0; n < PULLED_MAILS; n += 1) sandbox.store.deliver(boxes[0]!.email, Buffer.from(raw(n)));
    const pages = await measured("jobs/sync-mailbox", `three pages of 20 MB`, syncOf(boxes[0]!));

    const key = await aKey(connect, few.mailbox.userId);
    const email = { mailbox_id: few.mailbox.id, to: "jane@example.net", subject: "Largest" };
    const attachment = { ...largestFile, content: largestFile.content.toString("base64") };
    const oneSend = apiEvent("/v1/send", key, { ...email, body_text: largestEmail.bodyText, attachments: [attachment] });
    const send = await measured("sending/send", "an email of 4 MB, three times", oneSend, oneSend, oneSend);
    return [usual, largest, withFiles, idle, probe, pages, send];
  } finally {
    await parts.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};
