import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { expect, it } from "vitest";
import { getPage } from "#functions/docs/get-page.ts";
import { getDocs, guides } from "#shared/docs/contract.ts";
import { renderMarkdown } from "#shared/service/wiring/docs-files.ts";
import { endpoint, type EndpointDeps } from "#shared/api/http/endpoint.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const rig = () => {
  let now = 0;
  const deps: EndpointDeps = {
    apiKeys: memoryApiKeys(),
    rateLimits: memoryRateLimits(),
    idempotency: memoryIdempotency(),
    clock: { now: () => new Date(now) },
    log: recordingLog(),
    accountBucket: () => ({ burst: 3, perSecond: 1 }),
    isInMaintenance: async () => false,
    isOutage: () => false,
  };
  let made = 0;
  const read = async (path: string) => {
    if (path === guides[0]?.file) made += 1;
    return Buffer.from("# Planted");
  };
  const handler = endpoint(deps, getDocs, getPage({ docsSource: { read, render: renderMarkdown } }));
  const ask = async (sourceIp: string) => {
    const http = { method: "GET", sourceIp };
    const event = { headers: {}, rawPath: "/docs", rawQueryString: "", requestContext: { requestId: "r", http } };
    return (await handler(event as unknown as Event, {} as never)).statusCode;
  };
  return { ask, pass: (ms: number) => (now += ms), made: () => made };
};

it("answers an address that calls without a key 429 beyond its bucket, and others go on", async () => {
  const { ask, pass } = rig();

  expect([await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.1")]).toEqual([200, 200, 200, 429]);
  expect(await ask("192.0.2.2")).toBe(200);
  pass(1_000);
  expect([await ask("192.0.2.1"), await ask("192.0.2.1")]).toEqual([200, 429]);
});

it("makes a page once, however often it is asked for", async () => {
  const { ask, made } = rig();
  for (let i = 0; i < 4; i++) expect(await ask(`192.0.2.${i}`)).toBe(200);

  expect(made()).toBe(1);
});

it("forgets addresses rather than hold a flood of them in memory", async () => {
  const { ask } = rig();
  for (let i = 0; i < 3; i++) await ask("192.0.2.1");
  for (let i = 0; i < 10_000; i++) await ask(`10.0.${i >> 8}.${i & 255}`);

  expect(await ask("192.0.2.1")).toBe(200);
});
