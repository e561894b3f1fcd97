import { expect, it } from "vitest";
import { serveMcp } from "#shared/service/mcp/serve.ts";
import { tools } from "#shared/service/mcp/tools.ts";

const event = {
  headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
  requestContext: { requestId: "r1", http: {} },
} as never;
const calling = { key: { id: "k", userId: "u", scopes: ["read"] }, event, context: {} as never } as const;
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_mailboxes", arguments: {} } };

it("a tool whose operation breaks answers internal_error, and the log alone has the reason", async () => {
  const logged: unknown[] = [];
  const note = (...all: unknown[]) => void logged.push(all);
  const log = { debug: note, info: note, warn: note, error: note } as never;
  const broken = async () => async () => {
    throw new Error("mongodb://user:password@host is unreachable");
  };
  const { status, body } = await serveMcp({ handlerOf: broken, log }, calling, call);

  expect(status).toBe(200);
  expect(String(body)).not.toMatch(/password|mongodb/);
  const { result } = JSON.parse(String(body));
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0].text)).toEqual({
    error: "internal_error",
    message: "Something went wrong on our side",
    what_to_do: "The service failed. Before you repeat a send, look with list_emails whether it was accepted.",
  });
  expect(logged).toEqual([["tool failed", { requestId: "r1", tool: "list_mailboxes", error: expect.any(Error) }]]);
});

it.each(tools.filter(({ fixed }) => fixed !== undefined))(
  "what $name fixes is so whatever a model gives: $fixed",
  async ({ name, fixed }) => {
    const bodies: unknown[] = [];
    const handlerOf = async () => async (asked: { readonly body?: string }) => {
      bodies.push(JSON.parse(asked.body ?? ""));
      return { statusCode: 200, body: "{}" };
    };
    const others = Object.fromEntries(Object.keys(fixed!).map((field) => [field, false]));
    await serveMcp({ handlerOf, log: {} as never }, calling, { ...call, params: { name, arguments: { ...others, subject: "Hello" } } });

    expect(bodies).toEqual([{ ...fixed, subject: "Hello" }]);
  },
);
