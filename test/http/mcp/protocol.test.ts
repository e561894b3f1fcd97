// POST /mcp: the protocol's revisions, by the SDK's own client and byte by byte, and who may call it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asking, type Answer } from "#test/support/client.ts";
import { calling, mcpClient, REVISIONS } from "#test/support/mcp-client.ts";
import { openTarget, type Target } from "#test/support/target.ts";

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target?.stop());

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const ACCEPT = { accept: "application/json, text/event-stream" };
const post = (message: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  asking(target, "")("POST", "/mcp", message, { authorization: `Bearer ${target.key}`, ...ACCEPT, ...headers });
const modern = (method: string, params: object = {}) =>
  post(
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
  );

describe.each(REVISIONS)("the SDK's client of revision %s", (revision) => {
  it("connects, lists the tools and calls one", async () => {
    const client = await mcpClient(target.url, target.key, revision);

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("list_messages");
    expect(client.getInstructions()).toContain("untrusted_content");
    expect(await calling(client)("list_mailboxes")).toMatchObject({ isError: false, body: { rows: [] } });
    await client.close();
  });

  it("gets a protocol error for a tool that does not exist", async () => {
    const client = await mcpClient(target.url, target.key, revision);
    await expect(client.callTool({ name: "delete_everything", arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    await client.close();
  });
});

describe("a message of revision 2026-07-28", () => {
  it("needs no handshake and no session: server/discover and tools/list answer JSON with their result's type", async () => {
    const discovered = await modern("server/discover");
    expect([discovered.status, discovered.headers.get("content-type"), discovered.headers.get("mcp-session-id")]).toEqual([
      200,
      "application/json",
      null,
    ]);
    expect(discovered.body.result).toMatchObject({ resultType: "complete", supportedVersions: expect.arrayContaining(["2026-07-28"]) });
    expect((await modern("tools/list")).body.result.resultType).toBe("complete");
  });

  it.each([
    ["subscriptions/listen", { notifications: { toolsListChanged: true } }],
    ["resources/list", {}],
    ["prompts/list", {}],
    ["tasks/list", {}],
  ])("is an error as JSON for what a Lambda does not have: %s", async (method, params) => {
    const { status, headers, body } = await modern(method, params);
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
    expect(body).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "Method not found" } });
  });
});

describe("POST /mcp", () => {
  it.each([
    ["no key", {}],
    ["a key in X-API-Key alone", { "x-api-key": "KEY" }],
    ["a key that does not exist", { authorization: `Bearer sk_live_${"0".repeat(64)}` }],
    ["a session's cookie", { cookie: `console=session_${"0".repeat(64)}`, "x-console": "1", "sec-fetch-site": "same-origin" }],
  ])("is 401 with %s, and says where tokens come from", async (_, headers) => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace("KEY", target.key)]));
    const answer = await asking(target, "")("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, { ...ACCEPT, ...given });

    expect([answer.status, answer.body.type]).toEqual([401, "unauthorized"]);
    expect(answer.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${target.url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it.each([
    ["another site", "https://evil.example"],
    ["no site", "null"],
    ["a name that begins alike", "http://127.0.0.1.evil.example"],
  ])("is 403 to a page of %s, whatever its key", async (_, origin) => {
    const answer = await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { origin });
    expect([answer.status, answer.body.type]).toEqual([403, "foreign_origin"]);
  });

  it("is open to a page of its own origin", async () => {
    expect((await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { origin: new URL(target.url).origin })).status).toBe(200);
  });

  it.each(["GET", "DELETE", "PUT"])("is 405 by %s", async (method) => {
    const { status, headers } = await asking(target, target.key)(method, "/mcp");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each([
    [
      "several messages",
      [
        { jsonrpc: "2.0", id: 1, method: "ping" },
        { jsonrpc: "2.0", id: 2, method: "ping" },
      ],
      400,
    ],
    ["no JSON", "{", 400],
    ["no message", { hello: 1 }, 400],
    ["null", "null", 400],
    ["a body beyond the limit", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(5_600_000) } }), 413],
  ])("refuses %s", async (_, message, status) => {
    expect((await post(message)).status).toBe(status);
  });

  it("takes a notification without an answer", async () => {
    const { status, text } = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, text]).toEqual([202, ""]);
  });

  it("is 415 for a form", async () => {
    expect((await post("a=b", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
  });

  it("takes a token from its caller's bucket for each message, and says so", async () => {
    const { headers } = await modern("tools/list");
    expect(headers.get("ratelimit")).toMatch(/^"account";r=\d+/);
  });
});
