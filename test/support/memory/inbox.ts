import { recognise } from "#shared/domain/inbox/store/known-mail.ts";
import type { PreparedMail } from "#shared/domain/inbox/store/prepared-mail.ts";
import type { FreshSlots, Ingest, Polls, SyncStates } from "#shared/domain/inbox/ports.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { type FolderCursor, LeaseLost, type SyncLease } from "#shared/domain/inbox/pull/sync-state.ts";
import { silentNewsroom } from "./newsroom.ts";

interface State {
  cursors: readonly FolderCursor[];
  failures: number;
  token?: string | undefined;
  leaseUntil: number;
  retryAfterMs?: number | undefined;
}

/** Leases, cursors and stored mail in memory: what the sync engine writes, without what the store makes of it. */
export const memorySync = (now: () => number = Date.now) => {
  const states = new Map<string, State>();
  const stored = new Map<string, PreparedMail>();
  const pages: (readonly PreparedMail[])[] = [];
  const held = (lease: SyncLease) => {
    const state = states.get(lease.id);
    if (state?.token !== lease.token) throw new LeaseLost("another pull has taken the mailbox over");
    return state;
  };
  const syncStates: SyncStates = {
    acquire: async ({ id, userId }, forMs) => {
      const state = states.get(id) ?? { cursors: [], failures: 0, leaseUntil: 0 };
      if (state.token !== undefined && state.leaseUntil > now()) return undefined;
      const token = String(Math.random());
      states.set(id, { ...state, token, leaseUntil: now() + forMs });
      return { id, userId, token, cursors: state.cursors, failures: state.failures };
    },
    save: async (lease, cursors) => void (held(lease).cursors = cursors),
    renew: async (lease, forMs) => {
      const state = states.get(lease.id);
      if (state?.token === lease.token) state.leaseUntil = now() + forMs;
    },
    release: async (lease, failure) => {
      const state = states.get(lease.id);
      if (state?.token !== lease.token) return false;
      states.set(lease.id, {
        cursors: state.cursors,
        failures: failure ? state.failures + 1 : 0,
        leaseUntil: 0,
        retryAfterMs: failure?.retryAfterMs,
      });
      return true;
    },
  };
  const ingest: Ingest = {
    commit: async (lease, cursors, mails) => {
      held(lease).cursors = cursors;
      const { fresh, moved } = recognise(
        mails,
        [...stored.values()].map(({ message }) => message),
      );
      for (const { id, to } of moved) {
        const mail = stored.get(id);
        if (mail) stored.set(id, { ...mail, message: { ...mail.message, ...to } });
      }
      for (const mail of fresh) stored.set(mail.message.id, mail);
      pages.push(mails);
      return fresh.length;
    },
  };
  /** What probes read and write, over these states and the mailboxes that are given. */
  const pollsOf = (mailboxes: Pick<Mailboxes, "findForJob" | "note">): Polls => {
    const read = async (id: string) => {
      const mailbox = await mailboxes.findForJob(id);
      if (!mailbox?.inboxSyncEnabled || mailbox.status === "disconnected") return [];
      const { cursors, failures } = states.get(id) ?? { cursors: [], failures: 0 };
      return [{ mailbox, cursors, failures }];
    };
    return {
      read: async (ids) => (await Promise.all(ids.map(read))).flat(),
      quiet: async (ids, at) => {
        for (const { mailbox } of (await Promise.all(ids.map(read))).flat()) await mailboxes.note(mailbox, { inboxLastSyncAt: at });
      },
    };
  };
  return { syncStates, ingest, newsroom: silentNewsroom, states, stored, pages, pollsOf };
};

/** Slots in memory. */
export const memoryFreshSlots = (): FreshSlots => {
  const taken = new Map<string, number>();
  return {
    take: async (userId, slots) => {
      const count = taken.get(userId) ?? 0;
      if (count >= slots) return undefined;
      taken.set(userId, count + 1);
      return { free: async () => void taken.set(userId, (taken.get(userId) ?? 1) - 1) };
    },
  };
};
