import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import type { PreparedMail } from "#shared/inbox/ingest/prepared-mail.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { bounce } from "#test/support/delivery-report.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

type Store = ReturnType<typeof inboxStore>;

const fresh = Array.from({ length: 50 }, (_, n): Arrival => ({ subject: `Numbers ${n}`, messageId: `<n${n}@peer.test>` }));
/** Five answers of people and five of machines, to sends behind which others wait, and five bounces. */
const answers = async (store: Store): Promise<readonly Arrival[]> => {
  const arrivals: Arrival[] = [];
  for (let n = 0; n < 15; n += 1) {
    const send = await store.sent({ toEmail: `p${n}@peer.test` });
    await store.receive([{ inReplyTo: send.messageId, messageId: `<first${n}@peer.test>` }]);
    const { threadId } = await store.send(send.id);
    const waiting = await store.sent({ status: "scheduled", threadId: threadId!, cancelOn: ["reply", "auto_reply", "bounce"] });
    await store.sent({ status: "queued", waitsFor: waiting.id });
    const headers = n < 5 ? {} : { "Auto-Submitted": "auto-replied" };
    arrivals.push(n < 10 ? { inReplyTo: send.messageId, headers } : bounce(send.messageId, { recipient: send.toEmail }));
  }
  return arrivals;
};

const stored = async (store: Store): Promise<readonly PreparedMail[]> => {
  const mails = store.prepare(fresh);
  await store.commit(mails);
  return mails;
};

/** A ratchet: the commands that storing a page costs, whatever it brings; each is a round trip within one transaction. */
const pages: Readonly<Record<string, readonly [number, (store: Store) => Promise<readonly PreparedMail[]>]>> = {
  "50 new messages": [10, async (store) => store.prepare(fresh)],
  "50 messages that are stored already": [3, stored],
  "10 answers and 5 bounces that cancel what waits": [37, async (store) => store.prepare(await answers(store))],
};

describeOnMongo("storing a page", (connect) => {
  it.each(Object.entries(pages))("stays within its budget: %s", async (_, [budget, pageOf]) => {
    const store = inboxStore(connect);
    const user = {
      _id: oid(store.userId),
      email: `${store.userId}@x.test`,
      passwordHash: "",
      createdAt: new Date(),
      suppressBounced: true,
    };
    await usersOf(await connect()).insertOne(user as never);
    const mails = await pageOf(store);
    const lease = (await store.syncStates.acquire(store.mailbox, 60_000))!;

    const { commands } = await countDocuments(connect, () => store.ingest.commit(lease, [], mails));

    expect(commands).toBeLessThanOrEqual(budget);
    const waiting = { userId: oid(store.userId), status: { $in: ["scheduled", "queued"] as const } };
    expect(await sendsOf(await connect()).countDocuments(waiting as never)).toBe(0);
  });
});
