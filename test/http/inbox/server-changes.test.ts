// What is changed here is so at the provider, where a mailbox has sync_changes (api/README.md, "Inbox").
import { afterAll, expect, it } from "vitest";
import { asking, until } from "#test/support/client.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>>;
const keyWith = async (scopes: readonly string[], bounds: object = {}) => {
  const { body } = await system.call("POST", "/v1/api-keys", { name: scopes.join(" "), scopes, ...bounds });
  return asking({ url: system.url }, body.token);
};
/** A mailbox with sync_changes and these mails, pulled; the messages' ids by subject. */
const aMailbox = async (address: string, subjects: readonly string[], more: object = { sync_changes: true }) => {
  for (const subject of subjects) system.put(address, subject);
  const mailbox = await system.connect(address, { ...more });
  const { messages } = await system.pull(mailbox);
  return { mailbox, ids: new Map((messages as Row[]).map((row) => [String(row["subject"]), String(row["id"])])) };
};
const flags = (address: string, folder = "INBOX") =>
  system.store
    .folder(address, folder)!
    .messages.map(({ raw, flags: all }) => `${/^Subject: (.*)\r$/m.exec(raw.toString())?.[1]} ${all.join(" ")}`.trim());

it("tells the provider of a message that was read, flagged and moved, and publishes what became of it", async () => {
  const { mailbox, ids } = await aMailbox("desk@sandbox.test", ["one", "two", "three"]);
  expect((await system.call("GET", `/v1/mailboxes/${mailbox}`)).body).toMatchObject({ sync_changes: true });
  const url = `/v1/inbox/messages/${ids.get("one")}`;
  const asked = await system.call("PATCH", url, { is_read: true, is_flagged: true, folder: "trash" });
  expect(asked).toMatchObject({ status: 200, body: { is_read: true, is_flagged: true, folder: "INBOX", server_state: "pending" } });

  const done = await until(async () => {
    const { body } = await system.call("GET", url);
    return body.server_state === "done" ? body : undefined;
  });
  expect(done).toMatchObject({ folder: "Trash", server_reason: "", on_server: true });
  expect(flags("desk@sandbox.test")).toEqual(["two", "three"]);
  expect(flags("desk@sandbox.test", "Trash")).toEqual(["one \\Seen \\Flagged"]);
  const events = await until(async () => {
    const { body } = await system.call("GET", "/v1/events?type=message.changed");
    return body.events.length === 2 ? body.events : undefined;
  });
  expect(events.map((event: Row) => event["data"])).toMatchObject([
    { changed: ["is_read", "is_flagged", "folder"], by: "api", is_read: true, folder: "INBOX", server_state: "pending" },
    { changed: ["folder", "server_state"], by: "server", folder: "Trash", server_state: "done" },
  ]);
});

it("says what its server does not have, which asks for it once more, and forgets it then", async () => {
  const { ids } = await aMailbox("refused@sandbox.test", ["one"]);
  const url = `/v1/inbox/messages/${ids.get("one")}`;
  const failed = () =>
    until(async () => {
      const { body } = await system.call("GET", url);
      return body.server_state === "failed" ? body : undefined;
    });
  await system.call("PATCH", url, { is_flagged: true, folder: "archive" });
  const { server_wish: wish, server_reason: reason } = await failed();
  expect([wish, reason]).toEqual([{ is_flagged: true, folder: "archive" }, "the mailbox has no folder for archive"]);
  const again = await system.call("PATCH", url, wish);
  expect(again.body).toMatchObject({ server_state: "pending", server_reason: "" });
  expect(again.body).not.toHaveProperty("server_wish");
  expect((await failed()).server_wish).toEqual(wish);
  await system.call("PATCH", url, { folder: "trash" });
  const done = await until(async () => {
    const { body } = await system.call("GET", url);
    return body.server_state === "done" ? body : undefined;
  });
  expect(done).not.toHaveProperty("server_wish");
});

it("changes several messages and a conversation, each made or refused by itself", async () => {
  const { ids } = await aMailbox("many@sandbox.test", ["a", "b"]);
  const changes = [
    { id: ids.get("a"), is_read: true },
    { id: ids.get("b"), folder: "Nowhere" },
    { id: "0".repeat(24), is_read: true },
  ];
  const { status, body } = await system.call("POST", "/v1/inbox/messages/change", { changes });
  expect(status).toBe(200);
  expect(body.results).toEqual([
    { id: ids.get("a"), is_read: true, is_flagged: false, folder: "INBOX", server_state: "pending", error: "" },
    {
      id: ids.get("b"),
      error: "The request is invalid",
      type: "invalid_fields",
      details: [{ field: "folder", message: expect.stringContaining("must be archive") }],
    },
    { id: "0".repeat(24), error: "Message not found", type: "not_found" },
  ]);
  const thread = (await system.call("GET", `/v1/inbox/messages/${ids.get("b")}`)).body.thread_id;
  expect(await system.call("PATCH", `/v1/inbox/threads/${thread}`, { is_read: true, folder: "spam" })).toMatchObject({
    status: 200,
    body: { unread_count: 0 },
  });
  await until(async () => (flags("many@sandbox.test", "Junk").length === 1 ? true : undefined));
  await until(async () => (flags("many@sandbox.test")[0] === "a \\Seen" ? true : undefined));
  expect(flags("many@sandbox.test", "Junk")).toEqual(["b \\Seen"]);
});

it("needs send for the provider and for folders, and read alone for what stays here", async () => {
  const { mailbox, ids } = await aMailbox("scope@sandbox.test", ["one"]);
  const { ids: here } = await aMailbox("here@sandbox.test", ["one"], {});
  const reader = await keyWith(["read"]);
  const sender = await keyWith(["send"]);
  expect((await sender("PATCH", `/v1/inbox/messages/${here.get("one")}`, { is_read: true })).status).toBe(403);
  expect((await reader("PATCH", `/v1/inbox/messages/${ids.get("one")}`, { is_read: true })).body).toMatchObject({
    type: "insufficient_scope",
    message: expect.stringContaining('"send"'),
  });
  const shown = (await system.call("GET", `/v1/inbox/messages/${ids.get("one")}`)).body;
  expect(shown).toMatchObject({ is_read: false, server_state: "" });
  const local = await reader("PATCH", `/v1/inbox/messages/${here.get("one")}`, { is_read: true, is_flagged: true });
  expect(local).toMatchObject({ status: 200, body: { is_read: true, is_flagged: true, server_state: "" } });
  expect((await reader("PATCH", `/v1/inbox/messages/${here.get("one")}`, { folder: "trash" })).status).toBe(403);
  expect((await system.call("PATCH", `/v1/inbox/messages/${here.get("one")}`, { folder: "trash" })).body.details).toEqual([
    { field: "folder", message: "needs a mailbox that syncs changes" },
  ]);
  expect(flags("here@sandbox.test")).toEqual(["one"]);
  const bound = await keyWith(["read", "send"], { mailbox_ids: [mailbox] });
  const both = [ids.get("one"), here.get("one")].map((id) => ({ id, is_flagged: false }));
  const { results } = (await bound("POST", "/v1/inbox/messages/change", { changes: both })).body;
  expect(results.map(({ type }: Row) => type)).toEqual([undefined, "not_found"]);
});

it("is refused where it is not built, and for changes that are none", async () => {
  const { mailbox, ids } = await aMailbox("strict@sandbox.test", ["one"], { inbox_sync_enabled: true });
  const off = await system.connect("unread@sandbox.test", { inbox_sync_enabled: false });
  expect((await system.call("PATCH", `/v1/mailboxes/${off}`, { sync_changes: true })).body.details).toEqual([
    { field: "sync_changes", message: "needs IMAP settings and an inbox that is read" },
  ]);
  expect((await system.call("PATCH", `/v1/mailboxes/${mailbox}`, { sync_changes: true })).body.sync_changes).toBe(true);
  const bad = [
    {},
    { changes: [] },
    { changes: [{ id: ids.get("one") }] },
    { changes: Array.from({ length: 101 }, (_, n) => ({ id: String(n).padStart(24, "0"), is_read: true })) },
  ];
  for (const body of bad) expect((await system.call("POST", "/v1/inbox/messages/change", body)).status).toBe(400);
  const twice = { id: ids.get("one"), is_read: true };
  expect((await system.call("POST", "/v1/inbox/messages/change", { changes: [twice, twice] })).body.details).toEqual([
    { field: "changes", message: "must name each message once" },
  ]);
  expect((await system.call("PATCH", `/v1/inbox/messages/${ids.get("one")}`, { folder: "", is_flagged: "yes" })).body.details).toEqual([
    { field: "is_flagged", message: expect.any(String) },
    { field: "folder", message: expect.any(String) },
  ]);
});
