import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const inMs = (ms: number) => new Date(Date.now() + ms);
const tooLate = { status: "failed", lastError: expect.stringMatching(/^too late/) };

describeOnMongo("a send that must leave by a time", (connect) => {
  const rigOn = async (script: Script) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp }) };
  };

  it.each(["auth", "rcpt", "data"] as const)(
    "is never sent later, however long the server takes at %s, and stops nothing else",
    async (step) => {
      const { smtp, rig } = await rigOn({ [step]: [{ delayMs: 1_500 }] });
      const [late, free] = await rig.accept({ sendBefore: inMs(1_000) }, {});

      await rig.deliver();

      expect(await rig.read(late!)).toMatchObject(tooLate);
      expect(await rig.read(free!)).toMatchObject({ status: "sent" });
      expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([free!.messageId]);
    },
  );

  it("is sent when it left in time, however late the reply comes", async () => {
    const { rig } = await rigOn({ dot: [{ delayMs: 1_500 }] });
    const [send] = await rig.accept({ sendBefore: inMs(1_000) });

    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject({ status: "sent" });
  });

  it("fails within a sweep while it waits for another attempt, and never leaves then", async () => {
    const { smtp, rig } = await rigOn({ rcpt: [{ reply: "451 4.3.0 later" }] });
    const [send] = await rig.accept({ sendBefore: inMs(500) });
    await rig.deliver();
    expect(await rig.read(send!)).toMatchObject({ status: "queued" });
    await setTimeout(600);

    await sweep(rig.ports);
    await rig.ports.sends.makeFollowUpsDue(rig.mailbox.userId, [send!.id]);
    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject(tooLate);
    expect(smtp.accepted).toEqual([]);
  });
});
