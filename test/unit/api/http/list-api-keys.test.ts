import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { expect, it } from "vitest";
import { listApiKeys } from "#functions/auth/list-api-keys.ts";
import { listApiKeys as operation } from "#shared/accounts/contract/auth.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import { generateApiKey, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { clock } from "#shared/platform/system.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

it("lists a login's key by its day and no more once it has expired, and named keys however old", async () => {
  const apiKeys = memoryApiKeys();
  const token = generateApiKey();
  const key = { userId: "user", last4: "" };
  await apiKeys.insert({ ...key, id: "asking", hash: hashApiKey(token), createdAt: daysAgo(1) }, 10);
  await apiKeys.insert({ ...key, id: "used", hash: "a", createdAt: daysAgo(200), lastUsedAt: daysAgo(89) }, 10);
  await apiKeys.insert({ ...key, id: "expired", hash: "b", createdAt: daysAgo(91) }, 10);
  await apiKeys.insert({ ...key, id: "named", hash: "c", createdAt: daysAgo(400), name: "CRM" }, 10);
  const limits = { rateLimits: memoryRateLimits(), accountBucket: () => ({ burst: 50, perSecond: 10 }) };
  const deps = {
    apiKeys,
    ...limits,
    idempotency: memoryIdempotency(),
    clock,
    log: recordingLog(),
    isInMaintenance: async () => false,
    isOutage: () => false,
  };
  const event = {
    rawPath: "/v1/api-keys",
    rawQueryString: "",
    headers: { "x-api-key": token },
    requestContext: { requestId: "r", http: { method: "GET", path: "/v1/api-keys", sourceIp: "127.0.0.1" } },
  } as unknown as Event;

  const { body } = await endpoint(deps, operation, listApiKeys({ apiKeys, clock }))(event, {} as Context & { userId: string });

  const listed = JSON.parse(body ?? "") as { id: string; name: string }[];
  const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);
  expect(listed.map(({ id, name }) => [id, name])).toEqual([
    ["asking", `login, ${dayOf(1)}`],
    ["used", `login, ${dayOf(200)}`],
    ["named", "CRM"],
  ]);
});
