import { expect, it } from "vitest";
import { mongoFeeds } from "#shared/adapters/mongo/events/feeds.ts";
import { mongoSuppressions } from "#shared/adapters/mongo/suppressions/suppressions.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
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
