// api/README.md, "Audit log", over HTTP; what holds of every operation stands in every-operation/audit-log.test.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, type Ask, asking, fieldsOf, mailboxAt } from "#test/support/client.ts";
import { openTarget, type Target } from "#test/support/target.ts";

let target: Target;
let account: Awaited<ReturnType<typeof anAccount>>;
let ask: Ask;
let anyone: Ask;

beforeAll(async () => {
  target = await openTarget();
  account = await anAccount(target, 0);
  ask = asking(target, account.key);
  anyone = asking(target, "");
}, 60_000);
afterAll(() => target?.stop());

const list = async (query = "") => (await ask("GET", `/v1/audit-log${query}`)).body;
const login = (password: string, headers: Record<string, string> = {}) =>
  anyone("POST", "/api/v1/auth/login", { email: account.login.email, password }, headers);
const low = (credits: number) => ask("PATCH", "/v1/account", { low_balance: credits });

describe("logins", () => {
  it("are listed, with the key that was made and where from", async () => {
    const { token } = (await login(account.login.password, { "user-agent": "a".repeat(300) })).body;

    const [entry] = (await list("?limit=1")).entries;
    expect(entry).toEqual({
      id: expect.any(String),
      action: "login",
      outcome: "done",
      operation: "auth/login",
      key_id: expect.any(String),
      member_id: "",
      resource_id: expect.any(String),
      fields: [],
      content_sha256: "",
      source_ip: "127.0.0.1",
      user_agent: "a".repeat(200),
      created_at: expect.any(String),
    });
    await asking(target, token)("PATCH", "/v1/account", { low_balance: 3 });
    expect((await list("?limit=1")).entries[0]).toMatchObject({ action: "account.updated", key_id: entry.key_id });
  });

  it("are listed when they are refused; one with an email that nobody has leaves no entry", async () => {
    const { auditLog } = await import("#shared/accounts/wiring/stores.ts");
    const ofNobody = async () => (await auditLog.list(undefined, {}, { limit: 200, offset: 0 })).length;
    const before = await ofNobody();

    expect((await login("wrong")).status).toBe(401);
    expect((await anyone("POST", "/api/v1/auth/login", { email: "unknown@example.com", password: "wrong" })).status).toBe(401);

    expect((await list("?limit=1")).entries[0]).toMatchObject({ action: "login", outcome: "refused", key_id: "", resource_id: "" });
    expect(await ofNobody()).toBe(before);
  });
});

describe("an entry", () => {
  it("takes no header's word for the address, and keeps the first 200 characters of any user agent", async () => {
    const claims = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7", "x-real-ip": "198.51.100.7" };
    await login(account.login.password, { ...claims, "user-agent": "\u009b31m{$ne:1}" });

    expect((await list("?limit=1")).entries[0]).toMatchObject({ source_ip: "127.0.0.1", user_agent: "\u009b31m{$ne:1}" });
  });
});

describe("the list", () => {
  it("shows no other account's entries, also by that account's cursor", async () => {
    const other = await anAccount(target, 0);
    const theirs = asking(target, other.key);
    for (const credits of [1, 2]) await theirs("PATCH", "/v1/account", { low_balance: credits });
    const { next_cursor: cursor } = (await theirs("GET", "/v1/audit-log?limit=1")).body;
    const [mine] = (await list("?limit=1")).entries;

    const shown = (await list(`?cursor=${cursor}&limit=200`)).entries as readonly { readonly id: string }[];

    expect(shown.map(({ id }) => id)).toContain(mine.id);
    const own = new Set((await theirs("GET", "/v1/audit-log?limit=200")).body.entries.map(({ id }: { id: string }) => id));
    expect(shown.filter(({ id }) => own.has(id))).toEqual([]);
  });

  it("goes through its pages by cursor, newest first", async () => {
    for (const credits of [11, 12, 13]) await low(credits);

    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);

    const times = [...first.entries, ...second.entries].map(({ created_at: at }: { created_at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set([...first.entries, ...second.entries].map(({ id }: { id: string }) => id)).size).toBe(4);
  });

  it("is filtered by action and time", async () => {
    await low(21);
    const { entries } = await list("?action=account.updated&limit=200");
    expect(new Set(entries.map(({ action }: { action: string }) => action))).toEqual(new Set(["account.updated"]));
    const [newest] = entries;

    const at = encodeURIComponent(newest.created_at);
    expect((await list(`?action=account.updated&since=${at}`)).entries[0].id).toBe(newest.id);
    const earlier = (await list(`?until=${at}&limit=200`)).entries.map(({ id }: { id: string }) => id);
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier).not.toContain(newest.id);
    expect(fieldsOf(await ask("GET", "/v1/audit-log?action=reads&since=yesterday"))).toEqual(["action", "since"]);
  });

  it("has one entry of a request that was repeated under its Idempotency-Key", async () => {
    const body = mailboxAt(target.mail, "once@sandbox.test");
    const connect = () => ask("POST", "/v1/mailboxes", body, { "idempotency-key": "box" });
    await connect();
    expect((await connect()).headers.get("idempotent-replayed")).toBe("true");

    expect((await list("?action=mailbox.connected")).entries).toHaveLength(1);
  });
});

describe("the operator", () => {
  it("is seen by what he did to the account, not by name", async () => {
    const { recordCommand } = await import("#infra/admin/command.ts");
    await recordCommand(
      "user password",
      { scrypt: true, password: "a new password", data: ".data" },
      { userId: account.id, outcome: "done" },
    );

    const answer = await ask("GET", "/v1/audit-log?action=operator.command");
    expect(answer.body.entries).toMatchObject([{ operation: "user password", fields: ["scrypt", "password"], source_ip: "" }]);
    expect(answer.text).not.toContain("a new password");
    expect(Object.keys(answer.body.entries[0])).not.toContain("operator");
  });

  it("deletes an account and keeps what was done to it, without the addresses", async () => {
    const gone = await anAccount(target, 0);
    await asking(target, gone.key)("PATCH", "/v1/account", { low_balance: 3 });
    const [{ commands }, { auditLog }] = await Promise.all([
      import("#infra/admin/commands.ts"),
      import("#shared/accounts/wiring/stores.ts"),
    ]);

    await commands["user delete"]?.run({ words: [gone.login.email], options: { purge: true }, concerns: () => {} });

    const kept = await auditLog.list(gone.id, {}, { limit: 50, offset: 0 });
    expect(kept.map(({ action }) => action)).toEqual(["account.updated", "login"]);
    for (const entry of kept) expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(["sourceIp"]));
    expect(JSON.stringify(kept)).not.toMatch(/127\.0\.0\.1|node/);
  });

  it("deletes what servers have refused to the account's mailboxes, and to no others", async () => {
    const gone = await anAccount(target, 0);
    const [{ commands }, { refusals }] = await Promise.all([
      import("#infra/admin/commands.ts"),
      import("#shared/sending/wiring/stores.ts"),
    ]);
    const connected = async (asked: Ask, address: string): Promise<string> =>
      (await asked("POST", "/v1/mailboxes", { ...mailboxAt(target.mail, address), display_name: "Sam" })).body.id;
    const ids = [await connected(asking(target, gone.key), "gone@sandbox.test"), await connected(ask, "stays@sandbox.test")];
    for (const id of ids) await refusals.note(id, new Date(), ["451 <jane@example.com> later"]);

    await commands["user delete"]?.run({ words: [gone.login.email], options: { purge: true }, concerns: () => {} });

    expect(await Promise.all(ids.map(async (id) => (await refusals.since(id, new Date(0))).length))).toEqual([0, 1]);
  });
});
