import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { APIGatewayProxyEventV2, SQSEvent } from "aws-lambda";
import { afterAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Laptop, readLaptop, sampleEvent, samTemplate } from "#infra/sam.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import { queueMessages } from "#shared/service/queue-messages.ts";
import { operations } from "#shared/service/operations.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";

const folder = mkdtempSync(join(tmpdir(), "sam-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUEUES = "http://127.0.0.1:7001";
const laptop: Laptop = {
  environment: {
    AWS_ENDPOINT_URL_SQS: QUEUES,
    SECRET_ID: "email-service",
    SEND_QUEUE_URL: `${QUEUES}/0/send`,
    PUBLIC_URL: "http://127.0.0.1:3000",
    EGRESS_ALLOW: "127.0.0.0/8:*",
    CONSOLE_DIR: "/home/me/console",
  },
  ca: "",
  key: "sk_live_1",
};
const fn = (Variables: object, name = "code") => ({
  Type: "AWS::Lambda::Function",
  Properties: {
    Description: name,
    Handler: "index.handler",
    Runtime: "nodejs24.x",
    MemorySize: 256,
    Timeout: 10,
    Layers: [],
    Role: "r",
    Environment: { Variables },
  },
  Metadata: { "aws:asset:path": `asset.${name}` },
});
const integration = (IntegrationUri: object) => ({ Type: "AWS::ApiGatewayV2::Integration", Properties: { IntegrationUri } });
const route = (RouteKey: string, to: string) => ({
  Type: "AWS::ApiGatewayV2::Route",
  Properties: { RouteKey, Target: { "Fn::Join": ["", ["integrations/", { Ref: to }]] } },
});
/** A cdk.out with a template of each of these resources, and the code that they name. */
const synthesised = (stage: string, ...templates: readonly Record<string, object>[]): string => {
  const cdkOut = mkdtempSync(join(folder, "out-"));
  mkdirSync(join(cdkOut, "asset.code"));
  for (const [n, Resources] of templates.entries())
    writeFileSync(join(cdkOut, `email-${stage}-${n}.template.json`), JSON.stringify({ Resources }));
  return cdkOut;
};

it("makes one template of all stacks, by SAM's rules: each variable has a text, each function its code and routes, none a layer", () => {
  const cdkOut = synthesised(
    "dev",
    { Api: { Type: "AWS::ApiGatewayV2::Api", Properties: {} } },
    {
      One: fn({
        SECRET_ID: { Ref: "Secret" },
        SEND_QUEUE_URL: { Ref: "Q" },
        EGRESS_ALLOW: "",
        CONSOLE_DIR: "/var/task/console",
        LOG_LEVEL: "info",
      }),
    },
    { Two: fn({}), Live: { Type: "AWS::Lambda::Alias", Properties: { FunctionName: { Ref: "Two" } } } },
    { I: integration({ "Fn::GetAtt": ["One", "Arn"] }), R: route("POST /v1/send", "I"), S: route("GET /v1/send/{id}", "I") },
    { J: integration({ Ref: "Live" }), T: route("$default", "J") },
  );
  writeFileSync(join(cdkOut, "email-prod-0.template.json"), JSON.stringify({ Resources: { Other: fn({}) } }));

  const { Transform, Resources } = samTemplate(cdkOut, "dev", "host.docker.internal", laptop);

  expect(Transform).toBe("AWS::Serverless-2016-10-31");
  expect(Object.keys(Resources)).toEqual(["One", "Two"]);
  for (const { Type, Properties } of Object.values(Resources)) {
    const { CodeUri, Environment, Events: _events, ...rest } = Properties;
    expect(Type).toBe("AWS::Serverless::Function");
    expect(existsSync(join(cdkOut, CodeUri))).toBe(true);
    expect(Object.keys(rest)).toEqual(["Description", "Handler", "Runtime", "MemorySize", "Timeout", "Architectures"]);
    expect(Object.values(Environment.Variables).map((value) => typeof value)).not.toContain("object");
  }
  const { NODE_OPTIONS: _preload, ...variables } = Resources["One"]!.Properties.Environment.Variables;
  expect(variables).toEqual({
    AWS_ENDPOINT_URL_SQS: "http://host.docker.internal:7001",
    SECRET_ID: "email-service",
    SEND_QUEUE_URL: "http://host.docker.internal:7001/0/send",
    EGRESS_ALLOW: "127.0.0.0/8:*",
    CONSOLE_DIR: "/var/task/console",
    LOG_LEVEL: "info",
  });
  expect(Resources["One"]!.Properties["Events"]).toEqual({
    Route0: { Type: "HttpApi", Properties: { Path: "/v1/send", Method: "POST" } },
    Route1: { Type: "HttpApi", Properties: { Path: "/v1/send/{id}", Method: "GET" } },
  });
  expect(Resources["Two"]!.Properties["Events"]).toEqual({ Route0: { Type: "HttpApi", Properties: {} } });
});

it.each([
  [
    "the stage is not synthesised",
    () => mkdtempSync(join(folder, "empty-")),
    "prod",
    /has no functions of prod: npm run synth -- -c stage=prod/,
  ],
  ["there is no cdk.out", () => join(folder, "none"), "prod", /npm run synth -- -c stage=prod/],
  ["its templates are empty", () => synthesised("prod", {}), "prod", /npm run synth -- -c stage=prod/],
  ["the code is gone", () => synthesised("dev", { One: fn({}, "gone") }), "dev", /lacks the code of gone: npm run synth -- -c stage=dev/],
  [
    "a setting is AWS's alone",
    () => synthesised("dev", { One: fn({ BUCKET: { Ref: "B" } }) }),
    "dev",
    /code needs BUCKET, which the local system/,
  ],
  ["a route leads nowhere", () => synthesised("dev", { One: fn({}), R: route("GET /x", "I") }), "dev", /GET \/x leads to no function/],
])("says what to do where %s", (_, cdkOut, stage, message) => {
  expect(() => samTemplate(cdkOut(), stage, "h", laptop)).toThrow(message);
});

it("says which command starts the system that no container can find", async () => {
  await expect(readLaptop(join(folder, "nothing"))).rejects.toThrow("npm start -- --listen 172.17.0.1");
});

it("takes a function's connections to its own loopback to the laptop, and leaves the Runtime API and others alone", async () => {
  const here = createServer((socket) => socket.end("laptop"));
  const there = createServer((socket) => socket.end("container"));
  const port = await new Promise<number>((done) => here.listen(0, "127.0.0.2", () => done((here.address() as AddressInfo).port)));
  await new Promise<void>((done) => there.listen(port, "127.0.0.1", done));
  const { Resources } = samTemplate(synthesised("dev", { One: fn({}) }), "dev", "127.0.0.2", laptop);
  const script = `import net from "node:net"; import { text } from "node:stream/consumers";
    const ask = (options) => text(net.connect(options));
    console.log(await ask({ host: "127.0.0.1", port: ${port} }), await ask({ host: "localhost", port: ${port} }), await text(net.connect(${port}, "127.0.0.1")), await fetch("http://127.0.0.1:${port}").catch((e) => e.cause.message.includes("Parse") || e.cause.code));`;
  const run = (more: object) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      env: { ...Resources["One"]!.Properties.Environment.Variables, ...more },
    });

  expect((await run({})).stdout).toMatch(/^laptop laptop laptop /);
  expect((await run({ AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}` })).stdout).toMatch(/^container laptop container /);
  expect((await run({ NODE_OPTIONS: "" })).stdout).toMatch(/^container /);
  for (const server of [here, there]) server.close();
});

it("prefers the body and the key that are given", () => {
  expect(sampleEvent("sending/send", "sk_live_1", { to: "a@b.test" })).toMatchObject({
    headers: { "x-api-key": "sk_live_1" },
    body: '{"to":"a@b.test"}',
  });
});

it.each(queueJobs)("has a sample message that $id takes", ({ id, source }) => {
  const { Records } = sampleEvent(id) as SQSEvent;

  expect(z.safeParse(queueMessages[source.queue], JSON.parse(Records[0]?.body ?? "")).success).toBe(true);
});

it.each(operations.filter(({ id }) => !/oauth-url|get-file|attachment|discover/.test(id)))(
  "has a sample request that $id takes",
  (operation) => {
    expect(() => parseRequest(operation, sampleEvent(operation.id) as APIGatewayProxyEventV2)).not.toThrow();
  },
);

it("calls a scheduled job with an empty event, and knows no other functions", () => {
  expect(sampleEvent("jobs/sweep")).toEqual({});
  expect(() => sampleEvent("jobs/none")).toThrow("jobs/none");
});
