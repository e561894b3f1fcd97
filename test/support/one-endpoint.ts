import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import * as z from "zod/mini";
import { generateApiKey, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { endpoint, type EndpointDeps } from "#shared/api/http/endpoint.ts";
import type { Operation } from "#shared/api/operation.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "./memory/auth.ts";

/** An id of the right form. */
export const ID = "655f1c2e9b1e8a0012345678";
const CREATED = new Date("2026-11-20T09:00:00Z");
/** What every operation says of itself; those with `bytes` answer as they are. */
export const facts = {
  id: "x/y",
  method: "GET",
  path: "/v1/x/{id}",
  boundKeys: "all",
  summary: "",
  description: "",
  errors: [] as const,
  response: z.unknown(),
} as const;
export const bytes = { ...facts, response: undefined };

interface Over {
  readonly key?: Partial<ApiKey>;
  readonly deps?: Partial<EndpointDeps>;
  readonly bucket?: { readonly burst: number; readonly perSecond: number };
  readonly failurePage?: (headers: object, status: number) => { status: number; headers: Record<string, string>; body: string } | undefined;
}
/** A request. */
export interface Ask {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly params?: Record<string, string>;
  readonly context?: Context;
  readonly key?: string;
}

/** A system with one key, and one operation that answers what `run` says. */
export const oneEndpoint = async (of: Operation, run: (request: never) => unknown = () => ({}), over: Over = {}) => {
  let now = Date.parse("2026-11-27T12:00:00Z");
  const apiKeys = memoryApiKeys();
  const token = generateApiKey();
  await apiKeys.insert({ id: "key", userId: "u", hash: hashApiKey(token), last4: "", createdAt: CREATED, ...over.key }, 10);
  const lines: { event: string; [field: string]: unknown }[] = [];
  const log = {
    info: (event: string, more: object = {}) => void lines.push({ event, ...more }),
    warn: () => undefined,
    error: (event: string) => void lines.push({ event }),
  };
  const deps: EndpointDeps = {
    apiKeys,
    rateLimits: memoryRateLimits(() => now),
    idempotency: memoryIdempotency(),
    clock: { now: () => new Date((now += 5)) },
    log,
    accountBucket: () => over.bucket ?? { burst: 50, perSecond: 10 },
    isInMaintenance: async () => false,
    isOutage: () => false,
    ...over.deps,
  };
  let runs = 0;
  const handler = endpoint(deps, of, (async (request: never) => ((runs += 1), run(request))) as never, over.failurePage as never);
  const ask = async ({ method = of.method, query = "", headers = {}, body, params = {}, context, key = token }: Ask = {}) => {
    const event = {
      headers: {
        ...(key === "" ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      rawPath: "/v1/x",
      rawQueryString: query,
      pathParameters: params,
      body: body ?? "",
      requestContext: { requestId: "r1", http: { method, sourceIp: "192.0.2.1" } },
    } as unknown as Event;
    const answer = await handler(event, (context ?? { awsRequestId: "a" }) as never);
    const json =
      answer.body?.startsWith("{") || answer.body?.startsWith("[") ? (JSON.parse(answer.body) as Record<string, never>) : undefined;
    return {
      status: answer.statusCode,
      headers: answer.headers ?? {},
      body: answer.body,
      json: json as unknown as Record<string, unknown>,
    };
  };
  return { ask, lines, runs: () => runs, token };
};
