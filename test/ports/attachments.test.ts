import { simpleParser } from "mailparser";
import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendAttachmentsOf } from "#shared/sending/store/send-documents.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const pdf = { name: "Größe.pdf", type: "application/pdf", content: Buffer.from("%PDF\0\r\n.\r\n\xff", "latin1") };
const logo = { name: "logo.png", type: "image/png", content: Buffer.from("png"), contentId: "logo" };
const recorded = [
  { name: "Größe.pdf", type: "application/pdf", size: pdf.content.length },
  { name: "logo.png", type: "image/png", size: 3, contentId: "logo" },
];

describeOnMongo("attachments", (connect) => {
  /** A rig whose store's reads of attachments go through `contents`. */
  const rigOn = async (contents: (real: Sends["contents"]) => Sends["contents"] = (real) => real) => {
    const smtp = await smtpServer();
    const sends = mongoSends(connect);
    const rig = await sendingRig({
      connect,
      smtp,
      ports: { sends: { ...sends, contents: contents((...which) => sends.contents(...which)) } },
    });
    return { smtp, rig };
  };

  it("go out with the email and with its copy, and the record names them", async () => {
    const { smtp, rig } = await rigOn();
    const [send] = await rig.accept({ bodyHtml: '<img src="cid:logo">', attachments: [pdf, logo] });

    await rig.deliver();

    expect(await rig.read(send!)).toMatchObject({ status: "sent", attachments: recorded });
    const [copy] = rig.sentFolder.filed;
    const { attachments } = await simpleParser(copy!, { skipImageLinks: true });
    expect(attachments.map(({ filename, content, related }) => [filename, content.toString("latin1"), related])).toEqual([
      ["logo.png", "png", true],
      ["Größe.pdf", pdf.content.toString("latin1"), undefined],
    ]);
    expect(smtp.accepted[0]?.bytes).toBe(copy!.length - 2);
  });

  it("are read one send at a time, right before it leaves, and not for a send without", async () => {
    const read: string[] = [];
    let most = 0;
    let under = 0;
    let behind = 0;
    const { smtp, rig } = await rigOn((real) => async (userId, id) => {
      read.push(id);
      under += 1;
      most = Math.max(most, under);
      behind = Math.max(behind, read.length <= 20 ? read.length - smtp.accepted.length : 0);
      return real(userId, id).finally(() => (under -= 1));
    });
    const sends = await rig.accept(...Array.from({ length: 20 }, () => ({ attachments: [pdf] })), {});

    await rig.deliver();

    expect(new Set(await rig.statuses(sends))).toEqual(new Set(["sent"]));
    // Once to send it, once to file its copy; three connections share the claim.
    expect([read.length, most <= 3, behind <= 6]).toEqual([40, true, true]);
    expect(read).not.toContain(sends.at(-1)?.id);
  });

  it("that are lost fail the send; a store that cannot be read only lets it wait", async () => {
    let broken = true;
    const { smtp, rig } = await rigOn((real) => async (...of) => {
      if (broken) throw new Error("no connection");
      return real(...of);
    });
    const [send] = await rig.accept({ attachments: [pdf] });
    await rig.deliver();
    expect(await rig.read(send!)).toMatchObject({ status: "queued", attempts: 0 });

    broken = false;
    await rig.ports.deliveries.release(rig.mailbox.id);
    await rig.sends.move(send!.userId, send!.id, { time: { at: undefined } });
    await (await connect()).collection("sendAttachments").deleteOne({ _id: oid(send!.id) }, TEST_ONLY);
    await rig.deliver();
    expect(await rig.read(send!)).toMatchObject({ status: "failed", lastError: "the email's body is missing from the store" });
    expect(smtp.accepted).toEqual([]);
  });

  it("are the account's own, as large as they may be, and purged with the mailbox", async () => {
    const { rig } = await rigOn();
    const big = { ...pdf, content: Buffer.alloc(3_000_000, 7) };
    const [send] = await rig.accept({ attachments: [big] });
    const [contents] = [await rig.sends.contents(send!.userId, send!.id)];
    expect(Buffer.from(contents![0]!).equals(big.content)).toBe(true);
    expect(await rig.sends.contents("0".repeat(24), send!.id)).toBeUndefined();

    const database = await connect();
    const box = { _id: oid(rig.mailbox.id), userId: oid(rig.mailbox.userId), purging: { since: new Date() } };
    await mailboxesOf(database).insertOne(box as never);
    const purges = mongoPurges(connect);
    while (await purges.step(rig.mailbox.id));

    expect(await sendAttachmentsOf(database).findOne({ _id: oid(send!.id), userId: oid(send!.userId) })).toBeNull();
  });
});
