import { expect, it } from "vitest";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const person = (email: string) => ({ name: "", email });
const email = {
  to: person("jane@peer.test"),
  cc: [person("kim@peer.test"), person("jane@peer.test")],
  bcc: [person("boss@peer.test"), person("kim@peer.test")],
};
const everybody = ["jane@peer.test", "kim@peer.test", "boss@peer.test"];

describeOnMongo("an email for several", (connect) => {
  const rigOn = async (script: Script = {}) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp }) };
  };
  const pipelining = { ehlo: undefined };
  const oneByOne = { ehlo: { reply: "250-scriptable\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN" } };

  it("goes to each once, in one transaction, and names no bcc in what anybody gets", async () => {
    const { smtp, rig } = await rigOn();
    const [send] = await rig.accept(email);

    await rig.deliver();

    expect(smtp.accepted.map(({ rcpt }) => rcpt)).toEqual([everybody]);
    expect(rig.sentFolder.filed.map(String).join("")).toMatch(/^To: jane@peer\.test\r\nCc: kim@peer\.test\r$/m);
    expect(rig.sentFolder.filed.map(String).join("")).not.toMatch(/boss|^bcc:/im);
    expect(await rig.read(send!)).toMatchObject({ status: "sent", cc: [person("kim@peer.test")], bcc: [person("boss@peer.test")] });
    expect((await rig.read(send!)).refused).toBeUndefined();
  });

  it.each([
    ["with pipelining", pipelining],
    ["without", oneByOne],
  ])("%s: is sent when one takes it, names who was refused and who was put off, and nobody is tried again at once", async (_, { ehlo }) => {
    const rcpt = [{ reply: "550 5.1.1 no such user" }, {}, { reply: "450-4.2.0 busy,\r\n450 4.2.0 later" }];
    const { smtp, rig } = await rigOn({ rcpt, ...(ehlo && { ehlo }) });
    const [send] = await rig.accept(email);

    await rig.deliver();
    await rig.deliver();

    expect(smtp.accepted.map(({ rcpt: taken }) => taken)).toEqual([["kim@peer.test"]]);
    expect([...smtp.tried]).toEqual(everybody.map((one) => [one, 1]));
    const { status, attempts, lastError, refused, deferred } = await rig.read(send!);
    expect({ status, attempts, lastError }).toEqual({ status: "sent", attempts: 1, lastError: "" });
    expect(refused).toEqual([{ email: "jane@peer.test", reply: "550 5.1.1 no such user" }]);
    expect(deferred).toEqual([{ email: "boss@peer.test", reply: expect.stringMatching(/^450.4\.2\.0 busy,.*later$/) }]);
  });

  it.each([
    ["with pipelining", pipelining],
    ["without", oneByOne],
  ])("%s: fails when all are refused for good, each named", async (_, { ehlo }) => {
    const { smtp, rig } = await rigOn({ rcpt: { reply: "550 5.1.1 no such user" }, ...(ehlo && { ehlo }) });
    const [send] = await rig.accept(email);

    await rig.deliver();

    expect(smtp.accepted).toEqual([]);
    expect(await rig.read(send!)).toMatchObject({
      status: "failed",
      lastError: "550 5.1.1 no such user",
      refused: everybody.map((one) => ({ email: one, reply: "550 5.1.1 no such user" })),
    });
  });

  it.each([0, 1, 2])("is tried again for all when all are refused and number %i only for now", async (which) => {
    const rcpt = [0, 1, 2].map((i) => ({ reply: i === which ? "451 4.7.1 greylisted" : "550 5.1.1 no such user" }));
    const { smtp, rig } = await rigOn({ rcpt });
    const [send] = await rig.accept(email);

    await rig.deliver();

    expect(smtp.accepted).toEqual([]);
    expect(await rig.read(send!)).toMatchObject({ status: "queued", attempts: 1, lastError: "451 4.7.1 greylisted" });
  });

  it("forgets who was refused in an attempt that brought it to nobody", async () => {
    const { smtp, rig } = await rigOn({
      rcpt: [{ reply: "550 5.1.1 no such user" }, { reply: "450 later" }],
      dot: [{ reply: "451 try again" }],
    });
    const [send] = await rig.accept(email);
    await rig.deliver();
    const { status, refused, deferred, dueAt } = await rig.read(send!);
    expect({ status, refused, deferred }).toEqual({
      status: "queued",
      refused: [{ email: "jane@peer.test", reply: "550 5.1.1 no such user" }],
      deferred: undefined,
    });

    await rig.sends.move(send!.userId, send!.id, { time: { at: undefined } });
    await rig.deliver();

    expect(dueAt).toBeInstanceOf(Date);
    expect(smtp.accepted.map(({ rcpt }) => rcpt)).toEqual([everybody]);
    expect((await rig.read(send!)).refused).toBeUndefined();
  });

  it("knows who was refused also when the server's last reply is lost", async () => {
    const { smtp, rig } = await rigOn({ rcpt: [{}, { reply: "550 5.1.1 no such user" }], dot: { end: "drop", accepted: true } });
    const [send] = await rig.accept(email);

    await rig.deliver();

    expect(smtp.accepted).toHaveLength(1);
    expect(await rig.read(send!)).toMatchObject({
      stage: "intent",
      refused: [{ email: "kim@peer.test", reply: "550 5.1.1 no such user" }],
    });
  });

  it("is found by each of its recipients, whatever the case", async () => {
    const { rig } = await rigOn();
    const [send] = await rig.accept(email);
    const page = { limit: 10, offset: 0 };

    for (const toEmail of [...everybody, "KIM@peer.test"])
      expect((await rig.sends.list(send!.userId, { toEmail }, page)).map(({ id }) => id)).toEqual([send!.id]);
    expect(await rig.sends.list(send!.userId, { toEmail: "zoe@peer.test" }, page)).toEqual([]);
  });
});
