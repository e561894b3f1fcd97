import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, expect, it, vi } from "vitest";
import { anApp } from "./an-app.ts";
import { startStubAws } from "./stub-aws.ts";

vi.setConfig({ testTimeout: 300_000 });

/** The folder with the synthesised stacks of prod. */
const synthesise = (): string => {
  const { app, outdir } = anApp({}, "prod");
  app.synth();
  return outdir;
};

/** Runs a command line of the CDK's with nobody at the keyboard; `outdir` stands in for the synthesis. */
const run = async (command: string, outdir: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn(`${command} --app ${outdir}`, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment, PATH: `${tools}:${process.env["PATH"]}` },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit") as Promise<[number]>]);
  return { code, printed: out + err };
};

/** A folder with AWS's command line as `npm run deploy` asks it before a stage is there. */
const tools = mkdtempSync(join(tmpdir(), "aws-"));
afterAll(() => rmSync(tools, { recursive: true, force: true }));
const answers = `case "$2" in get-caller-identity) echo '{"Account":"123456789012","Arn":"arn:x"}' ;; *) echo "does not exist" >&2; exit 255 ;; esac`;
writeFileSync(join(tools, "aws"), `#!/bin/sh\n${answers}\n`, { mode: 0o755 });

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { deploy: string } };
/** Step 7 of infra/deployment.md, as it stands there. */
const [secretsAlone = ""] = /^npx aws-cdk deploy .*$/m.exec(readFileSync("infra/deployment.md", "utf8")) ?? [];

it("makes the secrets alone by the guide's command, before anything else is there", async () => {
  const stub = await startStubAws();
  try {
    const { code, printed } = await run(secretsAlone, synthesise(), stub.environment);

    expect({ code, unknown: stub.unknown, made: stub.made }, printed).toEqual({ code: 0, unknown: [], made: ["email-prod-secrets"] });
  } finally {
    stub.stop();
  }
});

// API Gateway takes ten requests of management a second, and a stack makes dozens of routes (AWS, "Amazon API Gateway quotas").
it("deploys three stacks at once at most", () => {
  expect(Number(/"--concurrency", "(\d+)"/.exec(readFileSync("infra/deploy.ts", "utf8"))?.[1])).toBeLessThanOrEqual(3);
});

// Two at once would be refused (AWS, "CreateRoute": ConflictException).
it.each(["dev", "prod"])("lets each stack that changes the HTTP API wait for the others that do: %s", (stage) => {
  const { stacks } = anApp({}, stage);
  const writers = Object.values(stacks)
    .flat()
    .filter((stack) => JSON.stringify(Template.fromStack(stack).toJSON()).includes("AWS::ApiGatewayV2::"));
  const waitsFor = (stack: Stack): Stack[] => stack.dependencies.flatMap((one) => [one, ...waitsFor(one)]);

  expect(writers.length).toBe(5);
  for (const one of writers)
    for (const other of writers.filter((stack) => stack !== one))
      expect(waitsFor(one).includes(other) || waitsFor(other).includes(one), `${one.stackName}, ${other.stackName}`).toBe(true);
});

it("deploys every stack by one command that asks nothing, and the database's indexes before what reads them", async () => {
  const stub = await startStubAws();
  try {
    const { code, printed } = await run(scripts.deploy, synthesise(), stub.environment);

    expect({ code, unknown: stub.unknown }, printed).toEqual({ code: 0, unknown: [] });
    const parts = stub.made.map((name) => name.replace("email-prod-", ""));
    expect(parts.toSorted()).toEqual([
      "api",
      "api-account",
      "api-agents",
      "api-mail",
      "api-team",
      "bodies",
      "jobs",
      "messaging",
      "monitoring",
      "secrets",
    ]);
    expect(Math.max(parts.indexOf("secrets"), parts.indexOf("bodies"), parts.indexOf("messaging"), parts.indexOf("api"))).toBeLessThan(
      parts.indexOf("jobs"),
    );
    expect(parts.indexOf("jobs")).toBeLessThan(Math.min(parts.indexOf("api-account"), parts.indexOf("api-mail")));
    expect(printed).toMatch(/^deploy: stage dev in account 123456789012, region eu-central-1/);
  } finally {
    stub.stop();
  }
});
