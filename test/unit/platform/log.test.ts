import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { operation } from "#shared/api/operation.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import { log, logSink } from "#shared/platform/log.ts";
import { openEndpointDeps } from "#shared/accounts/wiring/open-endpoint.ts";
import { sqsBatch } from "#shared/platform/sqs-batch.ts";

process.env["LOG_LEVEL"] = "info";
const lines: Record<string, string>[] = [];
vi.spyOn(logSink, "write").mockImplementation((line) => void lines.push(JSON.parse(line) as Record<string, string>));
afterEach(() => {
  vi.unstubAllEnvs();
  lines.splice(0);
});

it("names AWS's request and ours in every line of a request, also of those that run side by side", async () => {
  const deep = async () => {
    await new Promise((done) => setTimeout(done, 5));
    log.warn("deep");
    return {};
  };
  const table = operation({
    id: "x",
    method: "GET",
    path: "/",
    boundKeys: "open",
    summary: "",
    description: "",
    auth: "none",
    errors: [],
    response: z.object({}),
  });
  const handler = endpoint(openEndpointDeps, table, deep);
  const ask = (id: string) => {
    const requestContext = { requestId: `ours-${id}`, http: { sourceIp: "::1" } };
    return handler(
      { rawPath: "/", rawQueryString: "", headers: {}, requestContext } as unknown as APIGatewayProxyEventV2,
      { awsRequestId: `aws-${id}`, getRemainingTimeInMillis: () => 1_000 } as Context & { userId: string },
    );
  };

  await Promise.all([ask("a"), ask("b")]);

  expect(lines.map(({ event, awsRequestId, requestId }) => `${event} ${awsRequestId} ${requestId}`).toSorted()).toEqual([
    "answered aws-a ours-a",
    "answered aws-b ours-b",
    "deep aws-a ours-a",
    "deep aws-b ours-b",
  ]);
});

it("names AWS's request in every line of a job", async () => {
  const handler = sqsBatch(log, z.object({}), () => Promise.reject(new Error("planted")));

  await handler({ Records: [{ messageId: "m1", body: "{}" }] } as never, { awsRequestId: "aws-1" });
  log.info("outside");

  expect(lines).toMatchObject([{ event: "queue message failed", awsRequestId: "aws-1" }, { event: "outside" }]);
  expect(lines[1]).not.toHaveProperty("awsRequestId");
});

it("writes the level and the timestamp that Lambda's JSON format looks for", () => {
  for (const level of ["info", "warn", "error"] as const) log[level]("planted");

  expect(lines.map(({ level }) => level)).toEqual(["info", "warn", "error"]);
  for (const { timestamp } of lines) expect(timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
});

describe("a line's metrics", () => {
  it("are in CloudWatch's embedded format, with the values beside the line's own fields", () => {
    vi.stubEnv("METRICS_NAMESPACE", "planted");

    log.info("answered", { ms: 12, outside: false });

    const CloudWatchMetrics = [{ Namespace: "planted", Dimensions: [[]], Metrics: [{ Name: "RequestMilliseconds" }] }];
    expect(lines).toMatchObject([{ ms: 12, RequestMilliseconds: 12, _aws: { Timestamp: expect.any(Number), CloudWatchMetrics } }]);
  });

  it("are left out where the line is not counted, has no number, or nobody collects them", () => {
    vi.stubEnv("METRICS_NAMESPACE", "planted");
    log.info("answered", { ms: 12, outside: true });
    log.info("answered", { outside: false });
    log.info("planted");
    vi.stubEnv("METRICS_NAMESPACE", "");
    log.info("answered", { ms: 12, outside: false });

    for (const line of lines) expect(line).not.toHaveProperty("_aws");
  });
});
