import { expect, it } from "vitest";
import { threadMessageOut } from "#shared/threads/wire.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { trackingValue } from "#shared/sending/email.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("mail that the mailbox sent outside this service", (connect) => {
  const aStore = () => inboxStore(connect);
  const fromMe: Arrival = { from: "Me <me@example.com>", headers: { To: "Jane <jane@peer.test>" } };

  it("is part of its thread and counts as outbound, but is never in the inbox and never unread", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<question@peer.test>", subject: "When?", body: "When?" }]);
    const answer = {
      ...fromMe,
      messageId: "<answer@example.com>",
      inReplyTo: "<question@peer.test>",
      subject: "Re: When?",
      body: "Today.",
    };

    expect(await store.receive([answer], "sent")).toBe(1);

    const [question] = await store.all();
    const [thread] = await store.allThreads();
    expect((await store.all()).map(({ subject }) => subject)).toEqual(["When?"]);
    expect(thread).toMatchObject({
      messageCount: 2,
      unreadCount: 1,
      lastMessageDirection: "outbound",
      snippet: "Today.",
      lastInboundAt: question!.receivedAt,
      participants: ["jane@peer.test"],
    });
    const shown = await store.messages.ofThread(store.userId, thread!, 10);
    const entries = shown.map((message) => threadMessageOut({ direction: "inbound", date: message.receivedAt, message }));
    expect(entries.map(({ direction, kind, status, is_read, subject }) => [direction, kind, status, is_read, subject])).toEqual([
      ["inbound", "inbound", "received", false, "When?"],
      ["outbound", "reply", "sent", true, "Re: When?"],
    ]);
    expect(await store.messages.find(store.userId, shown[1]!.id)).toBeUndefined();
    expect(await store.messages.setRead(store.userId, shown[1]!.id, false)).toBeUndefined();
  });

  it("stays as it is when its thread is marked", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<q@peer.test>" }]);
    await store.receive([{ ...fromMe, inReplyTo: "<q@peer.test>" }], "sent");
    const [thread] = await store.allThreads();

    await store.threads.setRead(store.userId, thread!.id, true);
    expect(await store.threads.setRead(store.userId, thread!.id, false)).toMatchObject({ unreadCount: 1, messageCount: 2 });
  });

  it("is no send of this service, which is known by its Message-ID or by its tracking header where the provider gave it another", async () => {
    const store = aStore();
    const [kept, renamed] = [await store.sent(), await store.sent({ trackingKey: "ab".repeat(16) })];
    const copies: readonly Arrival[] = [
      { ...fromMe, messageId: kept.messageId },
      { ...fromMe, messageId: "<new@provider.test>", headers: { ...fromMe.headers, "X-Sending-ID": trackingValue(renamed) ?? "" } },
    ];

    expect(await store.receive(copies, "sent")).toBe(0);

    expect((await store.send(kept.id)).providerMessageId).toBeUndefined();
    expect(await store.send(renamed.id)).toMatchObject({ providerMessageId: "<new@provider.test>", messageId: renamed.messageId });
    await store.receive([{ inReplyTo: "<new@provider.test>", subject: "Re: Hello" }]);
    expect(await store.all()).toMatchObject([{ kind: "reply", emailJobId: renamed.id }]);
    expect((await store.send(renamed.id)).repliedAt).toBeDefined();
    expect(await store.allThreads()).toMatchObject([{ emailJobId: renamed.id }]);
  });

  it("reads none of the mailbox's sends for a mail whose subject is no answer's", async () => {
    const store = aStore();
    await store.sent();
    const plain = await countDocuments(connect, () => store.receive([{}]));

    const answer = await countDocuments(connect, () => store.receive([{ inReplyTo: "<else@peer.test>", subject: "Hello" }]));

    expect(answer.read).toBe(plain.read);
  });

  it("is no send of an older version again, whose copy had another header, once the id that the provider gave it is known", async () => {
    const store = aStore();
    await store.sent({ providerMessageId: "<given@provider.test>" });

    expect(await store.receive([{ ...fromMe, messageId: "<given@provider.test>" }], "sent")).toBe(0);
  });

  it("says nothing of a send when a stranger's mail carries its tracking header", async () => {
    const store = aStore();
    const send = await store.sent({ trackingKey: "ab".repeat(16) });

    await store.receive([{ messageId: "<evil@peer.test>", headers: { "X-Sending-ID": trackingValue(send) ?? "" } }]);

    expect((await store.send(send.id)).providerMessageId).toBeUndefined();
    expect(await store.all()).toHaveLength(1);
  });

  it("is received when it goes to oneself, once, whichever copy is read first; a draft is nothing", async () => {
    const store = aStore();
    const note: Arrival = { messageId: "<note@example.com>", from: "Me <me@example.com>" };

    expect(await store.receive([note], "sent")).toBe(1);
    expect(await store.receive([note])).toBe(0);
    expect(await store.receive([{ ...note, messageId: "<cc@example.com>", headers: { To: "x@y.test", Cc: "ME@example.com" } }])).toBe(1);
    expect(await store.receive([{ ...fromMe, facts: { draft: true } }], "sent")).toBe(0);
    expect((await store.all()).map(({ direction }) => direction)).toEqual([undefined, undefined]);
  });

  it("is not what a stranger writes in the owner's name with the owner in Bcc, in All Mail: that is received, unread and shown", async () => {
    const store = aStore();
    const send = await store.sent({ trackingKey: "ab".repeat(16) });
    const copied = { ...fromMe.headers, "X-Sending-ID": trackingValue(send) ?? "" };

    await store.receive([fromMe, { ...fromMe, headers: copied }], "all");

    expect(await store.all()).toMatchObject([{ isRead: false }, { isRead: false }]);
    expect((await store.send(send.id)).providerMessageId).toBeUndefined();
  });

  it("is read of Google's All Mail, where labels tell what was sent", async () => {
    const store = aStore();

    expect(await store.receive([{ ...fromMe, facts: { own: true } }, { ...fromMe, facts: { own: true, draft: true } }, {}], "all")).toBe(2);
    expect(await store.all()).toHaveLength(1);
  });

  it("is kept out of the inbox as the copy that it is, and counted with the reason", async () => {
    const store = aStore();
    const send = await store.sent();
    const lease = (await store.syncStates.acquire(store.mailbox, 60_000))!;
    const [list, bcc] = ["<post@example.com>", "<bcc@example.com>"];
    await store.ingest.commit(lease, [], store.prepare([{ ...fromMe, messageId: list }], "sent"));
    const inbox = store.prepare([
      { ...fromMe, messageId: send.messageId },
      { ...fromMe, messageId: list, subject: "[list] Hello", headers: { ...fromMe.headers, "List-Id": "<l.peer.test>" } },
      { ...fromMe, messageId: bcc },
      { ...fromMe, messageId: "<scan@example.com>", headers: { To: "scans@example.com" } },
    ]);

    const { stored, keptOut } = await store.ingest.commit(lease, [], inbox);
    const shown = await store.all();
    await store.ingest.commit(lease, [], store.prepare([{ ...fromMe, messageId: bcc }], "sent"));

    expect([stored, [...keptOut.values()]]).toEqual([2, ["own_send", "copy"]]);
    expect(shown.map(({ messageId, isRead }) => [messageId, isRead])).toEqual([
      ["<scan@example.com>", false],
      [bcc, false],
    ]);
    // Its copy in Sent shows that it was sent.
    expect((await store.all()).map(({ messageId }) => messageId)).toEqual(["<scan@example.com>"]);
    expect(await store.allThreads()).toMatchObject(expect.arrayContaining([expect.objectContaining({ lastMessageDirection: "outbound" })]));
  });

  it("is no answer of the recipient, in whosever inbox copy it stands", async () => {
    const store = aStore();
    const send = await store.sent();

    await store.receive([{ ...fromMe, inReplyTo: send.messageId, subject: "Re: Hello" }]);

    expect(await store.all()).toMatchObject([{ emailJobId: send.id }]);
    expect((await store.send(send.id)).repliedAt).toBeUndefined();
  });
});
