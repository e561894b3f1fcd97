import type { Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, it, vi } from "vitest";
import type { StageConfig } from "#infra/config.ts";
import { anApp } from "./an-app.ts";

vi.setConfig({ testTimeout: 300_000 });

const DOMAIN = {
  domain: { name: "mail.example.com", certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0123456789abcdef0" },
};

interface Exports {
  readonly [name: string]: { readonly Export?: { readonly Name: string } };
}

const templatesOf = (changes: Partial<StageConfig>): readonly object[] =>
  (Object.values(anApp(changes, "prod").stacks).flat() as Stack[]).map((stack) => Template.fromStack(stack).toJSON() as object);

const exportsOf = (templates: readonly object[]): readonly string[] =>
  templates.flatMap((template) =>
    Object.values((template as { Outputs?: Exports }).Outputs ?? {}).flatMap(({ Export }) => (Export ? [Export.Name] : [])),
  );

const importsOf = (templates: readonly object[]): readonly string[] =>
  [...JSON.stringify(templates).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = ""]) => name);

// CloudFormation refuses to remove an export while another stack imports it (AWS, "Get exported outputs from a deployed stack").
it.each<[string, Partial<StageConfig>, Partial<StageConfig>]>([
  ["a domain is set", {}, DOMAIN],
  ["a domain is taken away", DOMAIN, {}],
  ["the rollout breaks the glass", {}, { rollout: "all-at-once" }],
  ["what is told of alarms changes", {}, { alarmEmailParameter: "/other" }],
])("a deployed stage can be updated when %s: nothing that is imported disappears", (_, before, after) => {
  const imported = importsOf(templatesOf(before));
  const exported = new Set(exportsOf(templatesOf(after)));

  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((name) => !exported.has(name))).toEqual([]);
});
