import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, SQSEvent } from "aws-lambda";
import { afterAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { sampleEvent, samEnvironment, samTemplate } from "#infra/sam.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import { queueMessages } from "#shared/service/queue-messages.ts";
import { operations } from "#shared/service/operations.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";

const folder = mkdtempSync(join(tmpdir(), "sam-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("gives each function its variables, from the environment or else as the template has them", () => {
  const fn = (Variables: object) => ({ Type: "AWS::Lambda::Function", Properties: { Environment: { Variables } } });
  const Resources = {
    One: fn({ SECRET_ID: { Ref: "Secret" }, EGRESS_ALLOW: "" }),
    Two: { Type: "AWS::Lambda::Function", Properties: {} },
    Role: { Type: "AWS::IAM::Role", Properties: {} },
  };
  writeFileSync(join(folder, "email-dev-x.template.json"), JSON.stringify({ Resources }));

  expect(samEnvironment(folder, "dev", { SECRET_ID: "arn" })).toEqual({ One: { SECRET_ID: "arn", EGRESS_ALLOW: "" }, Two: {} });
  expect(samEnvironment(folder, "dev", {})).toMatchObject({ One: { SECRET_ID: "set SECRET_ID" } });
});

it("makes one template of all stacks, with what one exports where another imports it", () => {
  const route = (ApiId: object) => ({ Type: "AWS::ApiGatewayV2::Route", Properties: { ApiId } });
  const Outputs = { Out: { Value: { Ref: "Api" } }, Url: { Value: "u" } };
  const templates = [
    { Resources: { Api: { Type: "AWS::ApiGatewayV2::Api", Properties: {} } }, Outputs },
    { Resources: { R: route({ "Fn::GetStackOutput": { StackName: "email-dev-0", OutputName: "Out" } }) } },
  ];
  const cdkOut = mkdtempSync(join(folder, "split-"));
  writeFileSync(join(cdkOut, "email-prod-0.template.json"), JSON.stringify({ Resources: { Other: { Type: "AWS::SQS::Queue" } } }));
  for (const [i, template] of templates.entries()) writeFileSync(join(cdkOut, `email-dev-${i}.template.json`), JSON.stringify(template));

  expect(samTemplate(cdkOut, "dev")).toEqual({
    Resources: { Api: { Type: "AWS::ApiGatewayV2::Api", Properties: {} }, R: route({ Ref: "Api" }) },
  });
});

it("names the command where the stage is not synthesised", () => {
  for (const cdkOut of [mkdtempSync(join(folder, "empty-")), join(folder, "none")])
    expect(() => samTemplate(cdkOut, "prod")).toThrow(`${cdkOut} has no templates of prod: npm run synth -- -c stage=prod`);
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
