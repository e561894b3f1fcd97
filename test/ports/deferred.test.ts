import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { eventsOf } from "#shared/events/store/event-documents.ts";
import { pauseMailbox } from "#shared/sending/store/delivery-rows.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Fault, Script } from "#test/support/scriptable-smtp.ts";
import { memorySentFolder, type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const [JANE, KIM, BOSS] = ["jane@peer.test", "kim@peer.test", "boss@peer.test"] as const;
const person = (email: string) => ({ name: "", email });
const email = { to: person(JANE), cc: [person(KIM)], bcc: [person(BOSS)] };
const GREY: Fault = { reply: "450 4.7.1 greylisted, come back" };
const NO: Fault = { reply: "550 5.1.1 no such user" };
const told = ({ reply = "" }: Fault) => reply;
const HOUR_MS = 3_600_000;

describeOnMongo("who was put off when the server took the email for others", (connect) => {
  const rigOn = async (script: Script, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    const rig = await sendingRig({ connect, smtp, ...options });
    const [send] = await rig.accept(email);
    const change = async (set: object, where: object = {}) =>
      void (await rawSends(await connect()).updateOne({ _id: oid(send!.id), ...where }, { $set: set }));
    return {
      smtp,
      rig,
      send: send!,
      change,
      read: () => rig.read(send!),
      /** Lets the time of the next attempt come. */
      deliverLater: async () => {
        await change({ dueAt: new Date(Date.now() - 1) }, { dueAt: { $gt: new Date() } });
        await rig.deliver();
      },
      taken: () => smtp.accepted.map(({ rcpt }) => rcpt),
      events: async () =>
        eventsOf(await connect())
          .find({ userId: oid(rig.mailbox.userId) })
          .sort({ sequence: 1 })
          .toArray(),
    };
  };
  const facts = ({ status, attempts, refused, deferred, dueAt, stage, leaseToken }: Send) => ({
    status,
    attempts,
    refused,
    deferred,
    isWaiting: dueAt !== undefined,
    stage,
    leaseToken,
  });
  const settled = { status: "sent", deferred: undefined, isWaiting: false, stage: undefined, leaseToken: undefined };

  it("is tried again alone, with the same octets, and the send is sent all the while", async () => {
    const { smtp, rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] });

    await rig.deliver();
    const before = await read();
    expect(facts(before)).toMatchObject({ status: "sent", attempts: 1, deferred: [{ email: KIM, reply: told(GREY) }], isWaiting: true });
    expect(before.dueAt!.getTime() - before.sentAt!.getTime()).toBeGreaterThan(20_000);
    expect(before.dueAt!.getTime() - before.sentAt!.getTime()).toBeLessThan(40_000);
    expect(rig.wakeUps.woken).toContainEqual(expect.objectContaining({ id: before.id, dueAt: expect.any(Date) }));
    await rig.deliver();
    expect(taken()).toEqual([[JANE, BOSS]]);

    await deliverLater();
    await rig.deliver();

    expect(taken()).toEqual([[JANE, BOSS], [KIM]]);
    const [first, second] = smtp.accepted;
    expect([second!.sha256, second!.messageId, second!.from]).toEqual([first!.sha256, first!.messageId, first!.from]);
    expect(facts(await read())).toEqual({ ...settled, attempts: 2, refused: undefined });
    expect(await read()).toMatchObject({ sentAt: before.sentAt, countedAt: before.countedAt });
    expect(rig.sentFolder.filed).toHaveLength(1);
  });

  it("is told of once when it is over, with who was refused at last, and nobody is charged twice", async () => {
    const { rig, read, deliverLater, events, taken } = await rigOn({ rcpt: [{}, GREY, GREY, {}, NO] });

    await rig.deliver();
    await deliverLater();

    const refused = [{ email: BOSS, reply: told(NO) }];
    expect(taken()).toEqual([[JANE], [KIM]]);
    expect(facts(await read())).toEqual({ ...settled, attempts: 2, refused });
    const [sent, over, ...more] = await events();
    expect(sent).toMatchObject({ type: "send.sent", data: { deferred: [KIM, BOSS].map((one) => ({ email: one, reply: told(GREY) })) } });
    expect(over).toMatchObject({ type: "send.settled", data: { status: "sent", attempts: 2, refused } });
    expect(over!.data).not.toHaveProperty("deferred");
    expect(more).toEqual([]);
    expect((await mongoWallets(connect).find(rig.mailbox.userId))?.balance).toBe(999);
  });

  it("is refused with the server's last words when the attempts are used up, and nobody else is touched", async () => {
    const { smtp, rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}, ...Array.from({ length: 20 }, () => GREY)] });
    await rig.deliver();
    const { maxAttempts } = await read();
    for (let attempt = 2; attempt < maxAttempts; attempt += 1) {
      await deliverLater();
      expect(facts(await read())).toMatchObject({ attempts: attempt, deferred: [{ email: KIM }], isWaiting: true });
    }
    await deliverLater();
    await deliverLater();

    expect(facts(await read())).toEqual({ ...settled, attempts: maxAttempts, refused: [{ email: KIM, reply: told(GREY) }] });
    expect(smtp.tried.get(KIM)).toBe(maxAttempts);
    expect(taken()).toEqual([[JANE, BOSS]]);
  });

  it.each([
    ["the last reply is lost", { dot: [{}, { end: "drop", accepted: true }] }, 1],
    ["the body breaks off", { midBody: [{}, { end: "drop" }] }, 0],
  ] as const)(
    "is never given the body twice: when %s its outcome is told as unknown, and the other one is tried on",
    async (_, fault, copies) => {
      const { rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, GREY, {}, GREY, {}], ...(fault as Script) });
      await rig.deliver();

      await deliverLater();
      const unknown = { email: KIM, reply: expect.stringContaining("outcome unknown") };
      expect(facts(await read())).toMatchObject({ refused: [unknown], deferred: [{ email: BOSS, reply: told(GREY) }], isWaiting: true });
      await deliverLater();
      await deliverLater();

      expect(facts(await read())).toEqual({ ...settled, attempts: 3, refused: [unknown] });
      expect(taken()).toEqual([[JANE], ...Array.from({ length: copies }, () => [KIM]), [BOSS]]);
    },
  );

  it.each([
    [
      "for good",
      { reply: "554 5.7.1 spam" },
      { refused: [{ email: KIM, reply: "554 5.7.1 spam" }], deferred: undefined, isWaiting: false },
    ],
    ["for now", { reply: "451 4.3.0 busy" }, { refused: undefined, deferred: [{ email: KIM, reply: "451 4.3.0 busy" }], isWaiting: true }],
  ] as const)("is judged by the reply to the body when that is refused %s", async (_, reply, expected) => {
    const { rig, read, deliverLater } = await rigOn({ rcpt: [{}, GREY, {}], dot: [{}, reply] });
    await rig.deliver();

    await deliverLater();

    expect(facts(await read())).toMatchObject({ status: "sent", attempts: 2, ...expected });
  });

  it("is tried no more after a cancel, and the send stays sent", async () => {
    const { rig, send, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] });
    await rig.deliver();
    const ports = { ...rig.ports, sends: rig.sends, schedules: { delete: async () => undefined } };

    expect(await cancelSend(ports, send.userId, send.id)).toMatchObject({ status: "sent", refused: [{ email: KIM, reply: told(GREY) }] });
    await expect(cancelSend(ports, send.userId, send.id)).rejects.toThrow("cannot be cancelled");

    expect(facts(await read())).toEqual({ ...settled, attempts: 1, refused: [{ email: KIM, reply: told(GREY) }] });
    await rig.deliver();
    await deliverLater();
    expect(taken()).toEqual([[JANE, BOSS]]);
  });

  it("is tried no more after a cancel of many that names the send, and is after one by labels, which are of emails that wait", async () => {
    const { rig, send, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}, GREY, GREY] });
    await rig.deliver();
    await rig.sends.cancelMany(send.userId, { metadata: { campaign: "spring" } });
    await deliverLater();
    expect(facts(await read())).toMatchObject({ status: "sent", attempts: 2, deferred: [{ email: KIM }] });

    await rig.sends.cancelMany(send.userId, { ids: [send.id] });

    expect(facts(await read())).toEqual({ ...settled, attempts: 2, refused: [{ email: KIM, reply: told(GREY) }] });
    await rig.deliver();
    expect(taken()).toEqual([[JANE, BOSS]]);
  });

  it("is tried no more when the mailbox is removed", async () => {
    const { rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] });
    await rig.deliver();

    await rig.ports.deliveries.cancelWaiting(rig.mailbox.id);
    await deliverLater();

    expect(taken()).toEqual([[JANE, BOSS]]);
    expect(facts(await read())).toEqual({ ...settled, attempts: 1, refused: [{ email: KIM, reply: told(GREY) }] });
  });

  it("is tried no more when the address is suppressed, and the others are", async () => {
    const { rig, send, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, GREY, {}] });
    await rig.deliver();
    await mongoSuppressions(connect).add(send.userId, [KIM]);

    await deliverLater();

    expect(taken()).toEqual([[JANE], [BOSS]]);
    expect(facts(await read())).toEqual({ ...settled, attempts: 2, refused: [{ email: KIM, reply: "the address is suppressed" }] });
  });

  it("is not sent to when its time ends while the server is being told who gets it", async () => {
    const { read, rig, change, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}, { delayMs: 1_200 }] });
    await rig.deliver();
    await change({ sendBefore: new Date(Date.now() + 900) });
    await deliverLater();

    expect(taken()).toEqual([[JANE, BOSS]]);
    expect(facts(await read())).toMatchObject({ status: "sent", refused: undefined, deferred: [{ email: KIM }], leaseToken: undefined });
  });

  it("is not sent to when the address is suppressed while the server is being told who gets it, and the other is, alone", async () => {
    const { rig, send, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, GREY, {}, { delayMs: 1_200 }, {}] });
    await rig.deliver();
    const delivering = deliverLater();
    await new Promise((done) => setTimeout(done, 500));
    await mongoSuppressions(connect).add(send.userId, [KIM]);
    await delivering;
    expect(taken()).toEqual([[JANE]]);

    await deliverLater();

    expect(taken()).toEqual([[JANE], [BOSS]]);
    expect(facts(await read())).toMatchObject({ ...settled, refused: [{ email: KIM, reply: "the address is suppressed" }] });
  });

  it("is not tried in maintenance, spends no attempt, and is tried when it has ended", async () => {
    let begins = false;
    let asked = 0;
    const isInMaintenance = async () => begins && (asked += 1) > 1;
    const { rig, read, change, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] }, { ports: { isInMaintenance } });
    await rig.deliver();

    begins = true;
    await deliverLater();

    expect(taken()).toEqual([[JANE, BOSS]]);
    expect(facts(await read())).toMatchObject({ attempts: 1, deferred: [{ email: KIM }], isWaiting: true, leaseToken: undefined });
    begins = false;
    await change({ dueAt: new Date(Date.now() - 1) });
    await rig.deliver();
    expect(taken()).toEqual([[JANE, BOSS], [KIM]]);
  });

  it("is given back when the database fails as the worker asks for maintenance", async () => {
    let begins = false;
    let asked = 0;
    const isInMaintenance = async () => {
      if (begins && (asked += 1) === 2) throw new Error("no primary");
      return false;
    };
    const { rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] }, { ports: { isInMaintenance } });
    await rig.deliver();
    begins = true;
    // What is given back is due at once: the same worker takes it again.
    await deliverLater();

    expect(taken()).toEqual([[JANE, BOSS], [KIM]]);
    expect(facts(await read())).toMatchObject({ leaseToken: undefined });
  });

  it("is tried at the daily cap, which counts the send already, and waits with its mailbox for anything else", async () => {
    const { rig, read, deliverLater, taken } = await rigOn({ rcpt: [{}, GREY, {}] }, { mailbox: { maxDailySends: 1 } });
    await rig.deliver();
    const database = await connect();

    await pauseMailbox(database, oid(rig.mailbox.id), 60_000, "rate");
    await deliverLater();
    expect(taken()).toHaveLength(1);
    await rig.ports.deliveries.release(rig.mailbox.id);
    await pauseMailbox(database, oid(rig.mailbox.id), 60_000, "daily_limit");
    await deliverLater();

    expect(taken()).toEqual([[JANE, BOSS], [KIM]]);
    const [more] = await rig.accept({});
    await rig.ports.deliveries.release(rig.mailbox.id);
    await rig.deliver();
    expect(await rig.read(more!)).toMatchObject({ status: "queued" });
    expect(facts(await read())).toMatchObject(settled);
  });

  it("is given up after a day, also while the mailbox is disconnected, and waits in it until then", async () => {
    const { rig, read, deliverLater, change, taken } = await rigOn({ rcpt: [{}, GREY, {}] });
    await rig.deliver();
    const box = await rig.mailboxes.findForJob(rig.mailbox.id);
    await rig.mailboxes.note(box!, { status: "disconnected", statusSince: new Date() });

    await deliverLater();
    expect(facts(await read())).toMatchObject({ attempts: 1, deferred: [{ email: KIM }], isWaiting: true });
    await change({ sentAt: new Date(Date.now() - 24 * HOUR_MS) });
    await rig.ports.deliveries.release(rig.mailbox.id);
    await deliverLater();

    expect(facts(await read())).toMatchObject({ ...settled, refused: [{ email: KIM, reply: told(GREY) }] });
    expect(taken()).toEqual([[JANE, BOSS]]);
  });

  it("is found by the sweeper when its wake-up is lost, and when its worker died before the body", async () => {
    const { rig, send, read, change } = await rigOn({ rcpt: [{}, GREY, {}] });
    await rig.deliver();
    await change({ dueAt: new Date(Date.now() - 10 * 60_000) });
    rig.wakeUps.woken.length = 0;

    await sweep({ ...rig.ports, sends: rig.sends });
    expect(rig.wakeUps.woken.map(({ id }) => id)).toEqual([send.id]);
    const claim = await rig.ports.deliveries.claimDeferred(rig.mailbox.id);
    expect(claim.drafts.map((draft) => draft.send.id)).toEqual([send.id]);
    await change({ dueAt: new Date(Date.now() - 1) });
    await sweep({ ...rig.ports, sends: rig.sends });
    await rig.deliver();

    expect(facts(await read())).toEqual({ ...settled, attempts: 3, refused: undefined });
  });

  it("is tried again when the email's own outcome was unknown and it is found; and not when it is not", async () => {
    for (const holds of [true, false]) {
      const rcpt = [{}, GREY, {}];
      const script = { rcpt, dot: [{ end: "drop" as const, accepted: true }] };
      const folder = memorySentFolder();
      const sentFolder = { ...folder, contains: async () => holds };
      const { rig, read, deliverLater, taken } = await rigOn(script, { ports: { sentFolder } });
      await rig.deliver();
      expect(await read()).toMatchObject({ status: "processing", stage: "intent", deferred: [{ email: KIM, reply: told(GREY) }] });

      await deliverLater();
      const refused = holds ? undefined : [{ email: KIM, reply: told(GREY) }];
      const { isWaiting, ...found } = facts(await read());
      expect({ ...found, isWaiting }).toMatchObject({ status: holds ? "sent" : "failed", refused, isWaiting: holds });
      if (holds) await deliverLater();

      expect(taken()).toEqual(holds ? [[JANE, BOSS], [KIM]] : [[JANE, BOSS]]);
    }
  });
});
