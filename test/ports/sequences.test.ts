import { expect, it } from "vitest";
import { cancelSend } from "#shared/sending/cancel.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { type ListThreadsPorts, listThreads } from "#shared/threads/list-threads.ts";
import { indexMessages } from "#shared/inbox/index-messages.ts";
import { searchMigrations } from "#shared/inbox/store/search/search-fields.ts";
import { runMigrations } from "#shared/platform/mongo/migrations.ts";
import { clock } from "#shared/platform/system.ts";
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

  it("is found by its subject and its recipient before anybody answers, and so is one of the version before", async () => {
    const { rig, first, acceptSequence } = await world();
    await acceptSequence({ ...first, subject: "Zeppelin tours" }, { ...bump, follows: 0 });
    await acceptSequence({ ...first, subject: "Balloon tours" }, { ...bump, follows: 0 });
    for (let run = 0; run < 4; run += 1) await rig.deliver();
    const { userId } = rig.mailbox;
    const search = mongoMessageSearch(connect);
    const found = async (query: string) => {
      const ports = { search, threads: mongoThreads(connect) } as unknown as ListThreadsPorts;
      return (await listThreads(ports, userId, { query }, { limit: 50, offset: 0 })).map(({ subject }) => subject);
    };
    expect(await found("tours")).toEqual([]);

    await indexMessages({ search, clock });

    expect(await found("zeppelin jane@peer.test")).toEqual(["Zeppelin tours"]);
    expect(await found("tours")).toEqual(["Balloon tours", "Zeppelin tours"]);
    expect(await found("nowhere")).toEqual([]);
    const database = await connect();
    await threadsOf(database).updateMany({ userId: oid(userId) }, { $unset: { words: true } });
    await database.raw.collection("threads").dropIndex("unsearched_1");
    expect(await found("tours")).toEqual([]);
    await createIndexes(database);
    await runMigrations(database, searchMigrations, "before");
    await indexMessages({ search, clock });
    expect(await found("tours")).toEqual(["Balloon tours", "Zeppelin tours"]);
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
