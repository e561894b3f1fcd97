import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { messageBodiesOf } from "#shared/inbox/store/message-documents.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { type Arrival, inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { trackingValue } from "#shared/sending/email.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const at = (time: string) => ({ sentAt: new Date(time), createdAt: new Date(time) });

describeOnMongo("a page of mail beside other mail", (connect) => {
  const aStore = () => inboxStore(connect);
  const fromMe: Arrival = { from: "Me <me@example.com>", headers: { To: "Jane <jane@peer.test>" } };

  it("moves each message to its own new UID", async () => {
    const store = aStore();
    const arrivals = ["a", "b", "c"].map((subject) => ({
      subject,
      messageId: `<${subject}@peer.test>`,
      receivedAt: new Date("2026-11-20"),
    }));
    await store.receive(arrivals);
    const moved = store.prepare(arrivals.toReversed(), "inbox", "2");

    expect(await store.commit(moved)).toBe(0);

    const placeOf = ({ subject, uidValidity, uid }: { subject: string; uidValidity: string; uid: number }) =>
      `${subject} ${uidValidity} ${uid}`;
    expect((await store.all()).map(placeOf).toSorted()).toEqual(moved.map(({ message }) => placeOf(message)).toSorted());
  });

  it("replaces the headers-only message that became whole, and nothing else of the account", async () => {
    const store = aStore();
    const arrival: Arrival = { subject: "Large", messageId: "<large@peer.test>" };
    const [whole] = store.prepare([arrival]);
    const [headersOnly] = store.prepare([{ ...arrival, headersOnly: true }]);
    await store.receive([{ subject: "Before" }]);
    await store.commit([{ ...headersOnly!, message: { ...headersOnly!.message, uid: whole!.message.uid } }]);
    await store.receive([{ subject: "After" }]);

    expect(await store.commit([whole!])).toBe(1);

    const all = await store.all();
    expect(all.map(({ subject }) => subject).toSorted()).toEqual(["After", "Before", "Large"]);
    const ids = all.map(({ id }) => id);
    expect((await store.messages.bodies(store.userId, ids)).size).toBe(3);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("keeps html that is new altogether once, and gives both bodies as they were", async () => {
    const store = aStore();
    const [first, answer, former] = store.prepare(
      ["First", "Answer", "Former"].map((subject) => ({ subject, messageId: `<${subject}@peer.test>` })),
    );
    const bodies = [
      { text: "a", html: "<p>a</p>", replyHtml: "<p>a</p>" },
      { text: "b", html: "<p>b</p><blockquote>a</blockquote>", replyHtml: "<p>b</p>" },
      { text: "c", html: "<p>c</p>", replyHtml: "<p>c</p>" },
    ];
    await store.commit([first!, answer!, former!].map((mail, i) => ({ ...mail, body: bodies[i]! })));
    const ids = [first!, answer!, former!].map(({ message }) => message.id);
    const stored = messageBodiesOf(await connect());
    // As it was kept before.
    await stored.updateOne({ _id: oid(ids[2]!) }, { $set: { replyHtml: "<p>c</p>" } });

    const kept = await Promise.all(ids.map((id) => stored.findOne({ _id: oid(id) })));
    expect(kept.map((body) => body?.replyHtml)).toEqual([undefined, "<p>b</p>", "<p>c</p>"]);
    const found = await store.messages.bodies(store.userId, ids);
    expect(ids.map((id) => found.get(id))).toEqual(bodies);
  });

  it("gives each copy's id at the provider to its own send, in whatever order", async () => {
    const store = aStore();
    const trackingKey = "ab".repeat(16);
    const sends = [await store.sent({ trackingKey }), await store.sent({ trackingKey }), await store.sent({ trackingKey })];
    const idOf = (n: number) => `<${n}.new@provider.test>`;
    const copies = sends.map((send, n) => ({
      ...fromMe,
      messageId: idOf(n),
      headers: { ...fromMe.headers, "X-Sending-ID": trackingValue(send) ?? "" },
    }));

    await store.receive([copies[1]!], "sent");
    await store.receive([copies[2]!, copies[0]!], "sent");

    const found = await Promise.all(sends.map(async ({ id }) => (await store.send(id)).providerMessageId));
    expect(found).toEqual([0, 1, 2].map(idOf));
  });

  it("finds the newest that was sent to the one who could not be reached, and nothing that waits", async () => {
    const store = aStore();
    const older = await store.sent(at("2026-11-17T10:00:00Z"));
    const newest = await store.sent(at("2026-11-18T10:00:00Z"));
    const waiting = await store.sent({ ...at("2026-11-19T10:00:00Z"), status: "queued", sentAt: undefined as never });

    await store.receive([bounce("", { receivedAt: new Date("2026-11-20T10:00:00Z") })]);

    const bounced = await Promise.all([older, newest, waiting].map(async ({ id }) => (await store.send(id)).bouncedAt !== undefined));
    expect(bounced).toEqual([false, true, false]);
  });

  it("joins an answer to the thread that its send's thread became", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<b@peer.test>", references: ["<a@peer.test>"], receivedAt: new Date("2026-11-19") }]);
    const [older] = await store.allThreads();
    await store.receive([{ messageId: "<d@peer.test>", references: ["<c@peer.test>"] }]);
    const younger = (await store.allThreads()).find(({ id }) => id !== older!.id)!;
    await store.receive([{ references: ["<b@peer.test>", "<d@peer.test>"] }]);
    // As a follow-up has it that was accepted while the threads were merged.
    const send = await store.sent({ threadId: younger.id });

    await store.receive([{ inReplyTo: send.messageId, subject: "Re: Hello" }]);

    expect((await store.allThreads()).map(({ id }) => id)).toEqual([older!.id]);
    expect((await store.all()).map(({ threadId }) => threadId)).toEqual(Array.from({ length: 4 }, () => older!.id));
  });

  it("settles no send whose outcome is still being looked up", async () => {
    const store = aStore();
    const unknown = { stage: "intent", countedAt: new Date("2026-11-20T09:00:00Z"), sentAt: undefined as never } as const;
    const looked = await store.sent({ ...unknown, status: "processing" });
    const given = await store.sent({ ...unknown, status: "failed" });

    await store.receive([looked, given].map(({ messageId }) => ({ inReplyTo: messageId, subject: "Re: Hello" })));

    expect(await store.send(looked.id)).toMatchObject({ status: "processing", stage: "intent" });
    expect(await store.send(given.id)).toMatchObject({ status: "sent" });
  });
});
