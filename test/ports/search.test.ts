import { expect, it } from "vitest";
import { messagesOf, searchMigrations } from "#shared/inbox/store/message-documents.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { runMigrations } from "#shared/platform/mongo/migrations.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import { indexMessages } from "#shared/inbox/purge-mailbox.ts";
import { clock } from "#shared/platform/system.ts";
import { listThreads } from "#shared/threads/view-thread.ts";
import type { MessageFilter } from "#shared/inbox/ports/messages.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, n));
const page = { limit: 50, offset: 0 };

describeOnMongo("searching", (connect) => {
  const searchIn = mongoMessageSearch(connect);
  const inbox = async () => {
    const [store, stranger] = [inboxStore(connect), inboxStore(connect)];
    const mails = [
      { subject: "Budget for the Café", from: "Zoë Ström <zoe@peer.test>", body: "The numbers are in." },
      { subject: "Re: Offer", from: "jane@peer.test", body: "The budget is too small, 東京都 too." },
      { subject: "News", from: "list@peer.test", headers: { "List-Id": "<news.peer.test>" }, body: "A budget of words." },
      { subject: "Lunch", from: "jane@other.test", body: "Noon?" },
    ];
    for (const one of [store, stranger]) await one.receive(mails.map((mail, n) => ({ ...mail, receivedAt: at(n) })));
    await indexMessages({ search: searchIn, clock });
    const search = async (q: string, filter: MessageFilter = {}, of = page) =>
      (await searchIn.messages(store.userId, q, filter, of)).map(({ subject }) => subject);
    return { store, search };
  };

  it("finds by every word in subject, people and text, newest first, and nothing of another account", async () => {
    const { store, search } = await inbox();

    expect(await search("budget")).toEqual(["News", "Re: Offer", "Budget for the Café"]);
    expect(await search("BUDGET café")).toEqual(["Budget for the Café"]);
    expect(await search("cafe strom zoe numbers")).toEqual(["Budget for the Café"]);
    expect(await search("jane@peer.test")).toEqual(["Re: Offer"]);
    expect(await search("京都")).toEqual(["Re: Offer"]);
    expect(await search("budget lunch")).toEqual([]);
    expect(await search("nowhere")).toEqual([]);
    expect(await search("budget", { kind: "bulk" })).toEqual(["News"]);
    expect(await search("budget", { since: at(1) })).toEqual(["News", "Re: Offer"]);
    expect(await search("budget", { mailboxId: store.mailbox.id, unread: false })).toEqual([]);
    expect(await store.messages.list(oid(store.userId).toHexString(), {}, page)).toHaveLength(4);
  });

  it("finds messages that were stored before there was a search, once the release that brings it has been deployed, at the second try", async () => {
    const { store, search } = await inbox();
    const database = await connect();
    const mine = { userId: oid(store.userId) };
    await messagesOf(database).updateOne({ ...mine, subject: "News" }, { $unset: { words: true } }, TEST_ONLY);
    await database.raw.collection("messages").dropIndex("unsearched_1");
    expect(await search("budget")).toEqual(["Re: Offer", "Budget for the Café"]);

    const stopped = () => {
      throw new Error("stopped");
    };
    await createIndexes(database);
    await expect(runMigrations(database, searchMigrations, "before", stopped)).rejects.toThrow("stopped");
    await runMigrations(database, searchMigrations, "before");
    const marked = await messagesOf(database)
      .find({ ...mine, unsearched: true })
      .toArray();
    expect(marked.map(({ subject }) => subject)).toEqual(["News"]);
    await indexMessages({ search: searchIn, clock });

    expect(await search("budget")).toEqual(["News", "Re: Offer", "Budget for the Café"]);
  });

  it("goes on by offset and by cursor", async () => {
    const { store, search } = await inbox();
    const [first] = await searchIn.messages(store.userId, "budget", {}, { limit: 1, offset: 0 });

    expect(await search("budget", {}, { limit: 1, offset: 1 })).toEqual(["Re: Offer"]);
    const behind = { limit: 5, offset: 0, cursor: { at: first!.receivedAt, id: first!.id } };
    expect((await searchIn.messages(store.userId, "budget", {}, behind)).map(({ subject }) => subject)).toEqual([
      "Re: Offer",
      "Budget for the Café",
    ]);
  });

  it("finds conversations by what was received in them", async () => {
    const { store } = await inbox();

    const found = async (query: string) =>
      (await listThreads({ ...store, search: searchIn } as never, store.userId, { query }, page)).map(({ subject }) => subject);

    expect(await found("budget the")).toEqual(["Re: Offer", "Budget for the Café"]);
    expect(await found("lunch")).toEqual(["Lunch"]);
    expect(await found("nowhere")).toEqual([]);
  });

  it("finds messages by the names of their files", async () => {
    const store = inboxStore(connect);
    const headers = {
      "Content-Type": 'application/pdf; name="Invoice-2026.pdf"',
      "Content-Disposition": 'attachment; filename="Invoice-2026.pdf"',
    };
    await store.receive([{ subject: "See attached", headers }, { subject: "Nothing attached" }]);
    await indexMessages({ search: searchIn, clock });

    const found = await searchIn.messages(store.userId, "invoice 2026", {}, page);

    expect(found.map(({ subject }) => subject)).toEqual(["See attached"]);
  });

  it("finds the messages that it is given, and leaves the others to the sweeper", async () => {
    const store = inboxStore(connect);
    await store.receive([{ subject: "Zebra one" }, { subject: "Zebra two" }]);
    const [, first] = await store.messages.list(store.userId, {}, page);

    expect(await searchIn.index([first!.id])).toBe(1);

    expect((await searchIn.messages(store.userId, "zebra", {}, page)).map(({ subject }) => subject)).toEqual(["Zebra one"]);
    await indexMessages({ search: searchIn, clock });
    expect(await searchIn.messages(store.userId, "zebra", {}, page)).toHaveLength(2);
  });

  it("shows nothing of what it finds by, and goes through no more than its rarest word's messages", async () => {
    const { store } = await inbox();
    const database = await connect();
    const rows = await searchIn.messages(store.userId, "budget the", {}, page);

    expect(rows.length).toBe(2);
    expect([...rows, ...(await store.messages.list(store.userId, {}, page))].filter((row) => "words" in row)).toEqual([]);
    expect(await messagesOf(database).countDocuments({ unsearched: true })).toBe(0);
    const stored = await messagesOf(database).findOne({ _id: oid(rows[0]!.id) }, TEST_ONLY);
    expect(stored?.words?.length).toBeGreaterThan(5);
    expect(stored?.words?.every((key) => Number.isInteger(key) && Math.abs(key) <= 2 ** 31)).toBe(true);
    expect(await searchIn.messages(store.userId, "lunch budget", {}, page)).toEqual([]);
  });

  it("goes through the messages of the rarest of its four longest words", async () => {
    const store = inboxStore(connect);
    const common = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "numbers"];
    await store.receive(Array.from({ length: 12 }, (_, n) => ({ body: `${common.join(" ")}${n === 5 ? " cat rarely" : ""}` })));
    await indexMessages({ search: searchIn, clock });
    const examined = async (...words: readonly string[]) =>
      (await countDocuments(connect, () => searchIn.messages(store.userId, words.join(" "), {}, page))).examined;

    const few = await examined("rarely", "cat");

    expect(few).toBeLessThan(5);
    expect(await examined("numbers", "cat")).toBe(few);
    expect(await examined(...common.slice(0, 4), "rarely", ...common.slice(4))).toBe(few);
  });

  it("reads by the rarer of common words, and beyond its newest thousand only for a page that they do not fill", async () => {
    const store = inboxStore(connect);
    const TOTAL = 2_100;
    const database = await connect();
    const [userId, mailboxId] = [oid(store.userId), oid(store.mailbox.id)];
    const wordsOf = (n: number) => ["alpha", n % 2 === 0 ? "beta" : "delta", ...(n < 20 ? ["beta", "delta"] : [])].join(" ");
    const place = { userId, mailboxId, threadId: mailboxId, folder: "INBOX", uidValidity: "1" };
    const people = { from: { name: "", email: "jane@peer.test" }, to: [], cc: [] };
    const rows = Array.from({ length: TOTAL }, (_, n) => ({
      ...place,
      ...people,
      uid: n + 1,
      dedupeKey: `k${n}`,
      subject: `${n}`,
      replyText: wordsOf(n),
      unsearched: true,
      receivedAt: new Date(1_700_000_000_000 + n * 1_000),
    }));
    await messagesOf(database).insertMany(rows as never);
    while ((await searchIn.index()) > 0);
    const search = async (query: string) => {
      let found: readonly { readonly subject: string }[] = [];
      const { commands, examined } = await countDocuments(connect, async () => {
        found = await searchIn.messages(store.userId, query, {}, page);
      });
      return { commands, examined, found: found.map(({ subject }) => Number(subject)) };
    };
    const newest = Array.from({ length: 50 }, (_, n) => TOTAL - 2 - 2 * n);

    expect(await search("alpha beta")).toEqual({ commands: 3, examined: 50, found: newest });
    expect(await search("beta alpha")).toEqual({ commands: 3, examined: 50, found: newest });
    const deep = await search("beta delta");
    expect(deep.found).toEqual(Array.from({ length: 20 }, (_, n) => 19 - n));
    expect(deep.commands).toBe(5);
    expect(deep.examined).toBeLessThan(1_000 + TOTAL);
  });

  it("keeps words by their FNV-1a hash, of 32 bits with a sign, which what was stored earlier has too", async () => {
    const store = inboxStore(connect);
    await store.receive([{ subject: "foobar" }]);
    await indexMessages({ search: searchIn, clock });

    const [stored] = await messagesOf(await connect())
      .find({ userId: oid(store.userId) }, TEST_ONLY)
      .toArray();

    // From the tables of "The FNV Non-Cryptographic Hash Algorithm", appendix C.
    expect(stored?.words).toContain(0xbf9cf968 | 0);
  });
});
