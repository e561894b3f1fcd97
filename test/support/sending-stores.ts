import type { Connect } from "#shared/platform/mongo/database.ts";
import { LEASE_MS, mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoSentCopies } from "#shared/sending/store/deferrals.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import type { Send } from "#shared/sending/send.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Draft, AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import type { SentCopies } from "#shared/sending/ports/submission.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "./mailbox.ts";
import { memorySending } from "./memory/sending.ts";
import { anEmail } from "./sending-rig.ts";

/** The ports of sending over one store. */
export interface SendingStore {
  readonly acceptedSends: AcceptedSends;
  readonly sends: Sends;
  readonly deliveries: Deliveries;
  readonly copies: SentCopies;
  /** A user with so many credits. */
  readonly user: (credits: number) => Promise<string>;
  readonly balance: (userId: string) => Promise<number>;
}

/** Sending on MongoDB. */
export const sendingOnMongo = (connect: Connect, leaseMs = LEASE_MS): SendingStore => ({
  acceptedSends: mongoAcceptedSends(connect),
  sends: mongoSends(connect),
  deliveries: mongoDeliveries(connect, leaseMs),
  copies: mongoSentCopies(connect),
  user: async (credits) => {
    const id = ids.objectId();
    if (credits > 0) await mongoWallets(connect).topUp(id, credits, "test");
    return id;
  },
  balance: async (userId) => (await mongoWallets(connect).find(userId))?.balance ?? 0,
});

/** Sending in memory. */
export const sendingInMemory = (leaseMs = LEASE_MS): SendingStore => {
  const memory = memorySending({ credits: 0, leaseMs });
  return {
    ...memory,
    user: async (credits) => {
      const id = ids.objectId();
      memory.balances.set(id, credits);
      return id;
    },
    balance: async (userId) => memory.balances.get(userId) ?? 0,
  };
};

/** Drafts of one mailbox, a new one unless told. */
export const draftsOf = (userId: string, emails: readonly Partial<PlacedEmail>[], mailbox = aMailbox({ userId })): readonly Draft[] =>
  emails.map((email) => draftSend({ clock, ids }, { mailbox }, anEmail(email)));

/** Accepts emails of one new mailbox of a user with 100 credits; reads them, and claims what is due. */
export const acceptingOn =
  ({ acceptedSends, sends, deliveries, user }: SendingStore) =>
  async (...emails: readonly Partial<PlacedEmail>[]) => {
    const userId = await user(100);
    const drafts = draftsOf(userId, emails);
    await acceptedSends.accept(userId, drafts);
    const mailboxId = drafts[0]!.send.mailboxId;
    const read = async (send: Send) => (await sends.find(userId, send.id))!;
    const claim = async (limits = { size: 25 }) => {
      const outcome = await deliveries.claim(mailboxId, limits);
      if (outcome.kind !== "claimed") throw new Error(outcome.kind);
      return outcome;
    };
    return { userId, mailboxId, sends: drafts.map(({ send }) => send), drafts, read, claim };
  };
