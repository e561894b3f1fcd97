import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { Fault } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const person = (email: string) => ({ name: "", email });
const emailTo = (count: number) => {
  const [to, ...cc] = Array.from({ length: count }, (_, i) => person(`r${i}@ext.test`));
  return { to: to!, cc };
};

describeOnMongo("a server that takes only so many recipients of one email", (connect) => {
  /** Delivers an email to `count` recipients of which the server takes `limit` in a transaction; answers who got how many copies. */
  const delivered = async (count: number, limit: number, reply: string) => {
    const asked = (left: number): Fault[] => {
      if (left <= 0) return [];
      const refused = Math.max(0, left - limit);
      return [
        ...Array.from({ length: left - refused }, () => ({})),
        ...Array.from({ length: refused }, () => ({ reply })),
        ...asked(refused),
      ];
    };
    const smtp = await smtpServer({ rcpt: asked(count) });
    const rig = await sendingRig({ connect, smtp });
    const [send] = await rig.accept(emailTo(count));
    await rig.deliver();
    await rig.deliver();
    return { smtp, rig, send: await rig.read(send!), sizes: smtp.accepted.map(({ rcpt }) => rcpt.length) };
  };

  it.each([
    "552 Too many recipients",
    "552 5.5.3 Maximum limit of 3 recipients reached",
    "552 no more",
    "550 5.5.3 Error: too many recipients",
    "554 5.5.3 enough",
    "452 4.5.3 Too many recipients",
    "550 5.7.1 Recipient limit of this message reached",
    "550 that will do",
  ])("gives each recipient one copy, at once, in further transactions: %s", async (reply) => {
    const { smtp, send, sizes } = await delivered(8, 3, reply);

    expect(sizes).toEqual([3, 3, 2]);
    expect(smtp.accepted.flatMap(({ rcpt }) => rcpt)).toEqual(Array.from({ length: 8 }, (_, i) => `r${i}@ext.test`));
    expect(send).toMatchObject({ status: "sent", attempts: 2 });
    expect([send.refused, send.deferred, send.dueAt]).toEqual([undefined, undefined, undefined]);
  });

  it("needs no attempt for it, so that more transactions than attempts lose nobody", async () => {
    const { send, sizes } = await delivered(40, 2, "552 5.5.3 too many recipients");

    expect(sizes).toHaveLength(20);
    expect(send).toMatchObject({ status: "sent", attempts: 2 });
    expect(send.refused).toBeUndefined();
  });

  it.each(["550 5.1.1 no such user", "552 5.2.2 mailbox full", "550 No such user here"])(
    "takes what is said about the recipient at its word: %s",
    async (reply) => {
      const smtp = await smtpServer({ rcpt: [{}, { reply }, {}] });
      const rig = await sendingRig({ connect, smtp });
      const [send] = await rig.accept(emailTo(3));

      await rig.deliver();

      expect(await rig.read(send!)).toMatchObject({ status: "sent", refused: [{ email: "r1@ext.test", reply }] });
    },
  );

  it("believes a refusal that comes again in the recipient's own transaction", async () => {
    const reply = "550 that will do";
    const smtp = await smtpServer({ rcpt: [{}, { reply }, {}, { reply }] });
    const rig = await sendingRig({ connect, smtp });
    const [send] = await rig.accept(emailTo(3));

    await rig.deliver();
    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject({ status: "sent", attempts: 2, refused: [{ email: "r1@ext.test", reply }] });
    expect(smtp.tried.get("r1@ext.test")).toBe(2);
    expect(await rawSends(await connect()).countDocuments({ _id: oid(send!.id), dueAt: { $exists: true } })).toBe(0);
  });
});
