import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deploymentStep, type Doing } from "#shared/platform/custom-resource.ts";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
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

/** A call of 900 s, or one in which less is left. */
const step = async (RequestType: "Create" | "Update" | "Delete", work: (doing: Doing) => Promise<void>, leftMs = 900_000) => {
  const request = { RequestType, ResponseURL: `http://127.0.0.1:${port}/x`, StackId: "s", RequestId: "r", LogicalResourceId: "Migrate" };
  await deploymentStep(recordingLog(), work)(request, { awsRequestId: "a", getRemainingTimeInMillis: () => leftMs });
  return answers.splice(0);
};
const common = { PhysicalResourceId: "Migrate", StackId: "s", RequestId: "r", LogicalResourceId: "Migrate" };

it.each(["Create", "Update"] as const)("tells CloudFormation that the step is done: %s", async (type) => {
  let runs = 0;
  const told = await step(type, async () => void (runs += 1));

  expect(runs).toBe(1);
  expect(told).toEqual([{ method: "PUT", type: undefined, body: { ...common, Status: "SUCCESS", Reason: "" } }]);
});

it("stops the deployment when the step fails, and tells why", async () => {
  const [told] = await step("Update", () => Promise.reject(new RangeError("no such index")));

  expect(told?.body).toEqual({ ...common, Status: "FAILED", Reason: "RangeError: no such index" });
});

it.each([
  ["Invalid connection string mongodb://u:hunter2@h", "Error: Invalid connection string "],
  ["of mongodb+srv://u:hun/ter2@h/x and more", "Error: of "],
  ['E11000 index: email_1 dup key: { email: "hunter2@example.com" }', "Error: E11000 index: email_1"],
  ["x".repeat(5_000), `Error: ${"x".repeat(593)}`],
])("tells no secret, nobody's data and not too much of the cause: %s", async (message, Reason) => {
  const [told] = await step("Update", () => Promise.reject(new Error(message)));

  expect(told?.body).toMatchObject({ Status: "FAILED", Reason });
});

it("answers while it still can when the step takes longer than the call, and tells what it was doing", async () => {
  const endless = (doing: Doing) => {
    doing("opening the database");
    doing("making the indexes of messages");
    return new Promise<void>(() => {});
  };

  const [told] = await step("Update", endless, 30_010);

  expect(told?.body).toMatchObject({ Status: "FAILED", Reason: "not done within 0 minutes: making the indexes of messages" });
});

it("does nothing when the stack goes", async () => {
  const [told] = await step("Delete", () => Promise.reject(new Error("planted")));

  expect(told?.body).toMatchObject({ Status: "SUCCESS" });
});
