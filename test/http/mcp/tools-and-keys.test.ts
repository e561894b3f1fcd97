// Tools × keys = REST, over every tool and every kind of key: a tool answers what its operation answers to that key, and the list shows what it may.
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KeyScope } from "#shared/accounts/auth/ports.ts";
import type { OperationId } from "#shared/service/operations.ts";
import { forModel } from "#shared/service/mcp/for-model.ts";
import { ownFields, tools } from "#shared/service/mcp/tools.ts";
import { ABSENT, type Answer, type Ask, asking, inMs, until } from "#test/support/client.ts";
import { calling, mcpClient, type ToolResult } from "#test/support/mcp-client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

let target: Target;
let world: TestWorld;
let live: string;

/** Ids by the kind of path: of the mailbox that bound keys see, and of the one that they do not. */
type Ids = Readonly<Record<string, string>>;
let mine: Ids;
let theirs: Ids;

const sets: readonly (readonly KeyScope[])[] = [
  ["read"],
  ["send"],
  ["draft"],
  ["admin"],
  ["read", "send"],
  ["read", "draft"],
  ["read", "send", "admin"],
];
/** Every kind of key: its scopes, whether it is bound to the first mailbox, and its mode. */
const kinds = [
  ...sets.flatMap((scopes) => [false, true].map((isBound) => ({ scopes, isBound, mode: "test" as const }))),
  { scopes: ["read", "send"] as const, isBound: false, mode: "live" as const },
].map((kind) => ({ ...kind, name: `${kind.mode} ${kind.scopes.join("+")}${kind.isBound ? ", bound" : ""}` }));
type Kind = (typeof kinds)[number];
interface Holder {
  readonly ask: Ask;
  readonly client: Client;
  readonly call: ReturnType<typeof calling>;
}
const holders = new Map<string, Holder>();

const recordsOf = async (mailbox: string): Promise<Ids> => {
  const mime = `From: Jane <jane@example.com>\nSubject: A question\nMessage-ID: <${mailbox}@example.com>\n\nWhat does it cost?\n`;
  await world.post("/v1/sandbox/mails", { mailbox_id: mailbox, mime });
  await world.advance("PT10M");
  const [message] = (await world.get(`/v1/inbox/messages?mailbox_id=${mailbox}`)).messages;
  const { id: send } = await world.send({ mailbox_id: mailbox, scheduled_at: inMs(40 * 86_400_000) });
  return { mailbox, message: message.id, thread: message.thread_id, send };
};

beforeAll(async () => {
  target = await openTarget();
  world = await aTestWorld(target, { credits: 5_000 });
  const other = await world.sandbox("support@shop.test");
  mine = await recordsOf(world.mailbox);
  theirs = await recordsOf(other);
  live = world.account.key;
  for (const { name, scopes, isBound, mode } of kinds) {
    const bounds = isBound ? { mailbox_ids: [world.mailbox] } : {};
    const made = await asking(target, live)("POST", "/v1/api-keys", { name, scopes, mode });
    const key: string = isBound ? (await world.post("/v1/api-keys", { name, scopes, ...bounds })).token : made.body.token;
    const client = await mcpClient(target.url, key);
    holders.set(name, { ask: asking(target, key), client, call: calling(client) });
  }
}, 180_000);
afterAll(async () => {
  for (const { client } of holders.values()) await client.close();
  await target?.stop();
});

type Tool = (typeof tools)[number];
/** Inputs that the tool's operation accepts, for these ids. */
const inputsFor = ({ name, operation, fixed = {} }: Tool, ids: Ids): Readonly<Record<string, unknown>> => {
  const kind = kindOf(operation.path);
  const body =
    name === "correct_message"
      ? { kind: "reply", intent: "question" }
      : (bodyFor(operation.id as OperationId, target, ids["mailbox"]!) ?? {});
  return {
    ...(kind && { id: ids[kind] }),
    ...(operation.path.includes("{index}") && { index: 0 }),
    ...(operation.method === "GET" ? {} : body),
    ...fixed,
  };
};

const isDrafting = ({ scopes }: Kind): boolean => scopes.some((scope) => scope === "draft");
const drafting = tools.find(({ name }) => name === "draft_email")!;
/** An email of a mailbox that waits for a month. */
const waiting = async (mailbox: string | undefined): Promise<string> =>
  (await world.send({ mailbox_id: mailbox, scheduled_at: inMs(40 * 86_400_000) })).id;

/** The same request over REST. */
const overRest = (
  ask: Ask,
  { operation }: Tool,
  ids: Ids,
  { id: _id, index: _index, ...inputs }: Readonly<Record<string, unknown>>,
): Promise<Answer> =>
  ask(operation.method, pathFor(operation.path, ids[kindOf(operation.path) ?? ""] ?? ""), operation.method === "GET" ? undefined : inputs);

/** What changes with every call: ids, times and counts of what is made. */
const steady = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{24}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/"revision":\d+/g, '"revision":0');

/** A REST answer as the tool would give it. */
const asToolAnswer = (tool: Tool, { status, body }: Answer): unknown =>
  status >= 400 ? { error: body.type, message: body.message } : forModel(tool, body, { start: 0, isWhole: false });
const comparable = ({ isError, body }: ToolResult): unknown => (isError ? { error: body.error, message: body.message } : body);

const cases = tools.flatMap((tool) => kinds.map((kind) => [tool.name, kind.name, tool, kind] as const));
/** Reading a file is not compared: over REST it is bytes. */
const compared = cases.filter(([, , { operation }]) => operation.response !== undefined);

describe("a tool", () => {
  it.each(compared)("%s answers a key with %s as its operation does", async (_tool, name, tool) => {
    const { ask, call } = holders.get(name)!;
    for (const ids of [mine, theirs, { mailbox: ABSENT, message: ABSENT, thread: ABSENT, send: ABSENT }]) {
      // What was cancelled is not cancelled again: each way gets an email of its own.
      const isOnce = tool.name === "cancel_email" && ids.send !== ABSENT;
      const own = async () => (isOnce ? { ...ids, send: await waiting(ids["mailbox"]) } : ids);
      const both = async (): Promise<readonly [string, string]> => {
        const inputs = inputsFor(tool, await own());
        const byTool = comparable(await call(tool.name, inputs));
        const byRest = asToolAnswer(tool, await overRest(ask, tool, await own(), inputs));
        return [steady(JSON.stringify(byTool)), steady(JSON.stringify(byRest))];
      };
      const first = await both();
      // Mail may arrive between the two reads: then both are read once more.
      const [byTool, byRest] = tool.operation.method === "GET" && first[0] !== first[1] ? await both() : first;

      expect(byTool).toBe(byRest);
    }
  });

  it.each(compared)("%s names the same wrong field to a key with %s as its operation does", async (_tool, name, tool) => {
    const { ask, call } = holders.get(name)!;
    const inputs: Readonly<Record<string, unknown>> = { ...inputsFor(tool, mine), no_such_field: "x" };
    const { operation } = tool;
    const path = pathFor(operation.path, mine[kindOf(operation.path) ?? ""] ?? "");
    const { id: _id, index: _index, ...body } = inputs;
    const byRest = operation.method === "GET" ? await ask("GET", `${path}?no_such_field=x`) : await ask(operation.method, path, body);
    const byTool = await call(tool.name, inputs);

    expect([byTool.isError, byTool.body.error, byTool.body.details]).toEqual([true, byRest.body.type, byRest.body.details]);
    expect(byTool.body.what_to_do).toMatch(/\.$/);
  });
});

describe("tools/list", () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    "shows a key with %s no tool that would answer 403 or an unknown path",
    async (name, kind) => {
      const { client, call } = holders.get(name)!;
      const listed = new Set((await client.listTools()).tools.map((tool) => tool.name));
      for (const tool of tools) {
        // A key that drafts changes only what it holds itself.
        const draft = isDrafting(kind) ? (await call("draft_email", inputsFor(drafting, mine))).body.id : mine["send"];
        const { body, isError } = await call(tool.name, inputsFor(tool, { ...mine, send: draft }));
        const isClosed =
          isError && (body.error === "insufficient_scope" || (body.error === "not_found" && body.message === "Path not found"));
        const isKept = tool.effect === "final" && isDrafting(kind);
        expect([tool.name, listed.has(tool.name)]).toEqual([tool.name, !isClosed && !isKept]);
      }
    },
  );
});

describe("an input of a listed tool", () => {
  it.each(kinds.map((kind) => [kind.name]))("is none for which a key with %s lacks a scope", async (name) => {
    const { client, call } = holders.get(name)!;
    const listed = (await client.listTools()).tools;
    for (const tool of tools) {
      const properties = listed.find((one) => one.name === tool.name)?.inputSchema.properties ?? {};
      const asked = [tool.operation.shows, tool.operation.steers].flatMap((fields) => (Array.isArray(fields) ? (fields as string[]) : []));
      for (const field of asked.filter((one) => tool.inputs?.includes(one) ?? true)) {
        const value = { kind: "reply", email_job_id: ABSENT, auto_class: "away", returns_on: "2026-12-01", intent: "question" }[field] ?? [
          "jane@example.com",
        ];
        const { body } = await call(tool.name, { ...inputsFor(tool, mine), [field]: field === "to" ? "jane@example.com" : value });
        expect([tool.name, field, field in properties]).toEqual([tool.name, field, body.error !== "insufficient_scope"]);
      }
    }
  });
});

it("draft and read keys never have mail leave, whichever tool they call", async () => {
  for (const name of ["test draft", "test read+draft", "test draft, bound"]) {
    const { call } = holders.get(name)!;
    for (const tool of tools) await call(tool.name, { ...inputsFor(tool, mine), ...(tool.operation.idempotent && { hold: false }) });
  }
  const before = (await world.get("/v1/credits")).balance;
  await world.advance("PT1H");
  expect((await world.get("/v1/credits")).balance).toBe(before);
  const held = (await world.get("/v1/logs?waiting_for=approval&limit=200")) as readonly { status: string }[];
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set(["scheduled"]));
});

it("the same idempotency_key does it once", async () => {
  const { call } = holders.get("test read+send")!;
  const email = { mailbox_id: mine["mailbox"], to: "once@example.com", subject: "Once", body_text: "Hi", idempotency_key: "once" };
  const [first, second] = [await call("send_email", email), await call("send_email", email)];
  expect(second.body.id).toBe(first.body.id);
  expect((await call("send_email", { ...email, subject: "Twice" })).body).toMatchObject({ error: "idempotency_conflict" });
  await until(async () => (await world.get("/v1/logs?to=once@example.com")).length === 1 || undefined);
});

it("no tool's own input hides a field of its operation", () => {
  for (const tool of tools)
    for (const field of Object.keys(ownFields(tool)))
      for (const part of [tool.operation.params, tool.operation.query, tool.operation.body])
        expect(Object.keys((part as { shape?: object } | undefined)?.shape ?? {})).not.toContain(field);
});
