// POST /mcp by clients that lie: broken JSON-RPC, odd ids, versions and _meta that contradict each other, cursors and tokens of others.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT, type Answer, asking } from "#test/support/client.ts";
import { calling, mcpClient } from "#test/support/mcp-client.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

let target: Target;
let world: TestWorld;
let other: TestWorld;
beforeAll(async () => {
  target = await openTarget();
  world = await aTestWorld(target);
  other = await aTestWorld(target);
  for (const one of [world, other])
    for (let i = 0; i < 3; i += 1) {
      const mime = `From: Jane <jane@example.com>\r\nSubject: Mail ${i}\r\nMessage-ID: <${i}@example.com>\r\n\r\nHello\r\n`;
      await one.post("/v1/sandbox/mails", { mailbox_id: one.mailbox, mime });
      await one.advance("PT10M");
    }
}, 60_000);
afterAll(() => target?.stop());

const VERSION = "io.modelcontextprotocol/protocolVersion";
const META = {
  [VERSION]: "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const post = (message: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  asking(target, "")("POST", "/mcp", message, {
    authorization: `Bearer ${world.testKey}`,
    accept: "application/json, text/event-stream",
    ...headers,
  });
const MODERN = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
const listing = (more: object = {}, meta: unknown = META) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: { _meta: meta },
  ...more,
});

/** It is told as the protocol tells errors: as JSON, without a result, below 500, and no word of the inside. */
const refuses = ({ status, text, headers, body }: Answer): void => {
  expect([status < 500, status >= 200, headers.get("content-type")], text).toEqual([true, true, "application/json"]);
  expect(body.result, text).toBeUndefined();
  expect(text).not.toMatch(/\bat \/|node_modules|TypeError/);
};

describe("a broken message is refused", () => {
  it.each([
    ["of another version of JSON-RPC", listing({ jsonrpc: "1.0" })],
    ["without a version of JSON-RPC", listing({ jsonrpc: undefined })],
    ["with an object for an id", listing({ id: { a: 1 } })],
    ["with a fraction for an id", listing({ id: 1.5 })],
    ["with null for an id", listing({ id: null })],
    ["with a list for parameters", listing({ params: [1] })],
    ["with text for parameters", listing({ params: "x" })],
    ["with a number for a method", listing({ method: 7 })],
    ["with an empty method", listing({ method: "" })],
    ["with a method of every object", listing({ method: "__proto__" })],
    ["with a method that only servers call", listing({ method: "sampling/createMessage" })],
    ["that is an answer", { jsonrpc: "2.0", id: 1, result: {} }],
    ["that is an error", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }],
    ["that is a number", "7"],
    ["that is text", '"tools/list"'],
    ["that is true", "true"],
    ["that is empty", ""],
    ["of an empty list", []],
    ["of a list of one", [listing()]],
  ])("%s", async (_, message) => {
    for (const headers of [{}, MODERN] as Record<string, string>[]) {
      const answer = await post(message, headers);
      if (answer.status === 202) expect(answer.text).toBe("");
      else refuses(answer);
    }
  });

  it.each([
    ["a call without a name", {}],
    ["a call of a number", { name: 7 }],
    ["a call of __proto__", { name: "__proto__" }],
    ["a call of constructor", { name: "constructor", arguments: {} }],
    ["a call of a name of 100,000 characters", { name: "x".repeat(100_000) }],
    ["inputs that are a list", { name: "list_mailboxes", arguments: [] }],
    ["inputs that are text", { name: "list_mailboxes", arguments: "x" }],
  ])("%s", async (_, params) => {
    for (const [headers, meta] of [
      [{}, {}],
      [{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "x" }, { _meta: META }],
    ] as const) {
      const answer = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, ...meta } }, { ...headers });
      refuses(answer);
      expect(answer.text.length).toBeLessThan(2_000);
    }
  });
});

describe("an odd message is answered under its own id", () => {
  it.each([
    ["the largest id", Number.MAX_SAFE_INTEGER],
    ["a negative id", -1],
    ["an empty id", ""],
    ["an id of 10,000 characters", "i".repeat(10_000)],
    ["an id of another alphabet", "идентификатор 😀"],
  ])("%s", async (_, id) => {
    const { status, body } = await post(listing({ id }), MODERN);
    expect([status, body.id, body.result.tools.length > 10]).toEqual([200, id, true]);
  });

  it("ids that two requests share are two answers", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post(listing({ id: 7 }), MODERN)));
    expect(answers.map(({ body }) => [body.id, body.result.tools.length > 10])).toEqual([7, 7, 7].map((id) => [id, true]));
  });
});

describe("facts that contradict each other are refused", () => {
  it.each([
    ["a version that does not exist, in both places", { "mcp-protocol-version": "2099-01-01" }, { ...META, [VERSION]: "2099-01-01" }],
    ["another version in the header", { "mcp-protocol-version": "2099-01-01" }, META],
    ["another version in _meta", MODERN, { ...META, [VERSION]: "2099-01-01" }],
    ["a method in the header that is not the message's", { ...MODERN, "mcp-method": "server/discover" }, META],
    ["no _meta", MODERN, {}],
    ["_meta that is text", MODERN, "x"],
    ["a version that is an object", MODERN, { ...META, [VERSION]: {} }],
    ["capabilities that are a list", MODERN, { ...META, "io.modelcontextprotocol/clientCapabilities": [] }],
    ["a tool in the header that is not the message's", { ...MODERN, "mcp-method": "tools/call", "mcp-name": "list_mailboxes" }, META],
  ])("%s", async (_, headers, meta) => {
    refuses(await post(listing({}, meta), headers));
  });

  it("_meta that says who the caller is gives it nothing", async () => {
    const meta = { ...META, scopes: ["admin"], userId: other.account.id, key: other.testKey, authorization: `Bearer ${other.testKey}` };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_mailboxes", arguments: {}, _meta: meta } };
    const { body } = await post(message, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "list_mailboxes",
    });
    const { rows } = JSON.parse(body.result.content[0].text);
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([world.mailbox]);
  });
});

describe("what is another account's", () => {
  const call = async (name: string, inputs: Record<string, unknown>, key = world.testKey) => {
    const client = await mcpClient(target.url, key);
    const answer = await calling(client)(name, inputs);
    await client.close();
    return answer;
  };

  it("is not read by its cursor", async () => {
    const theirs = (await call("list_messages", { limit: 1 }, other.testKey)).body.next_cursor as string;
    const mine = (await other.get("/v1/inbox/messages")).messages.map(({ id }: { id: string }) => id);
    for (const name of ["list_messages", "list_threads", "list_emails"]) {
      const { text } = await call(name, { cursor: theirs });
      for (const id of mine) expect(text).not.toContain(id);
    }
  });

  it.each(["x", "__proto__", "1e9", "-1", "99999999999", "eyJhdCI6IjIwMjYifQ", "../../", " ", { a: 1 }, [1], null, true, 5])(
    "a cursor that nobody gave is refused, or the end: %j",
    async (cursor) => {
      for (const name of ["list_messages", "list_threads", "list_emails", "list_mailboxes", "list_attention", "get_metrics"]) {
        const { isError, body } = await call(name, { cursor });
        if (isError) expect([name, body.error]).toEqual([name, "invalid_fields"]);
      }
    },
  );

  it.each([
    ["mailbox_id", { mailbox_id: `${ABSENT}/../x` }],
    ["id", { id: "../../v1/api-keys" }],
    ["id", { id: "..%2f..%2fapi-keys" }],
    ["id", { id: { $ne: "" } }],
    ["id", { id: [ABSENT] }],
    ["id", { id: "" }],
    ["id", {}],
  ])("an id that is a path, a query or nothing leads nowhere: %s %j", async (_, inputs) => {
    for (const name of ["read_message", "read_thread", "get_email", "cancel_email", "get_capacity", "read_attachment"]) {
      const { isError, body } = await call(name, { index: 0, ...inputs });
      expect([name, isError, ["invalid_fields", "not_found"].includes(body.error)]).toEqual([name, true, true]);
    }
  });

  it.each([
    ["a header of the service's own", { "x-api-key": "OTHER" }],
    ["a session of another's", { cookie: "console=OTHER", "x-console": "1", "sec-fetch-site": "same-origin" }],
    ["a session of the protocol's", { "mcp-session-id": "OTHER" }],
    ["a second authorization", { "x-amzn-remapped-authorization": "Bearer OTHER", "x-forwarded-authorization": "Bearer OTHER" }],
  ])("is not given to a key with %s beside it", async (_, headers) => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace("OTHER", other.testKey)]));
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_mailboxes", arguments: {} } };
    const { status, text } = await post(message, given);
    if (status === 200) expect(text).toContain(world.mailbox);
    expect(text).not.toContain(other.mailbox);
  });
});
