// A conversation that a team works off, as clients see it (api/README.md, "Inbox").
import { afterAll, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>>;
const inHours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const patch = (id: string, changes: object) => system.call("PATCH", `/v1/inbox/threads/${id}`, changes);
const list = async (query: string) => (await system.call("GET", `/v1/inbox/threads?${query}`)).body;
/** A mailbox with questions of so many people, the oldest first; their conversations' ids. */
const asked = async (address: string, people: number) => {
  const mailbox = await system.connect(address);
  for (let n = 0; n < people; n += 1)
    system.put(
      address,
      `Question ${n}`,
      { From: `p${n}@peer.test`, To: address },
      { receivedAt: new Date(Date.now() - (people - n) * 60_000) },
    );
  const { messages } = await system.pull(mailbox);
  return { mailbox, ids: (messages as Row[]).map((message) => String(message["thread_id"])).toReversed() };
};

it("is changed with the revision that was seen, waits when it was answered, and every change is an event", async () => {
  const { ids } = await asked("desk@sandbox.test", 1);
  const [id] = ids as [string];
  const begun = (await system.call("GET", `/v1/inbox/threads/${id}`)).body.thread;
  expect(begun).toMatchObject({ state: "open", assigned_to: "", labels: [], needs_reply: true, revision: 1 });
  expect(begun.waiting_since).toBe(begun.last_message_at);

  const changed = await patch(id, { assigned_to: "anna", labels: ["billing"], snoozed_until: inHours(2), is_read: true, revision: 1 });
  expect(changed).toMatchObject({ status: 200, body: { assigned_to: "anna", labels: ["billing"], unread_count: 0, revision: 2 } });
  const stale = await patch(id, { assigned_to: "bo", is_read: false, revision: 1 });
  expect(stale).toMatchObject({
    status: 409,
    body: { type: "conflict", current: { id, assigned_to: "anna", revision: 2, unread_count: 0 } },
  });

  await system.call("POST", `/v1/inbox/threads/${id}/reply`, { body_text: "Like this." });
  const answered = await until(async () => {
    const { thread } = (await system.call("GET", `/v1/inbox/threads/${id}`)).body;
    return thread.state === "waiting" ? thread : undefined;
  });
  expect(answered).toMatchObject({ needs_reply: false, assigned_to: "anna", revision: 3 });
  expect(answered.waiting_since).toBeUndefined();
  const times = await system.call("GET", "/v1/inbox/response-times?hours=mon,tue,wed,thu,fri,sat,sun 00:00-24:00&timezone=Europe/Berlin");
  expect(times.body).toMatchObject({ first_response: { answered: 1 }, assignees: [{ assigned_to: "anna", answered: 1 }], complete: true });
  expect(times.body.labels).toEqual([
    { label: "billing", answered: 1, median_seconds: expect.any(Number), p90_seconds: expect.any(Number) },
  ]);
  expect(times.body.first_response.median_seconds).toBeGreaterThanOrEqual(60);
  for (const query of [
    "hours=mon 9-17&timezone=Europe/Berlin",
    "hours=mon 09:00-17:00",
    "since=2026-01-02T00:00:00Z&before=2026-01-01T00:00:00Z",
  ])
    expect((await system.call("GET", `/v1/inbox/response-times?${query}`)).status).toBe(400);
  const told = await until(async () => {
    const { events } = (await system.call("GET", "/v1/events?type=thread.changed")).body;
    return events.length === 2 ? events : undefined;
  });
  expect(told.map((one: Row) => one["data"])).toMatchObject([
    { id, changed: ["snoozed_until", "assigned_to", "labels"], by: "api", assigned_to: "anna" },
    { id, changed: ["state"], by: "mail", state: "waiting" },
  ]);
});

it("stays done when an answer leaves that was written before, and opens when an answer bounces", async () => {
  const address = "later@sandbox.test";
  const mailbox = await system.connect(address);
  system.put(address, "Where is it?");
  const [question] = (await system.pull(mailbox)).messages as [Row];
  const id = String(question["thread_id"]);
  const threadNow = async () => (await system.call("GET", `/v1/inbox/threads/${id}`)).body;
  const sent = await system.call("POST", `/v1/inbox/threads/${id}/reply`, { body_text: "In Leipzig.", undo_for: "PT2S" });
  expect((await patch(id, { state: "done" })).body).toMatchObject({ state: "done", revision: 2 });
  await until(async () => ((await system.call("GET", `/v1/send/${sent.body.id}/status`)).body.status === "sent" ? true : undefined));
  await until(async () => ((await threadNow()).thread.message_count === 2 ? true : undefined));
  expect((await threadNow()).thread).toMatchObject({ state: "done", needs_reply: false, revision: 2 });

  const { headers, body, from = "", subject = "" } = bounce(sent.body.message_id);
  system.put(address, subject, { ...headers, From: from }, { body: body! });
  const { messages } = await system.pull(mailbox);
  expect(messages).toContainEqual(expect.objectContaining({ kind: "bounce", thread_id: id }));
  expect((await threadNow()).thread).toMatchObject({ state: "open", bounced: true, revision: 3 });
});

it("refuses what it cannot be, naming every bad field, and changes nothing", async () => {
  const { ids } = await asked("strict@sandbox.test", 1);
  const bad = { state: "closed", snoozed_until: "2020-01-01T00:00:00Z", assigned_to: "x".repeat(65), labels: ["a", "a"], revision: 0 };
  const { status, body } = await patch(ids[0]!, bad);
  expect([status, body.details.map((one: Row) => one["field"]).toSorted()]).toEqual([
    400,
    ["assigned_to", "labels", "revision", "snoozed_until", "state"],
  ]);
  const others: object[] = [
    {},
    { revision: 1 },
    { labels: Array.from({ length: 11 }, (_, n) => `l${n}`) },
    { labels: [""] },
    { snoozed_until: inHours(24 * 400) },
  ];
  for (const changes of others) expect((await patch(ids[0]!, changes)).status).toBe(400);
  expect((await patch(ABSENT, { state: "done" })).status).toBe(404);
  expect((await system.call("GET", `/v1/inbox/threads/${ids[0]}`)).body.thread.revision).toBe(1);
});

it("is found by state, person, label and who waits, the longest first in pages, and counted", async () => {
  const { mailbox, ids } = await asked("counted@sandbox.test", 5);
  const other = await asked("elsewhere@sandbox.test", 1);
  const [first, second, third] = ids as [string, string, string];
  await patch(first, { assigned_to: "anna", labels: ["vip"] });
  await patch(second, { state: "done" });
  await patch(third, { snoozed_until: inHours(1) });
  const of = async (query: string) => (await list(`mailbox_id=${mailbox}&${query}`)).threads.map(({ id }: Row) => id);

  expect(await of("assigned_to=anna&label=vip")).toEqual([first]);
  expect(await of("assigned_to=&state=open&snoozed=false")).toEqual(ids.slice(3).toReversed());
  expect(await of("state=done")).toEqual([second]);
  expect(await of("snoozed=true")).toEqual([third]);
  expect(await of("needs_reply=false")).toEqual([]);
  const page = await list(`mailbox_id=${mailbox}&order=waiting&limit=2`);
  const next = await list(`mailbox_id=${mailbox}&order=waiting&limit=3&cursor=${page.next_cursor}`);
  expect([...page.threads, ...next.threads].map(({ id }: Row) => id)).toEqual(ids);
  expect((await system.call("GET", "/v1/inbox/threads?order=oldest&state=shut")).body.details).toHaveLength(2);

  const { body: key } = await system.call("POST", "/v1/api-keys", { name: "bound", scopes: ["read"], mailbox_ids: [mailbox] });
  const bound = await system.call("GET", "/v1/inbox/counts", undefined, { "x-api-key": key.token });
  expect(bound.body).toEqual({
    states: { open: 4, waiting: 0, done: 1 },
    open_now: 3,
    snoozed: 1,
    needs_reply: 4,
    assignees: [
      { assigned_to: "", open: 3, waiting: 0, needs_reply: 3 },
      { assigned_to: "anna", open: 1, waiting: 0, needs_reply: 1 },
    ],
    labels: [{ label: "vip", open: 1, waiting: 0, needs_reply: 1 }],
    mailboxes: [{ mailbox_id: mailbox, open: 4, waiting: 0, needs_reply: 4 }],
    complete: true,
  });
  const all = (await system.call("GET", "/v1/inbox/counts")).body;
  expect(all.mailboxes.map((row: Row) => row["mailbox_id"])).toContain(other.mailbox);
  expect((await system.call("GET", "/v1/inbox/counts?tenant=nobody")).body.states).toEqual({ open: 0, waiting: 0, done: 0 });
});

it("has notes, which its view shows among its mail and an audit log tells of, in nobody else's words", async () => {
  const { mailbox, ids } = await asked("noted@sandbox.test", 2);
  const [id, other] = ids as [string, string];
  const path = `/v1/inbox/threads/${id}/notes`;
  const added = await system.call("POST", path, { text: "She asked  by\nphone.", by: "anna" }, { "idempotency-key": "note-1" });
  expect(added).toMatchObject({ status: 201, body: { thread_id: id, text: "She asked  by\nphone.", by: "anna" } });
  const again = await system.call("POST", path, { text: "She asked  by\nphone.", by: "anna" }, { "idempotency-key": "note-1" });
  expect(again.body).toEqual(added.body);
  const second = await system.call("POST", path, { text: "Twice." });
  expect((await system.call("GET", `${path}?limit=1`)).body).toMatchObject({
    notes: [{ text: "Twice.", by: "" }],
    next_cursor: expect.any(String),
  });

  const one = `${path}/${added.body.id}`;
  expect(await system.call("PATCH", one, { text: "She wrote." })).toMatchObject({ status: 200, body: { text: "She wrote.", by: "anna" } });
  const { body: view } = await system.call("GET", `/v1/inbox/threads/${id}`);
  expect(view.messages.map(({ kind, reply_text }: Row) => (kind === "note" ? reply_text : kind))).toEqual([
    "inbound",
    "She wrote.",
    "Twice.",
  ]);
  expect(view.messages[1]).toMatchObject({
    id: added.body.id,
    direction: "",
    status: "",
    from: { name: "anna", email: "" },
    snippet: "She wrote.",
  });
  expect(view.thread).toMatchObject({ message_count: 1, snippet: expect.not.stringContaining("She") });
  expect((await list("q=wrote")).threads).toEqual([]);

  for (const [method, body] of [
    ["PATCH", { text: "x" }],
    ["DELETE", undefined],
  ] as const)
    expect((await system.call(method, `/v1/inbox/threads/${other}/notes/${added.body.id}`, body)).status).toBe(404);
  const { body: key } = await system.call("POST", "/v1/api-keys", {
    name: "elsewhere",
    scopes: ["read"],
    mailbox_ids: [await system.connect("far@sandbox.test")],
  });
  expect((await system.call("GET", path, undefined, { "x-api-key": key.token })).status).toBe(404);
  expect((await system.call("DELETE", `${path}/${second.body.id}`)).status).toBe(204);
  expect((await system.call("DELETE", `${path}/${second.body.id}`)).status).toBe(404);
  for (const text of ["", " \n", "x".repeat(10_241), "ä".repeat(5_121)])
    expect((await system.call("POST", path, { text })).status).toBe(400);
  expect((await system.call("POST", path, { text: "ä".repeat(5_120) })).status).toBe(201);

  const { body: log } = await system.call("GET", "/v1/audit-log");
  const told = log.entries.filter((entry: Row) => String(entry["action"]).startsWith("note."));
  expect(new Set(told.map((entry: Row) => entry["action"]))).toEqual(new Set(["note.created", "note.updated", "note.deleted"]));
  expect(JSON.stringify(told)).not.toContain("phone");

  await system.call("DELETE", `/v1/mailboxes/${mailbox}?purge=true`);
  expect((await system.call("GET", path)).status).toBe(404);
});
