import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { afterAll, afterEach, expect, inject, it, vi } from "vitest";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { localAws } from "#infra/local/aws-endpoint.ts";
import { startSecrets } from "#infra/local/secrets/start-secrets.ts";
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { createIndexes, longTimeouts } from "#shared/service/indexes.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { startRealMongo } from "#test/support/real-mongod.ts";

/** What CloudFormation is told, by the deployed function itself. */
const told: { Status: string; Reason: string }[] = [];
const cloudFormation = createServer((request, response) => {
  void json(request).then((body) => {
    told.push(body as (typeof told)[number]);
    response.end();
  });
});
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(() => void cloudFormation.close());

const deploy = async (mongodbUri: string, leftMs: number, phase?: "after") => {
  if (!cloudFormation.listening) await listenOnLoopback(cloudFormation);
  const secrets = await startSecrets({ name: "main", mongodbUri, oauth: {} });
  stops.push(() => secrets.stop());
  const { region, credentials } = localAws;
  const settings = { AWS_REGION: region, AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey };
  for (const [name, value] of Object.entries({ ...settings, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint, SECRET_ID: "main" }))
    vi.stubEnv(name, value);
  vi.resetModules();
  const { logSink } = await import("#shared/platform/log.ts");
  logSink.write = () => undefined;
  const { handler } = await import("#functions/jobs/migrate.ts");
  const { port } = cloudFormation.address() as { port: number };
  const request = { ResponseURL: `http://127.0.0.1:${port}/`, StackId: "s", RequestId: "r", LogicalResourceId: "Step" };
  await handler(
    { RequestType: "Update", ...request, ResourceProperties: { ...(phase && { phase }) } },
    { awsRequestId: "a", getRemainingTimeInMillis: () => leftMs },
  );
  return told.splice(0);
};
const embedded = (name: string) => {
  const uri = new URL(inject("mongoUris")["embedded"] ?? "");
  uri.pathname = `/${name}`;
  return uri;
};

it("brings the indexes about", async () => {
  const uri = embedded("migrated").toString();

  expect(await deploy(uri, 900_000)).toMatchObject([{ Status: "SUCCESS" }]);

  const client = await new MongoClient(uri).connect();
  expect(await client.db().collection("sends").indexExists("userId_1_messageId_1")).toBe(true);
  await client.close();
});

it("drops an index that another replaces in the step after the last new version, and not before", async () => {
  const uri = embedded("replaced").toString();
  const client = await new MongoClient(uri).connect();
  stops.push(() => client.close());
  const sends = client.db().collection("sends");
  await sends.createIndex({ userId: 1, messageId: 1 });

  expect(await deploy(uri, 900_000)).toMatchObject([{ Status: "SUCCESS" }]);
  expect(await sends.indexExists("userId_1_messageId_1")).toBe(true);

  expect(await deploy(uri, 900_000, "after")).toMatchObject([{ Status: "SUCCESS" }]);
  const left = (await sends.indexes()).filter(({ key }) => JSON.stringify(key) === '{"userId":1,"messageId":1}');
  expect(left).toEqual([expect.objectContaining({ unique: true })]);
});

it("tells CloudFormation of a database that is not there, without its password", async () => {
  const [answer] = await deploy("mongodb://user:hunter2@127.0.0.1:9/email", 900_000);

  expect(answer).toMatchObject({ Status: "FAILED", Reason: expect.stringMatching(/^MongoServerSelectionError: .*127\.0\.0\.1:9/) });
  expect(JSON.stringify(answer)).not.toContain("hunter2");
});

it("tells CloudFormation of indexes that take longer than the call", async () => {
  const uri = embedded("slow");
  const slow = await startCuttingProxy({ host: uri.hostname, port: Number(uri.port) }, { delayMs: 10 });
  const client = await new MongoClient(uri.toString()).connect();
  stops.push(
    () => slow.stop(),
    () => client.close(),
  );
  uri.port = String(slow.port);

  uri.searchParams.set("directConnection", "true");
  const deployed = deploy(uri.toString(), 42_000);
  // As soon as the first index is there, the next takes for ever.
  await expect
    .poll(
      () =>
        client
          .db()
          .collection("users")
          .indexExists("email_1")
          .catch(() => false),
      { interval: 5, timeout: 12_000 },
    )
    .toBe(true);
  slow.network.delayMs = 60_000;
  const [answer] = await deployed;

  expect(answer).toMatchObject({ Status: "FAILED", Reason: expect.stringContaining("building the indexes of ") });
});

const mongod = process.env["MONGOD_BINARY"] ?? "";
it.runIf(mongod !== "")(
  "continues a build after its caller has gone, and the next call waits for it",
  async () => {
    const real = await startRealMongo(mongod, 1, ["--setParameter", "enableTestCommands=1"]);
    stops.push(() => real.stop());
    const hanging = (mode: string) => real.members[0]!.command({ configureFailPoint: "hangAfterStartingIndexBuild", mode });
    const connect = () => connectMongo(async () => real.uriOf("email"), longTimeouts)();
    const observer = await connect();
    await createIndexes(observer);
    await observer.raw.collection("sends").dropIndex("userId_1_messageId_1");
    await observer.raw.collection("sends").insertOne({ messageId: "one" });
    await hanging("alwaysOn");
    const first = await connect();
    const given = createIndexes(first).catch((error: Error) => error.name);
    await sleep(1_000);
    await first.close();
    expect(await given).toBe("MongoClientClosedError");

    const second = await connect();
    const waited = createIndexes(second).then(() => "done");
    expect(await Promise.race([waited, sleep(1_000)])).toBeUndefined();
    await hanging("off");

    expect(await waited).toBe("done");
    await expect(observer.raw.collection("sends").insertOne({ messageId: "one" })).rejects.toMatchObject({ code: 11_000 });
    for (const database of [observer, second]) await database.close();
  },
  120_000,
);
