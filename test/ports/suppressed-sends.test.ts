import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();

describeOnMongo("a recipient who is suppressed after the send was accepted", (connect) => {
  const suppressions = mongoSuppressions(connect);

  it("gets nothing: the send is cancelled right before it leaves, with its follow-up, its reason and an event", async () => {
    const smtp = await smtpServer({});
    const rig = await sendingRig({ connect, smtp });
    const asked: number[] = [];
    const among: typeof suppressions.among = (userId, emails) => {
      asked.push(emails.length);
      return suppressions.among(userId, emails);
    };
    Object.assign(rig.ports, { suppressions: { among } });
    const [jane, john] = await rig.accept({ to: { name: "", email: "Jane@example.net" } }, { to: { name: "", email: "john@example.net" } });
    const [follow] = await rig.accept({
      to: { name: "", email: "ann@example.net" },
      waitsFor: jane!.id,
      scheduledAt: new Date(Date.now() + 60_000),
    });
    await suppressions.add(rig.mailbox.userId, ["jane@example.net"]);

    await rig.deliver();
    await rig.deliver();

    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([john!.messageId]);
    expect(await rig.read(jane!)).toMatchObject({ status: "cancelled", cancelReason: "suppressed" });
    expect(await rig.read(follow!)).toMatchObject({ status: "cancelled", cancelReason: "original" });
    expect(asked[0]).toBe(2);
    const { events } = await mongoFeeds(connect).read(rig.mailbox.userId, { limit: 10 });
    expect(events.map(({ type, data }) => [type, data["id"], data["cancelReason"]])).toEqual(
      expect.arrayContaining([
        ["send.sent", john!.id, undefined],
        ["send.cancelled", jane!.id, "suppressed"],
      ]),
    );
  });

  const person = (email: string) => ({ name: "", email });
  const [JANE, KIM, BOSS] = [person("jane@example.org"), person("Kim@example.net"), person("boss@example.com")] as const;
  const dropped = (email: string) => ({ email, reply: "suppressed before the email left" });

  it.each([
    ["a copy's address", ["kim@example.net"], [JANE.email, BOSS.email], [dropped(KIM.email)]],
    ["a copy's domain", ["example.net"], [JANE.email, BOSS.email], [dropped(KIM.email)]],
    ["a blind copy", ["boss@example.com"], [JANE.email, KIM.email], [dropped(BOSS.email)]],
    ["every copy", ["kim@example.net", "example.com"], [JANE.email], [dropped(KIM.email), dropped(BOSS.email)]],
  ])("costs only %s: the others get the email, without its name", async (_, suppressed, taken, refused) => {
    const smtp = await smtpServer({});
    const rig = await sendingRig({ connect, smtp, ports: { suppressions } });
    const [send] = await rig.accept({ to: JANE, cc: [KIM], bcc: [BOSS] });
    await suppressions.add(rig.mailbox.userId, suppressed);

    await rig.deliver();

    expect(smtp.accepted.map(({ rcpt }) => rcpt)).toEqual([taken]);
    expect(await rig.read(send!)).toMatchObject({ status: "sent", refused });
    expect(rig.sentFolder.filed.map((raw) => raw.includes(KIM.email))).toEqual([taken.includes(KIM.email)]);
  });

  it("stays out of the retries of those who were put off, whose copies are the same", async () => {
    const smtp = await smtpServer({ rcpt: [{}, { reply: "450 4.7.1 come back" }, {}] });
    const rig = await sendingRig({ connect, smtp, ports: { suppressions } });
    const [send] = await rig.accept({ to: JANE, cc: [KIM, BOSS] });
    await suppressions.add(rig.mailbox.userId, [KIM.email.toLowerCase()]);

    await rig.deliver();
    await rawSends(await connect()).updateOne({ _id: oid(send!.id) }, { $set: { dueAt: new Date(Date.now() - 1) } });
    await rig.deliver();

    expect(smtp.accepted.map(({ rcpt }) => rcpt)).toEqual([[JANE.email], [BOSS.email]]);
    expect(new Set(smtp.accepted.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await rig.read(send!)).toMatchObject({ status: "sent", refused: [dropped(KIM.email)] });
  });

  it("is named with the others when the server refuses all who are left", async () => {
    const smtp = await smtpServer({ rcpt: [{ reply: "550 5.1.1 no such user" }] });
    const rig = await sendingRig({ connect, smtp, ports: { suppressions } });
    const [send] = await rig.accept({ to: JANE, cc: [KIM] });
    await suppressions.add(rig.mailbox.userId, ["example.net"]);

    await rig.deliver();

    const refused = [dropped(KIM.email), { email: JANE.email, reply: "550 5.1.1 no such user" }];
    expect(await rig.read(send!)).toMatchObject({ status: "failed", refused });
  });

  it("by its domain gets nothing either", async () => {
    const smtp = await smtpServer({});
    const rig = await sendingRig({ connect, smtp });
    Object.assign(rig.ports, { suppressions });
    const [jane, john] = await rig.accept({ to: { name: "", email: "jane@example.net" } }, { to: { name: "", email: "john@example.org" } });
    await suppressions.add(rig.mailbox.userId, ["example.net"]);

    await rig.deliver();

    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual([john!.messageId]);
    expect(await rig.read(jane!)).toMatchObject({ status: "cancelled", cancelReason: "suppressed" });
  });
});
