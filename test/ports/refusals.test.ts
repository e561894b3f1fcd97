import { expect, it } from "vitest";
import { mongoRefusals } from "#shared/sending/store/delivery-rows.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryRefusals } from "#test/support/memory/refusals.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const HOUR_MS = 3_600_000;
/** A full hour that has just been: rows of a day ago expire. */
const FULL_HOUR = Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS;
/** So many minutes after it. */
const at = (minutes: number) => new Date(FULL_HOUR + minutes * 60_000);
const smtpServer = smtpServers();

describePort("temporary refusals", { memory: memoryRefusals, mongo: mongoRefusals }, (refusals) => {
  it("are counted by the hour, with the first five different replies", async () => {
    const mailboxId = ids.objectId();
    await refusals.note(mailboxId, at(0), ["451 later"]);
    await refusals.note(mailboxId, at(59), ["451 later", "$450 busy", "451 later"]);
    await refusals.note(mailboxId, at(60), ["1", "2", "3", "4"]);
    await refusals.note(mailboxId, at(61), ["3", "5", "6"]);

    expect(await refusals.since(mailboxId, at(0))).toEqual([
      { hour: at(0), count: 4, replies: ["451 later", "$450 busy"] },
      { hour: at(60), count: 7, replies: ["1", "2", "3", "4", "5"] },
    ]);
    expect(await refusals.since(mailboxId, at(60))).toMatchObject([{ hour: at(60) }]);
    expect(await refusals.since(ids.objectId(), at(0))).toEqual([]);
  });

  it("are counted right by two workers at once", async () => {
    const mailboxId = ids.objectId();

    await Promise.all([1, 2, 3].map((n) => refusals.note(mailboxId, at(0), [`45${n}`])));

    expect(await refusals.since(mailboxId, at(0))).toMatchObject([{ count: 3 }]);
  });
});

describeOnMongo("a server that refuses for now", (connect) => {
  const person = (email: string) => ({ name: "", email });
  const email = { to: person("jane@peer.test"), cc: [person("kim@peer.test")] };
  const GREY = "450 4.7.1 greylisted";
  const rigOn = async (script: Script) => {
    const rig = await sendingRig({ connect, smtp: await smtpServer(script) });
    const [send] = await rig.accept(email);
    const heard = async () => {
      const found = await mongoRefusals(connect).since(rig.mailbox.id, new Date(Date.now() - 2 * HOUR_MS));
      // The hour may turn within a test.
      return [found.reduce((sum, { count }) => sum + count, 0), [...new Set(found.flatMap(({ replies }) => replies))]];
    };
    const deliverLater = async () => {
      const past = { $set: { dueAt: new Date(Date.now() - 1) } };
      await rawSends(await connect()).updateOne({ _id: oid(send!.id), dueAt: { $gt: new Date() } }, past);
      await rig.deliver();
    };
    await rig.deliver();
    return { rig, heard, deliverLater };
  };

  it.each<readonly [string, Script]>([
    ["its greeting", { banner: { reply: "421 too busy", end: "drop" } }],
    ["its answer to a login", { auth: { reply: "454 4.7.0 too busy" } }],
    ["its answer to a message", { mail: { reply: "451 too busy" } }],
    ["its answer to the last dot", { dot: { reply: "452 too busy" } }],
    ["a quota that is used up", { mail: { reply: "452 4.5.3 too busy: daily sending quota exceeded" } }],
  ])("is heard: %s", async (_name, script) => {
    const { heard } = await rigOn(script);

    expect(await heard()).toEqual([1, [expect.stringContaining("too busy")]]);
  });

  it("is heard for one recipient of an email that left, and again with each try for him", async () => {
    const { heard, deliverLater } = await rigOn({ rcpt: [{}, { reply: GREY }, { reply: GREY }] });
    expect(await heard()).toEqual([1, [GREY]]);

    await deliverLater();
    expect(await heard()).toEqual([2, [GREY]]);

    await deliverLater();
    expect(await heard()).toEqual([2, [GREY]]);
  });

  it.each<readonly [string, Script]>([
    ["takes everything", {}],
    ["refuses for good", { mail: { reply: "550 no" } }],
    ["says nothing", { mail: { end: "drop" } }],
    ["does not even greet", { banner: { end: "drop" } }],
  ])("is not heard where the server %s", async (_name, script) => {
    const { heard } = await rigOn(script);

    expect(await heard()).toEqual([0, []]);
  });

  it("never keeps an email from leaving when its words cannot be kept", async () => {
    const refusals = { note: () => Promise.reject(new Error("no database")) };
    const rig = await sendingRig({ connect, smtp: await smtpServer({ rcpt: [{}, { reply: GREY }] }), ports: { refusals } });
    const [send] = await rig.accept(email);

    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject({ status: "sent", deferred: [{ email: "kim@peer.test" }] });
    expect(rig.log.events).toContain("a server's refusals could not be noted");
  });
});
