import { expect, it } from "vitest";
import { cancelSend } from "#shared/domain/sending/cancel-send.ts";
import { mongoThreads } from "#shared/adapters/mongo/inbox/threads.ts";
import { wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { sequenceWorld } from "#test/support/sequence-world.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const bump = { body_text: "Did you see it?", cancel_on: ["reply"] };

describeOnMongo("a sequence", (connect) => {
  const world = async () => {
    const smtp = await smtpServer();
    return { smtp, ...(await sequenceWorld(connect, smtp)) };
  };

  it("leaves in its order, as one conversation that names the first email", async () => {
    const { smtp, rig, first, acceptSequence } = await world();
    const sends = await acceptSequence(first, { ...bump, follows: 0 }, { ...bump, follows: 1 });

    for (let run = 0; run < 4; run += 1) await rig.deliver();

    expect(await rig.statuses(sends)).toEqual(["sent", "sent", "sent"]);
    expect(smtp.accepted.map(({ messageId }) => messageId)).toEqual(sends.map(({ messageId }) => messageId));
    const thread = await mongoThreads(connect).find(rig.mailbox.userId, sends[0]!.threadId!);
    expect(thread).toMatchObject({ rootMessageId: sends[0]!.messageId, subject: "Offer", emailJobId: sends[0]!.id, messageCount: 3 });
    expect(await wrongThreads(connect, rig.mailbox.id)).toEqual([]);
  });

  it("ends with an answer to its first email: every email that is to be cancelled by it is", async () => {
    const { rig, first, answer, pull, acceptSequence } = await world();
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const sends = await acceptSequence(first, { ...bump, follows: 0, scheduled_at }, { ...bump, follows: 1, scheduled_at });
    await rig.deliver();
    answer({ inReplyTo: sends[0]!.messageId, subject: "Re: Offer" });

    await pull();

    expect(await rig.statuses(sends)).toEqual(["sent", "cancelled", "cancelled"]);
    expect((await rig.read(sends[2]!)).cancelReason).toBe("replied");
  });

  it("is cancelled with its first email", async () => {
    const { rig, first, acceptSequence } = await world();
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const sends = await acceptSequence({ ...first, scheduled_at }, { ...bump, follows: 0 }, { ...bump, follows: 1 });

    await cancelSend({ ...rig.ports, sends: rig.sends, schedules: { delete: async () => undefined } }, rig.mailbox.userId, sends[0]!.id);

    expect(await rig.statuses(sends)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect((await rig.read(sends[2]!)).cancelReason).toBe("original");
  });
});
