import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { syncStatesOf } from "#shared/inbox/store/sync-states.ts";
import type { SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import type { Mutant } from "./mutants.ts";

/** The points between a pull's steps. */
export const pullPoints = ["P1", "P2", "P3"] as const;

/** P1 lease taken · P2 mail fetched, not stored · P3 mail stored, lease not given back. */
export type PullPoint = (typeof pullPoints)[number];

/** A mutant's lease, ms. */
const LONG_LEASE_MS = 60_000;

/** Reports a pull's points. */
export const watchPull = (ports: SyncPorts, hit: (point: PullPoint) => void): SyncPorts => ({
  ...ports,
  syncStates: {
    ...ports.syncStates,
    acquire: async (mailbox, forMs) => {
      const lease = await ports.syncStates.acquire(mailbox, forMs);
      hit("P1");
      return lease;
    },
  },
  mailReader: {
    open: async (account, signal) => {
      const session = await ports.mailReader.open(account, signal);
      const fetch: typeof session.fetch = async (messages) => {
        const mails = await session.fetch(messages);
        hit("P2");
        return mails;
      };
      return { ...session, fetch };
    },
  },
  ingest: {
    commit: async (lease, cursors, mails) => {
      const stored = await ports.ingest.commit(lease, cursors, mails);
      hit("P3");
      return stored;
    },
  },
});

/** A pull's ports without one guard. */
export const mutatePull = (ports: SyncPorts, mutant: Mutant | undefined, connect: Connect): SyncPorts => {
  const { syncStates, ingest } = ports;
  if (mutant === "a pull's lease is long")
    return { ...ports, syncStates: { ...syncStates, acquire: (mailbox) => syncStates.acquire(mailbox, LONG_LEASE_MS) } };
  if (mutant !== "cursors ignore the lease") return ports;
  const takeBack = async ({ id, token }: { readonly id: string; readonly token: string }) =>
    void (await syncStatesOf(await connect()).updateOne({ _id: oid(id) }, { $set: { token } }));
  const commit: typeof ingest.commit = async (lease, cursors, mails) => {
    await takeBack(lease);
    return ingest.commit(lease, cursors, mails);
  };
  return { ...ports, ingest: { commit } };
};
