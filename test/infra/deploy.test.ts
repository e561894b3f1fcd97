import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, it, vi } from "vitest";
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
    env: { ...process.env, ...environment },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit") as Promise<[number]>]);
  return { code, printed: out + err };
};

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
  expect(Number(/--concurrency (\d+)/.exec(scripts.deploy)?.[1])).toBeLessThanOrEqual(3);
});

it("deploys every stack by one command that asks nothing, and the database's indexes before what reads them", async () => {
  const stub = await startStubAws();
  try {
    const { code, printed } = await run(scripts.deploy, synthesise(), stub.environment);

    expect({ code, unknown: stub.unknown }, printed).toEqual({ code: 0, unknown: [] });
    const parts = stub.made.map((name) => name.replace("email-prod-", ""));
    expect(parts.toSorted()).toEqual(["api", "api-account", "api-mail", "jobs", "messaging", "monitoring", "secrets"]);
    expect(Math.max(parts.indexOf("secrets"), parts.indexOf("messaging"), parts.indexOf("api"))).toBeLessThan(parts.indexOf("jobs"));
    expect(parts.indexOf("jobs")).toBeLessThan(Math.min(parts.indexOf("api-account"), parts.indexOf("api-mail")));
  } finally {
    stub.stop();
  }
});
