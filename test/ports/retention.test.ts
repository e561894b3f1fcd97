import type { Document } from "mongodb";
import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { draftsOf, sendingOnMongo } from "#test/support/sending-stores.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;

describeOnMongo("bodies that are kept for a time", (connect) => {
  const { acceptedSends, sends, deliveries, user } = sendingOnMongo(connect);

  /** In how many days a body goes; undefined when never. */
  const daysLeft = async (collection: string, id: string): Promise<number | undefined> => {
    const body = await (await connect()).collection<Document>(collection).findOne({ _id: oid(id) });
    if (!body) throw new Error("the body is gone");
    return body["expiresAt"] && Math.round((body["expiresAt"].getTime() - Date.now()) / DAY_MS);
  };
  const accepted = async () => {
    const userId = await user(10);
    const drafts = draftsOf(userId, [{}, {}, {}]);
    await acceptedSends.accept(userId, drafts);
    const [sent, cancelled, waiting] = drafts.map(({ send }) => send);
    const claim = await deliveries.claim(sent!.mailboxId, { size: 1 });
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    await deliveries.intend(claim.token, claim.drafts[0]!.send);
    await deliveries.succeed(claim.drafts[0]!.send);
    await sends.cancel(userId, cancelled!.id);
    return { sent: claim.drafts[0]!.send.id, cancelled: cancelled!.id, waiting: waiting!.id };
  };

  it("go so long after the end of their send; what waits keeps its own", async () => {
    const { sent, cancelled, waiting } = await accepted();

    await mongoEventOutbox(connect, () => ({ kept: DAYS, inDatabase: 0 })).publish("sends", [sent, cancelled, waiting]);

    expect(await Promise.all([sent, cancelled, waiting].map((id) => daysLeft("sendBodies", id)))).toEqual([DAYS, DAYS, undefined]);
  });

  it("go so long after the message came", async () => {
    const store = inboxStore(connect, {}, () => ({ kept: DAYS, inDatabase: 0 }));
    await store.receive([{}]);

    const [message] = await store.all();
    expect(await daysLeft("messageBodies", message!.id)).toBe(DAYS);
  });

  it("stay for ever where no time is set", async () => {
    const { sent } = await accepted();
    await mongoEventOutbox(connect).publish("sends", [sent]);
    const store = inboxStore(connect);
    await store.receive([{}]);

    const [message] = await store.all();
    expect([await daysLeft("sendBodies", sent), await daysLeft("messageBodies", message!.id)]).toEqual([undefined, undefined]);
  });
});
