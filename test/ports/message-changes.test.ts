// Changes of messages between a person, a worker at the server, and what the server says meanwhile.
import { beforeEach, describe, expect, it } from "vitest";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import type { ServerChange } from "#shared/inbox/message.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { interrupted } from "#test/support/interrupted.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const AT = new Date("2026-11-21T10:00:00Z");
const later = (ms: number) => new Date(AT.getTime() + ms);
const INBOX = { path: "INBOX", uidValidity: "1" };

describeOnMongo("a change of a message", (connect) => {
  const changes = mongoChanges(connect);
  let inbox: ReturnType<typeof inboxStore>;
  let id: string;
  beforeEach(async () => {
    inbox = inboxStore(connect);
    await inbox.receive([{}]);
    id = (await inbox.all())[0]!.id;
  });

  const row = async (which = id) => (await messagesOf(await connect()).findOne({ _id: oid(which) }))!;
  const ask = (asked: ServerChange, at: Date | undefined = AT) => changes.ask(inbox.userId, id, asked, at);
  const due = async (now = AT) => changes.due(inbox.mailbox, now, 10);
  const unread = async () => (await inbox.allThreads())[0]!.unreadCount;
  const server = (isRead: boolean, isFlagged: boolean, uid = 1) => new Map([[uid, { isRead, isFlagged }]]);
  /** The store of a worker that is stopped just before a statement, while somebody else does something. */
  const stoppedBefore = (method: "updateOne" | "findOne", happens: () => Promise<unknown>) =>
    mongoChanges(interrupted(connect, "messages", method, happens));

  describe("by the server", () => {
    it.each<[string, ServerChange, [boolean, boolean]]>([
      ["read", { isRead: true }, [true, false]],
      ["flagged", { isFlagged: true }, [false, true]],
    ])("gives way to what a person asked while the server's flags were being stored: %s", async (_, wish, [isRead, isFlagged]) => {
      const undone = Object.fromEntries(Object.entries(wish).map(([name, value]) => [name, !value])) as ServerChange;
      // Set and taken back: the row looks as it was read, and a wish waits.
      const late = stoppedBefore("updateOne", async () => {
        await ask(wish);
        await ask(undone);
      });

      expect(await late.take(inbox.mailbox, INBOX, server(isRead, isFlagged))).toEqual([]);
      expect(await row()).toMatchObject({ isRead: false, wish: undone });
      expect((await row()).isFlagged ?? false).toBe(false);
      expect(await unread()).toBe(1);
    });

    it("counts once in the conversation what a person read while the server's flags were being stored", async () => {
      const late = stoppedBefore("updateOne", () => changes.ask(inbox.userId, id, { isRead: true }));

      expect(await late.take(inbox.mailbox, INBOX, server(true, false))).toEqual([]);
      expect([(await row()).isRead, await unread()]).toEqual([true, 0]);
    });

    it("leaves a flag for which a wish waits, and takes the other", async () => {
      await ask({ isFlagged: true });

      expect(await changes.take(inbox.mailbox, INBOX, server(true, false))).toEqual([id]);
      expect(await row()).toMatchObject({ isRead: true, isFlagged: true, wish: { isFlagged: true } });
      expect(await unread()).toBe(0);
    });

    it("is of the mailbox, the folder, its UIDVALIDITY and the UID alone", async () => {
      const other = inboxStore(connect, { userId: inbox.userId });
      await other.receive([{}]);
      const before = await row();

      for (const [mailbox, place, uid] of [
        [other.mailbox, { ...INBOX, path: "Junk" }, 1],
        [inbox.mailbox, { ...INBOX, path: "Junk" }, 1],
        [inbox.mailbox, { ...INBOX, uidValidity: "2" }, 1],
        [inbox.mailbox, INBOX, 2],
      ] as const)
        expect(await changes.take(mailbox, place, server(true, true, uid))).toEqual([]);
      expect(await changes.take(other.mailbox, INBOX, server(true, true))).toHaveLength(1);
      expect(await row()).toEqual(before);
    });

    it("is none of a copy of an email that was sent", async () => {
      await messagesOf(await connect()).updateOne({ _id: oid(id) }, { $set: { direction: "outbound", isRead: true } });

      expect(await changes.take(inbox.mailbox, INBOX, server(false, true))).toEqual([]);
      expect(await ask({ isFlagged: true })).toBeUndefined();
    });
  });

  describe("for the server", () => {
    it("is the account's own", async () => {
      expect(await changes.ask(ids.objectId(), id, { isRead: true }, AT)).toBeUndefined();
      expect([(await row()).wish, await unread()]).toEqual([undefined, 1]);
    });

    it("is due at its time, not a millisecond before, the first first, in its mailbox", async () => {
      await inbox.receive([{}]);
      const [second] = (await inbox.all()).filter((one) => one.id !== id);
      await ask({ isRead: true }, later(2));
      await changes.ask(inbox.userId, second!.id, { isRead: true }, AT);

      expect(await due(later(-1))).toEqual([]);
      expect((await due(later(1))).map((one) => one.id)).toEqual([second!.id]);
      expect((await due(later(2))).map((one) => one.id)).toEqual([second!.id, id]);
      expect((await changes.due(inbox.mailbox, later(2), 1)).map((one) => one.id)).toEqual([second!.id]);
      expect(await changes.due({ ...inbox.mailbox, id: ids.objectId() }, later(2), 10)).toEqual([]);
    });

    it("is begun once a time, and not after another wish has taken its place", async () => {
      await ask({ isRead: true });
      const [first] = await due();
      expect(await changes.begin(first!, later(60_000))).toBe(true);
      expect([await due(), (await row()).wish]).toMatchObject([[], { attempts: 1, dueAt: later(60_000) }]);
      await ask({ isRead: false });

      expect(await changes.begin(first!, later(9_000))).toBe(false);
      expect((await row()).wish).toMatchObject({ isRead: false, attempts: 0, dueAt: AT });
    });

    it.each([
      ["done", { state: "done" }],
      ["failed", { state: "failed", reason: "no such folder" }],
    ] as const)("keeps a wish that came after what is %s now, whenever it came", async (_, outcome) => {
      const moments = {
        before: async () => changes,
        between: async () => stoppedBefore("updateOne", () => ask({ isRead: false }, later(5))),
        "after its look": async () => stoppedBefore("findOne", () => ask({ isRead: false }, later(5))),
      };
      for (const [when, store] of Object.entries(moments)) {
        await changes.ask(inbox.userId, id, { isRead: true }, AT);
        const [change] = await due();
        if (when === "before") await ask({ isRead: false }, later(5));
        await (await store()).settle(change!, outcome);

        expect([when, await row()]).toMatchObject([when, { serverState: "pending", wish: { isRead: false, at: later(5) } }]);
        expect(await row()).not.toHaveProperty("serverReason");
        await changes.settle((await due(later(5)))[0]!, { state: "done" });
        expect([when, (await row()).wish]).toEqual([when, undefined]);
      }
    });

    it("of which the wish has changed sets where the message is all the same, and only there", async () => {
      await ask({ folder: "archive" });
      const [change] = await due();
      await ask({ isRead: true }, later(5));
      await changes.settle(change!, { state: "done", at: { folder: "Archive", uidValidity: "3", uid: 8 } });

      expect(await row()).toMatchObject({
        folder: "Archive",
        uidValidity: "3",
        uid: 8,
        serverState: "pending",
        wish: { isRead: true, folder: "archive" },
      });
    });

    it.each([
      { folder: "Trash", uidValidity: "", uid: 0 },
      { folder: "Trash", uidValidity: "5", uid: 0 },
      { folder: "Trash", uidValidity: "", uid: 5 },
    ])("goes to a place of its own where its server does not say which it has: %j", async (at) => {
      await ask({ folder: "trash" });
      await changes.settle((await due())[0]!, { state: "done", at });

      expect(await row()).toMatchObject({ folder: "Trash", uidValidity: id, uid: 0, serverState: "done" });
    });

    it("goes to a place of its own where another message has the one that the server named", async () => {
      await inbox.receive([{}]);
      await ask({ folder: "trash" });
      const [change] = await due();
      await changes.settle(change!, { state: "done", at: { folder: "INBOX", uidValidity: "1", uid: 2 } });

      expect(await row()).toMatchObject({ folder: "INBOX", uidValidity: id, uid: 0, serverState: "done" });
      expect(await messagesOf(await connect()).countDocuments({ mailboxId: oid(inbox.mailbox.id), uid: 2 }, TEST_ONLY)).toBe(1);
    });

    it("counts again after a failure, though it asks for what is shown, and clears the reason", async () => {
      await ask({ isRead: true });
      await changes.settle((await due())[0]!, { state: "failed", reason: "gone" });
      expect(await row()).toMatchObject({ serverState: "failed", serverReason: "gone" });
      await ask({ isRead: true }, later(1));

      expect(await row()).toMatchObject({ serverState: "pending", wish: { isRead: true } });
      expect(await row()).not.toHaveProperty("serverReason");
      expect(await unread()).toBe(0);
    });
  });
});
