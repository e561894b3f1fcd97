// What pulls bring in, and what stays of it, as a client meets it (api/README.md, "Inbox"; G15 to G19).
import { afterAll, describe, expect, it } from "vitest";
import { ABSENT } from "#test/support/client.ts";
import { hoursAgo, rawMail, type Row, runSystem, subjects } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

describe("the read state", () => {
  it("is the server's for mail from before sync was on, unread for later mail, and is never written back", async () => {
    const address = "read@sandbox.test";
    const { id } = await system.mailboxWith(address, () => {
      system.put(address, "read before", {}, { flags: ["\\Seen"], receivedAt: hoursAgo(2) });
      system.put(address, "unread before", {}, { receivedAt: hoursAgo(2) });
    });
    system.put(address, "seen later", {}, { flags: ["\\Seen"], receivedAt: new Date(Date.now() + 2_000) });

    const { messages } = await system.pull(id);

    expect(messages.map(({ subject, is_read }: Row) => [subject, is_read])).toEqual([
      ["seen later", false],
      ["unread before", false],
      ["read before", true],
    ]);
    const marked = await system.call("PATCH", `/v1/inbox/messages/${messages[1].id}`, { is_read: true });
    expect(marked.body).toMatchObject({ is_read: true, body_html: "", body_text: expect.stringContaining("Hello") });
    expect(system.store.folder(address, "INBOX")?.messages.map(({ flags }) => flags.length)).toEqual([1, 0, 1]);
  });

  it.each([{}, { is_read: "true" }, { is_read: null }, { is_read: 1 }])("returns 400 that names is_read for %j", async (body) => {
    const answer = await system.call("PATCH", `/v1/inbox/messages/${ABSENT}`, body);

    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: "is_read", message: expect.any(String) }]);
  });
});

describe("what is inbound", () => {
  it("is the mailbox's own mail too, but no mail from before the date, and no Junk that concerns no send", async () => {
    const address = "select@sandbox.test";
    const id = await system.connect(address);
    const send = await system.call("POST", "/v1/send", { mailbox_id: id, to: "quiet@sandbox.test", subject: "Hi", body_text: "Hi" });
    await system.delivered("quiet@sandbox.test");
    system.put(address, "own", { From: `Me <${address.toUpperCase()}>`, To: "else@sandbox.test" });
    system.put(address, "ancient", {}, { receivedAt: hoursAgo(31 * 24) });
    system.put(address, "spam", {}, { folder: "Junk" });
    system.put(address, "lost answer", { "In-Reply-To": send.body.message_id }, { folder: "Junk" });

    const { messages, sync } = await system.pull(id);

    expect(subjects({ messages }).toSorted()).toEqual(["lost answer", "own"]);
    const answer = messages.find(({ subject }: { subject: string }) => subject === "lost answer");
    expect(answer).toMatchObject({ kind: "reply", email_job_id: send.body.id });
    expect(sync).toEqual([{ mailbox_id: id, stored: 2, remaining: 0, error: "", skipped: "" }]);
    expect(subjects((await system.list(`email_job_id=${send.body.id}`)).body)).toEqual(["lost answer"]);
  });

  it("is answered in webmail: the answer stands in its thread, not in the inbox", async () => {
    const address = "webmail@sandbox.test";
    const { messages } = await system.mailboxWith(address, () => {
      system.put(address, "question", { "Message-ID": "<question@peer.test>" }, { receivedAt: hoursAgo(2) });
      const answer = { From: address, To: "jane@peer.test", "In-Reply-To": "<question@peer.test>" };
      system.put(address, "Re: question", answer, { folder: "Sent", receivedAt: hoursAgo(1) });
    });

    expect(subjects({ messages })).toEqual(["question"]);
    const { body } = await system.call("GET", `/v1/inbox/threads/${messages[0]?.thread_id}`);
    expect(body.thread).toMatchObject({ message_count: 2, unread_count: 1, last_message_direction: "outbound" });
    expect(body.messages.map(({ direction, status }: { direction: string; status: string }) => [direction, status])).toEqual([
      ["inbound", "received"],
      ["outbound", "sent"],
    ]);
  });

  it("is stored once, told apart by more than its Message-ID, also without one", async () => {
    const address = "twice@sandbox.test";
    const { messages } = await system.mailboxWith(address, () => {
      for (const subject of ["same", "same", "other"]) system.put(address, subject, { "Message-ID": "<same@peer.test>" });
      for (const body of ["no id", "no id", "no id, longer"])
        system.store.deliver(address, rawMail({ From: "a@peer.test", To: address, Subject: "no id" }, body));
    });

    expect(subjects({ messages }).toSorted()).toEqual(["no id", "no id", "other", "same"]);
    expect(messages.filter(({ message_id }) => message_id === "")).toHaveLength(2);
  });

  it("keeps its id and read state when UIDVALIDITY changes or an earlier date is pulled again", async () => {
    const address = "again@sandbox.test";
    const { id, messages } = await system.mailboxWith(address, () => {
      system.put(address, "one");
      system.put(address, "two");
      system.put(address, "far back", {}, { receivedAt: hoursAgo(60 * 24) });
    });
    await system.call("PATCH", `/v1/inbox/messages/${messages[0]?.id}`, { is_read: true });
    const states = (rows: readonly Row[]) => rows.map((row) => [row.id, row.is_read]);
    const before = states((await system.list(`mailbox_id=${id}`)).body.messages);

    const inbox = system.store.folder(address, "INBOX");
    if (inbox) inbox.uidValidity += 1;
    const renumbered = await system.pull(id);
    await system.call("POST", `/v1/mailboxes/${id}/inbox`, { sync_from: hoursAgo(90 * 24).toISOString() });
    const earlier = await system.pull(id);

    expect(renumbered.sync[0].stored).toBe(0);
    expect(states(renumbered.messages)).toEqual(before);
    expect(earlier.sync[0].stored).toBe(1);
    expect(states(earlier.messages.slice(0, 2))).toEqual(before);
    expect(earlier.messages[2].subject).toBe("far back");
  });

  it("is whatever arrives: nothing odd is lost or stops the pull", async () => {
    const address = "odd@sandbox.test";
    const deep = Array.from({ length: 60 }).reduce<string>(
      (inner, _, n) => `Content-Type: multipart/mixed; boundary=D${n}\r\n\r\n--D${n}\r\n${inner}\r\n--D${n}--`,
      "Content-Type: text/plain\r\n\r\ndeepest",
    );
    const typed = (charset: string) => ({ "Content-Type": `text/plain${charset}` });
    const { messages } = await system.mailboxWith(address, () => {
      system.store.deliver(address, rawMail({ From: "a@peer.test", Subject: "jis", ...typed("") }, "\u001b$B$O$J\u001b(B"));
      const gbk = rawMail({ From: "a@peer.test", Subject: "gbk", ...typed("; charset=gb2312") }, "");
      system.store.deliver(address, Buffer.concat([gbk, Buffer.from("c4e3bac38bc9", "hex")]));
      system.store.deliver(address, rawMail({ From: "a@peer.test", Subject: "klingon", ...typed("; charset=x-klingon") }, "nuqneH"));
      system.store.deliver(address, rawMail({ From: "a@peer.test", Subject: "nul" }, "a\0b"));
      system.store.deliver(address, Buffer.from(`From: a@peer.test\r\nSubject: deep\r\n${deep}\r\n`));
      system.store.deliver(address, rawMail({ From: "nobody", Subject: "=?ISO-2022-JP?B?GyRCJE8kShsoQg==?=" }));
      system.store.deliver(address, Buffer.from("no header at all"));
      system.store.deliver(address, rawMail({ From: "a@peer.test", Subject: "last", To: "a@b.test, ".repeat(500) }));
    });

    const row = (subject: string) => messages.find((message) => message.subject === subject);
    expect(messages).toHaveLength(8);
    expect(row("jis")).toMatchObject({ snippet: "はな" });
    expect(row("gbk")).toMatchObject({ snippet: "你好嬌" });
    expect(row("klingon")).toMatchObject({ snippet: "nuqneH" });
    expect(row("はな")).toMatchObject({ from: { name: "nobody", email: "" } });
    expect(row("")).toMatchObject({ from: { name: "", email: "" }, message_id: "" });
    expect((row("last") as unknown as { to: unknown[] }).to.length).toBeLessThanOrEqual(100);
  });
});

describe("fresh", () => {
  it("shows in every answer what was on the server before its request, however many pull at once", async () => {
    const address = "race@sandbox.test";
    const id = await system.connect(address);

    for (let n = 0; n < 8; n += 1) {
      system.put(address, `race ${n}`);
      const answers = await Promise.all([system.pull(id), system.pull(id)]);

      for (const { messages, sync } of answers) {
        expect(subjects({ messages })).toContain(`race ${n}`);
        expect(sync).toMatchObject([{ remaining: 0, error: "", skipped: "" }]);
      }
      expect(answers[0].sync[0].stored + answers[1].sync[0].stored).toBe(1);
    }
  });

  it("reports each mailbox of the account, once, and none where no pull was asked for", async () => {
    const { body: mailboxes } = await system.call("GET", "/v1/mailboxes");

    const { body } = await system.list("fresh=true&limit=1");

    expect(body.sync.map((entry: { mailbox_id: string }) => entry.mailbox_id).toSorted()).toEqual(
      mailboxes.map((mailbox: { id: string }) => mailbox.id).toSorted(),
    );
    expect((await system.list("fresh=false&limit=1")).body).not.toHaveProperty("sync");
  });
});

describe("a deleted mailbox's mail", () => {
  it("stays readable and markable, and is pulled, answered and forwarded no more", async () => {
    const address = "leaving@sandbox.test";
    const { id, messages } = await system.mailboxWith(address, () => system.put(address, "keep me"));
    const { id: message, thread_id } = messages[0] as Row;

    await system.call("DELETE", `/v1/mailboxes/${id}`);

    expect((await system.call("GET", `/v1/inbox/messages/${message}`)).body.body_text).toContain("Hello");
    expect((await system.call("PATCH", `/v1/inbox/messages/${message}`, { is_read: true })).body.is_read).toBe(true);
    expect((await system.call("GET", `/v1/inbox/threads/${thread_id}`)).body.messages).toHaveLength(1);
    expect((await system.list(`mailbox_id=${id}&fresh=true`)).body).toMatchObject({
      messages: [{ id: message }],
      sync: [{ mailbox_id: id, skipped: "sync_disabled" }],
    });
    expect((await system.call("GET", `/v1/inbox/threads?mailbox_id=${id}`)).body.threads).toHaveLength(1);
    expect((await system.call("POST", `/v1/inbox/messages/${message}/reply`, { body_text: "x" })).status).toBe(409);
    expect((await system.call("POST", `/v1/inbox/threads/${thread_id}/forward`, { to: "a@b.test" })).status).toBe(409);
  });
});
