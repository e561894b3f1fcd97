import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deploymentStep } from "#shared/runtime/custom-resource.ts";
import { listenOnLoopback } from "#infra/local/listen-on-loopback.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const answers: { method: string | undefined; type: string | undefined; body: unknown }[] = [];
const server = createServer((request, response) => {
  void json(request).then((body) => {
    answers.push({ method: request.method, type: request.headers["content-type"], body });
    response.end();
  });
});
let port: number;
beforeAll(async () => {
  port = await listenOnLoopback(server);
});
afterAll(() => void server.close());

const step = async (RequestType: "Create" | "Update" | "Delete", work: () => Promise<void>) => {
  const request = { RequestType, ResponseURL: `http://127.0.0.1:${port}/x`, StackId: "s", RequestId: "r", LogicalResourceId: "Migrate" };
  await deploymentStep(recordingLog(), work)(request);
  return answers.splice(0);
};
const common = { PhysicalResourceId: "Migrate", StackId: "s", RequestId: "r", LogicalResourceId: "Migrate" };

it.each(["Create", "Update"] as const)("tells CloudFormation that the step is done: %s", async (type) => {
  let runs = 0;
  const told = await step(type, async () => void (runs += 1));

  expect(runs).toBe(1);
  expect(told).toEqual([{ method: "PUT", type: undefined, body: { ...common, Status: "SUCCESS", Reason: "" } }]);
});

it("stops the deployment when the step fails, and tells nothing of the cause", async () => {
  const [told] = await step("Update", () => Promise.reject(new Error("mongodb://u:hunter2@h")));

  expect(told?.body).toMatchObject({ ...common, Status: "FAILED" });
  expect(JSON.stringify(told)).not.toContain("hunter2");
});

it("does nothing when the stack goes", async () => {
  const [told] = await step("Delete", () => Promise.reject(new Error("planted")));

  expect(told?.body).toMatchObject({ Status: "SUCCESS" });
});
