// What is read of a request, one guard at a time: of a test key, repeated, in path, query, body and form.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { EndpointDeps } from "#shared/api/http/endpoint.ts";
import { formOperation, operation } from "#shared/api/operation.ts";
import { notFound } from "#shared/platform/errors.ts";
import { type Ask, facts, oneEndpoint as rig } from "#test/support/one-endpoint.ts";

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
      await (await rig(operation({ ...facts, fills }), () => ({}), { key: { ...(mode && { mode }) }, deps })).ask();
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
