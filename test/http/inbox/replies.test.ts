// The rules of replies, forwards and follow-ups as a client and the recipient meet them (api/README.md, "Replies, forwards, follow-ups").
import { afterAll, describe, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { type Row, runSystem } from "#test/support/running-system.ts";

const ID = /^[0-9a-f]{24}$/;
const OWN_MESSAGE_ID = /^<[0-9a-f]{24}\.[0-9a-f]{32}@sandbox\.test>$/;
const LATER = new Date(Date.now() + 86_400_000).toISOString();
const RECEIVED = new Date("2026-07-01T22:30:00Z");

const system = await runSystem();
afterAll(() => system.stop());

const sendOf = async (id: string) => (await system.call("GET", `/v1/send/${id}/status`)).body;
const balance = async () => (await system.call("GET", "/v1/credits")).body.balance;
const fieldsAtFault = ({ body }: { body: { details: { field: string }[] } }) => body.details.map(({ field }) => field);

/** A mailbox that has received one mail; every test has its own, so that its recipients hear of nothing else. */
const received = async (address: string, headers: Readonly<Record<string, string>> = {}, body = "Is it still there?\r\n") => {
  const id = await system.connect(address, { display_name: "Me Myself", inbox_sync_from: "2026-01-01T00:00:00Z" });
  system.put(address, "Offer", headers, { body, receivedAt: RECEIVED });
  const [message] = (await system.pull(id)).messages as Row[];
  return { id, message: message as Row, path: `/v1/inbox/messages/${message?.id}` };
};

describe("a reply to a message", () => {
  it("answers Reply-To in the message's thread, quoted in the zone that was asked for, as text and html", async () => {
    const { message, path } = await received("me1@sandbox.test", {
      From: '"Doe, Jane" <jane@peer.test>',
      "Reply-To": "Jane at home <jane.home1@peer.test>",
      References: "<first@peer.test> <second@peer.test>",
      "In-Reply-To": "<second@peer.test>",
    });
    const before = await balance();

    const { status, body } = await system.call("POST", `${path}/reply`, {
      body_text: "Yes <it> is.",
      quote_timezone: "Europe/Berlin",
      headers: { "X-Campaign": "7" },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(ID),
      status: "queued",
      thread_id: message.thread_id,
      message_id: expect.stringMatching(OWN_MESSAGE_ID),
      in_reply_to: "<Offer@peer.test>",
      references: ["<first@peer.test>", "<second@peer.test>", "<Offer@peer.test>"],
      subject: "Re: Offer",
      to: "jane.home1@peer.test",
      scheduled_at: "",
    });
    expect(await balance()).toBe(before - 1);
    const mail = await system.delivered("jane.home1@peer.test");
    expect(mail).toMatchObject({
      messageId: body.message_id,
      inReplyTo: body.in_reply_to,
      references: body.references,
      subject: "Re: Offer",
    });
    expect(mail.from?.text).toBe('"Me Myself" <me1@sandbox.test>');
    expect(mail.headers.get("x-campaign")).toBe("7");
    expect(mail.text?.trimEnd()).toBe(
      "Yes <it> is.\n\nOn Thu, 2 Jul 2026 at 00:30, Doe, Jane <jane@peer.test> wrote:\n> Is it still there?",
    );
    expect(mail.html).toMatch(
      /^<div>Yes &lt;it&gt; is\.<\/div>.*wrote:.*<blockquote[^>]*>\s*<div>Is it still there\?<\/div>\s*<\/blockquote>/s,
    );
    expect(await sendOf(body.id)).toMatchObject({ kind: "reply", thread_id: message.thread_id, in_reply_to: "<Offer@peer.test>" });
  });

  it("goes where and under which subject the client says, without the history when it says so", async () => {
    const { path } = await received("me2@sandbox.test");

    const { body } = await system.call("POST", `${path}/reply`, {
      body_html: "<p>Just <b>this</b></p>",
      to: "Someone.Else2@peer.test",
      subject: "Another matter",
      quote_history: false,
    });

    expect(body).toMatchObject({
      to: expect.stringMatching(/^someone\.else2@peer\.test$/i),
      subject: "Another matter",
      in_reply_to: "<Offer@peer.test>",
    });
    const mail = await system.delivered("someone.else2@peer.test");
    expect([mail.text?.trim(), mail.html]).toEqual(["Just this", "<p>Just <b>this</b></p>"]);
    expect(mail.references).toBe("<Offer@peer.test>");
  });

  it("keeps a foreign reply prefix, at most 20 References with the first, and no line over 998 octets", async () => {
    const chain = Array.from({ length: 30 }, (_, n) => `<${String(n).padStart(60, "0")}@peer.test>`);
    const { path } = await received("me3@sandbox.test", {
      From: "kim3@peer.test",
      Subject: "=?utf-8?q?AW=3A_Gr=C3=BC=C3=9Fe?=",
      References: chain.join("\r\n "),
    });

    const { body } = await system.call("POST", `${path}/reply`, { body_text: "Yes" });

    expect(body.subject).toBe("AW: Grüße");
    expect(body.references).toEqual([chain[0], ...chain.slice(-18), "<Offer@peer.test>"]);
    const { raw, references } = await system.delivered("kim3@peer.test");
    expect(references).toEqual(body.references);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it("sends nothing active of what it quotes", async () => {
    const active = '<p onclick="steal()">Hi<script>steal()</script><img src="x" onerror="steal()"><a href="javascript:steal()">x</a></p>';
    const { path } = await received(
      "me4@sandbox.test",
      { From: '"<script>steal()</script>" <kim4@peer.test>', "Content-Type": "text/html" },
      active,
    );

    await system.call("POST", `${path}/reply`, { body_text: "No" });

    const { html } = await system.delivered("kim4@peer.test");
    expect(html).toContain("Hi");
    expect(String(html)).not.toMatch(/<script|onclick|onerror|javascript:/i);
  });

  it("is scheduled when asked: the answer says queued, the record scheduled, and nothing that answers later quotes it", async () => {
    const { path, message } = await received("me5@sandbox.test", { From: "kim5@peer.test" });

    const scheduled = await system.call("POST", `${path}/reply`, { body_text: "Not yet", scheduled_at: LATER });
    const { body: waiting } = await system.call("GET", `/v1/inbox/threads/${message.thread_id}`);
    const now = await system.call("POST", `/v1/inbox/threads/${message.thread_id}/reply`, { body_text: "Now" });

    expect(scheduled.body).toMatchObject({ status: "queued", scheduled_at: LATER });
    expect(await sendOf(scheduled.body.id)).toMatchObject({ status: "scheduled", scheduled_at: LATER });
    expect(waiting.thread).toMatchObject({ message_count: 1, last_message_direction: "inbound" });
    expect(waiting.messages[1]).toMatchObject({ id: scheduled.body.id, status: "scheduled", scheduled_at: LATER, date: LATER });
    expect(now.body).toMatchObject({ in_reply_to: "<Offer@peer.test>", scheduled_at: "" });
    expect((await system.delivered("kim5@peer.test")).text).not.toContain("Not yet");
    await system.call("POST", `/v1/send/${scheduled.body.id}/cancel`);
    const messages = await until(async () => {
      const view = (await system.call("GET", `/v1/inbox/threads/${message.thread_id}`)).body;
      return view.thread.message_count === 2 ? view.messages : undefined;
    });
    expect(JSON.stringify(messages)).not.toContain(scheduled.body.id);
  });

  it("returns 400 that names every bad field, and costs nothing", async () => {
    const { path } = await received("me6@sandbox.test");
    const before = await balance();

    const answer = await system.call("POST", `${path}/reply`, {
      to: "a@b.test, c@d.test",
      subject: "two\r\nlines",
      ip_id: "x",
      quote_history: "no",
      quote_timezone: "Mars/Olympus",
      headers: { Bcc: "spy@peer.test", "X-Ok": 1 },
      scheduled_at: "2020-01-01T00:00:00Z",
      cc: "a@b.test",
    });

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual(
      expect.arrayContaining([
        "to",
        "subject",
        "ip_id",
        "quote_history",
        "quote_timezone",
        "headers.Bcc",
        "headers.X-Ok",
        "scheduled_at",
        "cc",
      ]),
    );
    expect(fieldsAtFault(await system.call("POST", `${path}/reply`, { body_text: "x".repeat(1_100_000), body_html: "x" }))).toEqual([
      "body_text",
    ]);
    expect((await system.call("POST", `${path}/reply`, {})).status).toBe(400);
    expect((await system.call("POST", `${path}/reply`, { body_text: "", body_html: "" })).status).toBe(400);
    expect((await system.call("POST", `${path}/reply`, { body_text: "x", quote_timezone: "+02:00" })).status).toBe(400);
    expect(await balance()).toBe(before);
  });

  it("is sent and charged once for one Idempotency-Key", async () => {
    const { path } = await received("me7@sandbox.test", { From: "kim7@peer.test" });
    const before = await balance();
    const twice = () => system.call("POST", `${path}/reply`, { body_text: "Once" }, { "idempotency-key": "reply-once" });

    const [first, second] = [await twice(), await twice()];

    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await balance()).toBe(before - 1);
  });
});

describe("a reply to a thread", () => {
  it("answers the latest message with all of the history nested, newest outside, to the latest sender", async () => {
    const address = "me10@sandbox.test";
    const { id, message } = await received(address, { From: "Jane <jane10@peer.test>" });
    const first = await system.call("POST", `/v1/inbox/messages/${message.id}/reply`, { body_text: "It is." });
    await system.delivered("jane10@peer.test");
    await until(async () => ((await sendOf(first.body.id)).status === "sent" ? true : undefined));
    system.put(address, "Re: Offer", { From: "Kim <kim10@peer.test>", "In-Reply-To": first.body.message_id }, { body: "I take it." });
    await system.pull(id);

    const { body } = await system.call("POST", `/v1/inbox/threads/${message.thread_id}/reply`, { body_html: "<p>Sold!</p>" });

    expect(body).toMatchObject({ to: "kim10@peer.test", in_reply_to: "<Re:.Offer@peer.test>", subject: "Re: Offer" });
    const { text, html } = await system.delivered("kim10@peer.test");
    expect(text?.replace(/On .*, (\w+).* wrote:/g, "$1:").trimEnd()).toBe(
      "Sold!\n\nKim:\n> I take it.\n>\n> Me:\n> > It is.\n> >\n> > Jane:\n> > > Is it still there?",
    );
    expect(String(html).match(/<blockquote/g)).toHaveLength(3);
  });

  it("goes to the counterparty while nobody has answered", async () => {
    const id = await system.connect("me11@sandbox.test");
    const send = await system.call("POST", "/v1/send", { mailbox_id: id, to: "kim11@peer.test", subject: "Hello", body_text: "Hello" });
    const followUp = await system.call("POST", `/v1/send/${send.body.id}/reply`, { body_text: "And?" });

    const { body } = await system.call("POST", `/v1/inbox/threads/${followUp.body.thread_id}/reply`, { body_text: "Anyone?" });

    expect(body).toMatchObject({ to: "kim11@peer.test", thread_id: followUp.body.thread_id, in_reply_to: followUp.body.message_id });
  });
});

describe("a forward", () => {
  it("carries the message whole under a note, in a new conversation, attachments listed and not attached", async () => {
    const parts = [
      "Content-Type: text/plain\r\n\r\nSee the plan.\r\n\r\nOn Fri, 20 Nov 2026 at 10:15, Kim wrote:\r\n> Any plan?\r\n",
      'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n\r\nPDF',
    ];
    const { message, path } = await received(
      "me20@sandbox.test",
      { Cc: "Carol <carol@peer.test>", "Content-Type": "multipart/mixed; boundary=B", References: "<old@peer.test>" },
      `${parts.map((part) => `--B\r\n${part}\r\n`).join("")}--B--\r\n`,
    );

    const { status, body } = await system.call("POST", `${path}/forward`, { to: "boss20@peer.test", body_text: "For you" });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(ID),
      status: "queued",
      message_id: expect.stringMatching(OWN_MESSAGE_ID),
      subject: "Fwd: Offer",
      to: "boss20@peer.test",
      scheduled_at: "",
      included: ["jane@peer.test"],
    });
    const mail = await system.delivered("boss20@peer.test");
    expect([mail.inReplyTo, mail.references, mail.attachments]).toEqual([undefined, undefined, []]);
    expect(mail.text?.trimEnd()).toBe(
      [
        "For you",
        "",
        "---------- Forwarded message ---------",
        "From: Jane Doe <jane@peer.test>",
        "Date: Wed, 1 Jul 2026 at 22:30 UTC",
        "Subject: Offer",
        "To: me20@sandbox.test",
        "Cc: Carol <carol@peer.test>",
        "",
        "See the plan.",
        "",
        "On Fri, 20 Nov 2026 at 10:15, Kim wrote:",
        "> Any plan?",
        "",
        "Attachments:",
        "- plan.pdf (3 bytes)",
      ].join("\n"),
    );
    for (const words of ["For you", "Forwarded message", "Jane Doe &lt;jane@peer.test&gt;", "See the plan.", "plan.pdf"])
      expect(mail.html).toContain(words);
    const record = await sendOf(body.id);
    expect(record).toMatchObject({ kind: "forward", in_reply_to: "", references: [] });
    expect(record.thread_id).not.toBe(message.thread_id);
  });

  it("of a thread repeats the block for every message, oldest first, and needs no note", async () => {
    const address = "me21@sandbox.test";
    const { id, message } = await received(address);
    system.put(address, "Re: Offer", { From: "kim@peer.test", "In-Reply-To": "<Offer@peer.test>" }, { body: "Mine!" });
    await system.pull(id);

    const { body } = await system.call("POST", `/v1/inbox/threads/${message.thread_id}/forward`, {
      to: "boss21@peer.test",
      subject: "All of it",
    });

    expect(body.subject).toBe("All of it");
    const { text = "" } = await system.delivered("boss21@peer.test");
    expect(text.startsWith("---------- Forwarded message ---------\nFrom: Jane Doe <jane@peer.test>")).toBe(true);
    expect(text.match(/---------- Forwarded message ---------/g)).toHaveLength(2);
    expect(text.indexOf("Is it still there?")).toBeLessThan(text.indexOf("Mine!"));
  });

  it.each([
    [["to"], {}],
    [["to"], { to: "Boss: <boss@peer.test>" }],
    [["quote_history"], { to: "boss@peer.test", quote_history: true }],
    [["headers.To"], { to: "boss@peer.test", headers: { To: "x@peer.test" } }],
  ])("returns 400 that names %j for %j", async (fields, body) => {
    const answer = await system.call("POST", `/v1/inbox/messages/${ABSENT}/forward`, body);

    expect(answer.status).toBe(400);
    expect(fieldsAtFault(answer)).toEqual(fields);
  });
});

describe("a follow-up", () => {
  it("starts the conversation before any reply, under its original", async () => {
    const id = await system.connect("me30@sandbox.test");
    const send = await system.call("POST", "/v1/send", {
      mailbox_id: id,
      to: "kim30@peer.test",
      subject: "Re: Terms",
      body_text: "Agreed?",
    });
    expect(send.body.thread_id).toBe("");

    const { body } = await system.call("POST", `/v1/send/${send.body.id}/reply`, { body_text: "Ping" });

    expect(body).toMatchObject({
      status: "queued",
      thread_id: expect.stringMatching(ID),
      in_reply_to: send.body.message_id,
      references: [send.body.message_id],
      subject: "Re: Terms",
      to: "kim30@peer.test",
    });
    const mail = await system.delivered("kim30@peer.test", 2);
    expect([mail.messageId, mail.text]).toEqual([body.message_id, expect.stringMatching(/^Ping\n\nOn .* wrote:\n> Agreed\?\n?$/)]);
    const { thread, messages } = await until(async () => {
      const view = (await system.call("GET", `/v1/inbox/threads/${body.thread_id}`)).body;
      return view.thread.message_count === 2 ? view : undefined;
    });
    expect(thread).toMatchObject({ email_job_id: send.body.id, message_count: 2, unread_count: 0, last_message_direction: "outbound" });
    expect(thread).not.toHaveProperty("last_inbound_at");
    expect(messages.map((entry: { kind: string }) => entry.kind)).toEqual(["", "reply"]);
  });
});
