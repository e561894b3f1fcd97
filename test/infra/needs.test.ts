import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { App, Stack } from "aws-cdk-lib";
import { expect, it } from "vitest";
import { configOf } from "#infra/config.ts";
import { grantsIn, type Resources } from "#infra/permissions.ts";
import { queueNames } from "#shared/service/queue-messages.ts";
import type { Need } from "#shared/platform/env.ts";

const app = new App();
const queue = { queue: { queueUrl: "url", queueArn: "arn" }, dlq: { queueArn: "arn" } };
const resources = {
  secret: { secretArn: "arn" },
  keyring: { secretArn: "arn" },
  queues: Object.fromEntries(queueNames.map((name) => [name, queue])),
  scheduleGroup: "group",
  scheduleRole: { roleArn: "arn" },
  publicUrl: "https://api.example.com",
} as unknown as Resources;
const grants = grantsIn(new Stack(app, "any"), { resources, config: configOf(app), pool: 1 });

const settingsIn = (file: string) => [...readFileSync(file, "utf8").matchAll(/\bsetting\("(\w+)"/g)].map(([, name]) => name);
/** What wires a room; the endpoints among it read what every function has. */
const ports = [...globSync("shared/*/wiring/*.ts"), ...globSync("shared/*/wiring.ts")].filter((file) => !file.endsWith("endpoint.ts"));

it.each(ports)("a port needs just what brings the variables that it reads: %s", async (file) => {
  const { needs = [] } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { needs?: readonly Need[] };

  const brought = needs.flatMap((need) => Object.keys(grants[need].environment));
  expect(new Set(settingsIn(file))).toEqual(new Set(brought));
});

it("what is no port reads only variables that every function has, or that have a default", () => {
  const elsewhere = globSync("{functions,shared}/**/*.ts").filter((file) => !ports.includes(file));

  expect(new Set(elsewhere.flatMap(settingsIn))).toEqual(new Set(["LOG_LEVEL", "METRICS_NAMESPACE", "RATE_BURST", "RATE_PER_SECOND"]));
});
