import { expect, it } from "vitest";
import { inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
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

  it("an alias is the mailbox: no counterpart, no inbound mail of its own", async () => {
    const store = aStore();

    const stored = await store.receive([
      { from: "Me <SALES@example.com>", subject: "Mine", headers: { To: "kim@peer.test" } },
      { headers: { Cc: "Sales@example.com, kim@peer.test" } },
    ]);

    expect(stored).toBe(1);
    expect(await store.allThreads()).toMatchObject([{ participants: ["jane@peer.test", "kim@peer.test"] }]);
  });
});
