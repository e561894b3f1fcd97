import { expect, it } from "vitest";
import { describeOnMongo } from "#test/support/port-suite.ts";
import type { Fault, Script } from "#test/support/scriptable-smtp.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const FEW = Array.from({ length: 5 }, () => ({}));
const always = (fault: Fault) => Array.from({ length: 99 }, () => fault);

describeOnMongo("a server that is odd after its 250", (connect) => {
  const rigOn = async (script: Script) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp }) };
  };

  it.each([
    ["closes the connection", { afterDot: always({ end: "drop" }) }],
    ["closes it a moment later", { afterDot: always({ delayMs: 5, end: "drop" }) }],
    [
      "resets it when the next mail begins",
      { mail: [{}, ...Array.from({ length: 8 }, (_, i) => (i % 2 ? {} : { end: "reset" as const }))] },
    ],
    ["says 250 twice", { dot: always({ reply: "250 2.0.0 accepted\r\n250 2.0.0 accepted" }) }],
    ["says 250 again when the next mail is under way", { afterDot: always({ delayMs: 5, reply: "250 2.0.0 accepted" }) }],
  ] as const)("gets the next mail of the claim at once when it %s: no attempt is counted, and nobody blamed", async (_, script) => {
    const { smtp, rig } = await rigOn(script);
    const sends = await rig.accept(...FEW);

    await rig.deliver();

    for (const send of sends) expect(await rig.read(send)).toMatchObject({ status: "sent", attempts: 1, lastError: "" });
    expect(smtp.accepted.map(({ messageId }) => messageId).toSorted()).toEqual(sends.map(({ messageId }) => messageId).toSorted());
    expect(await rig.mailboxes.find(rig.mailbox.userId, rig.mailbox.id)).toMatchObject({ status: "active", smtpFailures: 0 });
  });

  it("is asked again at once one time only: a fresh connection that is lost too is a failed attempt", async () => {
    const { smtp, rig } = await rigOn({ mail: [{}, ...always({ end: "drop" })] });
    const sends = await rig.accept(...FEW);

    await rig.deliver();

    const second = await Promise.all(sends.map((send) => rig.read(send)));
    expect(second.filter(({ status }) => status === "sent")).toHaveLength(1);
    expect(second.filter(({ attempts, status }) => status === "queued" && attempts === 1)).toHaveLength(4);
    expect(smtp.accepted).toHaveLength(1);
  });
});
