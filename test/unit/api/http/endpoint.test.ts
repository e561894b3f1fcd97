// What stands around every operation, one guard at a time; over HTTP and over every operation: test/http/every-operation.
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { generateApiKey, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { endpoint, type EndpointDeps, onBehalfOf } from "#shared/api/http/endpoint.ts";
import { formOperation, operation, type Operation } from "#shared/api/operation.ts";
import { notFound, tooManyRequests } from "#shared/platform/errors.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";

const ID = "655f1c2e9b1e8a0012345678";
const CREATED = new Date("2026-11-20T09:00:00Z");
const facts = {
  id: "x/y",
  method: "GET",
  path: "/v1/x/{id}",
  boundKeys: "all",
  summary: "",
  description: "",
  errors: [] as const,
  response: z.unknown(),
} as const;
const bytes = { ...facts, response: undefined };

interface Over {
  readonly key?: Partial<ApiKey>;
  readonly deps?: Partial<EndpointDeps>;
  readonly bucket?: { readonly burst: number; readonly perSecond: number };
  readonly failurePage?: (headers: object, status: number) => { status: number; headers: Record<string, string>; body: string } | undefined;
}
interface Ask {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly params?: Record<string, string>;
  readonly context?: Context;
  readonly key?: string;
}

/** A system with one key, and one operation that answers what `run` says. */
const rig = async (of: Operation, run: (request: never) => unknown = () => ({}), over: Over = {}) => {
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

describe("who may call", () => {
  it("is the key's scope, and any scope where a bearer token is taken", async () => {
    const sending = operation({ ...facts, method: "POST", scope: "send" });
    expect((await (await rig(sending, () => ({}), { key: { scopes: ["send"] } })).ask()).status).toBe(200);
    const { ask, runs } = await rig(sending, () => ({}), { key: { scopes: ["read"] } });
    expect([(await ask()).status, runs()]).toEqual([403, 0]);
    const bearer = await rig(operation({ ...facts, method: "POST", scope: "admin", auth: "bearer" }), () => ({}), {
      key: { scopes: ["read"] },
    });
    expect((await bearer.ask({ key: "", headers: { authorization: `Bearer ${bearer.token}` } })).status).toBe(200);
    expect((await bearer.ask()).status).toBe(401);
  });

  it("is a key with draft where the operation holds what it writes, and no other", async () => {
    const of = (drafts: boolean) =>
      rig(operation({ ...facts, method: "POST", scope: "send", drafts }), () => ({}), { key: { scopes: ["draft"] } });
    expect([(await (await of(true)).ask()).status, (await (await of(false)).ask()).status]).toEqual([200, 403]);
  });

  it("is no bound key where the operation is the account's, or a tenant's", async () => {
    const of = (boundKeys: Operation["boundKeys"], bounds: object) =>
      rig(operation({ ...facts, boundKeys }), () => ({}), { key: { bounds } as never });
    expect((await (await of("none", { tenant: "t" })).ask()).status).toBe(404);
    expect((await (await of("tenant", { mailboxIds: ["m"] })).ask()).status).toBe(404);
    expect((await (await of({ by: "tenant" }, { mailboxIds: ["m"] })).ask()).status).toBe(404);
    expect((await (await of("tenant", { tenant: "t" })).ask()).status).toBe(200);
    expect((await (await of("all", { tenant: "t" })).ask()).status).toBe(200);
  });

  it("is the mode's keys: live mail has no test key, a test world no live one", async () => {
    const status = async (mode: "live" | "test" | undefined, key: "live" | "test" | undefined) =>
      (await (await rig(operation({ ...facts, ...(mode && { mode }) }), () => ({}), { key: { ...(key && { mode: key }) } as never })).ask())
        .status;
    expect([
      await status("live", undefined),
      await status("live", "test"),
      await status("test", undefined),
      await status("test", "test"),
      await status(undefined, "test"),
    ]).toEqual([200, 403, 403, 200, 200]);
  });

  it("needs read as well where stored mail would be shown", async () => {
    const of = async (shows: Operation["shows"], body: object, scopes: readonly ("send" | "read")[] = ["send"]) =>
      (
        await (
          await rig(
            operation({ ...facts, method: "POST", scope: "send", shows: shows!, body: z.object({ to: z.optional(z.string()) }) }),
            () => ({}),
            { key: { scopes } },
          )
        ).ask({ body: JSON.stringify(body) })
      ).status;
    expect([await of("always", {}), await of(["to"], { to: "x" }), await of(["to"], {}), await of(undefined, { to: "x" })]).toEqual([
      403, 403, 200, 200,
    ]);
    expect([await of("always", {}, ["send", "read"]), await of(["to"], { to: "x" }, ["send", "read"])]).toEqual([200, 200]);
  });

  it("names nothing outside of its bounds", async () => {
    const bounds = { mailboxIds: async () => [ID], mailboxOf: async (_user: string, _kind: string, id: string) => ({ id }) };
    const of = operation({
      ...facts,
      boundKeys: { id: "mailbox", named: { mailbox_id: "mailbox" } },
      params: z.object({ id: z.string() }),
      query: z.object({ mailbox_id: z.optional(z.string()) }),
    });
    const { ask, runs } = await rig(of, () => ({}), { key: { bounds: { mailboxIds: [ID] } } as never, deps: { bounds } });
    const other = ID.replace("6", "7");
    expect((await ask({ params: { id: other } })).status).toBe(404);
    expect((await ask({ params: { id: ID }, query: `mailbox_id=${other}` })).status).toBe(404);
    expect(runs()).toBe(0);
    expect((await ask({ params: { id: ID }, query: `mailbox_id=${ID}` })).status).toBe(200);
  });

  it("is asked for no key again where another operation has let the caller in, but for the scope", async () => {
    const { ask } = await rig(operation({ ...facts, method: "POST", scope: "send" }));
    const caller = (scopes: readonly ("send" | "read")[]) => onBehalfOf({ awsRequestId: "a" } as Context, { id: "k", userId: "u", scopes });
    expect((await ask({ key: "", context: caller(["send"]) })).status).toBe(200);
    expect((await ask({ key: "", context: caller(["read"]) })).status).toBe(403);
    expect((await ask({ key: "" })).status).toBe(401);
  });
});

describe("maintenance", () => {
  const isInMaintenance = async () => true;
  it("refuses what changes, after the key, and answers what reads", async () => {
    const writing = await rig(operation({ ...facts, method: "POST" }), () => ({}), { deps: { isInMaintenance } });
    expect([(await writing.ask()).status, (await writing.ask({ key: "" })).status, writing.runs()]).toEqual([503, 401, 0]);
    expect((await (await rig(operation(facts), () => ({}), { deps: { isInMaintenance } })).ask()).status).toBe(200);
  });

  it("that cannot be read is an error, and no answer", async () => {
    const { ask } = await rig(operation({ ...facts, method: "POST" }), () => ({}), {
      deps: { isInMaintenance: () => Promise.reject(new Error("down")) },
    });
    expect((await ask()).status).toBe(500);
  });
});

describe("limits", () => {
  it("are told with every answer, and refuse with the seconds to wait", async () => {
    const { ask, runs } = await rig(operation(facts), () => ({}), { bucket: { burst: 1, perSecond: 0.001 } });
    const first = await ask();
    expect(first.headers).toMatchObject({ "ratelimit-policy": '"account";q=1;w=1000', ratelimit: expect.stringContaining("r=0") });
    const second = await ask();
    expect([second.status, runs()]).toEqual([429, 1]);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(900);
    expect(second.headers["ratelimit"]).toContain('"account"');
  });

  it("of probes count beside the request's, after it was found good", async () => {
    const of = operation({ ...facts, method: "POST", limit: "probe", body: z.object({ a: z.string() }) });
    const { ask } = await rig(of);
    expect((await ask({ body: "{}" })).headers["ratelimit-policy"]).not.toContain("probes");
    const { headers } = await ask({ body: '{"a":"1"}' });
    expect(headers["ratelimit-policy"]).toContain('"probes"');
    expect(headers["ratelimit-policy"]).toContain('"account"');
  });

  it("of a call without a key are its address's, and a session of an open operation is nobody", async () => {
    const { ask } = await rig(
      operation({ ...facts, auth: "none" }),
      ({ userId, key }: { userId: string; key: { id: string } }) => ({ who: `${userId}${key.id}` }),
      { bucket: { burst: 1, perSecond: 0.001 } },
    );
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});

describe("an answer", () => {
  it("has only the fields that the operation declares", async () => {
    const { ask } = await rig(operation({ ...facts, response: z.object({ a: z.string() }) }), () => ({ a: "1", password: "s3cret" }));
    expect((await ask()).body).toBe('{"a":"1"}');
  });

  it("without read has what the client sent, and the rest empty", async () => {
    const response = z.object({
      id: z.string(),
      body: z.string(),
      list: z.array(z.string()),
      of: z.object({}),
      maybe: z.optional(z.string()),
    });
    const answer = { id: "1", body: "words", list: ["a"], of: {}, maybe: "words" };
    const of = (withoutRead: readonly string[] | undefined) =>
      operation({ ...facts, method: "POST", scope: "send", response, ...(withoutRead && { withoutRead }) });
    const shown = async (withoutRead: readonly string[] | undefined, scopes: readonly ("send" | "read")[]) =>
      (await (await rig(of(withoutRead), () => answer, { key: { scopes } })).ask()).json;
    expect(await shown(["id"], ["send"])).toEqual({ id: "1", body: "", list: [], of: {} });
    expect(await shown(["id"], ["send", "read"])).toEqual(answer);
    expect(await shown(undefined, ["send"])).toEqual(answer);
  });

  it("has the request's id, and a line in the log with its time and whether it waited for others", async () => {
    const { ask, lines } = await rig(operation(facts));
    const { headers } = await ask();
    expect(headers["x-request-id"]).toBe("r1");
    expect(lines).toMatchObject([{ event: "answered", requestId: "r1", operation: "x/y", status: 200, outside: false }]);
    expect(lines[0]!["ms"]).toBeGreaterThan(0);
    expect(lines[0]!["ms"]).toBeLessThan(100);
  });

  it.each([
    ["never", "fresh=true", false],
    ["always", "", true],
    ["fresh", "a=1&fresh=true", true],
    ["fresh", "fresh=true&a=1", true],
    ["fresh", "fresh=false", false],
    ["fresh", "xfresh=true", false],
    ["fresh", "fresh=truex", false],
  ] as const)("of an operation that waits outside %s, with %j, is logged as such: %s", async (outside, query, waits) => {
    const { ask, lines } = await rig(operation({ ...facts, outside, query: z.record(z.string(), z.string()) }));
    await ask({ query });
    expect(lines[0]).toMatchObject({ outside: waits });
  });

  it("to HEAD has no body, and the same headers", async () => {
    const { ask } = await rig(operation(facts), () => ({ a: 1 }));
    const head = await ask({ method: "HEAD" });
    expect([head.status, head.body, head.headers["content-type"]]).toEqual([200, undefined, "application/json"]);
  });

  it("of bytes comes as it is, and a failure where a page is for people as that page", async () => {
    const raw = { status: 206, headers: { "content-type": "text/plain" }, body: "x" };
    expect(await (await rig(operation(bytes), () => raw)).ask()).toMatchObject({ status: 206, body: "x" });
    expect((await (await rig(operation({ ...bytes, status: 204 }), () => undefined)).ask()).status).toBe(204);
    const failing = (error: Error) =>
      rig(
        operation(facts),
        () => {
          throw error;
        },
        {
          failurePage: (_, status) =>
            status === 500 ? undefined : { status, headers: { "content-type": "text/html" }, body: `page ${status}` },
        },
      );
    const shown = await (await failing(tooManyRequests(7))).ask();
    expect([shown.status, shown.body, shown.headers["retry-after"], shown.headers["content-type"]]).toEqual([
      429,
      "page 429",
      "7",
      "text/html",
    ]);
    const none = await (await failing(notFound("Page"))).ask();
    expect([none.body, "retry-after" in none.headers]).toEqual(["page 404", false]);
    expect((await (await failing(new Error("ours"))).ask()).json).toMatchObject({ type: "internal_error" });
  });
});

describe("a list", () => {
  const row = (n: number) => ({
    id: `${ID.slice(0, -1)}${n}`,
    created_at: new Date(1_000 * n).toISOString(),
    due_at: new Date(9_000 * n).toISOString(),
  });
  const query = z.object({
    limit: z.optional(z.coerce.number()),
    order: z.optional(z.string()),
    offset: z.optional(z.string()),
    fresh: z.optional(z.string()),
    cursor: z.optional(z.string()),
  }) as never;
  const of = (wrapped: boolean, rows: number) =>
    rig(operation({ ...facts, pagedBy: "created_at", pagedInOrder: { due: "due_at" }, query } as never), () => {
      const all = Array.from({ length: rows }, (_, n) => row(n));
      return wrapped ? { total: 9, items: all } : all;
    });

  it("that is full names the next page, after its last row, without pulling again", async () => {
    const { headers, json } = await (await of(true, 2)).ask({ query: "limit=2&offset=4&fresh=true&q=x" });
    const cursor = String(json["next_cursor"]);
    expect(Buffer.from(cursor, "base64url").toString()).toContain(row(1).id);
    expect(headers["link"]).toBe(`</v1/x?limit=2&q=x&cursor=${cursor}>; rel="next"`);
    const bare = await (await of(false, 2)).ask({ query: "limit=2" });
    expect(bare.headers["link"]).toContain(`cursor=${cursor}`);
    expect(bare.body).not.toContain("next_cursor");
  });

  it("goes on by the date of its order", async () => {
    const plain = (await (await of(true, 2)).ask({ query: "limit=2" })).json["next_cursor"];
    const due = (await (await of(true, 2)).ask({ query: "limit=2&order=due" })).json["next_cursor"];
    expect([due === plain, (await (await of(true, 2)).ask({ query: "limit=2&order=other" })).json["next_cursor"]]).toEqual([false, plain]);
  });

  it.each([
    ["one is missing", 1, "limit=2"],
    ["there is none", 0, "limit=0"],
    ["no limit is known", 2, ""],
  ])("where %s has no next page", async (_, rows, asked) => {
    const { headers, json } = await (await of(true, rows)).ask({ query: asked });
    expect(["link" in headers, "next_cursor" in json]).toEqual([false, false]);
  });
});

describe("a test key", () => {
  const world = (full = false) => {
    const did: string[] = [];
    const deps: Partial<EndpointDeps> = {
      inTestWorld: async (userId, work) => (did.push(`world of ${userId}`), work()),
      assertRoom: async () => {
        did.push("room");
        if (full) throw notFound("Room");
      },
    };
    return { did, deps };
  };

  it("works in its account's world, which must have room where something is stored", async () => {
    for (const [mode, fills, expected] of [
      ["test", true, ["world of u", "room"]],
      ["test", false, ["world of u"]],
      [undefined, true, []],
    ] as const) {
      const { did, deps } = world();
      await (await rig(operation({ ...facts, fills }), () => ({}), { key: { ...(mode && { mode }) } as never, deps })).ask();
      expect(did).toEqual(expected);
    }
  });

  it("stores nothing in a full one", async () => {
    const { deps } = world(true);
    const { ask, runs } = await rig(operation({ ...facts, fills: true }), () => ({}), { key: { mode: "test" } as never, deps });
    expect([(await ask()).status, runs()]).toEqual([404, 0]);
  });
});

describe("a repeated request", () => {
  const of = operation({ ...facts, method: "POST", idempotent: true, body: z.unknown(), response: z.object({ n: z.number() }) });
  it("with its key and the same content, however it is written, gets the same answer and runs nothing", async () => {
    let n = 0;
    const { ask, runs } = await rig(of, () => ({ n: (n += 1) }));
    const headers = { "idempotency-key": "k" };
    const first = await ask({ headers, body: '{"a":1,"b":[2,{"d":3,"c":4}]}' });
    const again = await ask({ headers, body: ' {"b":[2,{"c":4,"d":3}], "a":1}' });
    expect([first.body, again.body, runs()]).toEqual(['{"n":1}', '{"n":1}', 1]);
    expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([undefined, "true"]);
    for (const body of ['{"a":2}', '{"b":[{"c":4,"d":3},2],"a":1}', "{"]) expect((await ask({ headers, body })).status).toBe(409);
    expect(runs()).toBe(1);
  });

  it("without a key, with another one, or as a dry run runs again", async () => {
    const { ask, runs } = await rig(of, () => ({ n: 1 }));
    await ask({ body: "{}" });
    await ask({ body: "{}" });
    await ask({ headers: { "idempotency-key": "a" }, body: "{}" });
    await ask({ headers: { "idempotency-key": "b" }, body: "{}" });
    for (let i = 0; i < 2; i += 1) await ask({ headers: { "idempotency-key": "c" }, body: '{"dry_run":true}' });
    expect(runs()).toBe(6);
    expect((await ask({ headers: { "idempotency-key": "c" }, body: '{"dry_run":false}' })).headers["idempotent-replayed"]).toBeUndefined();
  });

  it.each(["", "x".repeat(256), "a\tb", "ü"])("has a key of 1 to 255 printable characters, and not %j", async (key) => {
    const { ask, runs } = await rig(of, () => ({ n: 1 }));
    const { status, json } = await ask({ headers: { "idempotency-key": key }, body: "{}" });
    expect([status, json["details"], runs()]).toEqual([400, [expect.objectContaining({ field: "Idempotency-Key" })], 0]);
  });

  it("that failed runs again, and one of an operation without keys ignores them", async () => {
    let fails = true;
    const { ask } = await rig(of, () => {
      if (fails) throw notFound("It");
      return { n: 1 };
    });
    const headers = { "idempotency-key": "x".repeat(255) };
    expect((await ask({ headers, body: "{}" })).status).toBe(404);
    fails = false;
    expect((await ask({ headers, body: "{}" })).status).toBe(200);
    const plain = await rig(operation({ ...facts, method: "POST", body: z.unknown() }));
    await plain.ask({ headers, body: "{}" });
    await plain.ask({ headers, body: "{}" });
    expect(plain.runs()).toBe(2);
  });
});

describe("a request", () => {
  const of = operation({
    ...facts,
    method: "PATCH",
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ q: z.optional(z.string()), metadata: z.optional(z.record(z.string(), z.string())) }),
    body: z.strictObject({ name: z.optional(z.string()), size: z.optional(z.number()) }),
  });
  const problems = async (asked: Ask) => {
    const { ask } = await rig(of, (request: { params: unknown; query: unknown; body: unknown }) => ({
      params: request.params,
      query: request.query,
      body: request.body,
    }));
    const { status, json } = await ask({ params: { id: "i" }, body: '{"name":"n"}', ...asked });
    return status === 200
      ? json
      : [
          status,
          ...((json["details"] as { field: string; message: string }[] | undefined) ?? []).map(
            ({ field, message }) => `${field}: ${message}`,
          ),
        ];
  };

  it("is parsed from path, query and body", async () => {
    expect(await problems({ query: "q=a%20b&metadata[c]=1&metadata[d]=2" })).toEqual({
      params: { id: "i" },
      query: { q: "a b", metadata: { c: "1", d: "2" } },
      body: { name: "n" },
    });
  });

  it("names every bad field of all three at once", async () => {
    expect(await problems({ params: {}, query: "z=1", body: '{"size":"x"}' })).toEqual([
      400,
      expect.stringMatching(/^id:/),
      expect.stringMatching(/^z:/),
      expect.stringMatching(/^size:/),
    ]);
  });

  it.each([
    ["q=1&q=2", "q: is given twice"],
    ["metadata[c]=1&metadata[c]=2", "metadata[c]: is given twice"],
    ["metadata=x&metadata[c]=2", "metadata[c]: is given twice"],
  ])("whose query is %s is told so", async (query, problem) => expect(await problems({ query })).toContain(problem));

  it("that changes nothing is told what it could change", async () => {
    expect(await problems({ body: "{}" })).toEqual([400, ": must change something: give name, size, one or more of them"]);
    expect(await problems({ body: "" })).toEqual([400, ": must change something: give name, size, one or more of them"]);
    const posted = await rig(operation({ ...facts, method: "POST", body: z.strictObject({}) }));
    expect((await posted.ask({ body: "{}" })).status).toBe(200);
  });

  it("of another media type, no JSON, or a long query is refused as such", async () => {
    expect((await problems({ headers: { "content-type": "text/plain" } }))[0 as never]).toBe(415);
    expect(await problems({ headers: { "content-type": "application/json; charset=utf-8" } })).toMatchObject({ body: { name: "n" } });
    expect((await problems({ headers: { "content-type": "application/jsonx" } }))[0 as never]).toBe(415);
    expect(await problems({ body: "{" })).toEqual([400, ": the body is not valid JSON"]);
    expect(await problems({ query: `q=${"x".repeat(10_239)}` })).toEqual([400, ": the query is longer than 10 KB"]);
    expect(await problems({ query: `q=${"x".repeat(10_238)}` })).toMatchObject({ query: {} });
  });

  it("with a body where there is none to be is refused, and GET's is not looked at", async () => {
    expect((await (await rig(operation({ ...facts, method: "POST" }))).ask({ body: '{"a":1}' })).status).toBe(400);
    expect((await (await rig(operation(facts))).ask({ body: '{"a":1}' })).status).toBe(200);
  });
});

describe("a one-click request of a mail program", () => {
  const of = formOperation({
    ...facts,
    method: "POST",
    auth: "none",
    form: "oneClick",
    body: z.object({ "List-Unsubscribe": z.optional(z.string()), undo: z.optional(z.string()) }),
  });
  const read = async (body: string, type = "application/x-www-form-urlencoded") => {
    const { ask } = await rig(of, ({ body: form }: { body: () => unknown }) => form());
    const { status, json } = await ask({ body, headers: { "content-type": type } });
    return status === 200 ? json : status;
  };
  const CLICK = { "List-Unsubscribe": "One-Click" };

  it.each([
    ["List-Unsubscribe=One-Click", undefined],
    ["List-Unsubscribe=One-Click", "text/plain"],
    ["list-unsubscribe%3Done-click", "text/plain"],
    ['{"List-Unsubscribe":"One-Click"}', "application/json"],
    ['"One-Click"', "application/json"],
    ["", "text/plain"],
    ["{}", "application/json"],
    ["null", "application/json"],
    ["--b--", "multipart/form-data; boundary=b"],
    ['--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n', "multipart/form-data"],
  ])("is %j as %s", async (body, type) => expect(await read(body, type)).toEqual(CLICK));

  it("is none where it wants to undo, or says something else", async () => {
    expect(await read("List-Unsubscribe=One-Click&undo=1")).toEqual({ ...CLICK, undo: "1" });
    expect(await read("undo=1")).toEqual({ undo: "1" });
    expect(await read("something", "text/plain")).toBe(415);
  });

  it("is a form in parts as well, without files and without what has no name", async () => {
    const part = (head: string, value: string) => `--b\r\n${head}\r\n\r\n${value}\r\n`;
    const body = `before${part('Content-Disposition: form-data; name="undo"', "1")}${part("Content-Disposition: form-data", "x")}--b\r\nname="List-Unsubscribe"--b--\r\nafter`;
    expect(await read(body, 'multipart/form-data; boundary="b"')).toEqual({ undo: "1" });
    expect(await read("undo=1", "multipart/form-data; charset=x")).toBe(415);
  });
});
