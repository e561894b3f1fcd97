import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, expect, it } from "vitest";
import { configOf } from "#infra/config.ts";
import { environmentNames, type FunctionId, permissions } from "#infra/permissions.ts";
import { buildService } from "#infra/service.ts";

const folder = mkdtempSync(join(tmpdir(), "keyring-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ids = Object.keys(permissions) as FunctionId[];
const holders = ids.filter((id) => permissions[id].may.includes("keyring"));
const opensMailOrPostsWebhooks = (id: FunctionId) => permissions[id].may.includes("mail") || permissions[id].may.includes("web");

const policiesNamingIt = (stack: Stack) =>
  Object.values(Template.fromStack(stack).findResources("AWS::IAM::Policy")).filter((policy) => JSON.stringify(policy).includes("Keyring"));

it("lets only the functions that may read the keyring, in the policies of all stacks", () => {
  const app = new App({ outdir: join(folder, "cdk.out"), context: { stage: "dev" } });
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code", "index.js"), "exports.handler = () => {}");
  const { routes, jobs } = buildService(app, configOf(app), () => join(folder, "code"));

  expect([...routes, jobs].flatMap(policiesNamingIt)).toHaveLength(holders.length);
});

it("gives the keyring's name to functions that seal or unseal, and to no other", () => {
  expect(holders.filter((id) => !opensMailOrPostsWebhooks(id))).toEqual(["webhooks/create", "webhooks/rotate-secret"]);
  expect(ids.filter((id) => opensMailOrPostsWebhooks(id) && !holders.includes(id))).toEqual([]);
  expect(ids.filter((id) => environmentNames(id).includes("KEYRING_SECRET_ID"))).toEqual(holders);
});
