import { expect, it } from "vitest";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const receivedAt = new Date("2026-11-20T10:00:00Z");

describeOnMongo("a stored message", (connect) => {
  const aStore = () => inboxStore(connect);

  it("is stored once though a migration gave it new UIDs and the provider new ids", async () => {
    const store = aStore();
    const arrivals = [1, 2, 3].map((n) => ({ messageId: `<${n}@peer.test>`, body: `Mail ${n}` }));
    await store.receive(arrivals.map((arrival, n) => ({ ...arrival, facts: { providerId: `eid:old${n}` } })));

    const moved = arrivals.map((arrival, n) => ({
      ...arrival,
      headers: { Received: "from new.test", "X-Migrated": "yes" },
      facts: { providerId: n === 0 ? "eid:old1" : `eid:new${n}` },
    }));
    expect(await store.commit(store.prepare(moved, "inbox", "2"))).toBe(0);
    expect((await store.all()).map(({ uidValidity }) => uidValidity)).toEqual(["2", "2", "2"]);
  });

  it("is two messages when the text differs, though headers and size are equal and neither has a Message-ID", async () => {
    const store = aStore();
    const headers = { "Message-ID": "", Date: "Fri, 20 Nov 2026 10:00:00 +0000" };

    expect(
      await store.receive([
        { headers, receivedAt, body: "Yes." },
        { headers, receivedAt, body: "Nay." },
        { headers, receivedAt, body: "Yes." },
      ]),
    ).toBe(2);
  });

  it("is a message of its own when all ids are equal but another file is attached; the first one's stays where it was read", async () => {
    const store = aStore();
    const attached = (name: string, content: string): Arrival => ({
      messageId: "<same@peer.test>",
      receivedAt,
      headers: { "MIME-Version": "1.0", "Content-Type": 'multipart/mixed; boundary="b"' },
      body: `--b\n\nSee it.\n--b\nContent-Type: application/pdf; name=${name}\n\n${content}\n--b--`,
    });
    await store.receive([attached("a.pdf", "one")]);

    expect(await store.receive([attached("a.pdf", "another")])).toBe(1);
    // Name and size are equal too: a copy, whose bytes nobody compared.
    expect(await store.receive([attached("a.pdf", "two")])).toBe(0);
    expect((await store.all()).map(({ uid }) => uid)).toEqual([2, 1]);
  });

  it("is two that are equal byte for byte and came at different times, also with new UIDs", async () => {
    const store = aStore();
    const nightly = [20, 21].map((day) => ({ messageId: "", body: "All is well.", receivedAt: new Date(Date.UTC(2026, 10, day)) }));

    expect(await store.receive(nightly)).toBe(2);
    expect(await store.commit(store.prepare(nightly, "inbox", "2"))).toBe(0);
    expect((await store.all()).map(({ uidValidity }) => uidValidity)).toEqual(["2", "2"]);
  });

  it("gives its UID up to another message, as after a restored backup", async () => {
    const store = aStore();
    await store.receive([{ body: "Old." }]);
    const [other] = store.prepare([{ body: "New." }]);
    const reused = { ...other!, message: { ...other!.message, uid: 1 } };

    expect(await store.commit([reused])).toBe(1);

    expect((await store.all()).map(({ snippet, uid, folder }) => [snippet, uid, folder])).toEqual([
      ["New.", 1, "INBOX"],
      ["Old.", 0, ""],
    ]);
  });

  it("of which only the headers were stored becomes whole, with its id, read state and thread", async () => {
    const store = aStore();
    const arrival: Arrival = { messageId: "<poison@peer.test>", body: "All of it." };
    const [whole] = store.prepare([arrival]);
    const [headersOnly] = store.prepare([{ ...arrival, headersOnly: true }]);
    await store.commit([{ ...headersOnly!, message: { ...headersOnly!.message, uid: whole!.message.uid } }]);
    const [before] = await store.all();
    await store.messages.setRead(store.userId, before!.id, true);
    const [thread] = await store.allThreads();

    expect(await store.commit([whole!])).toBe(1);

    expect(await store.all()).toMatchObject([{ id: before!.id, isRead: true, replyText: "All of it.", threadId: thread!.id }]);
    expect(await store.allThreads()).toMatchObject([{ id: thread!.id, messageCount: 1, unreadCount: 0, snippet: "All of it." }]);
    expect((await store.messages.bodies(store.userId, [before!.id])).get(before!.id)?.text).toContain("All of it.");
  });

  it("that has the same id at its provider and the same Message-ID is one, wherever it lies", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<p@peer.test>", facts: { providerId: "gm:1" } }], "junk");
    const send = await store.sent();
    const reply = { messageId: "<q@peer.test>", inReplyTo: send.messageId, facts: { providerId: "gm:2" } };
    await store.receive([reply], "junk");

    expect(await store.receive([{ ...reply, headers: { "Content-Language": "de" } }])).toBe(0);
    expect(await store.all()).toMatchObject([{ folder: "INBOX", providerId: "gm:2" }]);
    expect(await store.receive([{ messageId: "<other@peer.test>", facts: { providerId: "gm:2" } }])).toBe(1);
  });

  it("stays one when only its headers come again, at its place or under new UIDs", async () => {
    const store = aStore();
    const arrival: Arrival = { messageId: "<once@peer.test>", body: "All of it." };
    await store.receive([arrival]);
    const [again] = store.prepare([{ ...arrival, headersOnly: true }], "inbox", "2");
    const [there] = store.prepare([{ ...arrival, headersOnly: true }], "inbox", "2");

    expect(await store.commit([again!])).toBe(0);
    expect(await store.commit([{ ...there!, message: { ...there!.message, uid: again!.message.uid } }])).toBe(0);

    expect((await store.all()).map(({ snippet, uidValidity }) => [snippet, uidValidity])).toEqual([["All of it.", "2"]]);
  });
});
