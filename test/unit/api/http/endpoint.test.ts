// What stands around every operation, one guard at a time; over HTTP and over every operation: test/http/every-operation.
import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { onBehalfOf } from "#shared/api/http/endpoint.ts";
import { operation, type Operation } from "#shared/api/operation.ts";
import { notFound, tooManyRequests } from "#shared/platform/errors.ts";
import { bytes, facts, ID, oneEndpoint as rig } from "#test/support/one-endpoint.ts";

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
      rig(operation({ ...facts, boundKeys }), () => ({}), { key: { bounds } });
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
    const { ask, runs } = await rig(of, () => ({}), { key: { bounds: { mailboxIds: [ID] } }, deps: { bounds } });
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
