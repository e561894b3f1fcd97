// The rules of conversations as a client meets them (api/README.md, "Inbox"), and what they cost.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { rawMail, type Row, runSystem } from "#test/support/running-system.ts";

const ID = /^[0-9a-f]{24}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const system = await runSystem();
afterAll(() => system.stop());

const subjects = (messages: readonly Row[]) => messages.map(({ subject }) => subject);
const named = (messages: readonly Row[], subject: string) => messages.find((row) => row.subject === subject) as Row;
const threadOf = async (id: string) => (await system.call("GET", `/v1/inbox/threads/${id}`)).body;
const sendOf = async (id: string) => (await system.call("GET", `/v1/send/${id}/status`)).body;
/** Sends an email and waits until the provider has it and the record says so. */
const sent = async (mailbox_id: string, to: string, subject: string) => {
  const { body } = await system.call("POST", "/v1/send", { mailbox_id, to, subject, body_html: `<p>${subject}</p>` });
  return until(async () => {
    const record = await sendOf(body.id);
    return record.status === "sent" ? record : undefined;
  });
};

describe("a conversation that a send started", () => {
  it("shows send and answer in order, however fast the answer came, with every field", async () => {
    const address = "starter@sandbox.test";
    const id = await system.connect(address, { display_name: "The Starter" });
    const send = await sent(id, "Jane@Peer.test", "Lunch");
    system.put(
      address,
      "Re: Lunch",
      {
        From: "Jane Doe <jane@peer.test>",
        To: `Me <${address}>, Bob <BOB@peer.test>`,
        Cc: "carol@peer.test",
        "In-Reply-To": send.message_id,
      },
      { body: "Sure.\r\n\r\nOn Fri, 20 Nov 2026 at 10:15, Me wrote:\r\n> Lunch\r\n" },
    );
    const { messages } = await system.pull(id);

    const view = await threadOf(messages[0].thread_id);

    expect(view.thread).toEqual({
      id: messages[0].thread_id,
      mailbox_id: id,
      root_message_id: send.message_id,
      subject: "Lunch",
      participants: ["jane@peer.test", "bob@peer.test", "carol@peer.test"],
      email_job_id: send.id,
      tags: [],
      message_count: 2,
      unread_count: 1,
      has_newcomer: false,
      last_message_at: messages[0].received_at,
      last_message_direction: "inbound",
      last_inbound_at: messages[0].received_at,
      snippet: "Sure.",
      state: "open",
      assigned_to: "",
      labels: [],
      needs_reply: true,
      bounced: false,
      waiting_since: messages[0].received_at,
      revision: 1,
      changed_by: "",
      created_at: expect.stringMatching(DATE),
      updated_at: expect.stringMatching(DATE),
    });
    expect(view.messages).toEqual([
      {
        id: send.id,
        direction: "outbound",
        auto_class: "",
        returns_on: "",
        intent: "",
        intent_by: "",
        kind: "",
        status: "sent",
        message_id: send.message_id,
        from: { name: "The Starter", email: address },
        by: expect.stringMatching(/./),
        to: [{ name: "", email: send.to_email }],
        cc: [],
        subject: "Lunch",
        snippet: "Lunch",
        body_text: "Lunch",
        body_html: "<p>Lunch</p>",
        reply_text: "Lunch",
        reply_html: "<p>Lunch</p>",
        attachments: [],
        is_read: true,
        date: expect.stringMatching(DATE),
        email_job_id: send.id,
      },
      {
        id: messages[0].id,
        direction: "inbound",
        auto_class: "",
        returns_on: "",
        intent: "unknown",
        intent_by: "rule",
        kind: "reply",
        status: "received",
        message_id: "<Re:.Lunch@peer.test>",
        from: { name: "Jane Doe", email: "jane@peer.test" },
        by: "",
        to: [
          { name: "Me", email: address },
          { name: "Bob", email: "BOB@peer.test" },
        ],
        cc: [{ name: "", email: "carol@peer.test" }],
        subject: "Re: Lunch",
        snippet: "Sure.",
        body_text: expect.stringContaining("> Lunch"),
        body_html: "",
        reply_text: "Sure.",
        reply_html: "",
        attachments: [],
        is_read: false,
        date: messages[0].received_at,
        email_job_id: send.id,
      },
    ]);
    expect(await sendOf(send.id)).toMatchObject({ status: "sent", thread_id: view.thread.id, replied_at: messages[0].received_at });
  });

  it("records the first reply alone: not by a notice of absence, a list's mail or a second reply", async () => {
    const address = "stamped@sandbox.test";
    const id = await system.connect(address);
    const send = await sent(id, "team@peer.test", "Question");
    const answer = (subject: string, headers: Readonly<Record<string, string>>, minutesAgo: number) =>
      system.put(
        address,
        subject,
        { "In-Reply-To": send.message_id, ...headers },
        { receivedAt: new Date(Date.now() - minutesAgo * 60_000) },
      );

    answer("Away", { "Auto-Submitted": "auto-replied" }, 9);
    const { messages } = await system.pull(id);
    expect(messages[0]).toMatchObject({ kind: "auto_reply", email_job_id: send.id });
    expect(await sendOf(send.id)).not.toHaveProperty("replied_at");

    answer("Later", {}, 5);
    await system.pull(id);
    answer("Earlier", { "List-Id": "<l.peer.test>" }, 7);
    const both = (await system.pull(id)).messages;

    expect(named(both, "Earlier")).toMatchObject({ kind: "reply", email_job_id: send.id });
    expect((await sendOf(send.id)).replied_at).toBe(named(both, "Earlier").received_at);
  });

  it("shows a bounce, which is recorded on the send and leaves its status", async () => {
    const id = await system.connect("hopeful@sandbox.test");
    const send = await sent(id, "bounce.someone@sandbox.test", "Anyone there?");

    const [bounce] = await until(async () => {
      const { messages } = await system.pull(id);
      return messages.length > 0 ? messages : undefined;
    });

    expect(bounce).toMatchObject({ kind: "bounce", email_job_id: send.id, thread_id: (await sendOf(send.id)).thread_id });
    expect(await sendOf(send.id)).toMatchObject({
      status: "sent",
      bounced_at: bounce.received_at,
      bounce_reason: expect.stringContaining("550"),
    });
    expect(await sendOf(send.id)).not.toHaveProperty("replied_at");
  });

  it("takes no answer that another mailbox received, of this account or another's", async () => {
    const [mine, second, foreign] = ["victim@sandbox.test", "second@sandbox.test", "forger@sandbox.test"];
    const id = await system.connect(mine);
    const secondId = await system.connect(second);
    const foreignId = await system.connect(foreign, {}, system.callAsOther);
    const send = await sent(id, "jane@peer.test", "Secret");
    for (const address of [second, foreign])
      system.put(address, `Forged for ${address}`, { "In-Reply-To": send.message_id, References: send.message_id });

    const { messages } = await system.pull(secondId);
    const forged = (await system.callAsOther("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${foreignId}`)).body.messages;

    for (const [message] of [messages, forged]) expect(message).toMatchObject({ kind: "reply", email_job_id: "" });
    expect(await sendOf(send.id)).toMatchObject({ thread_id: "" });
    expect(await sendOf(send.id)).not.toHaveProperty("replied_at");
  });
});

describe("joining", () => {
  it("follows ids in any order of arrival, never the subject; the older id stays, the younger keeps resolving", async () => {
    const address = "joining@sandbox.test";
    const id = await system.connect(address);
    system.put(address, "child", { References: "<root@peer.test> <parent@peer.test>", "In-Reply-To": "<parent@peer.test>" });
    const [child] = (await system.pull(id)).messages;
    await new Promise((done) => setTimeout(done, 5));
    system.put(address, "sibling", { References: "<uncle@peer.test>" });
    system.put(address, "stranger", { Subject: "child" });
    const apart = (await system.pull(id)).messages;
    const sibling = named(apart, "sibling");
    expect(new Set(apart.map((row: Row) => row.thread_id)).size).toBe(3);

    system.put(address, "parent", { References: "<root@peer.test> <uncle@peer.test>" });
    const joined = (await system.pull(id)).messages;

    expect([named(joined, "parent").thread_id, named(joined, "sibling").thread_id]).toEqual([child.thread_id, child.thread_id]);
    const { thread, messages } = await threadOf(sibling.thread_id);
    expect(thread).toMatchObject({ id: child.thread_id, message_count: 3, unread_count: 3, root_message_id: "<root@peer.test>" });
    expect(subjects(messages).toSorted()).toEqual(["child", "parent", "sibling"]);
    const filtered = await system.call("GET", `/v1/inbox/messages?thread_id=${sibling.thread_id}`);
    expect(filtered.body.messages).toHaveLength(3);
    const marked = await system.call("PATCH", `/v1/inbox/threads/${sibling.thread_id}`, { is_read: true });
    expect(marked.body).toMatchObject({ id: child.thread_id, unread_count: 0 });
    const reply = await system.call("POST", `/v1/inbox/threads/${sibling.thread_id}/reply`, { body_text: "All of you" });
    expect(reply.body.thread_id).toBe(child.thread_id);
  });
});

describe("the list of threads", () => {
  let id: string;
  let send: { id: string };
  beforeAll(async () => {
    const address = "threads@sandbox.test";
    id = await system.connect(address);
    send = await sent(id, "jane@peer.test", "A");
    const { message_id } = await sendOf(send.id);
    const at = (hours: number) => ({ receivedAt: new Date(Date.now() + hours * 3_600_000) });
    system.put(address, "Re: A", { "In-Reply-To": message_id }, at(-0.01));
    system.put(address, "B", { From: "kim@peer.test", "List-Id": "<l>" }, at(-5));
    system.put(address, "C", { From: "kim@peer.test", Cc: "Jane@peer.test" }, at(-50));
    const { messages } = await system.pull(id);
    await system.call("PATCH", `/v1/inbox/messages/${named(messages, "B").id}`, { is_read: true });
  });

  it.each([
    ["", ["A", "B", "C"]],
    ["unread=true", ["A", "C"]],
    ["unread=false", ["B"]],
    ["participant=kim@peer.test", ["B", "C"]],
    ["participant=JANE@Peer.test", ["A", "C"]],
    ["participant=threads@sandbox.test", []],
    ["kind=reply", ["A"]],
    ["kind=bulk", ["B"]],
    ["kind=inbound&unread=true&participant=kim@peer.test", ["C"]],
    ["limit=1&offset=1", ["B"]],
    [`since=${new Date(Date.now() - 10 * 3_600_000).toISOString()}`, ["A", "B"]],
    [`before=${new Date(Date.now() - 10 * 3_600_000).toISOString()}`, ["C"]],
  ])("gives the latest first for %j", async (query, expected) => {
    const { status, body } = await system.call("GET", `/v1/inbox/threads?mailbox_id=${id}&${query}`);

    expect(status).toBe(200);
    expect(Object.keys(body).filter((name) => name !== "next_cursor")).toEqual(["threads", "limit", "offset"]);
    expect(subjects(body.threads)).toEqual(expected);
  });

  it("finds the conversation that a send started", async () => {
    const { body } = await system.call("GET", `/v1/inbox/threads?email_job_id=${send.id}`);

    expect(body.threads).toMatchObject([{ subject: "A", email_job_id: send.id }]);
  });

  it("gives the same thread as GET by id", async () => {
    const { body } = await system.call("GET", `/v1/inbox/threads?mailbox_id=${id}&limit=1`);

    expect(body.threads[0].id).toMatch(ID);
    expect((await threadOf(body.threads[0].id)).thread).toEqual(body.threads[0]);
  });

  it.each([
    ["participant", "participant=kim"],
    ["kind", "kind=mail"],
    ["before", "before=now"],
    ["limit", "limit=0"],
    ["fresh", "fresh=true"],
  ])("returns 400 that names %s for %s", async (field, query) => {
    const { status, body } = await system.call("GET", `/v1/inbox/threads?${query}`);

    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each(["mailbox_id", "email_job_id"])("returns 404 for an unknown %s", async (field) => {
    expect((await system.call("GET", `/v1/inbox/threads?${field}=${ABSENT}`)).status).toBe(404);
  });
});

describe("marking", () => {
  it("a thread sets every message of it, a message moves its thread's count", async () => {
    const address = "marking@sandbox.test";
    const { messages } = await system.mailboxWith(address, () => {
      system.put(address, "first");
      system.put(address, "second", { "In-Reply-To": "<first@peer.test>" });
      system.store.deliver(address, rawMail({ From: "x@peer.test", To: address, Subject: "apart" }));
    });
    const thread = `/v1/inbox/threads/${named(messages, "first").thread_id}`;
    const unreadOf = async () => (await system.call("GET", thread)).body.thread.unread_count;

    await system.call("PATCH", `/v1/inbox/messages/${named(messages, "second").id}`, { is_read: true });
    const one = await unreadOf();
    const all = await system.call("PATCH", thread, { is_read: true });
    const again = await system.call("PATCH", thread, { is_read: false });

    expect([one, all.body.unread_count, again.body.unread_count, await unreadOf()]).toEqual([1, 0, 2, 2]);
    const rows = (await system.call("GET", `/v1/inbox/messages?thread_id=${named(messages, "first").thread_id}&unread=true`)).body.messages;
    expect(rows).toHaveLength(2);
    expect((await system.call("PATCH", thread, { is_read: "yes" })).body.details).toEqual([
      { field: "is_read", message: expect.any(String) },
    ]);
  });
});

describe("an empty wallet", () => {
  it("returns 402 for replies, forwards and follow-ups, which leave nothing behind; one credit pays one", async () => {
    const address = "poor@sandbox.test";
    const id = await system.connect(address, {}, system.callAsOther);
    system.put(address, "Offer");
    const [message] = (await system.callAsOther("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${id}`)).body.messages as Row[];
    const replies = [`/v1/inbox/messages/${message?.id}`, `/v1/inbox/threads/${message?.thread_id}`];
    const paths = replies.flatMap((path) => [`${path}/reply`, `${path}/forward`]);
    const attempt = (path: string) =>
      system.callAsOther("POST", path, path.endsWith("forward") ? { to: "boss@peer.test" } : { body_text: "Yes" });

    for (const path of paths) {
      const answer = await attempt(path);

      expect(answer.body).toEqual({ error: "Error", message: expect.stringMatching(/wallet is empty/i), code: 402, type: "wallet_empty" });
    }
    expect((await system.callAsOther("GET", "/v1/logs")).body).toEqual([]);
    await system.topUpOther(1);
    const paid = await attempt(paths[0] ?? "");
    expect(paid.status).toBe(200);
    expect((await attempt(`/v1/send/${paid.body.id}/reply`)).status).toBe(402);
    expect((await system.callAsOther("GET", `/v1/inbox/threads/${message?.thread_id}`)).body.messages).toHaveLength(2);
  });
});
