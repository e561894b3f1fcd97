// The console's sessions: who gets one, what its cookie may do from where, and what ends it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { ABSENT, type Answer, anAccount, asking, type Ask } from "#test/support/client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let ask: Ask;
beforeAll(async () => {
  system = await runSystem();
  ask = asking(system, "");
}, 60_000);
afterAll(() => system?.stop());
// All tests log in from one address, more often than the limit of one test allows.
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));

/** What the console's own page sends with a change. */
const own = (cookie: string) => ({ cookie, "x-console": "1", "sec-fetch-site": "same-origin" });
const cookieIn = ({ headers }: Answer): string => headers.get("set-cookie")?.split(";")[0] ?? "";

/** Signs in and gives the cookie. */
const signedIn = async (credentials: unknown): Promise<string> => {
  const answer = await ask("POST", "/console/session", credentials);
  expect(answer.status, answer.text).toBe(204);
  return cookieIn(answer);
};

/** An account whose session no other test has used, so that no process remembers it. */
const anotherAccount = async () => {
  const account = await anAccount(system, 0, "session");
  return { ...account, byPassword: await signedIn(account.login) };
};
const whoIs = (cookie: string) => ask("GET", "/console/session", undefined, { cookie });

describe("a session", () => {
  it("is a cookie that no script reads and no other site sends, for 12 hours; the answer has no token", async () => {
    const { login } = await anotherAccount();

    const answer = await ask("POST", "/console/session", login);

    expect(answer.text).toBe("");
    expect(answer.headers.get("set-cookie")).toMatch(/^console=session_[0-9a-f]{64}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const over = await ask("POST", "/console/session", login, { "x-forwarded-proto": "https" });
    expect(over.headers.get("set-cookie")).toMatch(/^__Host-console=.*; HttpOnly; SameSite=Strict; Secure$/);
  });

  it("says who is signed in, what he may do and until when, and reads and changes like his key", async () => {
    const { login, byPassword } = await anotherAccount();

    const { body } = await whoIs(byPassword);

    expect(body).toEqual({
      email: login.email,
      name: "Ann",
      scopes: ["send", "read", "admin"],
      expires_at: expect.any(String),
      mode: "live",
      role: "",
      has_team: false,
      colleagues: [],
      by: "Ann",
    });
    expect((Date.parse(body.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(12, 1);
    expect((await ask("GET", "/v1/account", undefined, { cookie: byPassword })).body.email).toBe(login.email);
    const change = await ask("PATCH", "/v1/account", { low_balance: 5 }, own(byPassword));
    expect(change.body.low_balance).toBe(5);
  });

  it("is stored as a hash alone, with the time at which the database deletes it", async () => {
    const { byPassword } = await anotherAccount();
    const token = byPassword.split("=")[1]!;

    const keys = (await connect()).raw.collection("apiKeys");

    const found = await keys.findOne({ hash: hashApiKey(token) });
    expect(found).toMatchObject({ expiresAt: expect.any(Date) });
    expect(JSON.stringify(found)).not.toContain(token);
    expect(await keys.indexes()).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  it.each([
    ["a wrong password", (email: string) => ({ email, password: "wrong" }), 401],
    ["an unknown email", () => ({ email: "nobody@example.com", password: "wrong" }), 401],
    ["a wrong key", () => ({ api_key: `sk_live_${"0".repeat(64)}` }), 401],
    ["what is no key", () => ({ api_key: "guess" }), 401],
    ["nothing", () => ({}), 400],
    ["both", (email: string) => ({ email, password: "x", api_key: "x" }), 400],
  ])("is not opened by %s", async (_what, credentials, status) => {
    const { login } = await anAccount(system, 0, "session");

    const answer = await ask("POST", "/console/session", credentials(login.email));

    expect(answer.status).toBe(status);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("is no key, and a key in its cookie is no session", async () => {
    const { key, byPassword } = await anotherAccount();

    expect((await ask("GET", "/v1/account", undefined, { "x-api-key": byPassword.split("=")[1]! })).status).toBe(401);
    expect((await ask("GET", "/v1/account", undefined, { cookie: `console=${key}` })).status).toBe(401);
  });

  it("opened by a key has its scopes; one that may not read opens none", async () => {
    const { key } = await anAccount(system, 0, "session");
    const make = async (scope: string) => (await asking(system, key)("POST", "/v1/api-keys", { name: scope, scopes: [scope] })).body.token;
    const cookie = await signedIn({ api_key: await make("read") });

    expect((await whoIs(cookie)).body.scopes).toEqual(["read"]);
    expect((await ask("GET", "/v1/logs", undefined, { cookie })).status).toBe(200);
    const refused = await ask("PATCH", "/v1/account", { low_balance: 5 }, own(cookie));
    expect([refused.status, refused.body.type]).toEqual([403, "insufficient_scope"]);
    expect((await ask("POST", "/console/session", { api_key: await make("send") })).status).toBe(403);
  });
});

describe("from elsewhere", () => {
  it.each([
    ["without the console's header", { "sec-fetch-site": "same-origin" }],
    ["from another site", { "x-console": "1", "sec-fetch-site": "cross-site" }],
    ["from another host of the site", { "x-console": "1", "sec-fetch-site": "same-site" }],
    ["from a typed address", { "x-console": "1", "sec-fetch-site": "none" }],
    ["from an older browser on another origin", { "x-console": "1", origin: "https://evil.example" }],
    ["from a frame without origin", { "x-console": "1", origin: "null" }],
    ["from what says not where it comes from", { "x-console": "1" }],
  ])("a change %s is refused with the contract's error", async (_from, headers) => {
    const { byPassword } = await anotherAccount();

    const answer = await ask("PATCH", "/v1/account", { low_balance: 6 }, { cookie: byPassword, ...headers });

    expect(answer.body).toEqual({ error: "Unauthorized", message: expect.stringContaining("X-Console"), code: 401, type: "unauthorized" });
    expect((await ask("GET", "/v1/account", undefined, { cookie: byPassword })).body.low_balance).toBe(100);
  });

  it("an older browser's change from the same origin is made", async () => {
    const { byPassword } = await anotherAccount();

    const headers = { cookie: byPassword, "x-console": "1", origin: system.url };

    expect((await ask("PATCH", "/v1/account", { low_balance: 7 }, headers)).status).toBe(200);
  });

  it.each([
    ["cross-site", 401],
    ["same-site", 401],
    ["same-origin", 200],
    ["none", 200],
  ])("reading with a stolen cookie, %s, answers %i", async (site, status) => {
    const { byPassword } = await anotherAccount();

    const answer = await ask("GET", "/v1/inbox/messages", undefined, { cookie: byPassword, "sec-fetch-site": site });

    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("a cookie without the prefix is no session over https, where another host of the domain may have set it", async () => {
    const { byPassword } = await anotherAccount();
    const asHost = byPassword.replace("console=", "__Host-console=");

    const over = (cookie: string) => ask("GET", "/v1/account", undefined, { cookie, "x-forwarded-proto": "https" });

    expect([(await over(byPassword)).status, (await over(asHost)).status]).toEqual([401, 200]);
  });
});

describe("an end of a session", () => {
  it("is signing out: the cookie goes, and its token is worth nothing", async () => {
    const { byPassword } = await anotherAccount();

    const answer = await ask("DELETE", "/console/session", undefined, own(byPassword));

    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([204, expect.stringMatching(/^console=; Path=\/; Max-Age=0;/)]);
    const stored = await (await connect()).raw.collection("apiKeys").findOne({ hash: hashApiKey(byPassword.split("=")[1]!) });
    expect(stored).toBeNull();
  });

  it("is the twelfth hour", async () => {
    const { byPassword } = await anotherAccount();
    const hash = hashApiKey(byPassword.split("=")[1]!);
    await (await connect()).raw.collection("apiKeys").updateOne({ hash }, { $set: { expiresAt: new Date(Date.now() - 1) } });

    expect((await whoIs(byPassword)).status).toBe(401);
  });

  it("is the revocation of the key that opened it, and of no other", async () => {
    const { key, byPassword } = await anotherAccount();
    const as = asking(system, key);
    const named = (await as("POST", "/v1/api-keys", { name: "console", scopes: ["read"] })).body;
    const byKey = await signedIn({ api_key: named.token });

    expect((await as("DELETE", `/v1/api-keys/${named.id}`)).status).toBe(204);

    expect([(await whoIs(byKey)).status, (await whoIs(byPassword)).status]).toEqual([401, 200]);
  });

  it("is its own revocation in the list of keys, where it is named by its day", async () => {
    const { key, byPassword } = await anotherAccount();
    const as = asking(system, key);
    const listed = (await as("GET", "/v1/api-keys")).body as readonly { id: string; name: string }[];
    const [session] = listed.filter(({ name }) => /^console, \d{4}-\d\d-\d\d$/.test(name));

    expect((await as("DELETE", `/v1/api-keys/${session!.id}`)).status).toBe(204);

    expect((await whoIs(byPassword)).status).toBe(401);
  });

  it("is what revokes all keys: the account is locked, or gets a new password", async () => {
    const { apiKeys } = await import("#shared/accounts/wiring/stores.ts");
    const { id, byPassword } = await anotherAccount();

    await apiKeys.deleteAll(id);

    expect((await whoIs(byPassword)).status).toBe(401);
  });
});

describe("guessing", () => {
  it("is limited as a login is: after a login and four guesses, the next waits", async () => {
    const { login } = await anAccount(system, 0, "guessed");
    const guess = (path: string) => ask("POST", path, { email: login.email, password: "guess" });

    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await guess(n % 2 === 0 ? "/console/session" : "/api/v1/auth/login")).status);
    const next = await guess("/console/session");

    expect(statuses).toEqual([401, 401, 401, 401]);
    expect([next.status, next.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
  });

  it("of keys is limited by address, as logins with any email are", async () => {
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await ask("POST", "/console/session", { api_key: `${ABSENT}${n}` })).status);

    expect(statuses.slice(0, 1)).toEqual([401]);
    expect(statuses.at(-1)).toBe(429);
  });

  it("leaves an entry in the audit log, as a login does", async () => {
    const { key } = await anotherAccount();
    const { body } = await asking(system, key)("GET", "/v1/audit-log");
    const entries = body.entries as readonly { action: string; operation: string }[];

    expect(entries.map(({ action, operation }) => [action, operation])).toEqual([
      ["login", "console/create-session"],
      ["login", "auth/login"],
    ]);
  });
});
