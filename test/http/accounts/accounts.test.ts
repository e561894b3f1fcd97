// api/README.md, "Ground rules", "Accounts and keys" and "Credits", each rule over HTTP; what holds for every operation is not repeated.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#shared/service/operations.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { anAccount, type Answer, type Ask, asking, fieldsOf, inMs, mailboxAt } from "#test/support/client.ts";

let target: Target;
let account: Awaited<ReturnType<typeof anAccount>>;
let ask: Ask;
let anyone: Ask;
let mailbox: string;

beforeAll(async () => {
  target = await openTarget();
  account = await anAccount(target, 1_000);
  ask = asking(target, account.key);
  anyone = asking(target, "");
  mailbox = (await ask("POST", "/v1/mailboxes", mailboxAt(target.mail, "accounts@sandbox.test"))).body.id;
}, 60_000);
afterAll(() => target?.stop());

const login = (body: unknown) => anyone("POST", "/api/v1/auth/login", body);
const balance = async () => (await ask("GET", "/v1/credits")).body.balance as number;
const anEmail = (more: object = {}) => ({
  mailbox_id: mailbox,
  to: "jane@sandbox.test",
  subject: "Hi",
  body_text: "Hi",
  scheduled_at: inMs(3_600_000),
  ...more,
});

describe("the domains of one's own people", () => {
  it("are set, shown in lower case and taken away", async () => {
    const set = async (own_domains: unknown) => ask("PATCH", "/v1/account", { own_domains });
    const shown = async () => (await ask("GET", "/v1/account")).body.own_domains as unknown;

    expect(await shown()).toEqual([]);
    expect((await set(["Holding.test", "firm.example"])).status).toBe(200);
    expect(await shown()).toEqual(["holding.test", "firm.example"]);
    expect((await ask("PATCH", "/v1/account", { low_balance: 100 })).body.own_domains).toEqual(["holding.test", "firm.example"]);
    for (const wrong of ["holding.test", ["no domain"], ["a@holding.test"], [""], Array.from({ length: 101 }, (_, n) => `d${n}.test`)]) {
      const refused = await set(wrong);
      expect([refused.status, fieldsOf(refused).every((field) => field.startsWith("own_domains"))]).toEqual([400, true]);
    }
    expect(await shown()).toEqual(["holding.test", "firm.example"]);
    expect((await set([])).body.own_domains).toEqual([]);
  });
});

describe("logging in", () => {
  it("gives the user and a fresh key each time, in any spelling of the email", async () => {
    const first = await login(account.login);
    const second = await login({ ...account.login, email: account.login.email.toUpperCase() });

    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      user: { id: account.id, email: account.login.email, name: "Ann" },
      token: expect.stringMatching(/^sk_live_[0-9a-f]{64}$/),
    });
    expect(second.body.token).not.toBe(first.body.token);
  });

  it("takes every email that an account may have", async () => {
    const { key } = await anAccount(target, 0, "o'hara!100%/{x}");

    expect(key).toMatch(/^sk_live_/);
  });

  it("answers an unknown email and a wrong password with the same 401, byte for byte", async () => {
    const wrong = await login({ ...account.login, password: "wrong" });
    const unknown = await login({ email: "nobody@example.com", password: "wrong" });

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toBe(unknown.text);
  });

  it("refuses what is no email and password with 400, a password over 1 KiB in any script too", async () => {
    expect(fieldsOf(await login({}))).toEqual(["email", "password"]);
    expect(fieldsOf(await login({ email: { $gt: "" }, password: ["x"] }))).toEqual(["email", "password"]);
    for (const password of ["x".repeat(1025), "é".repeat(513), "\ufdfa".repeat(100), ""]) {
      const answer = await login({ email: "long@example.com", password });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["password"]]);
    }
  });

  it("allows five a minute per address and email, also side by side, whatever X-Forwarded-For says", async () => {
    const attempt = (index: number) =>
      anyone(
        "POST",
        "/api/v1/auth/login",
        { email: "guessed@example.com", password: "wrong" },
        { "x-forwarded-for": `203.0.113.${index}` },
      );

    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => attempt(index)));

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.body).toEqual({ error: "Too Many Requests", message: expect.any(String), code: 429, type: "rate_limited" });
    expect((await login({ email: "another@example.com", password: "wrong" })).status).toBe(401);
  });
});

describe("API keys", () => {
  it("are listed newest first by their last four, without a last use until they are used", async () => {
    const { token } = (await login(account.login)).body;

    const { body, text: shown } = await ask("GET", "/v1/api-keys");

    const scopes = ["send", "read", "admin"];
    const name = `login, ${body[0].created_at.slice(0, 10)}`;
    expect(body[0]).toEqual({
      id: expect.any(String),
      name,
      scopes,
      last4: token.slice(-4),
      created_at: expect.any(String),
      tenant: "",
      mailbox_ids: [],
      client_id: "",
      mode: "live",
    });
    const times = body.map((key: { created_at: string }) => key.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(shown).not.toContain("sk_live_");
    await asking(target, token)("GET", "/v1/credits");
    expect((await ask("GET", "/v1/api-keys")).body[0].last_used_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it("are revoked by DELETE: 204 without a body, then 401 for the key and 404 for its id", async () => {
    const { token } = (await login(account.login)).body;
    const [{ id }] = (await ask("GET", "/v1/api-keys")).body;

    const deleted = await ask("DELETE", `/v1/api-keys/${id}`);

    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    for (const header of ["x-request-id", "x-content-type-options", "cache-control"])
      expect(deleted.headers.get(header), header).toBeTruthy();
    expect((await asking(target, token)("GET", "/v1/ips")).status).toBe(401);
    expect((await ask("DELETE", `/v1/api-keys/${id}`)).status).toBe(404);
  });
});

describe("credits", () => {
  it("show the balance and every top-up and charge in the order they were made", async () => {
    const poor = await anAccount(target, 10);
    const theirs = asking(target, poor.key);
    expect((await theirs("GET", "/v1/credits")).body).toEqual({ balance: 10, updated_at: expect.any(String) });
    const { id } = (await theirs("POST", "/v1/mailboxes", mailboxAt(target.mail, "poor@sandbox.test"))).body;

    const sent = (await theirs("POST", "/v1/send", anEmail({ mailbox_id: id }))).body;
    await theirs("POST", `/v1/send/${sent.id}/cancel`);
    await poor.topUp(5, "order-7");
    await poor.topUp(5, "order-7");

    const { body } = await theirs("GET", "/v1/credits/transactions");
    const row = (facts: object) => ({ id: expect.any(String), send_id: "", reference: "", created_at: expect.any(String), ...facts });
    expect(body).toEqual({
      transactions: [
        row({ type: "topup", amount: 5, balance_after: 14, reference: "order-7" }),
        row({ type: "charge", amount: 1, balance_after: 9, send_id: sent.id }),
        row({ type: "topup", amount: 10, balance_after: 10, reference: "top-up" }),
      ],
      limit: 50,
      offset: 0,
    });
  });

  it("are 0 for an account that was never topped up: 402 says so, writes nothing, and frees the Idempotency-Key", async () => {
    const empty = await anAccount(target, 0);
    const theirs = asking(target, empty.key);
    const { id } = (await theirs("POST", "/v1/mailboxes", mailboxAt(target.mail, "empty@sandbox.test"))).body;

    const email = anEmail({ mailbox_id: id });
    const once = () => theirs("POST", "/v1/send", email, { "idempotency-key": "again" });

    const refused = await once();

    expect((await theirs("GET", "/v1/credits")).body.balance).toBe(0);
    expect([refused.status, refused.body]).toEqual([
      402,
      { error: "Error", message: "The wallet is empty", code: 402, type: "wallet_empty" },
    ]);
    expect((await theirs("POST", "/v1/send/batch", { emails: [email, email] })).status).toBe(402);
    expect((await theirs("GET", "/v1/logs")).body).toEqual([]);
    await empty.topUp(1, "order-8");
    const sent = await once();
    expect(sent.status).toBe(200);
    expect((await theirs("POST", `/v1/send/${sent.body.id}/reply`, { body_text: "And?" })).status).toBe(402);
  });
});

describe("lists", () => {
  const lists = operations.filter(({ query }) => query !== undefined && "offset" in query.def.shape);

  it.each(lists.map(({ path }) => path))("refuse a limit outside 1..200 and an offset outside 0..10000: %s", async (route) => {
    const { id } = route.includes("{id}") ? (await ask("POST", "/v1/webhooks", { url: "https://127.0.0.1/events" })).body : { id: "" };
    const path = route.replace("{id}", id);
    for (const [field, value] of [
      ...["0", "201", "-1", "1.5", "1e2", "+5", "0x10", "", "٣", "9999999999"].map((limit) => ["limit", limit]),
      ...["-1", "10001", "x"].map((offset) => ["offset", offset]),
    ] as const) {
      const answer = await ask("GET", `${path}?${field}=${encodeURIComponent(value ?? "")}`);
      expect([answer.status, fieldsOf(answer)], `${field}=${value}`).toEqual([400, [field]]);
    }
    // No conversation has the webhook's id: that is looked for after the fields.
    const status = /\/(?:threads|sequences)\/\{id\}/.test(route) ? 404 : 200;
    for (const query of ["limit=1&offset=0", "limit=200&offset=10000"]) expect((await ask("GET", `${path}?${query}`)).status).toBe(status);
  });
});

describe("Idempotency-Key", () => {
  it("gives the saved answer to the same body, byte for byte, charged once", async () => {
    const email = anEmail({ scheduled_at: undefined });
    const before = await balance();

    const first = await ask("POST", "/v1/send", email, { "idempotency-key": "once" });
    const again = await ask("POST", "/v1/send", email, { "idempotency-key": "once" });

    expect(first.status).toBe(200);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await balance()).toBe(before - 1);
  });

  it("refuses another body with 409", async () => {
    await ask("POST", "/v1/send", anEmail({ scheduled_at: undefined }), { "idempotency-key": "taken" });

    const other = await ask("POST", "/v1/send", anEmail({ scheduled_at: undefined, subject: "Other" }), { "idempotency-key": "taken" });

    expect([other.status, other.body]).toEqual([
      409,
      { error: "Conflict", message: expect.any(String), code: 409, type: "idempotency_conflict", details: expect.any(String) },
    ]);
  });

  it("lets one of many side by side through: the others are told 409 or given its answer", async () => {
    const email = anEmail();
    const before = await balance();

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask("POST", "/v1/send/batch", { emails: [email, email] }, { "idempotency-key": "race" })),
    );

    expect(new Set(answers.filter(({ status }) => status === 200).map((answer) => answer.text)).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await balance()).toBe(before - 2);
  });

  it("holds per route and account, and is freed by a refusal", async () => {
    const email = anEmail();
    const other = asking(target, (await anAccount(target, 0)).key);
    const with_ = { "idempotency-key": "scoped" };

    expect((await ask("POST", "/v1/send", { ...email, to: "nobody" }, with_)).status).toBe(400);
    expect((await other("POST", "/v1/send", email, with_)).status).toBe(404);
    const sent = await ask("POST", "/v1/send", email, with_);
    const batch = await ask("POST", "/v1/send/batch", { emails: [email] }, with_);

    expect([sent.status, batch.status]).toEqual([200, 200]);
    expect(batch.headers.get("idempotent-replayed")).toBeNull();
  });

  it("must be 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "é"]) {
      const answer = await ask("POST", "/v1/send", anEmail(), { "idempotency-key": key });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["Idempotency-Key"]]);
    }
    for (const key of ["x".repeat(255), "a b ~!"])
      expect((await ask("POST", "/v1/send", anEmail(), { "idempotency-key": key })).status).toBe(200);
  });
});

describe("requests that nobody should send", () => {
  /** One request, byte for byte. */
  const raw = async (head: string) => {
    const socket = connect(Number(new URL(target.url).port), "127.0.0.1");
    socket.write(`${head}\r\nHost: x\r\nX-API-Key: ${account.key}\r\nConnection: close\r\n\r\n`);
    const [top = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    return { status: Number(top.split(" ")[1]), headers: top.toLowerCase(), body };
  };

  it.each([
    "//v1/credits",
    "/////",
    "http://[",
    "/v1/%ZZ",
    "*",
    "/V1/credits",
    "/v1/credits/",
    "/v1/./credits",
    "/v1/send//status",
    "/docs/",
  ])("are answered 404 in the API's error shape: %s", async (path) => {
    const { status, headers, body } = await raw(`GET ${path} HTTP/1.1`);

    expect([status, JSON.parse(body)]).toEqual([404, { error: "Not Found", message: "Path not found", code: 404, type: "not_found" }]);
    for (const header of ["x-request-id: ", "x-content-type-options: nosniff", "cache-control: no-store"])
      expect(headers).toContain(header);
  });

  it("are answered 405 with the methods there are", async () => {
    for (const method of ["PUT", "OPTIONS", "TRACE"]) {
      const { status, headers } = await raw(`${method} /v1/credits HTTP/1.1`);
      expect([status, headers.includes("\r\nallow: get, head\r\n")], method).toEqual([405, true]);
    }
  });

  it("are refused in few words when they have 100,000 unknown fields, for a stranger too", async () => {
    const body = `{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":0`).join()}}`;

    const answer = await anyone("POST", "/api/v1/auth/login", body);

    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(300_000);
  });

  it("are refused when they bring a body that the operation does not know", async () => {
    const sent = (await ask("POST", "/v1/send", anEmail())).body;
    const cancel = (body: string, headers?: Record<string, string>) => ask("POST", `/v1/send/${sent.id}/cancel`, body, headers);

    expect(fieldsOf(await cancel('{"because":"typo"}'))).toEqual(["because"]);
    expect((await cancel("{")).status).toBe(400);
    expect((await cancel("x", { "content-type": "text/plain" })).status).toBe(415);
    expect((await cancel(" ".repeat(5_600_000))).status).toBe(413);
    expect((await cancel("{}")).status).toBe(200);
  });

  it("are answered 413 by us when they are larger than the gateway takes", async () => {
    const answer: Answer = await ask("POST", "/v1/send", "x".repeat(10_600_000));

    expect([answer.status, answer.body.error]).toEqual([413, "Payload Too Large"]);
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  });

  it("are refused when a prototype is among their fields", async () => {
    const body = (fields: string) => `{"mailbox_id":"${mailbox}","to":"jane@sandbox.test","subject":"s","body_text":"x",${fields}}`;

    expect(fieldsOf(await ask("POST", "/v1/send", body('"__proto__":{"to":"x"},"constructor":1')))).toEqual(["__proto__", "constructor"]);
    expect(fieldsOf(await ask("POST", "/v1/send", body('"headers":{"__proto__":"x"}')))).toEqual(["headers.__proto__"]);
    expect(fieldsOf(await ask("GET", "/v1/logs?__proto__=1&toString=2"))).toEqual(["__proto__", "toString"]);
  });
});
