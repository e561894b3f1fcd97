// The documentation: /openapi.json against the table, its own schemas and the running system; /docs and its files.
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { fromJSONSchema } from "zod";
import { errorsOf } from "#shared/service/openapi.ts";
import { operations } from "#shared/service/operations.ts";
import { connectApi } from "#infra/local/demo/play.ts";
import { openTarget, ownEverything } from "#test/support/target.ts";
import { asking, inMs, mailboxAt } from "#test/support/client.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());
const ask = asking(target, target.key);
const { body: document } = await asking(target, "")("GET", "/openapi.json");

type Schema = Parameters<typeof fromJSONSchema>[0];

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: {
    readonly operationId: string;
    readonly summary: string;
    readonly security?: unknown[];
    readonly parameters: readonly { name: string; in: string; required: boolean; schema: { default?: unknown; type?: unknown } }[];
    readonly requestBody?: { readonly content: { readonly "application/json": { schema: Schema; example: Record<string, unknown> } } };
    readonly responses: Record<string, { description: string; content?: Record<string, { schema: Schema; example?: unknown }> }>;
  };
}

const described: Described[] = Object.entries(document.paths as Record<string, Record<string, Described["operation"]>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const named = described.map((one) => [`${one.method} ${one.path}`, one] as const);
const components = "#/components/schemas/";
const local = (schema: unknown) => JSON.parse(JSON.stringify(schema).replaceAll(components, "#/$defs/")) as object;
const $defs = local(document.components.schemas);
const valid = (schema: Schema, value: unknown) => fromJSONSchema({ ...local(schema), $defs } as Schema).safeParse(value);

describe("/openapi.json", () => {
  it("is OpenAPI 3.1 and describes every operation of the table once, with its statuses", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: expect.any(String), version: expect.any(String) } });
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    expect(named.map(([name]) => name).toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());
    for (const { method, path, operation } of described) {
      const facts = operations.find((one) => one.method === method && one.path === path)!;
      expect(Object.keys(operation.responses).map(Number), path).toEqual([facts.status, ...errorsOf(facts)].toSorted((a, b) => a - b));
    }
  });

  it("resolves every reference and declares every placeholder", () => {
    for (const [, pointer = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer.split("/").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(found, pointer).toBeDefined();
    }
    for (const { path, operation } of described) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(declared.map(({ name, required }) => [name, required])).toEqual(placeholders.map((name) => [name, true]));
    }
  });

  it("says which operations need no key: login, an unsubscribe link and the documentation", () => {
    const open = described.filter(({ operation }) => operation.security?.length === 0).map(({ path }) => path);

    expect(open).toEqual([
      "/api/v1/auth/login",
      "/v1/unsubscribe/{token}",
      "/v1/unsubscribe/{token}",
      "/openapi.json",
      "/docs",
      "/docs/{file}",
    ]);
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toEqual({ type: "apiKey", in: "header", name: "X-API-Key" });
  });

  it("tells numbers, flags, defaults and bounds, and what an element of a batch is", () => {
    const parameter = (path: string, name: string) =>
      described.find((one) => one.path === path && one.method === "GET")?.operation.parameters.find((one) => one.name === name)?.schema;

    expect(parameter("/v1/logs", "limit")).toEqual({ type: "integer", minimum: 1, maximum: 200, default: 50 });
    expect(parameter("/v1/logs", "offset")).toEqual({ type: "integer", minimum: 0, maximum: 10_000, default: 0 });
    expect(parameter("/v1/inbox/messages", "fresh")).toMatchObject({ type: "boolean" });
    expect(parameter("/v1/logs", "since")).toEqual({ type: "string", format: "date-time", maxLength: 64 });
    const { items } = document.components.schemas.Batch.properties.emails;
    const alone = document.paths["/v1/send"].post.requestBody.content["application/json"].schema;
    expect(items).toEqual({ anyOf: [alone, { $ref: `${components}FollowingEmail` }] });
  });

  it.each(named)("has examples that its own schemas accept: %s", (_name, { operation }) => {
    const request = operation.requestBody?.content["application/json"];
    if (request) expect(valid(request.schema, request.example).error).toBeUndefined();
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const answer = content?.["application/json"];
      if (Number(status) < 400 && answer?.example !== undefined) expect(valid(answer.schema, answer.example).error).toBeUndefined();
    }
  });
});

/** What Lambda answers at most ("Lambda quotas": 6 MB), less a little for the headers. */
const LAMBDA_ANSWER_MAX_BYTES = 6_200_000;

/** Fields that count by words: which words depends on what is counted. */
const COUNTS: ReadonlySet<string> = new Set(["cancelled"]);

/** What of a value stays the same whatever the ids and times are: its fields and their types. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, shapeOf(COUNTS.has(key) && typeof field === "object" ? {} : field)]),
  );
};

/** A test world in which somebody answers tomorrow. */
const aWorld = async () => {
  const world = await aTestWorld(target);
  await world.send({ to: "reply-after-1d.jane@example.com" });
  return world;
};

describe("the examples", () => {
  it("work as printed, ids, ports and the demo's password aside, and answer what they say", async () => {
    const mine = await ownEverything(target, connectApi(target.url, target.key), "examples@sandbox.test");
    const world = await aWorld();
    const waiting = { mailbox_id: mine.mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hi", scheduled_at: inMs(3_600_000) };
    const { id: cancellable } = (await ask("POST", "/v1/send", waiting)).body;
    const { id: webhook } = (await ask("POST", "/v1/webhooks", { url: "https://127.0.0.1/events" })).body;
    await ask("PATCH", "/v1/account", { connect_redirect_uris: ["https://app.example.com/mailboxes/connected"] });
    const { id: link } = (await ask("POST", "/v1/connect-links", { redirect_uri: "https://app.example.com/mailboxes/connected" })).body;
    const own = { provider: "google", client_id: "own-4711", client_secret: "secret-4711", name: "Our own" };
    const { id: oauthClient } = (await ask("POST", "/v1/oauth-clients", own)).body;
    const { id: held } = (await ask("POST", "/v1/send", { ...waiting, hold: true })).body;
    const { id: note } = (await ask("POST", `/v1/inbox/threads/${mine.thread}/notes`, { text: "Call her." })).body;
    const { id: spare } = (await ask("POST", "/v1/mailboxes", mailboxAt(target.mail, "spare@sandbox.test"))).body;
    const guest = { name: "Guest", role: "member", mailbox_ids: [mine.mailbox] };
    const { id: member, url: invitation } = (await ask("POST", "/v1/members", guest)).body;
    const login = { email: "guest@team.test", password: "a long password" };
    await ask("POST", "/console/invitation", { token: new URL(invitation as string).hash.slice(1), ...login });
    const ids: Record<string, string> = {
      members: member,
      "oauth-clients": oauthClient,
      webhooks: webhook,
      mailboxes: mine.mailbox,
      send: mine.send,
      messages: mine.message,
      threads: mine.thread,
      "connect-links": link,
    };
    const { smtps, imaps } = target.mail;
    const asides = (example: Record<string, unknown>, mailbox = mine.mailbox): Record<string, unknown> => ({
      ...example,
      ...("mailbox_id" in example && { mailbox_id: mailbox }),
      ...("mailbox_ids" in example && { mailbox_ids: [mailbox, spare].slice(0, (example["mailbox_ids"] as string[]).length) }),
      ...("smtp_port" in example && { smtp_port: smtps }),
      ...("imap_port" in example && { imap_port: imaps }),
      ...("scheduled_at" in example && { scheduled_at: inMs(3_600_000) }),
      ...("changes" in example && { changes: (example["changes"] as object[]).map((one) => ({ ...one, id: mine.message })) }),
      ...("emails" in example && {
        emails: (example["emails"] as (Record<string, unknown> | string)[]).map((one) => (typeof one === "string" ? one : asides(one))),
      }),
    });
    // The last two change the conversation that the others look at.
    const skipped = new Set([
      "/api/v1/auth/login",
      "/v1/mailboxes/{id}/dns",
      "/v1/mailboxes/oauth/{provider}/url",
      "/openapi.json",
      "/v1/inbox/threads/{id}/split",
      "/v1/inbox/threads/{id}/merge",
    ]);
    const worked: string[] = [];

    for (const { path, method, operation } of described) {
      const [status = "", success] = Object.entries(operation.responses)[0] ?? [];
      const expected = success?.content?.["application/json"];
      if (expected === undefined || skipped.has(path) || path === "/v1/ips") continue;
      const example = operation.requestBody?.content["application/json"].example;
      const resource = path.split("/").findLast((_, index, parts) => parts[index + 1] === "{id}") ?? "";
      const changed = path.endsWith("/approve")
        ? held
        : path.endsWith("/cancel") || (path === "/v1/send/{id}" && method === "PATCH")
          ? cancellable
          : undefined;
      const url = path
        .replace("{id}", changed ?? ids[resource] ?? "")
        .replace("{note_id}", note)
        .replace("{name}", "sales");

      const query = path === "/v1/mailboxes/discover" ? "?email=jane@sandbox.test" : "";

      // The examples before it have changed the conversation.
      const seen = example && "revision" in example && resource === "threads" ? { revision: (await ask("GET", url)).body.revision } : {};
      const isOfWorld = path.startsWith("/v1/sandbox/");
      const answer = isOfWorld
        ? await world.ask(method, url, example && asides(example, world.mailbox))
        : await ask(method, `${url}${query}`, example && { ...asides(example), ...seen });

      expect([answer.status, answer.text.slice(0, 300)], `${method} ${url}`).toEqual([Number(status), expect.any(String)]);
      expect(valid(expected.schema, answer.body).error, `${method} ${url}`).toBeUndefined();
      if (example) expect(shapeOf(answer.body), `${method} ${url}`).toMatchObject(shapeOf(expected.example) as object);
      // What an example has made is what the next ones look at.
      if (method === "POST" && !path.includes("{")) ids[path.split("/").at(-1) ?? ""] ??= answer.body.id;
      worked.push(`${method} ${path}`);
    }

    expect(worked.length).toBeGreaterThan(20);
  });
});

describe("/docs", () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${target.url}${path}`, { headers });

  it("is a page that loads nothing from another host", async () => {
    const answer = await get("/docs");
    const page = await answer.text();

    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    for (const [, path = ""] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) expect((await get(path)).status, path).toBe(200);
  });

  it("gives the viewer whole, gzipped or not, in an answer that Lambda lets through", async () => {
    const original = readFileSync("node_modules/@scalar/api-reference/dist/browser/standalone.js");

    expect(Math.ceil(original.length / 3) * 4).toBeLessThan(LAMBDA_ANSWER_MAX_BYTES);
    for (const coding of ["gzip", "identity"]) {
      const answer = await get("/docs/standalone.js", { "accept-encoding": coding });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(original), coding).toBe(true);
    }
  });

  it.each(["/openapi.json", "/docs", "/docs/start.js", "/docs/standalone.js"])("lets %s be kept, and asked for in vain", async (path) => {
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";

    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it.each(["package.json", "index.html", "standalone.js.map", "standalone.esm.js", "constructor", "__proto__", "..%2f..%2fpackage.json"])(
    "serves no other file: %s",
    async (file) => {
      expect([400, 404]).toContain((await get(`/docs/${file}`)).status);
    },
  );
});
