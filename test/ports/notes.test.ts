import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { purgeMailbox } from "#shared/inbox/purge-mailbox.ts";
import { listThreads, viewThread } from "#shared/threads/view-thread.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { purgeCollections } from "#shared/accounts/store/purge.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { asHistory, conversationOf } from "#shared/threads/conversation.ts";
import { NOTES_MAX, type Note } from "#shared/threads/notes.ts";
import { mongoNotes, notesOf } from "#shared/threads/store/notes.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const PAGE = { limit: 200, offset: 0 };

describeOnMongo("notes", (connect) => {
  const notes = mongoNotes(connect);
  const sends = mongoSends(connect);
  const mailboxes = mongoSealedMailboxes(connect, async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } }));
  const asked = async (messageId = `<${ids.random(8)}@peer.test>`) => {
    const store = inboxStore(connect);
    await mailboxes.insert(store.mailbox, {});
    await store.receive([{ messageId, body: "The question." }]);
    const [thread] = await store.allThreads();
    const { userId, mailbox } = store;
    const note = (text: string, at = new Date()): Note => ({
      id: ids.objectId(),
      userId,
      mailboxId: mailbox.id,
      threadId: thread!.id,
      text,
      by: "anna",
      createdAt: at,
      updatedAt: at,
    });
    return { store, thread: thread!, note, ports: { messages: store.messages, threads: store.threads, sends, notes } };
  };

  it("have no word in what is quoted, forwarded, shown in lists, counted or found", async () => {
    const { store, thread, note, ports } = await asked("<q@peer.test>");
    const search = mongoMessageSearch(connect);
    await store.receive([{ inReplyTo: "<q@peer.test>", body: "Another one." }]);
    const word = fc.stringMatching(/^zq[a-z]{8,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
        const added = note(words.join(" "));
        expect(await notes.add(added)).toBe(true);
        const entries = await conversationOf(ports, store.userId, thread);
        const quoted = await Promise.all([true, false].map((whole) => asHistory(ports, store.userId, entries, () => whole)));
        const listed = await listThreads({ ...ports, search, mailboxes }, store.userId, {}, PAGE);
        await search.index();
        const found = await Promise.all(words.map((query) => listThreads({ ...ports, search, mailboxes }, store.userId, { query }, PAGE)));
        const messages = await store.messages.list(store.userId, {}, PAGE);
        const said = JSON.stringify([quoted, entries, listed, messages, await store.threads.find(store.userId, thread.id)]);

        for (const one of words) expect(said).not.toContain(one);
        expect(found.flat()).toEqual([]);
        const { entries: viewed } = await viewThread(ports, store.userId, thread.id);
        expect(viewed.at(-1)).toMatchObject({ direction: "note", note: { text: added.text } });
      }),
      { numRuns: 20 },
    );
  });

  it("stand where they were written: after the mail that was there, before what waits, under the ids of merged conversations too", async () => {
    const { store, thread, note, ports } = await asked("<one@peer.test>");
    await notes.add(note("first"));
    await store.sent({ threadId: thread.id, status: "scheduled", subject: "later", createdAt: new Date() });
    await store.receive([{ messageId: "<two@peer.test>" }]);
    const other = (await store.allThreads()).find(({ id }) => id !== thread.id)!;
    await notes.add({ ...note("of the other", new Date(Date.now() + 1)), threadId: other.id });
    await store.receive([{ references: ["<one@peer.test>", "<two@peer.test>"] }]);

    const { entries, thread: merged } = await viewThread(ports, store.userId, other.id);
    const said = entries.map((entry) =>
      entry.direction === "note" ? entry.note.text : entry.direction === "outbound" ? entry.send.subject : "mail",
    );
    expect(said).toEqual(["mail", "mail", "mail", "first", "of the other", "later"]);
    const [newest] = await notes.list(store.userId, merged, { limit: 1, offset: 0 });
    expect(newest?.text).toBe("of the other");
    expect(await notes.write(store.userId, merged, newest!.id, { text: "anew" })).toMatchObject({ text: "anew", by: "anna" });
    expect(await notes.write("f".repeat(24), merged, newest!.id, { text: "eve" })).toBeUndefined();
    expect(await notes.remove(store.userId, merged, newest!.id)).toBe(true);
    expect(await notes.remove(store.userId, merged, newest!.id)).toBe(false);
  });

  it("are of one conversation: another's, and another account's, writes and removes none", async () => {
    const [mine, stranger] = [await asked(), await asked()];
    await mine.store.receive([{ body: "Of another matter." }]);
    const other = (await mine.store.allThreads()).find(({ id }) => id !== mine.thread.id)!;
    const [one, two] = [mine.note("one", new Date(0)), mine.note("two")];
    await notes.add(one);
    await notes.add(two);
    const { userId } = mine.store;
    const shown = () => notes.list(userId, mine.thread, PAGE);
    const before = await shown();

    expect(await notes.write(userId, other, one.id, { text: "x" })).toBeUndefined();
    expect(await notes.remove(userId, other, one.id)).toBe(false);
    expect(await notes.write(stranger.store.userId, mine.thread, one.id, { text: "x" })).toBeUndefined();
    expect(await notes.remove(stranger.store.userId, mine.thread, one.id)).toBe(false);
    expect(await notes.add({ ...stranger.note("x"), threadId: mine.thread.id })).toBe(false);
    expect(await notes.list(stranger.store.userId, mine.thread, PAGE)).toEqual([]);
    expect(await notes.list(userId, other, PAGE)).toEqual([]);
    expect(await shown()).toEqual(before);

    const written = await notes.write(userId, mine.thread, one.id, { text: "anew" });
    expect(written).toMatchObject({ id: one.id, text: "anew", by: "anna", createdAt: one.createdAt });
    expect(written!.updatedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await shown()).map(({ text }) => text)).toEqual(["two", "anew"]);
    expect(await notes.remove(userId, mine.thread, one.id)).toBe(true);
    expect((await shown()).map(({ text }) => text)).toEqual(["two"]);
  });

  it("are bounded in number, and none is added to a conversation that is gone", async () => {
    const { note, thread } = await asked();
    const rows = Array.from({ length: NOTES_MAX - 1 }, (_, n) => {
      const { id, userId, mailboxId, threadId, ...rest } = note(`n${n}`);
      return { ...rest, _id: oid(id), userId: oid(userId), mailboxId: oid(mailboxId), threadId: oid(threadId) };
    });
    await notesOf(await connect()).insertMany(rows);
    const added = await Promise.all([1, 2, 3].map((n) => notes.add(note(`last ${n}`))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await notes.add({ ...note("lost"), threadId: ids.objectId() })).toBe(false);
    expect(await notes.list(note("").userId, thread, PAGE)).toHaveLength(NOTES_MAX);
  });

  it("are erased with their mailbox's mail, with their account, and when the stage's time for bodies is over", async () => {
    const [gone, kept] = [await asked(), await asked()];
    for (const one of [gone, kept]) await mongoNotes(connect, () => ({ kept: 30, inDatabase: 5 })).add(one.note("secret"));
    const of = async ({ store }: typeof gone) =>
      notesOf(await connect())
        .find({ userId: oid(store.userId) }, TEST_ONLY)
        .toArray();
    const [row] = await of(kept);
    const days = (row!.expiresAt!.getTime() - Date.now()) / 86_400_000;
    expect([Math.round(days), "movesAt" in row!]).toEqual([30, false]);

    await mailboxes.delete(gone.store.userId, gone.store.mailbox.id);
    await purgeMailbox({ purges: mongoPurges(connect) }, gone.store.userId, gone.store.mailbox.id);
    expect([(await of(gone)).length, (await of(kept)).length]).toEqual([0, 1]);
    await purgeCollections(await connect(), ["notes"], kept.store.userId);
    expect(await of(kept)).toEqual([]);
  });
});
