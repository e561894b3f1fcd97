import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, expect, it } from "vitest";
import { configOf } from "#infra/config.ts";
import { type FunctionId, functionIds } from "#infra/functions.ts";
import type { Need } from "#shared/platform/env.ts";
import { buildService } from "#infra/service.ts";
import { needing, needsOf } from "#test/support/needs.ts";

const folder = mkdtempSync(join(tmpdir(), "keyring-"));
afterAll(() => rmSync(folder, { recursive: true }));

const holders = needing("keyring");
/**
 * What these read anybody may read, published settings, providers' keys and client metadata documents: they log in nowhere. A sign-in redeems its code
 * with this service's own client, which the main secret has.
 */
const readsInPublic: readonly FunctionId[] = [
  "mailboxes/discover",
  "hooks/gmail",
  "console/get-consent",
  "console/give-consent",
  "console/get-sign-in-providers",
  "console/begin-sign-in",
  "console/finish-sign-in",
];
const opensMailOrPostsWebhooks = (id: FunctionId) => !readsInPublic.includes(id) && needing("mail", "web").includes(id);

const app = new App({ outdir: join(folder, "cdk.out"), context: { stage: "dev" } });
mkdirSync(join(folder, "code"));
writeFileSync(join(folder, "code", "index.js"), "exports.handler = () => {}");
const { routes, jobs } = buildService(app, configOf(app), { codeDirOf: () => join(folder, "code"), needsOf });
const templates = [...routes, jobs].map((stack) => Template.fromStack(stack));

/** The variables that come with each need. */
const variables: Readonly<Record<Need, readonly string[]>> = {
  secret: ["SECRET_ID"],
  keyring: ["KEYRING_SECRET_ID"],
  database: ["MONGODB_POOL", "BODIES_KEPT_DAYS", "BODIES_IN_DATABASE_DAYS"],
  readBodies: ["BODIES_BUCKET"],
  writeBodies: ["BODIES_BUCKET"],
  sendQueue: ["SEND_QUEUE_URL"],
  probeQueue: ["PROBE_QUEUE_URL"],
  syncQueue: ["SYNC_QUEUE_URL"],
  webhooksQueue: ["WEBHOOKS_QUEUE_URL"],
  slowWebhooksQueue: ["SLOWWEBHOOKS_QUEUE_URL"],
  sandboxQueue: ["SANDBOX_QUEUE_URL"],
  workers: ["WORKERS"],
  outsideCalls: ["OUTSIDE_CALLS"],
  consents: ["GOOGLE_ACCESS"],
  push: ["PUSH", "GMAIL_TOPIC", "PUBLIC_URL"],
  pollMinutes: ["POLL_MINUTES"],
  createSchedules: ["SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN", "SEND_QUEUE_URL", "SCHEDULE_DLQ_ARN"],
  deleteSchedules: ["SCHEDULE_GROUP"],
  mail: ["EGRESS_ALLOW", "EHLO_NAME", "DNS_SERVERS"],
  web: ["WEB_ALLOW", "DNS_SERVERS"],
  links: ["PUBLIC_URL"],
  dns: ["DNS_SERVERS"],
  discovery: ["MAIL_PROVIDERS", "EGRESS_ALLOW"],
  docsFiles: ["DOCS_DIR"],
  consoleFiles: ["CONSOLE_DIR"],
};

const environments = new Map(
  templates.flatMap((template) =>
    Object.values(template.findResources("AWS::Lambda::Function")).map(({ Properties: { Description, Environment } }) => [
      Description as FunctionId,
      Object.keys(Environment.Variables),
    ]),
  ),
);
const policies = templates.flatMap((template) => Object.values(template.findResources("AWS::IAM::Policy")));

it("gives each function just the environment of its needs", () => {
  const wanted = functionIds.map((id) => [id, new Set(["METRICS_NAMESPACE", ...needsOf(id).flatMap((need) => variables[need])])]);

  expect(Object.fromEntries([...environments].map(([id, names]) => [id, new Set(names)]))).toEqual(Object.fromEntries(wanted));
});

it.each([
  ["sqs:SendMessage", ["sendQueue", "probeQueue", "syncQueue", "webhooksQueue", "slowWebhooksQueue", "sandboxQueue"]],
  ["scheduler:CreateSchedule", ["createSchedules"]],
  ["scheduler:DeleteSchedule", ["deleteSchedules"]],
  ["secretsmanager:GetSecretValue", ["secret", "keyring"]],
] as const)("grants %s to exactly the functions that need it", (action, needs) => {
  const holders = policies.filter((policy) => JSON.stringify(policy).includes(`"${action}"`));

  expect(holders).toHaveLength(needing(...needs).length);
});

it("lets only the functions that may read the keyring, in the policies of all stacks", () => {
  expect(policies.filter((policy) => JSON.stringify(policy).includes("Keyring"))).toHaveLength(holders.length);
});

it("gives the keyring's name to functions that seal or unseal, and to no other", () => {
  expect(holders.filter((id) => !opensMailOrPostsWebhooks(id))).toEqual([
    "oauth-clients/create",
    "webhooks/create",
    "webhooks/rotate-secret",
  ]);
  expect(functionIds.filter((id) => opensMailOrPostsWebhooks(id) && !holders.includes(id))).toEqual([]);
  const named = [...environments].flatMap(([id, names]) => (names.includes("KEYRING_SECRET_ID") ? [id] : []));
  expect(named.toSorted()).toEqual(holders.toSorted());
});
