import { expect, it } from "vitest";
import { commandLine, webServer } from "./cli-world.ts";

const META = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
const lines = (...messages: readonly unknown[]) => messages.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");

it("posts each line with the key, and the headers that repeat a message of the new revision, and answers on one line", async () => {
  const { url, got } = await webServer(({ body }) => ({
    json: { jsonrpc: "2.0", id: (JSON.parse(body) as { id: number }).id, result: {} },
  }));
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_message", _meta: META } };
  const old = { jsonrpc: "2.0", id: 2, method: "initialize", params: { protocolVersion: "2025-11-25" } };

  const { code, out } = await commandLine(["mcp"], { url, key: "sk_test_x", input: lines(call, "", old) });

  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 2]);
  expect(got.map(({ method, url: path }) => [method, path])).toEqual([
    ["POST", "/mcp"],
    ["POST", "/mcp"],
  ]);
  const byBody = (text: string) => got.find(({ body }) => body.includes(text))!.headers;
  expect(byBody("tools/call")).toMatchObject({
    authorization: "Bearer sk_test_x",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "read_message",
  });
  expect(byBody("initialize")["mcp-method"]).toBeUndefined();
});

it.each([
  ["a refusal", { status: 401, json: { message: "A valid API key is required" } }, "401 A valid API key is required"],
  ["an answer that is no message", { json: { hello: 1 } }, "200"],
])("answers %s as an error of its message", async (_, answer, message) => {
  const { url } = await webServer(() => answer);
  const { out } = await commandLine(["mcp"], { url, input: lines({ jsonrpc: "2.0", id: 7, method: "ping" }) });
  expect(JSON.parse(out)).toMatchObject({ id: 7, error: { message: expect.stringContaining(message) } });
});

it("answers nothing to a notification, and an error to what is no JSON or finds no service", async () => {
  const { url } = await webServer(() => ({ status: 202, json: {} }));
  expect((await commandLine(["mcp"], { url, input: lines({ jsonrpc: "2.0", method: "notifications/initialized" }) })).out).toBe("");
  expect(JSON.parse((await commandLine(["mcp"], { url, input: "{" })).out)).toMatchObject({ id: null, error: { code: -32_700 } });
  const away = await commandLine(["mcp"], { url: "http://127.0.0.1:9", input: lines({ jsonrpc: "2.0", id: 1, method: "ping" }) });
  expect(JSON.parse(away.out)).toMatchObject({ id: 1, error: { message: expect.stringContaining("no answer") } });
});
