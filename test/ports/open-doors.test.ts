// What one request without a valid key costs the database (S76 in SECURITY.md): each operation that anybody may call has its row here.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import type { CommandStartedEvent } from "mongodb";
import { afterAll, expect, it, vi } from "vitest";
import { handlerOf } from "#infra/local/functions.ts";
import { createPubsub } from "#infra/local/sandbox/gmail/gmail-api.ts";
import type { Operation } from "#shared/api/operation.ts";
import { valuesOf } from "#shared/accounts/sign-in/begin.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { linkKeysOf } from "#shared/suppressions/unsubscribe.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const wiring = vi.hoisted(() => {
  const keyring = { current: "k", keys: { k: "A".repeat(43).concat("=") } };
  const secret: { links?: object; mongodbUri: string; oauth: object } = {
    mongodbUri: "",
    oauth: { google: { client_id: "client", sign_in: true } },
  };
  return { connect: undefined as unknown as Connect, keyring, secret };
});
vi.mock("#shared/platform/wiring/database.ts", () => {
  const connect: Connect = async () => wiring.connect();
  return { needs: [], connect, connectLive: connect, bodyDays: () => ({ kept: 0, inDatabase: 0 }) };
});
vi.mock("#shared/platform/wiring/secret.ts", () => ({ needs: [], secret: async () => wiring.secret }));
vi.mock("#shared/platform/wiring/keyring.ts", () => ({ needs: [], keyring: async () => wiring.keyring }));

const URL = "https://mail.example.com";
const HEX = "0123456789abcdef".repeat(4);
const ID = HEX.slice(0, 24);
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** A request of somebody who knows every form and no secret, as expensive as he can make it. */
interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly cookies?: readonly string[];
}
const json = (body: object, headers: object = {}, params: Record<string, string> = {}): Call => ({
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
  params,
});
const form = (fields: Record<string, string>, more: Call = {}): Call => ({
  headers: FORM_TYPE,
  body: new URLSearchParams(fields).toString(),
  ...more,
});

const forgedHints = Array.from({ length: 1_000 }, (_, n) => ({
  clientState: `${n.toString(16).padStart(24, "0")}.${HEX.slice(0, 48)}`,
  lifecycleEvent: "missed",
}));
const pubsub = createPubsub(new Map(), () => "1");
const elsewhere = `Bearer ${pubsub.sign("https://other.example/", "push@acme.iam.gserviceaccount.com")}`;
const aConsent = { grant_type: "authorization_code", code: `code-${HEX}`, client_id: `${URL}/c`, code_verifier: "v".repeat(43) };
const cookie = `connect-${ID}=${HEX}.${HEX}`;
const nobody = { email: "nobody@example.com", password: "wrong" };

/** A login is counted in three windows, its refusal in one more and in the audit log. */
const LOGIN = `find${" findAndModify".repeat(5)}`;
/** The commands of each call. */
const doors: Readonly<Record<string, readonly [commands: string, call: Call]>> = {
  "auth/login": [LOGIN, json(nobody)],
  // Owners and members.
  "console/create-session": [`find ${LOGIN}`, json(nobody)],
  "console/accept-invitation": ["find", json({ ...nobody, token: HEX, password: "a long password" })],
  // Whose secret it is, he knows; it is of no sign-in.
  "console/get-sign-in-providers": ["", {}],
  "console/begin-sign-in": [
    "findAndModify update",
    json({}, { "x-console": "1", "sec-fetch-site": "same-origin" }, { provider: "google" }),
  ],
  "console/finish-sign-in": [
    "findAndModify",
    { params: { provider: "google" }, query: `state=${valuesOf(HEX).state}&code=c`, cookies: [`sign-in=${HEX}`] },
  ],
  "connect/show": ["find", { params: { token: HEX }, query: "step=ways" }],
  "connect/submit": ["find", form({ email: "jane@example.com" }, { params: { token: HEX }, cookies: [cookie] })],
  "connect/callback": ["findAndModify", { params: { provider: "google" }, query: `state=${ID}.${HEX}&code=c`, cookies: [cookie] }],
  "hooks/graph": ["find", json({ value: forgedHints })],
  "hooks/gmail": ["", json({ message: { data: "e30" } }, { authorization: elsewhere })],
  "oauth/token": ["find", form(aConsent)],
  "oauth/revoke": ["find", form({ token: `mcp_live_${HEX}` })],
  "suppressions/unsubscribe": ["", form({}, { params: { token: `k.${"A".repeat(16)}.${"A".repeat(22)}` } })],
  "suppressions/unsubscribe-page": ["", { params: { token: `k.${"A".repeat(16)}.${"A".repeat(22)}` } }],
  "oauth/get-resource": ["", {}],
  "oauth/get-mcp-resource": ["", {}],
  "oauth/get-server": ["", {}],
  "docs/get-openapi": ["", {}],
  "docs/get-page": ["", {}],
  "docs/get-file": ["", { params: { file: "start.js" } }],
  "console/get-page": ["", {}],
  "console/get-file": ["", { params: { path: "inbox" } }],
  "mcp/call": ["find", json({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { authorization: `Bearer sk_live_${HEX}` })],
  // As all operations with a key.
  "account/get": ["find", { headers: { "x-api-key": `sk_live_${HEX}` } }],
};

const eventOf = ({ method, path }: Operation, { params = {}, query = "", headers = {}, body, cookies }: Call): Event => {
  const rawPath = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? "");
  const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.7", userAgent: "" };
  const requestContext = { requestId: "r", http } as Event["requestContext"];
  const facts = { version: "2.0", routeKey: `${method} ${path}`, rawPath, rawQueryString: query, headers, isBase64Encoded: false } as const;
  return { ...facts, requestContext, pathParameters: params, body: body ?? "", ...(cookies && { cookies: [...cookies] }) };
};

describeOnMongo("an open door", (connect) => {
  const console = mkdtempSync(join(tmpdir(), "console-"));
  writeFileSync(join(console, "index.html"), "<!doctype html>");
  wiring.connect = connect;
  wiring.secret.links = linkKeysOf(wiring.keyring);
  const queue = "https://queue.example.com/sync";
  Object.assign(process.env, { PUBLIC_URL: URL, PUSH: "on", RATE_BURST: "1000", SYNC_QUEUE_URL: queue, CONSOLE_DIR: console });
  afterAll(() => rmSync(console, { recursive: true }));

  /** The commands on the wire during some work. */
  const commandsOf = async (work: () => Promise<unknown>): Promise<string> => {
    const { client } = (await connect()).raw;
    const names: string[] = [];
    const see = ({ commandName }: CommandStartedEvent) => void names.push(commandName);
    client.on("commandStarted", see);
    await work().finally(() => client.off("commandStarted", see));
    return names.join(" ");
  };

  it.each(Object.entries(doors))("costs these commands, whatever is behind it: %s", async (id, [commands, call]) => {
    const operation = routedOperations.find((one) => one.id === id)!;
    const handler = await handlerOf(id);
    // Read every five seconds, whoever asks.
    await isInMaintenance();
    let status = 500;

    const seen = await commandsOf(async () => {
      ({ statusCode: status = 200 } = await handler(eventOf(operation, call), { awsRequestId: "r" } as Context));
    });

    expect([seen, status < 500]).toEqual([commands, true]);
  });
});

it("has a row for each operation that needs no key", () => {
  const open = routedOperations.filter(({ auth }) => auth !== "key").map(({ id }) => id);
  expect(open.filter((id) => !(id in doors))).toEqual([]);
});
