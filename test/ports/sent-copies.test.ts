import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendBodiesOf } from "#shared/sending/store/send-documents.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { SentFolder } from "#shared/sending/ports/submission.ts";
import { sweepCopies } from "#shared/sending/wake/sweep.ts";
import { describeOnMongo, describePort, TEST_ONLY } from "#test/support/port-suite.ts";
import { memorySentFolder, type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { draftsOf, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const HOUR_MS = 3_600_000;
const smtpServer = smtpServers();

describePort(
  "the list of copies to file",
  { memory: () => sendingInMemory(), mongo: (connect) => sendingOnMongo(connect) },
  ({ acceptedSends, deliveries, copies, user }) => {
    const sent = async (count: number, text = "") => {
      const userId = await user(12);
      const drafts = draftsOf(
        userId,
        Array.from({ length: count }, (_, index) => ({ bodyText: `n ${index}${text}` })),
      );
      await acceptedSends.accept(userId, drafts);
      const mailboxId = drafts[0]!.send.mailboxId;
      for (let left = count; left > 0;) {
        const claim = await deliveries.claim(mailboxId, { size: 25 });
        if (claim.kind !== "claimed") throw new Error("not claimed");
        left -= claim.drafts.length;
        for (const { send } of claim.drafts) {
          await deliveries.intend(claim.token, send);
          await deliveries.succeed(send, { hasCopy: true });
          await setTimeout(2);
        }
      }
      return { mailboxId, sends: drafts.map(({ send }) => send) };
    };

    it("gives each copy to one worker, in the order of sending, with its body, until its time is over", async () => {
      const { mailboxId, sends } = await sent(4);

      const first = await copies.take(mailboxId, HOUR_MS, 3);
      const second = await copies.take(mailboxId, HOUR_MS, 3);

      expect([first, second].map((taken) => taken.map(({ send }) => send.id))).toEqual([
        sends.slice(0, 3).map(({ id }) => id),
        [sends[3]!.id],
      ]);
      expect(first[1]).toMatchObject({ body: { text: "n 1" }, send: { status: "sent", sentAt: expect.any(Date) } });
      expect(await copies.take(mailboxId, HOUR_MS, 3)).toEqual([]);
    });

    it("gives no more of large bodies than a worker can hold", async () => {
      const { mailboxId } = await sent(12, "x".repeat(999_990));

      const taken = [await copies.take(mailboxId, HOUR_MS, 25), await copies.take(mailboxId, HOUR_MS, 25)];

      expect(taken.map((part) => part.length)).toEqual([5, 5]);
    });

    it("gives no copy to two workers that ask at once", async () => {
      const { mailboxId } = await sent(12);

      const taken = await Promise.all(Array.from({ length: 4 }, () => copies.take(mailboxId, HOUR_MS, 5)));

      const ids = taken.flat().map(({ send }) => send.id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it("gives at once what was put back, and before what was sent later", async () => {
      const { mailboxId, sends } = await sent(3);
      await copies.take(mailboxId, HOUR_MS, 2);

      await copies.putBack([sends[1]!.id]);

      expect((await copies.take(mailboxId, HOUR_MS, 3)).map(({ send }) => send.id)).toEqual([sends[1]!.id, sends[2]!.id]);
    });

    it("lists what waits by the database's clock, whatever this process's own says", async () => {
      const { mailboxId } = await sent(1);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * HOUR_MS });
      try {
        const waiting = await copies.waiting(0, 24 * HOUR_MS);
        expect(waiting.filter((copy) => copy.mailboxId === mailboxId)).toHaveLength(1);
      } finally {
        vi.useRealTimers();
      }
    });

    it("gives a copy again whose worker stopped, and never one that was dropped", async () => {
      const { mailboxId, sends } = await sent(2);
      await copies.take(mailboxId, 1, 1);
      await copies.drop(sends[1]!.id);
      await setTimeout(5);

      expect((await copies.take(mailboxId, HOUR_MS, 5)).map(({ send }) => send.id)).toEqual([sends[0]!.id]);
    });

    it("tells one send of each mailbox where copies wait, and none of those that were given up", async () => {
      const { mailboxId } = await sent(2);
      await setTimeout(5);
      const of = async (fromMs: number, toMs: number) =>
        (await copies.waiting(fromMs, toMs)).filter((copy) => copy.mailboxId === mailboxId);

      expect(await of(0, HOUR_MS)).toHaveLength(1);
      expect(await of(HOUR_MS, 2 * HOUR_MS)).toHaveLength(0);
      expect(await of(0, 1)).toHaveLength(0);
    });
  },
);

describeOnMongo("filing copies of sent mail", (connect) => {
  const rigWith = async (sentFolder: SentFolder, ports: RigOptions["ports"] = {}) => {
    const smtp = await smtpServer();
    return sendingRig({ connect, smtp, ports: { sentFolder, ...ports } });
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ subject: `n ${index}` }));

  it("files what left, octet by octet, once", async () => {
    const folder = memorySentFolder();
    const rig = await rigWith(folder);
    const sends = await rig.accept(...many(3));

    await rig.deliver();
    await rig.deliver();

    expect(folder.filed.map((raw) => /^Message-ID: *(\S+)/im.exec(raw.toString())?.[1])).toEqual(sends.map(({ messageId }) => messageId));
    expect((await rig.read(sends[0]!)).copyAt).toBeUndefined();
  });

  it("goes on in the next worker where time ran out: none is dropped, none is filed twice", async () => {
    let now = Date.now();
    const folder = memorySentFolder();
    const slow: SentFolder = {
      ...folder,
      append: async function* (account, copies, lack) {
        for await (const copy of folder.append(account, copies, lack)) {
          now += 21_000;
          yield copy;
        }
      },
    };
    const rig = await rigWith(slow, { clock: { now: () => new Date(now) } });
    const sends = await rig.accept(...many(10));

    await rig.deliver();
    const first = folder.filed.length;
    const woken = rig.wakeUps.woken.map(({ id }) => id);
    for (let worker = 0; worker < 5; worker += 1) await rig.deliver();

    expect(first).toBe(3);
    expect(woken).toHaveLength(1);
    expect(folder.filed.map((raw) => /^Subject: *(.+)$/im.exec(raw.toString())?.[1]?.trim())).toEqual(
      many(10).map(({ subject }) => subject),
    );
    expect(new Set(await rig.statuses(sends))).toEqual(new Set(["sent"]));
  });

  it("keeps what could not be filed for a later worker, whom the sweeper wakes", async () => {
    const broken: SentFolder = {
      ...memorySentFolder(),
      // oxlint-disable-next-line require-yield
      append: async function* () {
        throw new Error("the IMAP server is down");
      },
    };
    const rig = await rigWith(broken);
    const [send] = await rig.accept({});
    await rig.deliver();
    expect(await rig.read(send!)).toMatchObject({ status: "sent", copyAt: expect.any(Date) });
    await (
      await connect()
    )
      .collection("sends")
      .updateMany({ copyAt: { $gt: new Date(0) } }, { $set: { copyAt: new Date(Date.now() - HOUR_MS) } }, TEST_ONLY);

    await sweepCopies(rig.ports);
    const folder = memorySentFolder();
    await deliverMailbox({ ...rig.ports, sentFolder: folder }, { mailboxId: rig.mailbox.id, sendIds: [] });

    expect(rig.wakeUps.woken.map(({ id }) => id)).toContain(send!.id);
    expect(folder.filed).toHaveLength(1);
  });

  it("gives up a copy whose body is missing, and files the next", async () => {
    const folder = memorySentFolder();
    const rig = await rigWith(folder);
    const [broken, whole] = await rig.accept(...many(2));
    const stuck = { ...rig.ports, mailAccounts: { ...rig.ports.mailAccounts, imap: async () => undefined } };
    await deliverMailbox(stuck, { mailboxId: rig.mailbox.id, sendIds: [] });
    const database = await connect();
    await sendBodiesOf(database).deleteOne({ _id: oid(broken!.id) }, TEST_ONLY);
    await database.collection("sends").updateMany({ copyAt: { $gt: new Date(0) } }, { $set: { copyAt: new Date() } }, TEST_ONLY);

    await rig.deliver();

    expect(folder.filed.map((raw) => /^Message-ID: *(\S+)/im.exec(raw.toString())?.[1])).toEqual([whole!.messageId]);
    expect((await rig.read(broken!)).copyAt).toBeUndefined();
  });

  it("gives up a copy after a day", async () => {
    const folder = memorySentFolder();
    const rig = await rigWith(folder);
    await rig.accept({});
    const later = { ...rig.ports, clock: { now: () => new Date(Date.now() + 25 * HOUR_MS) }, sentFolder: folder };
    const stuck = { ...rig.ports, mailAccounts: { ...rig.ports.mailAccounts, imap: async () => undefined } };
    await deliverMailbox(stuck, { mailboxId: rig.mailbox.id, sendIds: [] });
    await (await connect()).collection("sends").updateMany({ copyAt: { $gt: new Date(0) } }, { $set: { copyAt: new Date(0) } }, TEST_ONLY);

    await deliverMailbox(later, { mailboxId: rig.mailbox.id, sendIds: [] });

    expect(folder.filed).toHaveLength(0);
    expect(rig.log.events).toContain("a sent copy was given up");
  });

  describe("at a provider that files its own", () => {
    it.each(["google", "outlook"] as const)("lists none (%s)", async (type) => {
      const smtp = await smtpServer();
      const rig = await sendingRig({ connect, smtp, mailbox: { type } });
      const [send] = await rig.accept({});

      await rig.deliver();

      expect(await rig.read(send!)).toMatchObject({ status: "sent" });
      expect((await rig.read(send!)).copyAt).toBeUndefined();
      expect(rig.sentFolder.filed).toHaveLength(0);
    });
  });
});
