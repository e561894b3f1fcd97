import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { afterAll } from "vitest";
import { configOf, type StageConfig } from "#infra/config.ts";
import { buildService } from "#infra/service.ts";
import { needsOf } from "#test/support/needs.ts";

const root = mkdtempSync(join(tmpdir(), "infra-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the CDK's command line reads for every synthesis. */
const { context: cdkContext } = JSON.parse(readFileSync("cdk.json", "utf8")) as { context: Readonly<Record<string, unknown>> };

/** The stacks of a stage with functions that do nothing, in a folder that ends with the test file; `changes` replace settings of the stage. */
export const anApp = (changes: Partial<StageConfig> = {}, stage = "dev") => {
  const folder = mkdtempSync(join(root, "app-"));
  const code = join(folder, "code");
  mkdirSync(code);
  writeFileSync(join(code, "index.js"), "exports.handler = () => {}");
  const outdir = join(folder, "cdk.out");
  const context = { ...cdkContext, stage, "aws:cdk:enable-asset-metadata": true, "aws:cdk:enable-path-metadata": true };
  const app = new App({ outdir, context });
  return { app, outdir, stacks: buildService(app, { ...configOf(app), ...changes }, { codeDirOf: () => code, needsOf }) };
};
