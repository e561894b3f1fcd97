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

/** Runs package.json's deploy script with nobody at the keyboard; `outdir` stands in for the synthesis. */
const deploy = async (outdir: string, environment: Readonly<Record<string, string>>) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { deploy: string } };
  const child = spawn(`${scripts.deploy} --app ${outdir}`, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit") as Promise<[number]>]);
  return { code, printed: out + err };
};

it("deploys every stack by one command that asks nothing, and the database's indexes before what reads them", async () => {
  const stub = await startStubAws();
  try {
    const { code, printed } = await deploy(synthesise(), stub.environment);

    expect({ code, unknown: stub.unknown }, printed).toEqual({ code: 0, unknown: [] });
    const parts = stub.made.map((name) => name.replace("email-prod-", ""));
    expect(parts.toSorted()).toEqual(["api", "api-account", "api-mail", "jobs", "messaging", "monitoring", "secrets"]);
    expect(Math.max(parts.indexOf("secrets"), parts.indexOf("messaging"), parts.indexOf("api"))).toBeLessThan(parts.indexOf("jobs"));
    expect(parts.indexOf("jobs")).toBeLessThan(Math.min(parts.indexOf("api-account"), parts.indexOf("api-mail")));
  } finally {
    stub.stop();
  }
});
