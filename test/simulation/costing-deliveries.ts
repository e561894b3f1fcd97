import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import { isWaiting } from "#shared/sending/transitions.ts";
import type { memorySending } from "../support/memory/sending.ts";

type Store = Pick<ReturnType<typeof memorySending>, "deliveries" | "ofMailbox">;

/** How many commands the MongoDB adapter sends for a call, where that does not depend on what is stored. */
const COMMANDS = {
  claimDeferred: 1,
  intend: 1,
  succeed: 1,
  requeue: 1,
  reschedule: 1,
  fail: 1,
  withdraw: 1,
  markUnknown: 1,
  pause: 1,
  early: 1,
  renew: 1,
  recover: 1,
  forgotten: 2,
} as const satisfies Partial<Record<keyof Deliveries, number>>;
/** A claim that finds nothing, one that takes some, and one of sends with an unknown outcome. */
const EMPTY = 1;
const CLAIM = 9;
const LOOK_UP = 4;

/** The deliveries of a memory store, each call at the price of its commands: `commands` tells how many, and takes their time. */
export const costingDeliveries = (store: Store, commands: (count: number) => Promise<void>, now: () => number): Deliveries => {
  const { deliveries } = store;
  const isDue = ({ dueAt }: { readonly dueAt?: Date }) => dueAt !== undefined && dueAt.getTime() <= now();
  const costing = Object.entries(COMMANDS).map(([name, count]) => {
    const call = deliveries[name as keyof Deliveries] as (...given: readonly unknown[]) => Promise<unknown>;
    const run = async (...given: readonly unknown[]) => {
      await commands(count);
      return call(...given);
    };
    return [name, run] as const;
  });
  return {
    ...deliveries,
    ...(Object.fromEntries(costing) as Pick<Deliveries, keyof typeof COMMANDS>),
    claim: async (mailboxId, limits) => {
      await commands(store.ofMailbox(mailboxId).some((send) => isWaiting(send) && isDue(send)) ? CLAIM : EMPTY);
      return deliveries.claim(mailboxId, limits);
    },
    claimUnknown: async (mailboxId) => {
      const isUnknown = store.ofMailbox(mailboxId).some((send) => send.stage === "intent" && !send.leaseToken && isDue(send));
      await commands(isUnknown ? LOOK_UP : EMPTY);
      return deliveries.claimUnknown(mailboxId);
    },
  };
};
