import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { pausedForMs, resumeMailbox } from "#shared/sending/store/delivery-rows.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("limits of delivering", (connect) => {
  const rigOn = async (script: Script = {}, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp, ...options }) };
  };

  it("never exceeds the daily cap under eight workers, reaches it, and lets the rest wait", async () => {
    const { smtp, rig } = await rigOn({}, { mailbox: { maxDailySends: 20 } });
    const sends = await rig.accept(...Array.from({ length: 50 }, () => ({})));

    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 8 }, () => rig.deliver()));

    expect(smtp.accepted).toHaveLength(20);
    expect(await pausedForMs(await connect(), oid(rig.mailbox.id))).toBeGreaterThan(50_000);
    expect((await rig.statuses(sends)).filter((status) => status === "queued")).toHaveLength(30);
  });

  it.each([0, 1])("looks at a cap of %i again within five minutes, and nothing overtakes what waits when it is raised", async (cap) => {
    const { smtp, rig } = await rigOn({}, { mailbox: { maxDailySends: cap } });
    const { id, userId } = rig.mailbox;
    const collections = await connect();
    const wait = async () => {
      const forMs = await pausedForMs(collections, oid(id));
      expect(forMs).toBeGreaterThan(0);
      expect(forMs).toBeLessThanOrEqual(300_000);
      await resumeMailbox(collections, oid(id));
    };
    const sends = await rig.accept(...Array.from({ length: cap + 3 }, () => ({})));
    await rig.deliver();
    await wait();
    await rig.deliver();
    const newer = await rig.accept({}, {});

    await rig.mailboxes.update(userId, id, { maxDailySends: cap + 4 });
    await rig.deliver();
    expect(smtp.accepted).toHaveLength(cap);
    await wait();
    await rig.deliver();

    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([...sends, newer[0]!].map(({ messageId }) => messageId));
    expect(await rig.statuses(newer)).toEqual(["sent", "queued"]);
  });

  it("sends nothing through a mailbox whose cap is 0", async () => {
    const { smtp, rig } = await rigOn({}, { mailbox: { maxDailySends: 0 } });
    const sends = await rig.accept({});

    await rig.deliver();

    expect(smtp.connections).toBe(0);
    expect(await rig.statuses(sends)).toEqual(["queued"]);
  });

  it("paces Outlook at 30 messages a minute", async () => {
    const { smtp, rig } = await rigOn({}, { mailbox: { type: "outlook" } });
    await rig.accept(...Array.from({ length: 40 }, () => ({})));

    await rig.deliver();

    expect(smtp.accepted).toHaveLength(30);
    const next = rig.wakeUps.woken.at(-1)!;
    expect(next.dueAt!.getTime() - Date.now()).toBeGreaterThan(40_000);
    expect(rig.sentFolder.filed).toHaveLength(0);
  });

  it("leaves when nothing is due any more, however long another worker's claim of the mailbox is open", async () => {
    const { rig } = await rigOn();
    const [send] = await rig.accept({});
    const database = await connect();
    await database.collection("deliveryLimits").insertOne({ _id: oid(rig.mailbox.id) });
    await database.raw.client.withSession(async (session) => {
      session.startTransaction();
      await database.collection("deliveryLimits").updateOne({ _id: oid(rig.mailbox.id) }, { $set: { version: 0 } }, { session });
      const claiming = rig.ports.deliveries.claim(rig.mailbox.id, { size: 1 });
      await setTimeout(100);
      await rig.sends.cancel(rig.mailbox.userId, send!.id);

      expect(await claiming).toMatchObject({ kind: "claimed", drafts: [] });
      await session.abortTransaction();
    });
  });

  it("runs at most two deliveries of a mailbox at a time", async () => {
    const { smtp, rig } = await rigOn({ mail: { delayMs: 20 } });
    await rig.accept(...Array.from({ length: 60 }, () => ({})));

    await Promise.all(Array.from({ length: 6 }, () => rig.deliver()));

    expect(smtp.connections).toBeLessThanOrEqual(4);
    expect(smtp.accepted).toHaveLength(60);
    expect(new Set(smtp.accepted.map(({ messageId }) => messageId)).size).toBe(60);
  });
});
