// Loops over the table: live mail and an account's test world know nothing of each other (shared/sandbox).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectApi } from "#infra/local/demo/play.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { OperationId } from "#shared/service/operations.ts";
import { routedOperations } from "#shared/service/routes.ts";
import { ABSENT, type Ask, asking, inMs } from "#test/support/client.ts";
import { changesBetween, settledDocuments } from "#test/support/raw-documents.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, ownEverything } from "#test/support/target.ts";
import { aTestWorld, type TestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

type Ids = Readonly<Record<string, string>>;
let world: TestWorld;
let other: TestWorld;
let live: Ids;
let test: Ids;
let theirs: Ids;

/** One record of each kind in a world. */
const ownInWorld = async (one: TestWorld): Promise<Ids> => {
  const { id: send } = await one.send({ to: "reply.jane@example.com" });
  await one.advance("PT1H");
  const [message] = (await one.get("/v1/inbox/messages")).messages;
  const apiKey = (await one.post("/v1/api-keys", { name: "own", scopes: ["read"] })).id;
  const webhook = (await one.post("/v1/webhooks", { url: "https://hooks.example.com/test", types: ["mailbox.audited"] })).id;
  await one.ask("PATCH", `/v1/webhooks/${webhook}`, { status: "disabled" });
  await one.post("/v1/suppressions", { emails: ["stop@test.example"] });
  const [suppression] = (await one.get("/v1/suppressions")).suppressions;
  const { id: sequence } = await one.post("/v1/sequences", { mailbox_id: one.mailbox, steps: [{ subject: "Hi", body_text: "Hi" }] });
  return {
    mailbox: one.mailbox,
    send,
    sequence,
    message: message.id,
    thread: message.thread_id,
    apiKey,
    webhook,
    suppression: suppression.id,
  };
};

beforeAll(async () => {
  [world, other] = [await aTestWorld(target, { credits: 1_000 }), await aTestWorld(target, { credits: 1_000 })];
  const owned = await ownEverything(target, connectApi(target.url, world.account.key), "modes.live@sandbox.test");
  const hook = (await world.live("POST", "/v1/webhooks", { url: "https://hooks.example.com/live", types: ["mailbox.audited"] })).body.id;
  // Nobody answers there: switched off, no worker tries again while documents are compared.
  await world.live("PATCH", `/v1/webhooks/${hook}`, { status: "disabled" });
  await world.live("POST", "/v1/suppressions", { emails: ["stop@live.example"] });
  const suppression = (await world.live("GET", "/v1/suppressions")).body.suppressions[0].id;
  const apiKey = (await world.live("POST", "/v1/api-keys", { name: "live", scopes: ["read"] })).body.id;
  live = { ...owned, webhook: hook, suppression, apiKey };
  test = await ownInWorld(world);
  theirs = await ownInWorld(other);
}, 120_000);

const keyed: readonly Operation[] = (routedOperations as readonly Operation[]).filter(({ auth }) => auth === "key");
const named = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const);
const ofBoth = keyed.filter(({ mode, id }) => mode === undefined && id !== "console/delete-session");
const kind = (path: string): string | undefined =>
  path.includes("/webhooks/{id}") ? "webhook" : path.includes("/suppressions/{id}") ? "suppression" : kindOf(path);
const withId = ofBoth.filter(({ path }) => kind(path) !== undefined);
const ask = (to: Ask, operation: Operation, id: string, mailbox: string) =>
  to(operation.method, pathFor(operation.path, id), bodyFor(operation.id as OperationId, target, mailbox), { "x-console": "1" });
const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

describe("an operation of one mode", () => {
  it.each(named(keyed.filter(({ mode }) => mode !== undefined)))("is 403 to keys of the other: %s", async (_id, operation) => {
    const to = operation.mode === "live" ? world.ask : world.live;
    const { status, body } = await ask(to, operation, ABSENT, ABSENT);

    expect([status, body.type, body.message]).toEqual([
      403,
      "insufficient_scope",
      operation.mode === "live" ? expect.stringContaining("sk_live_") : expect.stringContaining("sk_test_"),
    ]);
  });

  it("is one that would reach a server, an owner's browser, or a world's clock", () => {
    const of = (mode: string) => keyed.filter((one) => one.mode === mode).map(({ id }) => id);
    expect(of("test")).toEqual(["sandbox/get-clock", "sandbox/move-clock", "sandbox/put-mail", "sandbox/reset"]);
    expect(of("live")).toEqual(
      expect.arrayContaining([
        "connect-links/create",
        "mailboxes/discover",
        "mailboxes/oauth-url",
        "mailboxes/check-dns",
        "mailboxes/start-audit",
      ]),
    );
  });
});

describe("a key", () => {
  it("of a world that knows a live id, or a live key that knows a world's, gets the 404 of an absent one and changes nothing", async () => {
    const before = await settledDocuments(() => true);
    for (const operation of withId) {
      const absent = await ask(world.ask, operation, ABSENT, test["mailbox"]!);
      for (const [to, ids] of [
        [world.ask, live],
        [world.live, test],
        [world.ask, theirs],
        [other.ask, test],
      ] as const) {
        // A live key is the account's owner and may revoke its test keys.
        if (operation.id === "auth/delete-api-key" && to === world.live) continue;
        const found = await ask(to, operation, ids[kind(operation.path)!]!, test["mailbox"]!);
        expect([operation.id, found.status, withoutId(found.text)]).toEqual([operation.id, 404, withoutId(absent.text)]);
      }
    }
    expect(changesBetween(before, await settledDocuments(() => true))).toEqual([]);
  }, 120_000);

  it.each(named(ofBoth.filter(({ method, path }) => method === "GET" && !path.includes("{id}"))))(
    "lists nothing of the other mode: %s",
    async (_id, operation) => {
      const lists = await Promise.all(
        [world.ask, world.live, other.ask].map(
          async (to) => (await to("GET", pathFor(operation.path, ABSENT), undefined, { "x-console": "1" })).text,
        ),
      );
      // Both modes' keys are the account's, and its live key sees them all.
      const isKeys = operation.id === "auth/list-api-keys";
      for (const [text, foreign] of [
        [lists[0], live],
        [lists[1], test],
        [lists[2], test],
        [lists[0], theirs],
      ] as const)
        for (const [what, id] of Object.entries(foreign))
          if (!(isKeys && text === lists[1])) expect([what, text]).not.toEqual([what, expect.stringContaining(id)]);
    },
  );

  it.each([
    ["POST", "/v1/send", (ids: Ids) => world.anEmail({ mailbox_id: ids["mailbox"] })],
    ["POST", "/v1/send", (ids: Ids) => ({ ...world.anEmail({ mailbox_id: ids["own"] }), follows: ids["send"] })],
    ["POST", "/v1/sandbox/mails", (ids: Ids) => ({ mailbox_id: ids["mailbox"], mime: "From: a@example.com\n\nHi" })],
    ["POST", "/v1/api-keys", (ids: Ids) => ({ name: "bad", scopes: ["read"], mailbox_ids: [ids["mailbox"]] })],
  ])("of a world names no live record in %s %s", async (method, path, body) => {
    const { status } = await world.ask(method, path, body({ ...live, own: test["mailbox"]! }));
    expect([400, 404]).toContain(status);
  });

  it("of a world gets nothing by filters that name live records", async () => {
    for (const path of ["/v1/inbox/messages", "/v1/inbox/threads", "/v1/logs", "/v1/events"])
      for (const [field, id] of [
        ["mailbox_id", live["mailbox"]],
        ["thread_id", live["thread"]],
        ["email_job_id", live["send"]],
      ] as const) {
        const { status, text } = await world.ask("GET", `${path}?${field}=${id}`);
        if (status === 200) for (const one of Object.values(live)) if (one !== id) expect(text).not.toContain(one);
      }
  });
});

describe("test keys", () => {
  it("list, make and revoke test keys alone", async () => {
    const listed = (await world.ask("GET", "/v1/api-keys")).body;
    expect(new Set(listed.map(({ mode }: { mode: string }) => mode))).toEqual(new Set(["test"]));
    expect((await world.live("GET", "/v1/api-keys")).body.map(({ mode }: { mode: string }) => mode)).toContain("live");
    const made = await world.ask("POST", "/v1/api-keys", { name: "more", scopes: ["read"] });
    expect([made.body.mode, made.body.token]).toEqual(["test", expect.stringMatching(/^sk_test_[0-9a-f]{64}$/)]);
    const refused = await world.ask("POST", "/v1/api-keys", { name: "more", scopes: ["read"], mode: "live" });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, "mode"]);
    expect((await world.ask("DELETE", `/v1/api-keys/${made.body.id}`)).status).toBe(204);
    expect((await asking(target, made.body.token)("GET", "/v1/credits")).status).toBe(401);
  });

  it("live in real time: one that ends in an hour is listed and works in a world a year ahead", async () => {
    const ahead = await aTestWorld(target);
    await ahead.advance("P300D");
    const at = inMs(3_600_000);
    const made = await ahead.ask("POST", "/v1/api-keys", { name: "ends", scopes: ["read"], expires_at: at });

    expect([made.status, made.body.expires_at]).toEqual([200, at]);
    expect(Math.abs(Date.parse(made.body.created_at) - Date.now())).toBeLessThan(60_000);
    expect((await ahead.get("/v1/api-keys")).map(({ id }: { id: string }) => id)).toContain(made.body.id);
    expect((await asking(target, made.body.token)("GET", "/v1/credits")).status).toBe(200);
  });

  it("are no live keys with another name: the token of one mode is not the other's", async () => {
    const forged = world.testKey.replace("sk_test_", "sk_live_");
    expect((await asking(target, forged)("GET", "/v1/credits")).status).toBe(401);
  });

  it("that are bound see their tenant's mailboxes or their own, of the world alone", async () => {
    const tenant = await world.sandbox("tenant@shop.test", { tenant: "a" });
    for (const by of [{ tenant: "a" }, { mailbox_ids: [tenant] }])
      for (const maker of [world.ask, world.live]) {
        const made = await maker("POST", "/v1/api-keys", { name: "bound", scopes: ["send", "read", "admin"], mode: "test", ...by });
        expect([by, made.status, made.body.mode]).toEqual([by, 200, "test"]);
        const bound = asking(target, made.body.token);
        expect((await bound("GET", "/v1/mailboxes")).body.map(({ id }: { id: string }) => id)).toEqual([tenant]);
        expect((await bound("GET", `/v1/mailboxes/${test["mailbox"]}`)).status).toBe(404);
        expect((await bound("GET", `/v1/mailboxes/${live["mailbox"]}`)).status).toBe(404);
        expect((await bound("POST", "/v1/send", world.anEmail({ mailbox_id: tenant }))).status).toBe(200);
        expect((await bound("POST", "/v1/sandbox/clock", { advance: "P1D" })).status).toBe(404);
        expect((await bound("POST", "/v1/sandbox/reset")).status).toBe(404);
      }
    const foreign = await world.live("POST", "/v1/api-keys", { name: "x", scopes: ["read"], mode: "test", mailbox_ids: [live["mailbox"]] });
    expect(foreign.status).toBe(404);
  });

  it("open console sessions that see the world alone, and end with their key", async () => {
    const { token, id } = await world.post("/v1/api-keys", { name: "console", scopes: ["send", "read", "admin"] });
    const opened = await asking(target, "")("POST", "/console/session", { api_key: token }, { "x-console": "1" });
    expect(opened.status).toBe(204);
    const cookie = { cookie: opened.headers.get("set-cookie")!.split(";")[0]!, "x-console": "1", "sec-fetch-site": "same-origin" };
    const browser: Ask = (method, path, body) => asking(target, "")(method, path, body, cookie);

    const { text } = await browser("GET", "/v1/mailboxes");
    expect([text.includes(test["mailbox"]!), text.includes(live["mailbox"]!)]).toEqual([true, false]);
    expect((await browser("GET", `/v1/send/${live["send"]}`)).status).toBe(404);
    expect((await browser("POST", "/v1/connect-links", { redirect_uri: "https://app.example.com/connected" })).status).toBe(403);
    expect((await browser("POST", "/v1/api-keys", { name: "x", scopes: ["read"], mode: "live" })).status).toBe(400);
    await world.ask("DELETE", `/v1/api-keys/${id}`);
    expect((await browser("GET", "/v1/suppressions")).status).toBe(401);
  });

  it("connect sandbox mailboxes alone, and live keys none", async () => {
    const real = await world.ask("POST", "/v1/mailboxes", bodyFor("mailboxes/connect", target, ABSENT));
    expect([real.status, real.body.details[0].field]).toEqual([400, "type"]);
    const sandbox = await world.live("POST", "/v1/mailboxes", { type: "sandbox", email: "a@shop.test" });
    expect([sandbox.status, sandbox.body.details[0].field]).toEqual([400, "type"]);
  });
});

describe("a world's own records", () => {
  it("are answered for by every operation", async () => {
    const one = await aTestWorld(target);
    const own = await ownInWorld(one);
    const failed: string[] = [];
    for (const operation of ofBoth.toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"))) {
      const { status, text } = await ask(one.ask, operation, own[kind(operation.path) ?? ""] ?? ABSENT, own["mailbox"]!);
      // No world connects a mailbox at a server, and no session was opened.
      const may = { "mailboxes/connect": 400, "console/get-session": 200 }[operation.id];
      if (status >= 500 || (may !== undefined && status !== may)) failed.push(`${operation.id}: ${status} ${text}`);
    }
    expect(failed).toEqual([]);
  });
});

describe("a world's conversations", () => {
  it("can be merged, split, corrected and answered as live ones can", async () => {
    const one = await aTestWorld(target);
    for (const name of ["a", "b"]) await one.send({ to: `reply.${name}@example.com` });
    await one.advance("PT1H");
    const [first, second] = (await one.get("/v1/inbox/threads")).threads.map(({ id }: { id: string }) => id);
    expect((await one.ask("POST", `/v1/inbox/threads/${first}/merge`, { thread_id: second })).status).toBe(200);
    await one.advance("PT1H");
    const { messages } = await one.get("/v1/inbox/messages");
    expect(new Set(messages.map((row: { thread_id: string }) => row.thread_id)).size).toBe(1);
    const [{ id, thread_id: thread }] = messages;
    expect((await one.ask("POST", `/v1/inbox/threads/${thread}/split`, { message_ids: [id] })).status).toBe(200);
    expect((await one.ask("PATCH", `/v1/inbox/messages/${id}`, { kind: "auto_reply" })).status).toBe(200);
    expect((await one.ask("DELETE", `/v1/inbox/messages/${id}/correction`)).status).toBe(204);
    expect((await one.ask("POST", `/v1/inbox/messages/${id}/reply`, { body_text: "Thanks" })).status).toBe(200);
  });
});

describe("money", () => {
  const balance = async (to: Ask) => (await to("GET", "/v1/credits")).body.balance as number;

  it("of a world pays the world's sends, and live money live ones", async () => {
    const before = [await balance(world.live), await balance(world.ask), await balance(other.ask)];
    await world.batch([world.anEmail(), world.anEmail()]);
    expect([await balance(world.live), await balance(world.ask)]).toEqual([before[0], before[1]! - 2]);
    await world.live("POST", "/v1/send", { mailbox_id: live["mailbox"], to: "jane@sandbox.test", subject: "Hi", body_text: "Hi" });
    expect([await balance(world.live), await balance(world.ask), await balance(other.ask)]).toEqual([
      before[0]! - 1,
      before[1]! - 2,
      before[2],
    ]);
    expect((await world.ask("GET", "/v1/credits/transactions")).text).not.toContain(live["send"]);
  });

  it("is claimed by an Idempotency-Key of its own mode", async () => {
    const key = { "idempotency-key": "the-same" };
    const first = await world.ask("POST", "/v1/send", world.anEmail(), key);
    const again = await world.ask("POST", "/v1/send", world.anEmail(), key);
    const liveBody = { mailbox_id: live["mailbox"], to: "jane@sandbox.test", subject: "Hi", body_text: "Hi" };
    const alive = await world.live("POST", "/v1/send", liveBody, key);
    expect([first.status, again.status, again.body.id, alive.status]).toEqual([200, 200, first.body.id, 200]);
    expect(alive.body.id).not.toBe(first.body.id);
  });
});
