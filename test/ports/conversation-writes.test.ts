import { asLines } from "#test/support/as-lines.ts";
import type { ObjectId } from "mongodb";
import { beforeEach, expect, it } from "vitest";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoAnswersTo } from "#shared/inbox/store/answers.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoMessages } from "#shared/inbox/store/messages.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { mongoThreadReconciliation } from "#shared/threads/store/thread-reconciliation.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { type Names, sameWorld } from "#test/support/changes.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { inMinutes } from "#test/support/sends-in-every-state.ts";

/** A mailbox whose conversations are in every state: `plain`, `moving` with mail under an old id, `marking` with a mark under way, `wrong`. */
interface Inbox {
  readonly userId: string;
  readonly mailboxId: string;
  readonly original: Send;
  readonly names: readonly (readonly [string, string])[];
  readonly of: Readonly<Record<string, string>>;
}

describeOnMongo("of conversations in every state", (connect) => {
  const messages = mongoMessages(connect);
  const threads = mongoThreads(connect);
  const reconciliation = mongoThreadReconciliation(connect);
  const deliveries = mongoDeliveries(connect);

  const fill = async (database: Database, prefix: string): Promise<Inbox> => {
    const store = inboxStore(connect);
    const { userId, mailbox } = store;
    const original = await store.sent({ sentAt: inMinutes(-90), createdAt: inMinutes(-90) });
    const threadId = await store.threads.ofSend(userId, original);
    const at = (minutes: number) => ({ receivedAt: inMinutes(-minutes) });
    const answers = { inReplyTo: original.messageId };
    await store.receive([
      { ...answers, subject: "unread", ...at(60) },
      { ...answers, subject: "read", facts: { seen: true }, ...at(59) },
    ]);
    await store.receive(
      [{ ...answers, subject: "own", from: "Me <me@example.com>", headers: { To: "jane@peer.test" }, ...at(58) }],
      "sent",
    );
    await store.receive(
      ["moving", "moving", "old", "marking", "marking", "wrong"].map((name, i) => ({
        subject: `${name}${i}`,
        messageId: `<${name}${i}.${prefix}@x>`,
        ...(i % 3 === 1 && { references: [`<${name}${i - 1}.${prefix}@x>`] }),
        ...at(50 - i),
      })),
    );
    const sent = await store.sent({ subject: "uncounted", threadId, sentAt: inMinutes(-30), createdAt: inMinutes(-31) });
    const waits = await store.sent({ subject: "waits", status: "queued", threadId, createdAt: inMinutes(-20) });
    await rawSends(database).updateMany({ _id: { $in: [sent, waits].map(({ id }) => oid(id)) } }, { $set: { uncounted: true } });
    const fresh = await store.sent({ subject: "fresh", sentAt: inMinutes(-25), createdAt: inMinutes(-25) });
    const all = await messagesOf(database)
      .find({ userId: oid(userId) })
      .toArray();
    const threadOf = (subject: string) => all.find((message) => message.subject === subject)!.threadId;
    await messagesOf(database).updateMany({ userId: oid(userId) }, { $unset: { news: "", newsAt: "" } });
    const idOf = (subject: string) => ({ _id: all.find((message) => message.subject === subject)!._id });
    await messagesOf(database).updateOne(idOf("read"), { $set: { isRead: true } });
    // From before there was a search, one with words already.
    await messagesOf(database).updateOne(idOf("wrong5"), { $unset: { unsearched: "" } });
    await messagesOf(database).updateOne(idOf("unread"), { $unset: { unsearched: "" }, $set: { words: [1] } });
    const [moving, old, marking, wrong] = ["moving0", "old2", "marking3", "wrong5"].map(threadOf) as [
      ObjectId,
      ObjectId,
      ObjectId,
      ObjectId,
    ];
    await threadsOf(database).deleteOne({ _id: old, userId: oid(userId) });
    await threadsOf(database).updateOne({ _id: moving, userId: oid(userId) }, { $set: { moving: [old], aliasIds: [old] } });
    await threadsOf(database).updateOne(
      { _id: marking, userId: oid(userId) },
      { $set: { marking: { isRead: true, until: inMinutes(0) } } },
    );
    const sends = { original, sent, waits, fresh };
    const of = {
      plain: threadId,
      moving: String(moving),
      old: String(old),
      marking: String(marking),
      wrong: String(wrong),
      ...Object.fromEntries(all.map(({ _id, subject }) => [`m:${subject}`, String(_id)])),
      ...Object.fromEntries(Object.entries(sends).map(([name, { id }]) => [name, id])),
    };
    const messageIds = Object.entries(sends).map(([name, send]) => [`<${name}>`, send.messageId] as const);
    const called = [["user", userId], ["mailbox", mailbox.id], ...messageIds, ...Object.entries(of)] as const;
    return { userId, mailboxId: mailbox.id, original, of, names: called.map(([name, id]) => [id, `${prefix}${name}`] as const) };
  };

  const world = sameWorld(connect, async (made) => {
    const both = { mine: await fill(made, ""), others: await fill(made, "other's ") };
    await reconciliation.check();
    const wrong = [both.mine, both.others].map(({ of }) => oid(of["wrong"] ?? ""));
    await threadsOf(made).updateMany({ _id: { $in: wrong } }, { $set: { "facts.messages": 7, messageCount: 7 } });
    return both;
  });
  let database: Database;
  let mine: Inbox;
  let others: Inbox;
  let names: Names;
  beforeEach(async () => {
    database = await connect();
    ({ mine, others } = await world.begin());
    names = new Map([...mine.names, ...others.names]);
  });
  const id = (name: string) => mine.of[name] ?? "";

  const writes: Readonly<Record<string, () => Promise<unknown>>> = {
    "messages.setRead": () => messages.setRead(mine.userId, id("m:unread"), true),
    "messages.setRead, read already": () => messages.setRead(mine.userId, id("m:read"), true),
    "messages.setRead, unread again": () => messages.setRead(mine.userId, id("m:read"), false),
    "messages.setRead, sent by itself": () => messages.setRead(mine.userId, id("m:own"), true),
    "messages.setRead, under an old id": () => messages.setRead(mine.userId, id("m:old2"), true),
    "threads.setRead": () => threads.setRead(mine.userId, id("plain"), true),
    "threads.setRead, unread": () => threads.setRead(mine.userId, id("plain"), false),
    "threads.setRead, by an old id": () => threads.setRead(mine.userId, id("old"), true),
    "threads.ofSend": () => threads.ofSend(mine.userId, { id: id("original") }),
    "threads.ofSend, a new one": async () => void (await threads.ofSend(mine.userId, { id: id("fresh") })),
    "reconciliation.countSent": () => reconciliation.countSent(inMinutes(-29)),
    "reconciliation.countSent, too young": () => reconciliation.countSent(inMinutes(-31 - 90)),
    "reconciliation.goOn, once": () => reconciliation.goOn(),
    "reconciliation.goOn, to the end": async () => {
      let steps = 0;
      while (await reconciliation.goOn()) steps += 1;
      return steps;
    },
    "reconciliation.check": async () => (await reconciliation.check()).length,
    "deliveries.refreshThreads": () => deliveries.refreshThreads(mine.userId, [id("plain"), id("old")]),
    "search.index": () => mongoMessageSearch(connect).index(),
  };
  it.each(Object.entries(writes))("%s changes this and nothing else", async (_, write) => {
    expect(asLines(await world.did(names, write))).toMatchSnapshot();
  });

  it("changes nothing of another account's", async () => {
    mine = { ...mine, userId: others.userId };
    const changes = await world.changesBy(names, async () => {
      for (const [name, write] of Object.entries(writes)) if (/setRead|ofSend|refresh/.test(name)) await write().catch(() => undefined);
    });
    expect(changes).toEqual({});
  });

  it("answers with the record as it is then", async () => {
    const message = await messages.setRead(mine.userId, id("m:unread"), true);
    const thread = await threads.setRead(mine.userId, id("plain"), true);

    expect(message).toMatchObject({ id: id("m:unread"), isRead: true });
    expect(message).toEqual(await messages.find(mine.userId, id("m:unread")));
    expect(await messages.setRead(mine.userId, id("m:unread"), true)).toEqual(message);
    expect(thread).toMatchObject({ id: id("plain"), unreadCount: 0 });
    expect(thread).toEqual(await threads.find(mine.userId, id("plain")));
    expect(await threads.setRead(mine.userId, id("old"), true)).toMatchObject({ id: id("moving"), unread: false });
    expect(await threads.setRead(mine.userId, ids.objectId(), true)).toBeUndefined();
    expect(await messages.setRead(mine.userId, id("m:own"), true)).toBeUndefined();
  });

  it.each([
    ["what was received of it", ["reply", "bounce", "auto_reply"], {}, "replied"],
    ["nothing that came before", ["reply"], { answersSince: inMinutes(5) }, undefined],
    ["no automatic answer among others", ["auto_reply", "bounce"], {}, undefined],
    ["nothing of a conversation that it is not in", ["reply"], { threadId: undefined }, undefined],
    ["nothing of another", ["reply"], { threadId: ids.objectId() }, undefined],
    ["nothing where nothing cancels it", [], {}, undefined],
  ] as const)("a send is answered by %s", async (_, cancelOn, facts, reason) => {
    const send = { ...mine.original, threadId: id("plain"), cancelOn, ...facts } as Send;
    const to = mongoAnswersTo(connect);

    expect(await to(send)).toBe(reason);
    expect(await to({ ...send, userId: others.userId })).toBeUndefined();
  });

  it("a send is answered by no mail that its mailbox sent, unclearly by an unverified sender without an id of ours, and by a bounce of another send", async () => {
    const to = mongoAnswersTo(connect);
    const send: Send = { ...mine.original, threadId: id("plain"), cancelOn: ["reply", "bounce"] };
    await messagesOf(database).updateMany(
      { userId: oid(mine.userId), threadId: oid(id("plain")), direction: { $exists: false } },
      { $set: { newcomer: true, "explanation.threadRule": "subject" } },
    );

    expect(await to(send)).toBe("answer_unclear");
    expect(await to({ ...send, cancelOn: ["bounce"] })).toBeUndefined();
    await rawSends(database).updateOne({ _id: oid(id("sent")) }, { $set: { bouncedAt: inMinutes(0), createdAt: inMinutes(-1) } });
    expect(await to({ ...send, answersSince: inMinutes(-2) })).toBe("bounced");
    expect(await to({ ...send, answersSince: inMinutes(2) })).toBeUndefined();
  });

  it("a conversation is read in its order, whole and by pages, under every id that it has had", async () => {
    const told = (some: readonly { readonly id: string }[]) => some.map(({ id: of }) => names.get(of) ?? "unnamed").join(" ");
    const page = { limit: 9, offset: 0 };

    expect(told(await messages.ofThread(mine.userId, { id: id("plain"), aliasIds: [] }, 9))).toBe("m:unread m:read m:own");
    expect(told(await messages.ofThread(mine.userId, { id: id("plain"), aliasIds: [] }, 2))).toBe("m:read m:own");
    expect(told(await messages.ofThread(mine.userId, { id: id("plain"), aliasIds: [] }, 9, inMinutes(-59)))).toBe("m:unread m:read");
    expect(told(await messages.ofThread(mine.userId, (await threads.find(mine.userId, id("old")))!, 9))).toBe("m:moving0 m:moving1 m:old2");
    expect(told(await messages.list(mine.userId, { threadId: id("moving") }, page))).toBe("m:old2 m:moving1 m:moving0");
    expect(told(await messages.list(mine.userId, { threadId: id("plain"), unread: true }, page))).toBe("m:unread");
    expect(told(await messages.list(mine.userId, { threadId: id("plain"), kind: "reply" }, { limit: 1, offset: 0 }))).toBe("m:read");
    expect(told(await threads.sends(mine.userId, { id: id("plain"), aliasIds: [] }, 9))).toBe("original sent waits");
    expect(told(await threads.sends(mine.userId, { id: id("plain"), aliasIds: [] }, 2))).toBe("sent waits");
    expect(told(await threads.list(mine.userId, { unread: true }, page))).toBe("wrong marking moving plain");
    expect(told(await threads.list(mine.userId, { emailJobId: id("original") }, page))).toBe("plain");
    expect(told(await threads.list(mine.userId, { since: inMinutes(-49), before: inMinutes(-47) }, page))).toBe("moving");
    expect((await threads.find(mine.userId, id("old")))?.id).toBe(id("moving"));
    for (const foreign of ["plain", "moving", "old"].map((name) => others.of[name] ?? "")) {
      expect(await messages.ofThread(mine.userId, { id: foreign, aliasIds: [] }, 9)).toEqual([]);
      expect(await threads.sends(mine.userId, { id: foreign, aliasIds: [] }, 9)).toEqual([]);
      expect(await threads.find(mine.userId, foreign)).toBeUndefined();
    }
    expect([...(await messages.bodies(mine.userId, [id("m:own"), others.of["m:own"] ?? ""])).keys()]).toEqual([id("m:own")]);
  });
});
