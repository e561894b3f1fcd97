import type { CommandSucceededEvent } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { sendDocument, type SendDocument, sendsOf, STEP_MAX } from "#shared/sending/store/send-documents.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const BACKLOG = STEP_MAX + 200;

/** Runs a step, and answers how many documents its largest command wrote and read. */
const largest = async (connect: Connect, step: () => Promise<unknown>) => {
  const { client } = (await connect()).raw;
  const most = { written: 0, read: 0 };
  let read = 0;
  const see = ({ reply }: CommandSucceededEvent) => {
    const { n = 0, cursor } = reply as { n?: number; cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
    most.written = Math.max(most.written, n);
    read = (cursor?.firstBatch ? 0 : read) + (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
    most.read = Math.max(most.read, read);
  };
  client.on("commandSucceeded", see);
  try {
    await step();
  } finally {
    client.off("commandSucceeded", see);
  }
  return most;
};

describeOnMongo("a backlog", (connect) => {
  const deliveries = mongoDeliveries(connect);
  /** Fills a mailbox with overdue sends. */
  const backlog = async (facts: (n: number) => Partial<SendDocument>) => {
    const mailbox = aMailbox();
    const [draft] = draftsOf(mailbox.userId, [{}], mailbox);
    const rows = Array.from({ length: BACKLOG }, (_, n) => {
      const _id = oid(draftsOf(mailbox.userId, [{}], mailbox)[0]!.send.id);
      return {
        ...sendDocument(draft!.send),
        _id,
        messageId: `<${_id.toHexString()}>`,
        dueAt: new Date(Date.now() - 900_000 + n),
        ...facts(n),
      };
    });
    await sendsOf(await connect()).insertMany(rows);
    return mailbox.id;
  };
  const waiting = (n: number): Partial<SendDocument> => ({ status: n % 20 === 0 ? "queued" : "scheduled" });
  let mailboxId = "";
  beforeAll(async () => {
    mailboxId = await backlog(waiting);
  });

  it("is claimed from, oldest first, with few written at a time", async () => {
    let ids: readonly string[] = [];
    const most = await largest(connect, async () => {
      const outcome = await deliveries.claim(mailboxId, { size: 50, maxDaily: 100_000 });
      ids = outcome.kind === "claimed" ? outcome.drafts.map(({ send }) => send.id) : [];
    });

    const oldest = await sendsOf(await connect())
      .find({ mailboxId: oid(mailboxId) }, { projection: { _id: 1 }, ...TEST_ONLY })
      .sort({ messageId: 1 })
      .limit(50)
      .toArray();
    expect(ids).toEqual(oldest.map(({ _id }) => _id.toHexString()));
    expect(most).toEqual({ written: 250, read: 250 });
  });

  it("is paused by one write to the mailbox's row", async () => {
    const held = await largest(connect, () => deliveries.claim(mailboxId, { size: 50, maxDaily: 40 }));
    const paused = await largest(connect, () => deliveries.pause(mailboxId, 60_000, "retry"));

    expect(held).toEqual({ written: 1, read: 50 });
    expect(paused).toEqual({ written: 1, read: 0 });
  });

  it("is paused in steps where only one way out is concerned", async () => {
    const other = await backlog(waiting);

    const most = await largest(connect, () => deliveries.pause(other, 600_000, "retry", {}));

    expect(most).toEqual({ written: STEP_MAX, read: STEP_MAX });
    expect(await deliveries.claim(other, { size: 50 })).toMatchObject({ kind: "claimed", drafts: [] });
  });

  it("is paused behind thousands of another way that are due at one moment", async () => {
    const [early, late] = [new Date(Date.now() - 900_000), new Date(Date.now() - 300_000)];
    const elsewhere = oid(aMailbox().id);
    const mailbox = aMailbox();
    const [draft] = draftsOf(mailbox.userId, [{}], mailbox);
    const rows = Array.from({ length: 2 * STEP_MAX + 2 }, (_, n) => {
      const _id = oid(aMailbox().id);
      return {
        ...sendDocument(draft!.send),
        _id,
        messageId: `<${_id.toHexString()}>`,
        ...(n > 2 * STEP_MAX ? { dueAt: late } : { dueAt: early, ipId: elsewhere }),
      };
    });
    await sendsOf(await connect()).insertMany(rows);

    await deliveries.pause(mailbox.id, 600_000, "retry", {});

    const sends = sendsOf(await connect());
    const later = await sends
      .find({ mailboxId: oid(mailbox.id), dueAt: { $gt: new Date() } }, { projection: { _id: 1 }, ...TEST_ONLY })
      .toArray();
    await sends.deleteMany({ mailboxId: oid(mailbox.id) }, TEST_ONLY);
    expect(later.map(({ _id }) => _id)).toEqual([rows.at(-1)!._id]);
  });

  it("hides no other mailbox from the sweeper, which reads a page at a time", async () => {
    const other = await backlog(waiting);
    await deliveries.pause(mailboxId, 60_000, "retry");
    const found: string[] = [];
    let after: string | undefined;
    let pages = 0;

    const most = await largest(connect, async () => {
      do {
        const step = await deliveries.forgotten(90_000, after);
        found.push(...step.found.map((send) => send.mailboxId));
        after = step.next;
        pages += 1;
      } while (after !== undefined);
    });

    expect(most).toEqual({ written: 0, read: STEP_MAX });
    expect(found).toEqual([other]);
    expect(pages).toBeLessThan(6);
  });

  it("of a dead worker's sends is recovered in steps", async () => {
    const other = await backlog(() => ({ status: "processing", stage: "claimed", leaseToken: "dead", attempts: 1 }));
    const most = await largest(connect, async () => {
      for (let more = true; more;) ({ more } = await deliveries.recover());
    });

    expect(most).toEqual({ written: STEP_MAX, read: STEP_MAX });
    expect(await sendsOf(await connect()).countDocuments({ mailboxId: oid(other), status: "queued", attempts: 0 }, TEST_ONLY)).toBe(
      BACKLOG,
    );
  });

  it("of a removed mailbox is cancelled in steps", async () => {
    const other = await backlog(waiting);
    const left: unknown[] = [];
    const most = await largest(connect, async () => {
      for (let next = await deliveries.cancelWaiting(other); next; next = await deliveries.cancelWaiting(other)) left.push(next);
    });

    expect(left).toEqual([{ id: expect.any(String), userId: expect.stringMatching(/^[0-9a-f]{24}$/), mailboxId: other }]);
    expect(most).toEqual({ written: STEP_MAX, read: STEP_MAX + 1 });
    expect(await sendsOf(await connect()).countDocuments({ mailboxId: oid(other), status: "cancelled" }, TEST_ONLY)).toBe(BACKLOG);
  });

  it("is looked at before a claim by three commands, and by none when the worker knows of more", async () => {
    const { client } = (await connect()).raw;
    const commandsOf = async (isMore: boolean) => {
      const id = await backlog(() => ({ status: "queued" }));
      const seen: string[] = [];
      const see = ({ commandName }: CommandSucceededEvent) => void seen.push(commandName);
      client.on("commandSucceeded", see);
      await deliveries.claim(id, { size: 50, maxDaily: 100_000, isMore });
      client.off("commandSucceeded", see);
      return seen.length;
    };

    expect((await commandsOf(false)) - (await commandsOf(true))).toBe(3);
  });
});
