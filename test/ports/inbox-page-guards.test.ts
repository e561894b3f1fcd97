import { BSON } from "mongodb";
import { expect, it } from "vitest";
import { usersOf } from "#shared/accounts/store/users.ts";
import { messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPages } from "#shared/inbox/store/page/pages.ts";
import type { OpenPage } from "#shared/inbox/ports/open-page.ts";
import { packed } from "#shared/platform/body-store.ts";
import { newId, oid } from "#shared/platform/mongo/documents.ts";
import { correctionsOf } from "#shared/threads/store/correction-documents.ts";
import { mongoSyncStates } from "#shared/inbox/store/sync-states.ts";
import type { Send } from "#shared/sending/send.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";

type Store = ReturnType<typeof inboxStore>;
const day = (n: number) => new Date(Date.UTC(2026, 10, n, 9));

describeOnMongo("what a page reads and writes", (connect) => {
  /** Does this within a page of the store's mailbox. */
  const within = async <R>({ mailbox }: Store, work: (page: OpenPage) => Promise<R>, objects = new Map<string, Uint8Array>()) => {
    const states = mongoSyncStates(connect);
    const lease = (await states.acquire(mailbox, 60_000))!;
    const pages = mongoPages(connect, undefined, { get: async (key) => objects.get(key) });
    try {
      return await pages.transaction(lease, [], work);
    } finally {
      await states.release(lease);
    }
  };

  it("is a parent's body also where it has left the database", async () => {
    const store = inboxStore(connect);
    await store.receive([{ messageId: `<here@${store.mailbox.id}>`, body: "Here." }, { messageId: `<away@${store.mailbox.id}>` }]);
    const { id } = (await store.all()).find(({ messageId }) => messageId.startsWith("<away"))!;
    const rows = messageBodiesOf(await connect());
    await rows.updateOne({ _id: oid(id) }, { $set: { moved: true }, $unset: { text: "", html: "", expiresAt: "" } });
    const object = await packed(BSON.serialize({ text: "Away.", html: "<p>Away.</p>" }));
    const objects = new Map([[`undated/${store.userId}/messageBodies/${id}`, object]]);

    const [here, away, none] = await within(
      store,
      async ({ messages }) => [
        await messages.body([`<here@${store.mailbox.id}>`]),
        await messages.body([`<away@${store.mailbox.id}>`]),
        await messages.body(["<none@peer.test>"]),
      ],
      objects,
    );

    expect(here).toMatchObject({ text: expect.stringContaining("Here."), html: "" });
    expect(away).toMatchObject({ text: "Away.", html: "<p>Away.</p>" });
    expect(none).toBeUndefined();
  });

  it("is what the mailbox itself has sent: outbound, read, and no other mailbox's", async () => {
    const [store, other] = [inboxStore(connect), inboxStore(connect)];
    for (const one of [store, other]) await one.receive([{ subject: "Mine" }, { subject: "Other" }]);
    const [mine, foreign] = await Promise.all(
      [store, other].map(async (one) => (await one.all()).find(({ subject }) => subject === "Mine")!),
    );

    await within(store, ({ messages }) =>
      messages.place({ moved: [], copied: [], sent: [{ id: mine!.id }, { id: foreign!.id }] as never }),
    );

    const seen = async ({ mailbox }: Store) => {
      const rows = await messagesOf(await connect())
        .find({ mailboxId: oid(mailbox.id) }, TEST_ONLY)
        .sort({ subject: 1 })
        .toArray();
      return rows.map(({ subject, direction = "inbound", isRead }) => [subject, direction, isRead]);
    };
    const others = ["Other", "inbound", false];
    expect(await seen(store)).toEqual([["Mine", "outbound", true], others]);
    expect(await seen(other)).toEqual([["Mine", "inbound", false], others]);
  });

  it.each([
    [{}, { bounced: false, complained: true, asked: false }],
    [{ suppressBounced: true }, { bounced: true, complained: true, asked: false }],
    [{ suppressComplained: false }, { bounced: false, complained: false, asked: false }],
    [{ suppressAsked: true }, { bounced: false, complained: true, asked: true }],
  ])("is whom the account wants suppressed: %j", async (settings, wanted) => {
    const store = inboxStore(connect);
    const account = { _id: oid(store.userId), email: `${store.userId}@me.test`, ...settings };
    await usersOf(await connect()).insertOne(account as never);

    expect(await within(store, ({ suppressions }) => suppressions.wanted())).toEqual(wanted);
  });

  it("is how an address bounced: the account's own mail to it, of that time, that bounced", async () => {
    const [store, other] = [inboxStore(connect), inboxStore(connect)];
    const bounced = (email: string, at: Date): Partial<Send> => ({
      toEmail: email,
      createdAt: at,
      sentAt: at,
      bouncedAt: at,
      bounces: [{ email, reason: `${email} ${at.getUTCDate()}` }] as never,
    });
    await store.sent(bounced("jane@peer.test", day(10)));
    await store.sent(bounced("jane@peer.test", day(20)));
    await store.sent(bounced("jane@peer.test", day(1)));
    await store.sent(bounced("kim@peer.test", day(20)));
    await store.sent({ toEmail: "jane@peer.test", createdAt: day(20), sentAt: day(20) });
    await other.sent(bounced("jane@peer.test", day(20)));

    const found = await within(store, ({ suppressions }) => suppressions.recentBounces("Jane@Peer.test", day(5)));

    expect(found.map((bounces) => bounces.map(({ reason }) => reason))).toEqual([["jane@peer.test 20"], ["jane@peer.test 10"]]);
  });

  it("is what was sent to whom a mail is from, by this mailbox", async () => {
    const [store, other] = [inboxStore(connect), inboxStore(connect)];
    const mine = await store.sent({ toEmail: "jane@peer.test" });
    await store.sent({ toEmail: "kim@peer.test" });
    const waiting = await store.sent({ toEmail: "jane@peer.test", status: "queued" });
    await rawSends(await connect()).updateOne({ _id: oid(waiting.id) }, { $unset: { sentAt: "" } });
    await other.sent({ toEmail: "jane@peer.test" });
    await inboxStore(connect, { userId: store.userId }).sent({ toEmail: "jane@peer.test" });

    const found = await within(store, ({ sends }) => sends.sentTo(["jane@peer.test"]));

    expect(found.map(({ id }) => id)).toEqual([mine.id]);
  });

  it("is what people corrected of its mail, of one and of many, and of no other mailbox's", async () => {
    const [store, other] = [inboxStore(connect), inboxStore(connect)];
    const rows = correctionsOf(await connect());
    const correct = async ({ mailbox }: Store, dedupeKey: string, kind: "bounce" | "reply") =>
      rows.insertOne({ _id: newId(), userId: oid(mailbox.userId), mailboxId: oid(mailbox.id), dedupeKey, kind, updatedAt: day(1) });
    for (const key of ["a", "b"]) await correct(store, key, "reply");
    await correct(other, "a", "bounce");

    const kindsOf = async (...keys: readonly string[]) =>
      [...(await within(store, ({ messages }) => messages.corrections(keys)))].map(([key, { kind }]) => [key, kind]);

    expect(await kindsOf("a")).toEqual([["a", "reply"]]);
    expect(await kindsOf("b", "c")).toEqual([["b", "reply"]]);
    expect(await kindsOf()).toEqual([]);
  });
});
