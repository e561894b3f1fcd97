// Two mailboxes of one account that have the same: what is done to one leaves the other as it was.
import { beforeEach, describe, expect, it } from "vitest";
import { mongoAudits } from "#shared/inbox/store/audits.ts";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { mongoHints } from "#shared/inbox/store/hints.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoFolderMoves } from "#shared/inbox/store/messages.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoPolls } from "#shared/inbox/store/sync-states.ts";
import type { SyncLease } from "#shared/inbox/pull/sync-state.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { mongoNotes } from "#shared/threads/store/notes.ts";
import { ring } from "#test/support/account-world.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const PLACE = { path: "INBOX", uidValidity: "1" };
const SOON = new Date("2026-11-22T10:00:00Z");
const OF_MAILBOX = ["messages", "threads", "threadLinks", "corrections", "notes", "sends", "refusals"];
const BY_ID = ["mailboxes", "syncStates", "audits"];

describeOnMongo("of two mailboxes of an account", (connect) => {
  const audits = mongoAudits(connect);
  const changes = mongoChanges(connect);
  const hints = mongoHints(connect);
  const moves = mongoFolderMoves(connect);
  const polls = mongoPolls(connect);
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const grants = mongoGrants(connect, ring);
  interface Filled {
    readonly mailbox: Mailbox;
    readonly lease: SyncLease;
  }

  /** A mailbox with a row for everything that a write looks for, at the same places as the other's. */
  const filled = async (userId: string): Promise<Filled> => {
    const store = inboxStore(connect, {
      userId,
      email: `${ids.random(8)}@example.com`,
      type: "outlook",
      transportUsed: "graph",
      inboxSyncEnabled: true,
      syncChanges: true,
    });
    const { mailbox } = store;
    await mailboxes.insert(mailbox, { refreshToken: "rt", accessToken: "at" });
    const send = await store.sent();
    await store.receive([{ inReplyTo: send.messageId }, {}, {}, {}, {}]);
    const database = await connect();
    const at = (uid: number) => ({ mailboxId: oid(mailbox.id), uid });
    const rows = messagesOf(database);
    const copyAt = { folder: "Archive", uidValidity: "5", uid: 7 };
    await rows.updateOne(at(2), { $set: { mayHaveMoved: true, copyAt } });
    await rows.updateOne(at(3), { $set: { onServer: false } });
    await rows.updateOne(at(4), { $set: { folder: "", uidValidity: mailbox.id, uid: 0 } });
    const wish = { isRead: true, token: "t", at: SOON, dueAt: SOON, attempts: 0 };
    await rows.updateOne(at(5), { $set: { wish, serverState: "pending" } });
    const [thread] = await store.allThreads();
    const note = { id: ids.objectId(), userId, mailboxId: mailbox.id, threadId: thread!.id, text: "n", by: "", createdAt: SOON };
    await mongoNotes(connect).add({ ...note, updatedAt: SOON });
    const own = { userId: oid(userId), mailboxId: oid(mailbox.id) };
    await database.collection("corrections").insertOne({ ...own, createdAt: SOON });
    await database.collection("refusals").insertOne({ mailboxId: oid(mailbox.id), hour: SOON });
    await hints.keep(mailbox, { id: "s", proof: "p", until: SOON }, 60_000);
    await mailboxesOf(database).updateOne({ _id: oid(mailbox.id) }, { $set: { refreshLease: { token: "r", until: new Date(0) } } });
    const lease = (await store.syncStates.acquire(mailbox, 60_000))!;
    await audits.save(lease, { passed: [] }, false);
    return { mailbox, lease };
  };
  const allOf = async ({ mailbox: { id } }: Filled) => {
    const database = await connect();
    const found = [...OF_MAILBOX, ...BY_ID].map(async (name) => {
      const filter = BY_ID.includes(name) ? { _id: oid(id) } : { mailboxId: oid(id) };
      return [name, await database.collection(name).find(filter, TEST_ONLY).sort({ _id: 1 }).toArray()] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  };
  const settle = async (lease: SyncLease, outcome: Parameters<typeof changes.settle>[1]) => {
    const [change] = await changes.due(lease, SOON, 9);
    return changes.settle(change!, outcome);
  };
  const deleted = async ({ userId, id }: Mailbox) => mailboxes.delete(userId, id);
  const purges = mongoPurges(connect);

  const writes: readonly (readonly [string, (one: Filled) => Promise<unknown>])[] = [
    ["is deleted", ({ mailbox }) => deleted(mailbox)],
    [
      "is erased",
      async ({ mailbox }) => {
        await deleted(mailbox);
        await purges.begin(mailbox.userId, mailbox.id);
        while (await purges.step(mailbox.id));
      },
    ],
    ["is noted", ({ mailbox }) => mailboxes.note(mailbox, { status: "error" })],
    ["is changed", ({ mailbox }) => mailboxes.update(mailbox.userId, mailbox.id, { displayName: "New" }, { refreshToken: "new" })],
    ["has its grant leased", ({ mailbox }) => grants.lease(mailbox, 60_000)],
    ["has its grant given back", ({ mailbox }) => grants.release(mailbox, "r")],
    ["has a new grant", ({ mailbox }) => grants.store(mailbox, 1, { accessToken: "new" })],
    ["has its token forgotten", ({ mailbox }) => grants.forget(mailbox, "at")],
    ["is watched", ({ mailbox }) => hints.keep(mailbox, { id: "s2", proof: "p2", until: SOON }, 60_000)],
    ["is told of mail", ({ mailbox }) => hints.take([mailbox.id])],
    ["has its watch renewed", ({ mailbox }) => hints.hurry([mailbox.id])],
    ["got mail untold", ({ mailbox }) => hints.judge(mailbox)],
    ["was polled", ({ mailbox }) => polls.quiet([mailbox.id], SOON)],
    ["has its audit asked for", ({ lease }) => audits.ask(lease)],
    ["has its audit planned", ({ lease }) => audits.schedule(lease, SOON)],
    ["is audited", ({ lease }) => audits.save(lease, { passed: [], last: { complete: true } } as never, true)],
    ["lost what lies nowhere", ({ lease }) => audits.markReplaced(lease)],
    ["was compared with its server", ({ lease }) => audits.noteOnServer(lease, PLACE, { from: 1, to: 5, gone: [1] })],
    ["has mail that stays", ({ lease }) => moves.stay(lease, PLACE, [2])],
    ["has mail that left", ({ lease }) => moves.leave(lease, PLACE, [2])],
    ["has flags of its server", ({ lease }) => changes.take(lease, PLACE, new Map([[1, { isRead: true, isFlagged: true }]]))],
    ["tells its server", async ({ lease }) => changes.begin((await changes.due(lease, SOON, 9))[0]!, new Date())],
    ["has told its server", ({ lease }) => settle(lease, { state: "done" })],
    ["moved a message", ({ lease }) => settle(lease, { state: "done", at: { folder: "X", uidValidity: "1", uid: 3 } })],
  ];
  let mine: Filled;
  let other: Filled;
  beforeEach(async () => {
    const userId = ids.objectId();
    [mine, other] = [await filled(userId), await filled(userId)];
  });

  describe("the other stays as it was when one", () => {
    it.each(writes)("%s", async (_, write) => {
      const [before, others] = [await allOf(mine), await allOf(other)];
      await write(mine);

      expect(await allOf(other)).toEqual(others);
      expect(await allOf(mine)).not.toEqual(before);
    });
  });

  it("each has the mail of its own places, the changes that are due there, and what may have moved", async () => {
    const idsOf = async ({ mailbox: { id } }: Filled) =>
      (
        await messagesOf(await connect())
          .find({ mailboxId: oid(id), folder: "INBOX" }, TEST_ONLY)
          .sort({ uid: 1 })
          .toArray()
      ).map(({ _id }) => String(_id));

    for (const one of [mine, other]) {
      const own = await idsOf(one);
      expect((await audits.stored(one.lease, PLACE, 1, 9)).map(({ id }) => id)).toEqual(own);
      expect(await moves.unsettled(one.lease)).toEqual([{ folder: "INBOX", uidValidity: "1", uid: 2 }]);
      expect((await changes.due(one.lease, SOON, 9)).map(({ id }) => id)).toEqual([own[3]]);
      expect(await audits.locations(one.lease)).toEqual([PLACE]);
    }
  });
});
