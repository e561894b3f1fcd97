import { expect, it } from "vitest";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import type { Script } from "#test/support/scriptable-smtp.ts";
import { type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("an unknown outcome", (connect) => {
  const rigOn = async (script: Script, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    return { smtp, rig: await sendingRig({ connect, smtp, ...options }) };
  };

  it.each([
    ["the INBOX, where the mailbox wrote to itself", "sales@example.com", "inbox", "sent"],
    ["the INBOX, where it wrote to an alias of its own", "hello@example.com", "inbox", "sent"],
    ["no INBOX, where it wrote to others", "jane@example.net", "inbox", "failed"],
    ["the Sent folder", "jane@example.net", "sent", "sent"],
  ] as const)("finds a lost email in %s", async (_, toEmail, place, status) => {
    const mailbox = { email: "sales@example.com", aliases: ["hello@example.com"] };
    const { smtp, rig } = await rigOn({ dot: [{ end: "drop", accepted: true }] }, { mailbox });
    const [send] = await rig.accept({ to: { name: "", email: toEmail } });
    const sentFolder = { ...rig.sentFolder, contains: async (_account: unknown, __: string, use: string) => use === place };
    const later = await sendingRig({ connect, smtp, mailbox: rig.mailbox, ports: { sentFolder } });
    await rig.deliver();
    await (await connect()).collection("sends").updateMany({ stage: "intent" }, { $set: { dueAt: new Date(0) } }, TEST_ONLY);

    await later.deliver();

    const lastError = status === "sent" ? "" : expect.stringMatching(/^outcome unknown: .*; the Sent folder does not hold it$/);
    expect(await rig.read(send!)).toMatchObject({ status, lastError });
  });

  it("takes an answer that came before the look-up for evidence", async () => {
    const { rig } = await rigOn({ dot: [{ end: "drop", accepted: true }] });
    const [send] = await rig.accept({});
    await rig.deliver();
    const answered = { $set: { dueAt: new Date(0), repliedAt: new Date() } };
    await (await connect()).collection("sends").updateMany({ stage: "intent" }, answered, TEST_ONLY);

    await rig.deliver();

    expect(await rig.statuses([send!])).toEqual(["sent"]);
  });
});
