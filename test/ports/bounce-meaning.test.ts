import { expect, it } from "vitest";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { messageOut } from "#shared/threads/wire.ts";
import { report, returnedHeaders, bounce } from "#test/support/delivery-report.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aUser } from "#test/support/user.ts";

const complaint = (messageId: string, recipient = "", facts: Arrival = {}) =>
  report(
    "feedback-report",
    [
      "--b",
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "Version: 1",
      ...(recipient === "" ? [] : [`Original-Rcpt-To: ${recipient}`]),
      ...returnedHeaders(messageId),
    ],
    { from: "fbl@provider.test", subject: "complaint about message from 192.0.2.1", ...facts },
  );

describeOnMongo("what a report means", (connect) => {
  const suppressions = mongoSuppressions(connect);
  const aStore = async (settings: { suppressBounced?: boolean; suppressComplained?: boolean } = {}) => {
    const store = inboxStore(connect);
    const { userId } = store;
    await mongoUsers(connect).insert(aUser({ id: userId, ...settings }));
    const suppressed = async () => [...(await suppressions.among(userId, ["jane@peer.test", "kim@peer.test"])).entries()];
    return { store, suppressed };
  };

  it("is told with class, permanence, status and the server's words, of the send and of the message alone", async () => {
    const { store } = await aStore();
    const send = await store.sent();

    await store.receive([bounce(send.messageId, { status: "5.2.2", said: "5.2.2 mailbox full" })]);

    const [listed] = await store.messages.list(store.userId, {}, { limit: 1, offset: 0 });
    const message = await store.messages.find(store.userId, listed!.id);
    const told = { email: "jane@peer.test", class: "mailbox_full", permanent: false, status: "5.2.2", proven: true };
    expect(messageOut(message!).bounces).toMatchObject([{ ...told, diagnostic: expect.stringContaining("mailbox full") }]);
    expect(messageOut(listed!).bounces).toBeUndefined();
    const search = mongoMessageSearch(connect);
    await search.index([listed!.id]);
    expect(await search.messages(store.userId, "delivered", {}, { limit: 10, offset: 0 })).toEqual([listed]);
    expect((await store.send(send.id)).bounces).toMatchObject([{ email: "jane@peer.test", status: "5.2.2" }]);
  });

  it("suppresses an address that does not exist at once, one whose domain is dead too, and no other", async () => {
    for (const [status, said, expected] of [
      ["5.1.1", "5.1.1 user unknown", [["jane@peer.test", "bounced"]]],
      ["5.4.4", "5.4.4 Host or domain name not found", [["jane@peer.test", "bounced"]]],
      ["5.2.2", "5.2.2 mailbox full", []],
      ["5.7.1", "5.7.1 Message rejected", []],
      ["5.7.26", "5.7.26 DMARC", []],
      ["5.3.4", "5.3.4 too large", []],
      ["4.4.7", "4.4.7 timed out", []],
      ["5.1.1", "5.2.2 over quota", []],
      ["5.1.1", "blocked using zen.spamhaus.org", []],
      ["5.2.1", "5.2.1 receiving mail at a rate that prevents additional messages", []],
    ] as const) {
      const { store, suppressed } = await aStore({ suppressBounced: true });
      await store.receive([bounce((await store.sent()).messageId, { status, said })]);
      expect([said, await suppressed()]).toEqual([said, expected]);
    }
  });

  it("suppresses other addresses after three sends that came back within 30 days, proven ones alone", async () => {
    const { store, suppressed } = await aStore({ suppressBounced: true });
    const day = (n: number) => new Date(Date.UTC(2026, 9, 1 + n));
    const comesBack = async (n: number, id?: string) => {
      const send = await store.sent({ createdAt: day(n), sentAt: day(n) });
      await store.receive([bounce(id ?? send.messageId, { status: "5.2.2", said: "5.2.2 mailbox full", receivedAt: day(n) })]);
    };

    for (const n of [0, 31]) await comesBack(n);
    await comesBack(32, "");
    await comesBack(33);
    expect(await suppressed()).toEqual([]);
    await comesBack(34);
    expect(await suppressed()).toEqual([["jane@peer.test", "bounced"]]);
  });

  it("of a complaint is recorded on its send, suppresses who complains, is an event once, and is no answer", async () => {
    const { store, suppressed } = await aStore();
    const send = await store.sent();

    await store.receive([complaint(send.messageId), complaint(send.messageId, "", { messageId: "<again@provider.test>" })]);

    expect(await store.send(send.id)).toMatchObject({ complainedAt: expect.any(Date) });
    const { repliedAt, bouncedAt } = await store.send(send.id);
    expect([repliedAt, bouncedAt]).toEqual([undefined, undefined]);
    const [message] = await store.all();
    expect(message).toMatchObject({ kind: "auto_reply", emailJobId: send.id, explanation: { kindRule: "feedback_report" } });
    expect(await suppressed()).toEqual([["jane@peer.test", "complained"]]);
    await mongoEventOutbox(connect).publish("sends", [send.id]);
    const { events } = await mongoFeeds(connect).read(store.userId, { limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(["send.complained"]);
  });

  it("of a complaint about a send to several suppresses whom it names, and nobody where it names none of them", async () => {
    const { store, suppressed } = await aStore();
    const cc = [{ name: "", email: "Kim@peer.test" }];
    const [named, unnamed] = [await store.sent({ cc }), await store.sent({ cc })];

    await store.receive([complaint(unnamed.messageId, "else@peer.test")]);
    expect(await suppressed()).toEqual([]);
    await store.receive([complaint(named.messageId, "kim@peer.test")]);
    expect(await suppressed()).toEqual([["kim@peer.test", "complained"]]);
  });

  it("of a complaint changes nothing without an id of ours, and suppresses nobody where the account does not want it", async () => {
    const { store, suppressed } = await aStore({ suppressComplained: false });
    const send = await store.sent();

    await store.receive([complaint("<other@peer.test>", "jane@peer.test")]);
    expect((await store.send(send.id)).complainedAt).toBeUndefined();
    await store.receive([complaint(send.messageId)]);
    expect((await store.send(send.id)).complainedAt).toBeDefined();
    expect(await suppressed()).toEqual([]);
  });
});
