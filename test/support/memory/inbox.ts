import { recognise } from "#shared/inbox/ingest/known-mail.ts";
import type { PreparedMail } from "#shared/inbox/ingest/prepared-mail.ts";
import type { Audit, Audits, FolderLocation, WhyKeptOut } from "#shared/inbox/audit/audit.ts";
import type { MessageLocation } from "#shared/inbox/message.ts";
import type { Slots } from "#shared/platform/ports.ts";
import type { Polls } from "#shared/inbox/ports/polls.ts";
import type { Ingest, FolderMoves, SyncStates } from "#shared/inbox/ports/sync.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { type FolderCursor, LeaseLost, type SyncLease } from "#shared/inbox/pull/sync-state.ts";
import { silentEventOutbox } from "./event-outbox.ts";

interface State {
  cursors: readonly FolderCursor[];
  failures: number;
  token?: string | undefined;
  leaseUntil: number;
  retryAfterMs?: number | undefined;
  auditAt?: Date | undefined;
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
      return { id, userId, token, cursors: state.cursors, failures: state.failures, ...(state.auditAt && { auditAt: state.auditAt }) };
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
        auditAt: state.auditAt,
      });
      return true;
    },
  };
  type Row = PreparedMail["message"];
  const change = (id: string, into: (message: Row) => Row) => {
    const mail = stored.get(id);
    if (mail) stored.set(id, { ...mail, message: into(mail.message) });
  };
  const moveTo = (id: string, to: MessageLocation) =>
    change(id, ({ copyAt: _copy, mayHaveMoved: _moved, onServer: _gone, ...message }) => ({ ...message, ...to }));
  const placed = (mailboxId: string, { path, uidValidity }: FolderLocation) =>
    [...stored.values()]
      .map(({ message }) => message)
      .filter((message) => message.mailboxId === mailboxId && message.folder === path && message.uidValidity === uidValidity);
  const moves: FolderMoves = {
    unsettled: async ({ id }) =>
      [...stored.values()].map(({ message }) => message).filter(({ mailboxId, mayHaveMoved }) => mailboxId === id && mayHaveMoved),
    stay: async ({ id }, place, uids) => {
      for (const row of placed(id, place).filter(({ uid }) => uids.includes(uid)))
        change(row.id, ({ mayHaveMoved: _looked, ...message }) => message);
    },
    leave: async ({ id }, place, uids) => {
      for (const row of placed(id, place)) if (uids.includes(row.uid) && row.copyAt) moveTo(row.id, row.copyAt);
    },
  };
  const ingest: Ingest = {
    commit: async (lease, cursors, mails) => {
      held(lease).cursors = cursors;
      const { fresh, moved, copied, sent } = recognise(
        mails,
        [...stored.values()].filter(({ message }) => message.mailboxId === lease.id).map(({ message }) => ({ ...message, threadId: "" })),
      );
      for (const { id, to } of moved) moveTo(id, to);
      for (const { id, at: copyAt } of copied) change(id, (message) => ({ ...message, copyAt, mayHaveMoved: true }));
      for (const { id } of sent) change(id, (message) => ({ ...message, direction: "outbound", isRead: true }));
      const kept = fresh.filter(({ isTooOld, replacesHeadersOnly }) => !isTooOld || replacesHeadersOnly);
      for (const mail of kept) stored.set(mail.message.id, mail);
      pages.push(mails);
      const keptOut = new Map<number, WhyKeptOut>(mails.map(({ message }) => [message.uid, "copy"]));
      for (const { message } of fresh) keptOut.set(message.uid, "before_sync_from");
      for (const { message } of kept) keptOut.delete(message.uid);
      return { stored: kept.length, keptOut, changedThreads: [] };
    },
  };
  const written = new Map<string, Audit>();
  /** Mailboxes whose owners were told of an audit, and messages that were told to be gone. */
  const told: string[] = [];
  const at = ({ id }: SyncLease, { path, uidValidity }: FolderLocation, from: number, to: number) =>
    [...stored.values()].filter(
      ({ message: { mailboxId, folder, uidValidity: validity, uid } }) =>
        mailboxId === id && folder === path && validity === uidValidity && uid >= from && uid <= to,
    );
  const audits: Audits = {
    find: async ({ id }) => written.get(id),
    isDue: async ({ id }) => (states.get(id)?.auditAt?.getTime() ?? Infinity) <= now(),
    ask: async ({ id }) => {
      const state = states.get(id);
      if (state) state.auditAt = new Date(now());
    },
    schedule: async (lease, auditAt) => void (held(lease).auditAt = auditAt),
    save: async (lease, audit, tell) => {
      held(lease);
      written.set(lease.id, audit);
      if (tell) told.push(lease.id);
    },
    stored: async (lease, place, from, to) =>
      at(lease, place, from, to)
        .map(({ message }) => message)
        .toSorted((a, b) => a.uid - b.uid),
    locations: async ({ id }) => {
      const rows = [...stored.values()].map(({ message }) => message).filter(({ mailboxId, folder }) => mailboxId === id && folder !== "");
      return [...new Map(rows.map(({ folder: path, uidValidity }) => [`${path} ${uidValidity}`, { path, uidValidity }])).values()];
    },
    markReplaced: async ({ id }) => {
      const lost: string[] = [];
      for (const { message } of stored.values()) {
        if (message.mailboxId !== id || message.folder !== "" || message.onServer === false) continue;
        told.push(message.id);
        lost.push(message.id);
        change(message.id, (row) => ({ ...row, onServer: false }));
      }
      return lost;
    },
    noteOnServer: async (lease, place, { from, to, gone }) => {
      await moves.leave(lease, place, gone);
      const removed: string[] = [];
      for (const mail of at(lease, place, from, to)) {
        const { onServer, ...message } = mail.message;
        const isGone = gone.includes(message.uid);
        if (isGone && onServer === undefined) removed.push(message.id);
        stored.set(message.id, { ...mail, message: isGone ? { ...message, onServer: false } : message });
      }
      told.push(...removed);
      return removed;
    },
  };
  /** What probes read and write, over these states and the mailboxes that are given. */
  const pollsOf = (mailboxes: Pick<Mailboxes, "findForJob" | "note">): Polls => {
    const read = async (id: string) => {
      const mailbox = await mailboxes.findForJob(id);
      if (!mailbox?.inboxSyncEnabled || mailbox.status === "disconnected") return [];
      const { cursors, failures, auditAt }: Partial<State> = states.get(id) ?? {};
      return [{ mailbox, cursors: cursors ?? [], failures: failures ?? 0, auditAt }];
    };
    return {
      read: async (ids) => (await Promise.all(ids.map(read))).flat(),
      quiet: async (ids, at) => {
        for (const { mailbox } of (await Promise.all(ids.map(read))).flat()) await mailboxes.note(mailbox, { inboxLastSyncAt: at });
      },
    };
  };
  return {
    syncStates,
    ingest,
    moves,
    // A server in memory takes no changes.
    changes: { due: async () => [], begin: async () => true, settle: async () => undefined, take: async () => [] },
    audits,
    eventOutbox: silentEventOutbox,
    search: { index: async () => 0 },
    states,
    stored,
    pages,
    written,
    told,
    pollsOf,
  };
};

/** Slots in memory. */
export const memorySlots = (): Slots => {
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
