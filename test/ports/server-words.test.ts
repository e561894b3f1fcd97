// GET /v1/send/{id}/evidence: the words with which a mail server accepted an email, as they came over the wire.
import { expect, it } from "vitest";
import { evidenceOut } from "#shared/inbox/contract/evidence.ts";
import { judged } from "#shared/inbox/evidence.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("the words of a server that accepted an email", (connect) => {
  const acceptedWith = async (reply: string): Promise<string> => {
    const rig = await sendingRig({ connect, smtp: await smtpServer({ dot: { reply } }) });
    const [send] = await rig.accept({});
    await rig.deliver();
    const sent = await rig.read(send!);
    expect(sent.status).toBe("sent");
    return evidenceOut(judged(sent, [], {})).accepted_with;
  };

  it.each([
    ["as they are", "250 2.0.0 Ok: queued as 4FzKq12m3hz", "250 2.0.0 Ok: queued as 4FzKq12m3hz"],
    ["of several lines on one", "250-2.0.0 Ok\r\n250 queued as 7", "250-2.0.0 Ok 250 queued as 7"],
    ["up to 200 characters", `250 ${"x".repeat(400)}`, `250 ${"x".repeat(196)}`],
    ["without control characters", "250 a\u0000b\u0007c\u001b[31md\te", "250 a b c [31md e"],
    ["with markup as text", '250 <script>alert(1)</script> {{x}} $where "', '250 <script>alert(1)</script> {{x}} $where "'],
  ])("are evidence %s", async (_, reply, shown) => {
    expect(await acceptedWith(reply)).toBe(shown);
  });

  it("are well-formed text whatever bytes came", async () => {
    const words = await acceptedWith(`250 ${"\u{1f600}".repeat(60)}${Buffer.from([0xff, 0xfe, 0xc0]).toString("latin1")}`);

    expect([words.isWellFormed(), words.length <= 200, words.startsWith("250 ")]).toEqual([true, true, true]);
  });
});
