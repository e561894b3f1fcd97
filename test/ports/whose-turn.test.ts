import { expect, it } from "vitest";
import type { CommandStartedEvent } from "mongodb";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { mongoAttention } from "#shared/attention/store.ts";
import { mongoPools } from "#shared/mailboxes/store/pools.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoIps } from "#shared/mailboxes/store/mailboxes.ts";
import type { Pool } from "#shared/mailboxes/pools.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoConversations, mongoSends } from "#shared/sending/store/sends.ts";
import { newThread, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { watchQueries } from "#test/support/explain.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { anEmail } from "#test/support/sending-rig.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } });
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

describeOnMongo("whose turn it is", (connect) => {
  const pools = mongoPools(connect);
  const mailboxes = mongoSealedMailboxes(connect, keyring);
  const conversations = mongoConversations(connect);
  const sends = mongoSends(connect);
  const aPool = (facts: Partial<Pool>): Pool => ({
    id: ids.objectId(),
    userId: ids.objectId(),
    name: "sales",
    mailboxIds: [ids.objectId(), ids.objectId()],
    createdAt: at(9),
    updatedAt: at(9),
    ...facts,
  });
  /** An account with so many mailboxes in the pool `sales`, and 5,000 credits. */
  const account = async (size: number) => {
    const userId = ids.objectId();
    const boxes = Array.from({ length: size }, () => aMailbox({ userId }));
    for (const mailbox of boxes) await mailboxes.insert(mailbox, {});
    await mongoWallets(connect).topUp(userId, 5_000, "test");
    const mailboxIds = boxes.map(({ id }) => id);
    await pools.put(aPool({ userId, mailboxIds }), 100);
    return { userId, mailboxIds };
  };
  const talk = async (userId: string, mailboxId: string, hour: number, ...participants: readonly string[]) =>
    threadsOf(await connect()).insertOne({ ...newThread(userId, mailboxId), participants, lastMessageAt: at(hour) });

  it(
    "costs a batch of a thousand as many commands as one of two, without a scan, and six more than named mailboxes",
    { timeout: 120_000 },
    async () => {
      const { userId, mailboxIds } = await account(5);
      for (let n = 0; n < 20; n += 1) await talk(userId, mailboxIds[n % 5]!, n, `p${n}@firm.example`);
      const ports = {
        mailboxes,
        ips: mongoIps(connect),
        acceptedSends: mongoAcceptedSends(connect),
        suppressions: { among: async () => new Map<string, never>() },
        unsubscribeLinks: async () => (id: string) => id,
        wakeUps: { wake: async () => {} },
        choosing: async () => ({ pools, conversations, sends }),
        clock,
        ids,
      };
      const batch = (size: number, from: object) => {
        const emails = Array.from({ length: size }, (_, n) => ({ ...anEmail(), ...from, to: { name: "", email: `p${n}@firm.example` } }));
        const receipt = { by: { id: "k", scopes: ["send"] as const }, claim: undefined, answer: (results: readonly unknown[]) => results };
        return acceptBatch(ports, userId, emails, receipt);
      };
      const { raw } = await connect();
      const watched = watchQueries();
      const see = (event: CommandStartedEvent) => watched.see(event);
      raw.client.on("commandStarted", see);
      const { commands: few } = await countDocuments(connect, () => batch(2, { pool: "sales" }));
      const { commands: many } = await countDocuments(connect, () => batch(1_000, { pool: "sales" }));
      const { commands: named } = await countDocuments(connect, () => batch(1_000, { mailboxId: mailboxIds[0] }));
      raw.client.off("commandStarted", see);

      expect(many - named).toBe(6);
      expect(many).toBe(few);
      expect(await watched.collectionScans(raw)).toEqual([]);
      const sent = await sends.list(userId, {}, { limit: 200, offset: 0 });
      expect(sent).toHaveLength(200);
    },
  );

  it("is never a follow-up's question: what needs a person says how many wait for it", async () => {
    const { userId, mailboxIds } = await account(2);
    const mailbox = (await mailboxes.find(userId, mailboxIds[0]!))!;
    const drafts = draftsOf(
      userId,
      [{}, { waitsFor: ids.objectId() }, { waitsFor: ids.objectId() }, { waitsFor: ids.objectId(), hold: true }],
      mailbox,
    );
    await mongoAcceptedSends(connect).accept(userId, drafts);
    await mailboxes.note(mailbox, { status: "disconnected", statusSince: at(9) });

    const { rows } = await mongoAttention(connect).mailboxes(userId, "disconnected", 5);
    expect(rows).toMatchObject([{ id: mailbox.id, followUps: 2 }]);
  });
});
