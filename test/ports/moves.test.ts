import { expect, it } from "vitest";
import { mongoAudits } from "#shared/inbox/store/audits.ts";
import { mongoFolderMoves } from "#shared/inbox/store/messages.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const INBOX = { path: "INBOX", uidValidity: "1" };
const receivedAt = new Date("2026-11-20T10:00:00Z");

describeOnMongo("a message that is moved between folders", (connect) => {
  const moves = mongoFolderMoves(connect);
  /** Three messages in INBOX, and copies of the first two in the Junk folder, where they are UID 4 and 5. */
  const aStore = async () => {
    const store = inboxStore(connect);
    const arrivals = [1, 2, 3].map((n) => ({ messageId: `<${n}@peer.test>`, receivedAt }));
    await store.receive(arrivals);
    await store.receive(arrivals.slice(0, 2), "junk");
    const places = async () =>
      (await store.all()).map(({ folder, uid, onServer }) => [folder, uid, onServer]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    return { ...store, places };
  };

  it("is one message, which stays where it is until its own place is known to be empty", async () => {
    const { mailbox, places } = await aStore();

    expect(await places()).toEqual([1, 2, 3].map((uid) => ["INBOX", uid, undefined]));
    expect((await moves.unsettled(mailbox)).map(({ folder, uidValidity, uid }) => [folder, uidValidity, uid])).toEqual([
      ["INBOX", "1", 1],
      ["INBOX", "1", 2],
    ]);
  });

  it("lies where its copy does once it has left, and one without a copy where it was", async () => {
    const { mailbox, places } = await aStore();

    await moves.leave(mailbox, INBOX, [1, 3]);
    await moves.stay(mailbox, INBOX, [2]);

    expect(await places()).toEqual([
      ["INBOX", 2, undefined],
      ["INBOX", 3, undefined],
      ["Junk", 4, undefined],
    ]);
    expect(await moves.unsettled(mailbox)).toEqual([]);
  });

  it("that was looked for and stayed leaves for its copy later", async () => {
    const { mailbox, places } = await aStore();
    await moves.stay(mailbox, INBOX, [1, 2]);

    await moves.leave(mailbox, INBOX, [2]);

    expect((await places())[2]).toEqual(["Junk", 5, undefined]);
  });

  it("is left alone at a place that is not its own", async () => {
    const { mailbox, places } = await aStore();

    await moves.leave(mailbox, { ...INBOX, uidValidity: "2" }, [1, 2]);
    await moves.leave({ ...mailbox, id: "0".repeat(24) }, INBOX, [1, 2]);
    await moves.stay(mailbox, { ...INBOX, path: "Junk" }, [1, 2]);

    expect(await places()).toEqual([1, 2, 3].map((uid) => ["INBOX", uid, undefined]));
    expect(await moves.unsettled(mailbox)).toHaveLength(2);
  });

  it("stays when another lies where its copy was", async () => {
    const store = await aStore();
    const { mailbox, places } = store;
    await store.commit(store.prepare([{}]).map((mail) => ({ ...mail, message: { ...mail.message, folder: "Junk", uid: 4 } })));

    await moves.leave(mailbox, INBOX, [1]);

    expect(await places()).toEqual([...[1, 2, 3].map((uid) => ["INBOX", uid, undefined]), ["Junk", 4, undefined]]);
    expect(await moves.unsettled(mailbox)).toMatchObject([{ uid: 2 }]);
  });

  it("is told to be gone by an audit only when it has no copy, and is there again when one is seen", async () => {
    const store = await aStore();
    const { mailbox, places, syncStates } = store;
    const lease = await syncStates.acquire(mailbox, 60_000);

    await mongoAudits(connect).noteOnServer(lease!, INBOX, { from: 1, to: 3, gone: [1, 3] });
    await syncStates.release(lease!);
    expect(await places()).toEqual([
      ["INBOX", 2, undefined],
      ["INBOX", 3, false],
      ["Junk", 4, undefined],
    ]);

    await store.receive([{ messageId: "<3@peer.test>", receivedAt }], "junk");
    expect(await places()).toContainEqual(["Junk", 6, undefined]);
  });
});
