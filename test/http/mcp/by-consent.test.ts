// POST /mcp by tokens that a person's consent gave: each level, each bound and each end, and what is no token.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { asking, mailboxAt, until } from "#test/support/client.ts";
import { calling, mcpClient } from "#test/support/mcp-client.ts";
import { aPerson, startClientHost } from "#test/support/oauth-client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let host: Awaited<ReturnType<typeof startClientHost>>;
beforeAll(async () => {
  [system, host] = await Promise.all([runSystem(), startClientHost()]);
}, 60_000);
afterAll(() => Promise.all([system?.stop(), host?.stop()]));
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));

let boxes = 0;
/** A person with credits and two mailboxes, of which the first has mail. */
const owner = async () => {
  const person = await aPerson(system, `${host.url}/client.json`);
  await person.topUp(10, `top-up ${(boxes += 1)}`);
  const connected = async (): Promise<string> => {
    const address = `consent-${(boxes += 1)}@sandbox.test`;
    system.put(address, `Hello ${boxes}`);
    return (await person.as("POST", "/v1/mailboxes", mailboxAt(system.mail, address))).body.id;
  };
  const [mine, other] = [await connected(), await connected()];
  for (const id of [mine, other]) await person.as("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${id}`);
  const tools = async (token: string) => {
    const client = await mcpClient(system.url, token);
    return { client, call: calling(client), names: (await client.listTools()).tools.map(({ name }) => name) };
  };
  const email = { mailbox_id: mine, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello" };
  return { ...person, mine, other, tools, email };
};

describe("a token", () => {
  it("to read reads, and is neither told of tools that write nor let to use them", async () => {
    const { flow, tools, email, as, mine } = await owner();
    const { names, call } = await tools(await flow.token({ level: "read" }));

    expect(names).toContain("list_messages");
    expect(names.filter((name) => /send|draft|reply|follow|approve|cancel|edit/.test(name))).toEqual([]);
    expect((await call("list_messages", { mailbox_id: mine })).body.messages).toHaveLength(1);
    for (const name of ["send_email", "draft_email"])
      expect(await call(name, email)).toMatchObject({ isError: true, body: { error: "insufficient_scope" } });
    expect((await as("GET", "/v1/logs")).body).toEqual([]);
  });

  it("to draft writes what waits, whatever it asks for, and approves nothing, by any name", async () => {
    const { flow, tools, email, as } = await owner();
    const { names, call } = await tools(await flow.token({ level: "draft" }));

    expect(names).not.toContain("approve_email");
    const drafted = await call("draft_email", email);
    expect(drafted.isError, drafted.text).toBe(false);
    for (const name of ["send_email", "draft_email"]) await call(name, { ...email, hold: false, send_at: undefined });
    const waiting = (await as("GET", "/v1/logs?waiting_for=approval")).body as readonly { id: string; revision: number }[];
    const all = (await as("GET", "/v1/logs")).body as readonly unknown[];
    expect(waiting.length).toBe(all.length);
    expect(waiting.length).toBeGreaterThanOrEqual(1);
    const { id } = waiting[0]!;
    expect(await call("approve_email", { id, revision: 1 })).toMatchObject({ isError: true, body: { error: "insufficient_scope" } });
    expect((await as("GET", `/v1/send/${id}`)).body.waiting_for).toBe("approval");
  });

  it("to send lets mail leave, and the audit log names it where it approves", async () => {
    const { flow, tools, email, as } = await owner();
    const { call } = await tools(await flow.token({ level: "send" }));

    const sent = await call("send_email", email);
    const held = await call("draft_email", email);
    expect([sent.isError, held.isError], sent.text + held.text).toEqual([false, false]);
    const approved = await call("approve_email", { id: held.body.id, revision: 1 });
    expect(approved.isError, approved.text).toBe(false);
    const [entry] = (await as("GET", "/v1/audit-log?action=send.approved")).body.entries;
    const listed = (await as("GET", "/v1/api-keys")).body as readonly { id: string; client_id: string }[];
    expect(listed.find(({ id }) => id === entry.key_id)?.client_id).toBe(`${host.url}/client.json`);
    await until(async () => ((await as("GET", `/v1/send/${held.body.id}`)).body.status === "sent" ? true : undefined));
  });

  it("for one mailbox sees nothing of another one, listed, named or answered", async () => {
    const { flow, tools, as, mine, other } = await owner();
    const { call } = await tools(await flow.token({ level: "send", mailbox_ids: [mine] }));
    const [foreign] = (await as("GET", `/v1/inbox/messages?mailbox_id=${other}`)).body.messages;

    expect((await call("list_mailboxes")).body.rows.map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect((await call("list_messages")).body.messages).toHaveLength(1);
    for (const [name, inputs] of [
      ["read_message", { id: foreign.id }],
      ["read_thread", { id: foreign.thread_id }],
      ["reply_to_message", { id: foreign.id, body_text: "x" }],
      ["send_email", { mailbox_id: other, to: "jane@sandbox.test", subject: "x", body_text: "x" }],
      ["get_capacity", { id: other }],
    ] as const)
      expect([name, (await call(name, inputs)).body.error]).toEqual([name, "not_found"]);
  });

  it("for the test world sees nothing of live mail", async () => {
    const { flow, tools, mine } = await owner();
    const { call, names } = await tools(await flow.token({ level: "send", mode: "test" }));

    expect(names).toContain("move_test_clock");
    expect((await call("list_mailboxes")).body.rows).toEqual([]);
    expect((await call("list_messages", { mailbox_id: mine })).text).not.toContain("Hello");
  });
});

describe("what is no token", () => {
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const ACCEPT = { accept: "application/json, text/event-stream" };
  const post = (headers: Record<string, string>, path = "/mcp") => asking(system, "")("POST", path, LIST, { ...ACCEPT, ...headers });

  it("is a code, a session, a token in the address or in a cookie, one that has ended, and nothing: 401 says where to ask", async () => {
    const { flow, cookie } = await aPerson(system, `${host.url}/client.json`);
    const [code, token, ended] = [flow.codeOf(await flow.allow()), await flow.token(), await flow.token()];
    await (
      await connect()
    ).raw
      .collection("apiKeys")
      .updateOne({ hash: hashApiKey(ended) }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    const answers = [
      await post({ authorization: `Bearer ${code}` }),
      await post({ authorization: `Bearer ${cookie.split("=")[1]}` }),
      await post({}, `/mcp?access_token=${token}`),
      await post({ cookie: `console=${token}`, "x-console": "1", "sec-fetch-site": "same-origin" }),
      await post({ "x-api-key": token }),
      await post({ authorization: `Basic ${btoa(`${token}:`)}` }),
      await post({ authorization: `Bearer ${ended}` }),
      await post({}),
    ];

    const told = `Bearer resource_metadata="${system.url}/.well-known/oauth-protected-resource/mcp"`;
    expect(answers.map(({ status, headers }) => [status, headers.get("www-authenticate")])).toEqual(answers.map(() => [401, told]));
    expect((await post({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it("is a token in a page of another origin: 403", async () => {
    const { flow } = await aPerson(system, `${host.url}/client.json`);
    const authorization = `Bearer ${await flow.token()}`;

    for (const origin of ["https://evil.example", "null", `${system.url}.evil.example`])
      expect((await post({ authorization, origin })).status).toBe(403);
    expect((await post({ authorization, origin: system.url })).status).toBe(200);
  });
});
