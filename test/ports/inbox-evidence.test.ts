import { expect, it } from "vitest";
import { usersOf } from "#shared/accounts/store/users.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { type Arrival, inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("how stored mail is explained", (connect) => {
  const aStore = () => inboxStore(connect, { aliases: ["sales@example.com"] });
  const explained = async (store: ReturnType<typeof aStore>) =>
    (await store.all()).map(({ explanation, newcomer = false }) => [explanation?.threadRule, explanation?.evidence, newcomer]);

  it("a stranger who knows Message-IDs joins as an unverified sender, and merges nothing", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<a@peer.test>" }]);
    await store.receive([{ messageId: "<b@kim.test>", from: "Kim <kim@kim.test>" }]);

    await store.receive([{ from: "m@evil.test", references: ["<a@peer.test>", "<b@kim.test>"] }]);
    await store.receive([{ from: "m@evil.test", inReplyTo: "<a@peer.test>" }]);

    const threads = await store.allThreads();
    expect(threads.map(({ messageCount, hasNewcomer }) => [messageCount, hasNewcomer])).toEqual([
      [2, true],
      [2, true],
    ]);
    expect(await explained(store)).toEqual([
      ["newcomer", "<a@peer.test>", true],
      ["newcomer", "<b@kim.test>", true],
      ["new", "", false],
      ["new", "", false],
    ]);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("who names a send of ours is no unverified sender, from whatever address", async () => {
    const store = aStore();
    const send = await store.sent();

    await store.receive([{ from: "jane.home@else.test", inReplyTo: send.messageId }]);

    expect(await store.all()).toMatchObject([
      { explanation: { kindRule: "answers_own_send", threadRule: "send", evidence: send.messageId } },
    ]);
    expect(await store.allThreads()).toMatchObject([{ hasNewcomer: false, messageCount: 2 }]);
  });

  it("a reply without links joins the one send to its sender of the last 30 days with that subject", async () => {
    const store = aStore();
    const send = await store.sent({ subject: "Offer" });
    const twice = { toEmail: "kim@peer.test", subject: "Offer" };
    await store.sent(twice);
    await store.sent(twice);
    const old = new Date("2026-10-01T09:00:00Z");
    await store.sent({ toEmail: "lee@peer.test", subject: "Offer", sentAt: old, createdAt: old });
    await store.sent({ toEmail: "zoe@peer.test", subject: "Other" });
    await store.sent({ toEmail: "news@peer.test", subject: "Offer" });
    await store.sent({ toEmail: "ann@peer.test", subject: "Offer" });

    await store.receive([
      { subject: "AW: Re:  OFFER", from: "JANE@peer.test" },
      ...["kim", "lee", "zoe"].map((name) => ({ subject: "Re: Offer", from: `${name}@peer.test` })),
      { subject: "Offer", from: "ann@peer.test" },
      { subject: "Re: Offer", from: "news@peer.test", headers: { "List-Id": "<news.peer.test>" } },
    ]);

    const [news, ann, zoe, lee, kim, jane] = await store.all();
    expect(jane).toMatchObject({ kind: "reply", emailJobId: send.id, explanation: { threadRule: "subject" } });
    for (const other of [news, ann, zoe, lee, kim]) expect(other?.emailJobId).toBeUndefined();
    expect(await store.send(send.id)).toMatchObject({ threadId: jane?.threadId });
    expect(await store.threads.find(store.userId, jane?.threadId ?? "")).toMatchObject({ messageCount: 2, emailJobId: send.id });
  });

  it("a reply without links joins the send whose Message-ID stands in its text, alone", async () => {
    const store = aStore();
    const [send, other] = [await store.sent(), await store.sent({ toEmail: "kim@peer.test" })];
    const quote = (...ids: string[]) => ({
      from: "Jane <jane.home@else.test>",
      subject: "Your mail",
      body: `Gladly.\n\n> Message-ID: ${ids.join("\n> ")}\n> Shall we?`,
    });

    await store.receive([quote(send.messageId), quote(send.messageId, other.messageId)]);

    const [both, one] = await store.all();
    expect(one).toMatchObject({
      kind: "reply",
      emailJobId: send.id,
      explanation: { threadRule: "quote", evidence: expect.stringContaining(send.messageId) },
    });
    expect(both).toMatchObject({ kind: "inbound", explanation: { threadRule: "new" } });
  });

  it("an alias is the mailbox: no counterpart, tagged or not", async () => {
    const store = aStore();

    const stored = await store.receive([
      { from: "Me <SALES@example.com>", subject: "Mine", headers: { To: "kim@peer.test" } },
      { headers: { Cc: "Sales+eu@example.com, kim@peer.test" } },
    ]);

    expect(stored).toBe(2);
    expect((await store.allThreads()).map(({ participants }) => participants)).toEqual([
      ["jane@peer.test", "kim@peer.test"],
      ["kim@peer.test"],
    ]);
  });

  const relayed = "<0100019d311bed04-relay@relay.test>";
  const ours = "We can deliver the ten machines that you asked for in the second week of March.";
  const answeredOne = async (arrival: Arrival, text = ours) => {
    const store = aStore();
    const send = await store.sent({ subject: "Offer" }, text);
    await store.receive([{ subject: "Re: Offer", ...arrival }]);
    const [mail] = await store.all();
    return [mail?.emailJobId === send.id, mail?.explanation?.threadRule, (await store.send(send.id)).repliedAt !== undefined];
  };
  const authentic = { "Authentication-Results": "mx.test; dmarc=pass header.from=peer.test" };

  it.each<[string, Arrival, readonly unknown[]]>([
    ["with its subject alone is linked, and no more", { inReplyTo: relayed }, [true, "subject", false]],
    [
      "that quotes its words answers it",
      { inReplyTo: relayed, body: "Yes.\n\n> We can deliver the ten machines that\n> you asked for in the second week of March." },
      [true, "answer", true],
    ],
    ["from an authentic address answers it", { inReplyTo: relayed, headers: authentic }, [true, "answer", true]],
    ["from another author says nothing", { inReplyTo: relayed, from: "kim@else.test", headers: authentic }, [false, "new", false]],
    ["without links that quotes its words answers it", { body: `Yes.\n\n${ours}` }, [true, "answer", true]],
    [
      "in HTML that quotes its words answers it",
      {
        inReplyTo: relayed,
        headers: { "Content-Type": "text/html" },
        body: `<p>Yes.</p><blockquote>${ours.replace("machines", "<b>machines</b>")}</blockquote>`,
      },
      [true, "answer", true],
    ],
    [
      "under another language's prefix, by an aligned signature, answers it",
      {
        inReplyTo: relayed,
        subject: "Antw: Offer",
        headers: { "Authentication-Results": "mx.test; spf=none; dkim=pass header.d=peer.test header.s=a" },
      },
      [true, "answer", true],
    ],
    [
      "by SPF of a subdomain answers it",
      { inReplyTo: relayed, headers: { "Authentication-Results": "mx.test; spf=pass smtp.mailfrom=bounce.peer.test" } },
      [true, "answer", true],
    ],
    [
      "by SPF of another domain is linked, and no more",
      { inReplyTo: relayed, headers: { "Authentication-Results": "mx.test; spf=pass smtp.mailfrom=peer.test.evil.test" } },
      [true, "subject", false],
    ],
    [
      "whose sender wrote the authentication below a Received is linked, and no more",
      { inReplyTo: relayed, headers: { Received: "from a.evil.test by b.evil.test; Fri, 20 Nov 2026 10:15:00 +0000", ...authentic } },
      [true, "subject", false],
    ],
    [
      "whose address fails DMARC proves nothing by a quote",
      { body: `Yes.\n\n${ours}`, headers: { "Authentication-Results": "mx.test; dmarc=fail" } },
      [true, "subject", false],
    ],
  ])("a reply to an id that a relay put in place of ours %s", async (_, arrival, expected) => {
    expect(await answeredOne(arrival)).toEqual(expected);
  });

  it("a reply that names our id further up answers the send, from its recipient alone", async () => {
    const store = aStore();
    const [send, other] = [await store.sent(), await store.sent({ toEmail: "zoe@peer.test" })];

    await store.receive([
      { references: [send.messageId, relayed], inReplyTo: relayed, subject: "Today" },
      { from: "kim@else.test", references: [other.messageId, "<x@else.test>"], inReplyTo: "<x@else.test>", subject: "Re: Today" },
    ]);

    expect((await store.send(send.id)).repliedAt).toBeDefined();
    expect((await store.send(other.id)).repliedAt).toBeUndefined();
  });

  it("a reply to another message that is stored says nothing of a send with its subject", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<q@peer.test>", subject: "Offer" }]);
    const send = await store.sent({ subject: "Offer" }, ours);

    await store.receive([{ inReplyTo: "<q@peer.test>", subject: "Re: Offer", body: ours, headers: authentic }]);

    expect((await store.send(send.id)).repliedAt).toBeUndefined();
  });

  it("a reply to the id that Amazon SES gave a send answers it, whatever region its host did not tell", async () => {
    const store = aStore();
    const id = "0102019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000";
    const send = await store.sent({ providerMessageId: `<${id}@email.amazonses.com>` });

    await store.receive([{ inReplyTo: `<${id}@eu-west-1.amazonses.com>`, from: "jane.home@else.test", subject: "Yes" }]);

    expect((await store.send(send.id)).repliedAt).toBeDefined();
  });

  it.each<[string, Partial<Send>, boolean]>([
    ["another mailbox of the tenant", {}, false],
    ["another mailbox of the tenant to whom it was sent, too", { cc: [{ name: "", email: "Boss@firm.test" }] }, true],
  ])("an answer of %s: whether it is one", async (_, facts, isAnswer) => {
    const store = aStore();
    const database = await connect();
    const userId = oid(store.userId);
    await mailboxesOf(database).insertMany([
      { _id: oid(store.mailbox.id), userId, email: "me@example.com", emailKey: "me@example.com" },
      { _id: oid(ids.objectId()), userId, email: "x@firm.test", aliases: ["boss@firm.test"], emailKey: "x@firm.test" },
    ] as never);
    const send = await store.sent(facts);

    await store.receive([
      { from: "boss@firm.test", inReplyTo: send.messageId },
      { from: "anna@firm.test", inReplyTo: send.messageId },
    ]);

    expect((await store.all()).map(({ emailJobId, colleague }) => [emailJobId, colleague])).toEqual([
      [send.id, true],
      [send.id, isAnswer ? undefined : true],
    ]);
    expect((await store.send(send.id)).repliedAt !== undefined).toBe(isAnswer);
    await store.receive([{ from: "assistant@peer.test", inReplyTo: send.messageId }]);
    expect((await store.send(send.id)).repliedAt).toBeDefined();
  });

  it("own domains are what the account says; mailboxes of other tenants and freemail are none", async () => {
    const store = aStore();
    const database = await connect();
    const userId = oid(store.userId);
    await mailboxesOf(database).insertMany([
      { _id: oid(store.mailbox.id), userId, email: "me@example.com", emailKey: "me@example.com" },
      { _id: oid(ids.objectId()), userId, email: "x@customer.test", emailKey: "x@customer.test", tenant: "customer" },
      { _id: oid(ids.objectId()), userId, email: "x@gmail.com", emailKey: "x@gmail.com" },
    ] as never);
    const repliedBy = async (from: string) => {
      const send = await store.sent();
      await store.receive([{ from, inReplyTo: send.messageId }]);
      return (await store.send(send.id)).repliedAt !== undefined;
    };

    expect([await repliedBy("x@customer.test"), await repliedBy("kim@gmail.com"), await repliedBy("kim@example.com")]).toEqual([
      true,
      true,
      false,
    ]);
    await usersOf(database).insertOne({ _id: userId, email: "u", ownDomains: ["holding.test"] } as never);
    expect([await repliedBy("kim@holding.test"), await repliedBy("kim@example.com"), await repliedBy("x@gmail.com")]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
