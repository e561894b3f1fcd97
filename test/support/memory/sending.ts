import { DAY_MS } from "#shared/sending/deliver/claim.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import type { Claim, ClaimedDraft } from "#shared/sending/ports/claims.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { Pause, PauseReason, Sends } from "#shared/sending/ports/sends.ts";
import type { Waiting } from "#shared/sending/ports/wake-ups.ts";
import { recoveryOf } from "#shared/sending/deliver/look-up-unknown.ts";
import { parentFailed } from "#shared/sending/deliver/prepare.ts";
import { atOnce } from "#shared/sending/wake/plan-wakes.ts";
import { dueSends, expiredLeases, lateSends } from "#shared/sending/store/due-sends.ts";
import { isHeldBy } from "#shared/sending/waiting.ts";
import { memoryClaim } from "./claims.ts";
import { isOneDue } from "./due.ts";
import { sendRows } from "./send-rows.ts";
import { acceptedWithin, loadIn, matches } from "./send-lists.ts";
import { silentEventOutbox } from "./event-outbox.ts";
import { memoryDeferrals } from "./deferrals.ts";
import { memoryRefusing } from "./refusing.ts";
import { memorySentCopies } from "./sent-copies.ts";
import { memorySuppressions } from "./suppressions.ts";
import { isTooLate, type Send, type SendBody } from "#shared/sending/send.ts";
import { type Change, leased, type Transition, transitions } from "#shared/sending/transitions.ts";
import { changesBy, type FieldChanges, mayUndergo } from "./apply-transition.ts";

/** Links that tell their send. */
export const unsubscribeLinks = async () => (sendId: string) => `https://api.example.com/v1/unsubscribe/${sendId}`;

/** As many sends as one step of the MongoDB adapter reads. */
const STEP_MAX = 1000;

const isLike = (send: Send, like: Pick<Send, "ipId"> & Partial<Pick<Send, "fromEmail">>, why: PauseReason) =>
  why === "mailbox" ? send.fromEmail === like.fromEmail : send.ipId === like.ipId;

/** The latest date there is. */
const FOR_EVER = new Date(8_640_000_000_000_000);

interface MemoryOptions {
  readonly now?: () => number;
  readonly leaseMs?: number;
  readonly credits?: number;
  /** Hears of each send that is over, which is forgotten then. */
  readonly onEnded?: (send: Send) => void;
}

/** Everything of sending in memory, on the given clock (milliseconds): accounts start with `credits`. */
export const memorySending = ({ now = Date.now, leaseMs = 25_000, credits = 1000, onEnded }: MemoryOptions = {}) => {
  const ended = (send: Send) => {
    bodies.delete(send.id);
    attached.delete(send.id);
    onEnded?.(send);
  };
  const { rows, all, beyond, ofMailbox, countedSince } = sendRows(onEnded && ended);
  const bodies = new Map<string, SendBody>();
  const attached = new Map<string, readonly Uint8Array[]>();
  const balances = new Map<string, number>();
  /** Emails that an account may still have accepted in this hour; absent: as many as the balance covers. */
  const hourlyRooms = new Map<string, number>();
  const ledger: string[] = [];
  const saved = new Map<string, unknown>();
  const pauses = new Map<string, Pause>();
  let tokens = 0;
  const later = (ms: number) => new Date(now() + ms);
  const put = (send: Send, changes: FieldChanges) => {
    const next: Record<string, unknown> = { ...send, ...changes };
    for (const field in next) if (next[field] === undefined) delete next[field];
    rows.set(send.id, next as unknown as Send);
  };
  const isDue = ({ dueAt }: Send, inMs = 0) => dueAt !== undefined && dueAt.getTime() <= now() + inMs;
  /** Applies a transition where the send may undergo it. */
  const apply = (send: Send, transition: Transition, change?: Change): boolean => {
    if (!mayUndergo(send, transition)) return false;
    put(send, changesBy(send, transition, now(), change));
    return true;
  };
  const stopDeferred = (send: Send) => send.dueAt !== undefined && apply(send, transitions.stopDeferred);
  const waits = (send: Send) => mayUndergo(send, transitions.change);
  /** It waits, or a worker has it that has given it to no server. */
  const unsent = (send: Send) => mayUndergo(send, transitions.cancel);
  /** It waits for its time or for another attempt. */
  const isToCome = (send: Send) => waits(send) || (send.status === "sent" && send.dueAt !== undefined && !send.leaseToken);
  const toWaiting = ({ id, userId, mailboxId, dueAt }: Send): Waiting => ({ id, userId, mailboxId, ...(dueAt && { dueAt }) });
  const draftOf = (send: Send): ClaimedDraft => ({ send, body: bodies.get(send.id) });
  const named = (ids: readonly string[]) => ids.flatMap((id) => rows.get(id) ?? []);
  const held = (token: string, sends: readonly Pick<Send, "id">[]) =>
    sends.flatMap(({ id }) => {
      const send = rows.get(id);
      return send?.leaseToken === token && ["processing", "sent"].includes(send.status) ? [send] : [];
    });

  const acceptedSends: AcceptedSends = {
    accept: async (userId, drafts, answer) => {
      const balance = balances.get(userId) ?? credits;
      const room = hourlyRooms.get(userId) ?? Infinity;
      const { outcome, accepted } = acceptedWithin(drafts, balance, room);
      balances.set(userId, balance - outcome.count);
      for (const { send, body, contents } of accepted) {
        if (contents) attached.set(send.id, contents);
        rows.set(send.id, send);
        bodies.set(send.id, body);
        if (!send.holdUntil) ledger.push(send.id);
      }
      if (answer && (accepted.length > 0 || drafts.length === 0)) saved.set(answer.claim.key, answer.answer(outcome));
      return outcome;
    },
  };

  const counted = (mailboxId: string, ms: number) => countedSince(mailboxId, now() - ms);
  const loadOf = (mailboxId: string, until = FOR_EVER) => loadIn(ofMailbox(mailboxId), counted(mailboxId, DAY_MS), until, later(0));
  const sends: Sends = {
    find: async (userId, id) => (rows.get(id)?.userId === userId ? rows.get(id) : undefined),
    bodies: async (userId, ids) =>
      new Map(ids.flatMap((id) => (rows.get(id)?.userId === userId ? [[id, bodies.get(id) ?? { html: "", text: "" }] as const] : []))),
    contents: async (userId, id) => (rows.get(id)?.userId === userId ? attached.get(id) : undefined),
    list: async (userId, filter, { limit, offset, cursor }) =>
      all()
        .filter((send) => send.userId === userId && matches(send, filter))
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .filter(({ createdAt, id }) => !cursor || createdAt < cursor.at || (+createdAt === +cursor.at && id < cursor.id))
        .slice(offset, offset + limit),
    loads: async (mailboxIds, until) => ({ isCut: false, byMailbox: new Map(mailboxIds.map((id) => [id, loadOf(id, until)])) }),
    pauses: async (mailboxIds) => new Map([...pauses].filter(([id, { until }]) => mailboxIds.includes(id) && until.getTime() > now())),
    cancel: async (userId, id) => {
      const send = rows.get(id);
      if (send?.userId !== userId) return undefined;
      return apply(send, transitions.cancel) || stopDeferred(send) ? rows.get(id) : undefined;
    },
    move: async (userId, id, { time, window, sendBefore }) => {
      const send = rows.get(id);
      const transition = time ? (time.at ? transitions.move : transitions.moveToNow) : transitions.change;
      const clear = [
        ...(time ? (["sendAt", "scheduledAfter", "scheduledAt"] as const) : []),
        ...(window === null ? (["window"] as const) : []),
      ];
      const wishes = { sendAt: time?.sendAt, scheduledAfter: time?.scheduledAfter, scheduledAt: time?.at, window: window ?? undefined };
      const change = { set: { ...wishes, sendBefore, dueAt: time?.at }, clear };
      return send?.userId === userId && apply(send, transition, change) ? rows.get(id) : undefined;
    },
    noteEta: async (userId, id, dueAt, eta) => {
      const send = rows.get(id);
      if (send?.userId === userId && !send.firstEta && send.dueAt?.getTime() === dueAt.getTime())
        apply(send, transitions.noteEta, { set: { firstEta: eta } });
    },
    cancelMany: async (userId, which) => {
      const mine = all().filter((send) => send.userId === userId);
      const wanted = mine.filter((send) => ("ids" in which ? which.ids.includes(send.id) : unsent(send) && matches(send, which)));
      for (const send of wanted) if (!apply(send, transitions.cancel) && "ids" in which) stopDeferred(send);
      return new Map(wanted.map(({ id }) => [id, rows.get(id)!.status]));
    },
    countUnsent: async (userId, metadata, most) =>
      Math.min(most, all().filter((send) => send.userId === userId && unsent(send) && matches(send, { metadata })).length),
    endFollowUps: async (userId, parentIds) => {
      const mine = (id = "") => (parentIds.includes(id) && rows.get(id)?.userId === userId ? rows.get(id)!.status : "");
      const ends = ({ waitsFor }: Send) => mine(waitsFor) === "cancelled" || mine(waitsFor) === "failed";
      const found = all().filter((send) => send.userId === userId && ends(send) && unsent(send));
      for (const send of found) {
        if (mine(send.waitsFor) === "cancelled") apply(send, transitions.cancel, { set: { cancelReason: "original" } });
        else apply(send, transitions.failUnsent, { set: { lastError: parentFailed(send.waitsFor!) } });
      }
      return found.map(({ id }) => rows.get(id)!);
    },
    followUps: async (userId, parentIds) =>
      all().filter((send) => send.userId === userId && parentIds.includes(send.waitsFor ?? "") && waits(send)),
    rescheduleFollowUps: async (userId, times) => {
      for (const { id, at } of times) {
        const send = rows.get(id);
        if (send?.userId === userId && send.scheduledAfter !== undefined)
          apply(send, transitions.followParent, { set: { scheduledAt: at, dueAt: at } });
      }
    },
    makeFollowUpsDue: async (userId, parentIds) => {
      const mine = all().filter((send) => send.userId === userId && parentIds.includes(send.waitsFor ?? ""));
      const found = mine.filter((send) => apply(send, transitions.followNow));
      return found.map(({ id }) => rows.get(id)!);
    },
  };

  const newToken = () => `token ${++tokens}`;
  const claim = memoryClaim({ rows, ofMailbox, pauses, counted, apply, isDue, draftOf, toWaiting, now, leaseMs, newToken });

  const deliveries: Deliveries = {
    claim,
    claimUnknown: async (mailboxId): Promise<Claim> => {
      const token = `token ${++tokens}`;
      const found = ofMailbox(mailboxId).filter((send) => mayUndergo(send, transitions.lookUp) && !send.leaseToken && isDue(send));
      for (const send of found) apply(send, transitions.lookUp, leased(token, leaseMs));
      return { token, leaseMs, others: false, drafts: found.map(({ id }) => draftOf(rows.get(id)!)) };
    },
    intend: async (token, { id }, { refused, deferred } = { refused: [], deferred: [] }, draftId) => {
      const send = rows.get(id);
      if (send?.leaseToken !== token || isTooLate(send, later(0))) return false;
      const set = { ...(refused.length > 0 && { refused }), ...(deferred.length > 0 && { deferred }), draftId };
      return apply(send, transitions.intend, { set });
    },
    succeed: async ({ id }, { hasCopy = false, providerMessageId, serverReply, deferredForMs: inMs } = {}) => {
      const send = rows.get(id);
      if (!send) return false;
      const change: Change = {
        set: { providerMessageId, serverReply },
        compute: { copyAt: hasCopy ? "now" : undefined, dueAt: inMs === undefined ? undefined : { inMs } },
      };
      return apply(send, transitions.succeed, change) || apply(send, transitions.succeedLate, change);
    },
    requeue: async (token, given, { afterMs, lastError, counts, isUnclear }) => {
      const attempts = counts ? undefined : { add: -1 };
      const unclearSince = isUnclear && ("since now" as const);
      for (const send of held(token, given))
        apply(send, transitions.requeue, { set: { lastError }, compute: { dueAt: { inMs: afterMs }, attempts, unclearSince } });
    },
    reschedule: async (token, send, at) => {
      for (const found of held(token, [send])) apply(found, transitions.reschedule, { set: { scheduledAt: at, dueAt: at } });
    },
    fail: async (token, given, lastError, { outcomeUnknown, refused } = {}) => {
      for (const send of held(token, given))
        apply(send, outcomeUnknown ? transitions.giveUp : transitions.fail, { set: { lastError, refused } });
    },
    withdraw: async (token, given, cancelReason) => {
      for (const send of held(token, given)) apply(send, transitions.withdraw, { set: { cancelReason } });
    },
    markUnknown: async (token, send, afterMs, refusal) => {
      for (const found of held(token, [send]))
        apply(found, transitions.markUnknown, { set: { refusal }, compute: { dueAt: { inMs: afterMs } } });
    },
    held: async (token, given) => new Set(held(token, given).map(({ id }) => id)),
    stopVersion: async () => 0,
    ...memoryDeferrals({ ofMailbox, held, pauses, apply, isDue, draftOf, leaseMs, newToken: () => `token ${++tokens}` }),
    ...memoryRefusing({ rows, held, apply, countedSince, now }),
    pause: async (mailboxId, afterMs, why, like) => {
      const hold = pauses.get(mailboxId);
      if (!like && (!hold || hold.until < later(afterMs))) pauses.set(mailboxId, { until: later(afterMs), for: why });
      const due = ofMailbox(mailboxId).filter(
        (send) => waits(send) && isDue(send, why === "mailbox" ? afterMs : 0) && like && isLike(send, like, why),
      );
      const undecidedSince = why === "mailbox" ? ("since now" as const) : undefined;
      for (const send of due) apply(send, transitions.postpone, { compute: { dueAt: { inMs: afterMs }, undecidedSince } });
    },
    release: async (mailboxId) => {
      pauses.delete(mailboxId);
      const due = ofMailbox(mailboxId).filter((send) => waits(send) && isDue(send));
      return due.toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime()).map(toWaiting)[0];
    },
    early: async (mailboxId, ids) =>
      named(ids)
        .filter((send) => send.mailboxId === mailboxId && isToCome(send) && !isDue(send))
        .map(toWaiting),
    waiting: async (ids) => named(ids).filter(isToCome).map(toWaiting),
    cancelWaiting: async (mailboxId) => {
      for (const send of ofMailbox(mailboxId)) if (!apply(send, transitions.cancel)) stopDeferred(send);
      return undefined;
    },
    renew: async (token, given) => {
      for (const send of held(token, given)) apply(send, transitions.renew, { compute: { dueAt: { inMs: leaseMs } } });
    },
    recover: async () => {
      const expired = all().filter((send) => isOneDue(send, expiredLeases, now()));
      const failed = expired.filter((send) => recoveryOf(send) === "failPoison");
      for (const send of expired) apply(send, transitions[recoveryOf(send)]);
      const woken = expired.filter((send) => !failed.includes(send)).map(({ id }) => toWaiting(rows.get(id)!));
      return { woken, failed: failed.map(toWaiting), more: false };
    },
    expire: async () => {
      const late = all().filter((send) => isOneDue(send, lateSends, now()));
      for (const send of late) apply(send, transitions.expire);
      return { failed: late, more: false };
    },
    forgotten: async (forMs, after = "") => {
      const overdue = beyond(after)
        .filter((send) => isOneDue(send, dueSends, now(), forMs))
        .take(STEP_MAX)
        .toArray();
      const pauseOf = ({ mailboxId }: Send) => [pauses.get(mailboxId)].find((pause) => pause && pause.until.getTime() > now());
      const free = overdue.filter((send) => !isHeldBy(pauseOf(send), send.status));
      const found = [...Map.groupBy(free, ({ mailboxId }) => mailboxId).values()].map(([first]) => atOnce(first!));
      const last = overdue.length === STEP_MAX ? overdue.at(-1) : undefined;
      return { found, ...(last && { next: last.mailboxId }) };
    },
    refreshThreads: async () => [],
  };
  return {
    acceptedSends,
    sends,
    deliveries,
    copies: memorySentCopies({ rows, apply, draftOf, now }),
    suppressions: memorySuppressions(),
    unsubscribeLinks,
    eventOutbox: silentEventOutbox,
    rows,
    ofMailbox,
    loadOf,
    pauses,
    ledger,
    saved,
    balances,
    hourlyRooms,
  };
};
