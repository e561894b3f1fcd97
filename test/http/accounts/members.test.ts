// Members of an account (api/README.md, "Members"): invitations, what a member's session may do, and what ends it.
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "#shared/platform/wiring/database.ts";
import { ABSENT, anAccount, asking, fieldsOf, inMs, until } from "#test/support/client.ts";
import { aMember, own, tokenIn } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());
// All tests sign in from one address, more often than the limit of one test allows.
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));

const anyone = asking(system, "");
const { call, callAsOther } = system;
const [desk, sales, foreign] = [
  await system.connect("desk@sandbox.test"),
  await system.connect("sales@sandbox.test"),
  await system.connect("foreign@sandbox.test", {}, callAsOther),
];
const ofDesk = { role: "member", mailbox_ids: [desk] };
const member = (rights: object = ofDesk) => aMember(system, call, rights);
const invite = async (name: string, more: object = {}) => (await call("POST", "/v1/members", { name, ...ofDesk, ...more })).body;
const accept = (token: string, more: object = {}) =>
  anyone("POST", "/console/invitation", { token, email: `${token.slice(0, 9)}@team.test`, password: "a long password", ...more });
const stored = async () => (await connect()).raw.collection("members");
/** Forgets what processes remember of sessions, as twenty seconds do. */
const ended = (status: () => Promise<number>) => until(async () => ((await status()) === 401 ? true : undefined));

describe("an invitation", () => {
  it("is a link that works once and lasts seven days; its token is stored as a hash alone and stands in no list and no log", async () => {
    const made = await call("POST", "/v1/members", { name: "Once", ...ofDesk });
    expect(made).toMatchObject({ status: 200, body: { name: "Once", email: "", role: "member", mailbox_ids: [desk], status: "invited" } });
    const token = tokenIn(made.body.url);
    expect(new URL(made.body.url).pathname).toBe("/console/invitation");
    expect((Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)) / 86_400_000).toBe(7);
    const row = await (await stored()).findOne({ name: "Once" });
    expect(JSON.stringify(row)).not.toContain(token);

    const answers = await Promise.all([1, 2, 3].map((n) => accept(token, { email: `once-${n}@team.test` })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
    expect((await accept(token)).status).toBe(404);
    const [listed] = (await call("GET", "/v1/members")).body.filter(({ name }: { name: string }) => name === "Once");
    expect(listed).toMatchObject({ id: made.body.id, status: "active", joined_at: expect.any(String) });
    expect(listed).not.toHaveProperty("url");
    expect((await call("GET", "/v1/audit-log")).text).not.toContain(token);
  });

  it("is refused with every bad field, for mailboxes of others, and for a name that is taken", async () => {
    const bad = await call("POST", "/v1/members", { name: " ", role: "owner", mailbox_ids: ["x"], email: "a@b.test" });
    expect([bad.status, fieldsOf(bad).toSorted()]).toEqual([400, ["email", "mailbox_ids.0", "name", "role"]]);
    for (const [more, fields] of [
      [{ role: "admin" }, ["mailbox_ids"]],
      [{ role: "viewer", mailbox_ids: undefined }, ["mailbox_ids"]],
      [{ mailbox_ids: [] }, ["mailbox_ids"]],
      [{ name: "x".repeat(65) }, ["name"]],
    ] as const)
      expect(fieldsOf(await call("POST", "/v1/members", { name: "Bad", ...ofDesk, ...more }))).toEqual(fields);
    for (const mailbox of [foreign, ABSENT])
      expect((await call("POST", "/v1/members", { name: "Bad", role: "viewer", mailbox_ids: [mailbox] })).status).toBe(404);
    await invite("Taken");
    expect((await call("POST", "/v1/members", { name: "Taken", ...ofDesk })).status).toBe(409);
    expect((await callAsOther("POST", "/v1/members", { name: "Taken", role: "admin" })).status).toBe(200);
  });

  it("is made again for whoever forgot his password: the old one and the link before end with his sessions, and he stays who he is", async () => {
    const anna = await member();
    const again = await call("POST", `/v1/members/${anna.id}/invitation`);
    expect(again).toMatchObject({ status: 200, body: { id: anna.id, name: anna.name, status: "invited", email: anna.login.email } });
    await ended(async () => (await anna.ask("GET", "/console/session")).status);
    expect(await anna.tries()).toBe(401);
    const third = await call("POST", `/v1/members/${anna.id}/invitation`);
    expect((await accept(tokenIn(again.body.url))).status).toBe(404);
    const row = async () => (await stored()).findOne({ name: anna.name });
    expect(await row()).not.toHaveProperty("passwordHash");
    // Somebody who had joined is not deleted with an invitation that nobody uses.
    expect(await row()).not.toHaveProperty("goesAt");
    const login = { email: anna.login.email, password: "another long one" };
    expect((await accept(tokenIn(third.body.url), login)).status).toBe(204);
    expect((await anyone("POST", "/console/session", login)).status).toBe(204);
    expect((await call("GET", "/v1/members")).body.find(({ id }: { id: string }) => id === anna.id)).toMatchObject({ status: "active" });
    expect((await call("GET", "/v1/audit-log?action=member.invited")).body.entries[0]).toMatchObject({
      operation: "members/invite-again",
      resource_id: anna.id,
    });

    const lost = await invite("Lost");
    const found = await call("POST", `/v1/members/${lost.id}/invitation`);
    expect((await accept(tokenIn(lost.url))).status).toBe(404);
    expect(Date.parse(found.body.expires_at)).toBeGreaterThan(Date.parse(lost.expires_at));
    expect((await (await stored()).findOne({ name: "Lost" }))!["goesAt"].getTime()).toBe(
      Date.parse(found.body.expires_at) + 30 * 86_400_000,
    );
    expect((await accept(tokenIn(found.body.url))).status).toBe(204);
    for (const [id, from] of [
      [ABSENT, call],
      [lost.id, callAsOther],
    ] as const)
      expect((await from("POST", `/v1/members/${id}/invitation`)).status).toBe(404);
    const viewer = await member({ role: "viewer", mailbox_ids: [desk] });
    expect((await viewer.ask("POST", `/v1/members/${lost.id}/invitation`)).status).toBe(403);
  });

  it("is not accepted after its end, when it is withdrawn, or while the account is locked, all with one answer", async () => {
    const [late, gone, locked] = [await invite("Late"), await invite("Gone"), await invite("Locked")];
    const past = { $set: { "invitation.expiresAt": new Date(Date.now() - 1) } };
    await (await stored()).updateOne({ name: "Late" }, past);
    const unknown = await accept("0".repeat(64));
    expect((await accept(tokenIn(late.url))).text).toBe(unknown.text);
    expect((await call("GET", "/v1/members")).body.find(({ name }: { name: string }) => name === "Late").status).toBe("expired");
    expect((await call("DELETE", `/v1/members/${gone.id}`)).status).toBe(204);
    expect((await accept(tokenIn(gone.url))).text).toBe(unknown.text);
    const users = (await connect()).raw.collection("users");
    const { userId } = (await (await stored()).findOne({ name: "Locked" }))!;
    await users.updateOne({ _id: userId }, { $set: { lockedAt: new Date() } });
    expect((await accept(tokenIn(locked.url))).text).toBe(unknown.text);
    await users.updateOne({ _id: userId }, { $unset: { lockedAt: "" } });
    expect((await accept(tokenIn(locked.url))).status).toBe(204);
  });

  it("needs an email with which nobody signs in, and a password of eight characters; a refusal does not use it up", async () => {
    const { url } = await invite("Picky");
    const taken = await anAccount(system, 0, "owner");
    const anna = await member();
    for (const email of [taken.login.email, anna.login.email, anna.login.email.toUpperCase()])
      expect([email, (await accept(tokenIn(url), { email })).status]).toEqual([email, 409]);
    const bad = await accept(tokenIn(url), { email: "no address", password: "short" });
    expect([bad.status, fieldsOf(bad).toSorted()]).toEqual([400, ["email", "password"]]);
    expect((await accept(tokenIn(url))).status).toBe(204);
  });

  it("cannot be tried without end with many emails: whoever has one learns of twenty a minute", async () => {
    const { url } = await invite("Prober");
    const { login } = await anAccount(system, 0, "probed");
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await accept(tokenIn(url), { email: login.email })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([409, 429]);
  });
});

describe("a member", () => {
  it("signs in by the console's sign-in alone, and learns who he is and nothing of the owner", async () => {
    const anna = await member();
    expect([await anna.tries(), await anna.tries("/api/v1/auth/login")]).toEqual([204, 401]);
    const apart = await member({ role: "member", mailbox_ids: [sales] });
    const boss = await member({ role: "admin" });
    const { body } = await anna.ask("GET", "/console/session");
    // To whom he can give a conversation: those who see one of his mailboxes.
    expect(body.colleagues).toEqual(expect.arrayContaining([anna.name, boss.name]));
    expect(body.colleagues).not.toContain(apart.name);
    expect((await boss.ask("GET", "/console/session")).body.colleagues).toContain(apart.name);
    expect(body).toMatchObject({ name: anna.name, email: anna.login.email, role: "member", scopes: ["send", "read"], mode: "live" });
    expect((await anna.ask("GET", "/v1/account")).status).toBe(404);
    expect((await anyone("POST", "/console/session", { ...anna.login, password: "a wrong password" })).status).toBe(401);
  });

  it("reads and answers in his mailboxes in his own name; a viewer reads alone, and other mailboxes are not there", async () => {
    const [anna, vera] = [await member(), await member({ role: "viewer", mailbox_ids: [desk, desk] })];
    system.put("desk@sandbox.test", "Question");
    system.put("sales@sandbox.test", "Secret");
    const [asked, secret] = [(await system.pull(desk)).messages[0], (await system.pull(sales)).messages[0]];
    for (const { ask } of [anna, vera]) {
      const list = await ask("GET", "/v1/inbox/messages");
      expect([list.text.includes(asked.id), list.text.includes(secret.id)]).toEqual([true, false]);
      expect((await ask("GET", `/v1/inbox/messages/${secret.id}`)).status).toBe(404);
      const path = `/v1/inbox/threads/${asked.thread_id}/notes`;
      const note = await ask("POST", path, { text: "Mine", by: "the boss" });
      expect(note.body.by).toBe(ask === anna.ask ? anna.name : vera.name);
      // His own he writes anew and deletes; a colleague's stays, and a key and an admin have power over all.
      expect((await ask("PATCH", `${path}/${note.body.id}`, { text: "Mine still" })).body.by).toBe(note.body.by);
      const other = ask === anna.ask ? vera.ask : anna.ask;
      expect((await other("PATCH", `${path}/${note.body.id}`, { text: "Mine" })).body.type).toBe("insufficient_scope");
      expect((await other("DELETE", `${path}/${note.body.id}`)).status).toBe(403);
      expect((await call("GET", path)).body.notes[0]).toMatchObject({ id: note.body.id, text: "Mine still", by: note.body.by });
      expect((await (ask === anna.ask ? ask : call)("DELETE", `${path}/${note.body.id}`)).status).toBe(204);
    }
    const reply = { body_text: "Hi", scheduled_at: inMs(3_600_000) };
    const answered = await anna.ask("POST", `/v1/inbox/messages/${asked.id}/reply`, reply);
    expect(answered.status).toBe(200);
    expect((await anna.ask("POST", `/v1/send/${answered.body.id}/cancel`, {})).status).toBe(200);
    expect((await vera.ask("PATCH", `/v1/inbox/threads/${asked.thread_id}`, { assigned_to: vera.name })).status).toBe(200);
    expect((await vera.ask("PATCH", `/v1/inbox/threads/${asked.thread_id}`, { is_read: true })).status).toBe(200);
    expect((await vera.ask("POST", `/v1/inbox/messages/${asked.id}/reply`, reply)).status).toBe(403);
    expect((await anna.ask("POST", `/v1/inbox/messages/${secret.id}/reply`, reply)).status).toBe(404);
    const log = (await call("GET", "/v1/audit-log?action=note.created")).body.entries as { member_id: string }[];
    expect(log.map(({ member_id: id }) => id)).toEqual([vera.id, anna.id]);
    // Who sent, cancelled and took a conversation over is told; what a key does is in the records alone.
    expect((await call("POST", `/v1/inbox/messages/${asked.id}/reply`, reply)).status).toBe(200);
    for (const [action, resource, by] of [
      ["send.created", answered.body.id, anna.id],
      ["send.cancelled", answered.body.id, anna.id],
      ["thread.updated", asked.thread_id, vera.id],
    ]) {
      const { entries } = (await call("GET", `/v1/audit-log?action=${action}`)).body;
      expect(entries).toMatchObject([{ resource_id: resource, member_id: by, fields: expect.not.arrayContaining(["is_read"]) }]);
    }
  });

  it("gets, for a request that he repeats, its first answer, also when his mailboxes changed and he signed in again between", async () => {
    const anna = await member();
    const email = { mailbox_id: desk, to: "jane@peer.test", subject: "Hi", body_text: "Hi", scheduled_at: inMs(3_600_000) };
    const send = async (ask: typeof call) => (await ask("POST", "/v1/send", email, { "idempotency-key": "again" })).body.id;
    const first = await send(anna.ask);
    await call("PATCH", `/v1/members/${anna.id}`, { mailbox_ids: [desk, sales] });
    expect(await send(await anna.signedIn())).toBe(first);
    expect(await send((await member()).ask)).not.toBe(first);
  });

  it("of the role admin does everything that the owner's session does, with members and keys too, and is named in the audit log", async () => {
    const boss = await member({ role: "admin" });
    expect((await boss.ask("GET", "/v1/account")).status).toBe(200);
    const made = await boss.ask("POST", "/v1/api-keys", { name: "his", scopes: ["read"] });
    expect(made.status).toBe(200);
    const invited = await boss.ask("POST", "/v1/members", { name: "His guest", ...ofDesk });
    expect(invited.status).toBe(200);
    const { entries } = (await call("GET", "/v1/audit-log")).body;
    for (const [action, id] of [
      ["api_key.created", made.body.id],
      ["member.invited", invited.body.id],
      ["member.joined", boss.id],
    ])
      expect(entries).toContainEqual(expect.objectContaining({ action, resource_id: id, member_id: boss.id }));
  });
});

describe("an end of a member's sessions", () => {
  it("is his removal: they end, he signs in no more, and his notes stay", async () => {
    const anna = await member();
    expect((await anna.ask("GET", "/v1/inbox/threads")).status).toBe(200);
    expect((await call("DELETE", `/v1/members/${anna.id}`)).status).toBe(204);
    expect(await (await connect()).raw.collection("apiKeys").countDocuments({ "member.id": anna.id })).toBe(0);
    expect([await anna.tries(), (await call("DELETE", `/v1/members/${anna.id}`)).status]).toEqual([401, 404]);
    const { entries } = (await call("GET", "/v1/audit-log")).body;
    expect(entries).toContainEqual(expect.objectContaining({ action: "member.removed", resource_id: anna.id, member_id: "" }));
  });

  it("is a change of role or mailboxes: a new sign-in has the new rights", async () => {
    const boss = await member({ role: "admin" });
    const lowered = await call("PATCH", `/v1/members/${boss.id}`, { role: "viewer", mailbox_ids: [sales] });
    expect(lowered.body).toMatchObject({ role: "viewer", mailbox_ids: [sales] });
    expect(await (await connect()).raw.collection("apiKeys").countDocuments({ "member.id": boss.id })).toBe(0);
    const again = await boss.signedIn();
    expect((await again("GET", "/console/session")).body).toMatchObject({ role: "viewer", scopes: ["read"] });
    expect((await again("GET", `/v1/mailboxes/${desk}`)).status).toBe(404);
    expect(fieldsOf(await call("PATCH", `/v1/members/${boss.id}`, { role: "admin", mailbox_ids: [desk] }))).toEqual(["mailbox_ids"]);
    expect((await call("PATCH", `/v1/members/${boss.id}`, { role: "admin" })).body).toMatchObject({ role: "admin", mailbox_ids: [] });
    expect(fieldsOf(await call("PATCH", `/v1/members/${boss.id}`, { role: "member" }))).toEqual(["mailbox_ids"]);
  });

  it("leaves nothing that a remembered session could raise itself by: no member, role or key is made with it", async () => {
    const [boss, friend] = [await member({ role: "admin" }), await member()];
    // The process remembers the session as an admin's for twenty seconds, each operation for itself: these refusals come after the key is known.
    const known = [
      await boss.ask("PATCH", `/v1/members/${friend.id}`, {}),
      await boss.ask("POST", "/v1/members", {}),
      await boss.ask("DELETE", `/v1/members/${ABSENT}`),
      await boss.ask("POST", "/v1/api-keys", {}),
    ];
    expect(known.map(({ status }) => status)).toEqual([400, 400, 404, 400]);
    await call("PATCH", `/v1/members/${boss.id}`, { role: "viewer", mailbox_ids: [desk] });
    const tries = [
      await boss.ask("PATCH", `/v1/members/${boss.id}`, { role: "admin" }),
      await boss.ask("PATCH", `/v1/members/${friend.id}`, { role: "admin" }),
      await boss.ask("POST", "/v1/members", { name: "Back door", role: "admin" }),
      await boss.ask("DELETE", `/v1/members/${friend.id}`),
      await boss.ask("POST", "/v1/api-keys", { name: "back door", scopes: ["admin"] }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const { body } = await call("GET", "/v1/members");
    expect(body.find(({ id }: { id: string }) => id === boss.id)).toMatchObject({ role: "viewer" });
  });

  it("is the account's lock, as of all keys; the owner himself is no member and cannot be removed or lowered", async () => {
    const account = await anAccount(system, 0, "team");
    const ask = asking(system, account.key);
    const boss = await aMember(system, ask, { role: "admin" });
    expect((await boss.ask("DELETE", `/v1/members/${account.id}`)).status).toBe(404);
    expect((await boss.ask("PATCH", `/v1/members/${account.id}`, { role: "viewer", mailbox_ids: [desk] })).status).toBe(404);
    expect((await boss.ask("DELETE", `/v1/members/${boss.id}`)).status).toBe(204);
    expect((await anyone("POST", "/console/session", account.login)).status).toBe(204);
    const { lockOut } = await import("#shared/accounts/auth/create-api-key.ts");
    const { apiKeys, users } = await import("#shared/accounts/wiring/stores.ts");
    const anna = await aMember(system, ask, { role: "admin" });
    await lockOut({ users, apiKeys }, account.id, new Date());
    expect([await anna.tries(), await (await connect()).raw.collection("apiKeys").countDocuments({ "member.id": anna.id })]).toEqual([
      401, 0,
    ]);
  });

  it("is signing out, and the twelfth hour", async () => {
    const anna = await member();
    expect((await anna.ask("DELETE", "/console/session")).status).toBe(204);
    await ended(async () => (await anyone("GET", "/console/session", undefined, own(anna.cookie))).status);
    expect(await anna.tries()).toBe(204);
  });
});

describe("members of different accounts", () => {
  it("are not there for each other, whatever id is named", async () => {
    const anna = await member();
    for (const [method, body] of [
      ["PATCH", { role: "admin" }],
      ["DELETE", undefined],
    ] as const)
      expect((await callAsOther(method, `/v1/members/${anna.id}`, body)).status).toBe(404);
    expect((await callAsOther("GET", "/v1/members")).text).not.toContain(anna.id);
    expect((await anna.ask("GET", `/v1/mailboxes/${foreign}`)).status).toBe(404);
  });

  it("go with their account, and with its sessions", async () => {
    const account = await anAccount(system, 0, "purged");
    const anna = await aMember(system, asking(system, account.key), { role: "admin" });
    const { purgeAccount } = await import("#shared/accounts/store/purge.ts");
    await purgeAccount(await connect(), account.id);
    expect(await (await stored()).countDocuments({ name: anna.name })).toBe(0);
    expect(await anna.tries()).toBe(401);
  });
});
