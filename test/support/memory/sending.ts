import {
  type ClaimFacts,
  DAY_MS,
  DEADLY_AFTER_DEATHS,
  holdEnd,
  judgeClaim,
  MINUTE_MS,
} from "#shared/domain/sending/deliver/judge-claim.ts";
import type {
  Claim,
  ClaimedDraft,
  ClaimLimits,
  ClaimOutcome,
  Deliveries,
  Hold,
  Outbox,
  Sends,
  Waiting,
} from "#shared/domain/sending/ports.ts";
import { originalFailed } from "#shared/domain/sending/deliver/leave-after-original.ts";
import { LOOK_UP_AFTER_MS } from "#shared/domain/sending/timing.ts";
import { loadsIn, matches } from "./send-lists.ts";
import { silentNewsroom } from "./newsroom.ts";
import { memorySentCopies } from "./sent-copies.ts";
import { memorySuppressions } from "./suppressions.ts";
import { isTooLate, TOO_LATE } from "#shared/domain/sending/too-late.ts";
import { type Send, type SendBody, transitions } from "#shared/domain/sending/send.ts";

/** Links that tell their send. */
export const unsubscribeLinks = async () => (sendId: string) => `https://api.example.com/v1/unsubscribe/${sendId}`;

/** Everything of sending in memory, on the given clock (milliseconds): accounts start with `credits`. */
export const memorySending = ({ now = Date.now, leaseMs = 25_000, credits = 1000 } = {}) => {
  const rows = new Map<string, Send>();
  const bodies = new Map<string, SendBody>();
  const attached = new Map<string, readonly Uint8Array[]>();
  const balances = new Map<string, number>();
  const ledger: string[] = [];
  const saved = new Map<string, unknown>();
  const holds = new Map<string, Hold>();
  let tokens = 0;
  const later = (ms: number) => new Date(now() + ms);
  const all = () => [...rows.values()];
  const put = (send: Send, changes: { [K in keyof Send]?: Send[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...send, ...changes }).filter(([, value]) => value !== undefined));
    rows.set(send.id, next as unknown as Send);
  };
  const isDue = ({ dueAt }: Send) => dueAt !== undefined && dueAt.getTime() <= now();
  const waits = ({ status }: Send) => status === "queued" || status === "scheduled";
  /** It waits, or a worker has it that has given it to no server. */
  const unsent = (send: Send) => waits(send) || send.stage === "claimed";
  const toWaiting = ({ id, userId, mailboxId, dueAt }: Send): Waiting => ({ id, userId, mailboxId, ...(dueAt && { dueAt }) });
  const draftOf = (send: Send): ClaimedDraft => ({ send, body: bodies.get(send.id) });
  const held = (token: string, sends: readonly Pick<Send, "id">[]) =>
    sends.flatMap(({ id }) => {
      const send = rows.get(id);
      return send?.leaseToken === token && send.status === "processing" ? [send] : [];
    });
  const over = { dueAt: undefined, leaseToken: undefined, stage: undefined, countedAt: undefined, deaths: undefined };

  const outbox: Outbox = {
    accept: async (userId, drafts, answer) => {
      const balance = balances.get(userId) ?? credits;
      const accepted = drafts.slice(0, balance);
      balances.set(userId, balance - accepted.length);
      for (const { send, body, contents } of accepted) {
        if (contents) attached.set(send.id, contents);
        rows.set(send.id, send);
        bodies.set(send.id, body);
        ledger.push(send.id);
      }
      if (answer && (accepted.length > 0 || drafts.length === 0)) saved.set(answer.claim.key, answer.answer(accepted.length));
      return accepted.length;
    },
  };

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
    loads: async (mailboxIds, until) => loadsIn(all(), mailboxIds, until, now()),
    holds: async (mailboxIds) => new Map([...holds].filter(([id, { until }]) => mailboxIds.includes(id) && until.getTime() > now())),
    cancel: async (userId, id) => {
      const send = rows.get(id);
      if (send?.userId !== userId || !waits(send)) return undefined;
      put(send, { status: transitions.cancel.to, dueAt: undefined });
      return rows.get(id);
    },
    move: async (userId, id, { time, window, sendBefore }) => {
      const send = rows.get(id);
      if (send?.userId !== userId || !waits(send)) return undefined;
      const at = time?.at;
      const moved = {
        sendAt: time?.sendAt,
        scheduledAfter: time?.scheduledAfter,
        scheduledAt: at,
        dueAt: at ?? later(0),
        status: at ? transitions.move.to : transitions.moveToNow.to,
      };
      put(send, { ...(time && moved), ...(window !== undefined && { window: window ?? undefined }), ...(sendBefore && { sendBefore }) });
      return rows.get(id);
    },
    cancelMany: async (userId, which) => {
      const mine = all().filter((send) => send.userId === userId);
      const wanted = mine.filter((send) => ("ids" in which ? which.ids.includes(send.id) : waits(send) && matches(send, which)));
      for (const send of wanted) if (waits(send)) put(send, { status: transitions.cancel.to, dueAt: undefined });
      return new Map(wanted.map(({ id }) => [id, rows.get(id)!.status]));
    },
    countUnsent: async (userId, metadata, most) =>
      Math.min(most, all().filter((send) => send.userId === userId && unsent(send) && matches(send, { metadata })).length),
    endFollowUps: async (userId, originalIds) => {
      const mine = (id = "") => (originalIds.includes(id) && rows.get(id)?.userId === userId ? rows.get(id)!.status : "");
      const ends = ({ waitsFor }: Send) => mine(waitsFor) === "cancelled" || mine(waitsFor) === "failed";
      const found = all().filter((send) => send.userId === userId && ends(send) && unsent(send));
      for (const send of found) {
        const end =
          mine(send.waitsFor) === "cancelled"
            ? { status: transitions.cancel.to, cancelReason: "original" as const }
            : { status: transitions.fail.to, lastError: originalFailed(send.waitsFor!) };
        put(send, { ...end, dueAt: undefined, leaseToken: undefined, stage: undefined });
      }
      return found.map(({ id }) => rows.get(id)!);
    },
    followUps: async (userId, originalIds) =>
      all().filter((send) => send.userId === userId && originalIds.includes(send.waitsFor ?? "") && waits(send)),
    appoint: async (userId, times) => {
      for (const { id, at } of times) {
        const send = rows.get(id);
        if (send?.userId === userId && send.status === "scheduled" && send.scheduledAfter !== undefined)
          put(send, { scheduledAt: at, dueAt: at });
      }
    },
    hurryFollowUps: async (userId, originalIds) => {
      const mine = all().filter((send) => send.userId === userId && originalIds.includes(send.waitsFor ?? ""));
      const found = mine.filter(({ status }) => status === "queued");
      for (const send of found) put(send, { dueAt: later(0) });
      return found.map(({ id }) => rows.get(id)!);
    },
  };

  const counted = (mailboxId: string, ms: number) =>
    all().filter((send) => send.mailboxId === mailboxId && send.countedAt && send.countedAt.getTime() > now() - ms);

  const claim = async (mailboxId: string, limits: ClaimLimits): Promise<ClaimOutcome> => {
    const mine = () => all().filter((send) => send.mailboxId === mailboxId);
    for (const send of mine()) if (send.status === "scheduled" && isDue(send)) put(send, { status: transitions.becomeDue.to });
    const due = mine()
      .filter((send) => send.status === "queued" && isDue(send))
      .toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime());
    const token = `token ${++tokens}`;
    if (due.length === 0) return { kind: "claimed", token, leaseMs, others: false, drafts: [] };
    const underWay = mine().filter(({ status }) => status === "processing");
    const facts: ClaimFacts = {
      at: later(0),
      due,
      workers: new Set(underWay.filter((send) => send.leaseToken && !isDue(send)).map(({ leaseToken }) => leaseToken)).size,
      reserved: underWay.filter(({ countedAt }) => !countedAt).length,
      heldUntil: holds.get(mailboxId)?.until,
      inDay: counted(mailboxId, DAY_MS).length,
      inMinute: counted(mailboxId, MINUTE_MS).length,
    };
    const verdict = judgeClaim(limits, facts);
    if (verdict.kind === "busy") return verdict;
    if (verdict.kind === "held") return { kind: "held", forMs: verdict.until.getTime() - now() };
    if (verdict.kind === "full") {
      const [oldest] = counted(mailboxId, verdict.windowMs).toSorted((a, b) => a.countedAt!.getTime() - b.countedAt!.getTime());
      const until = holdEnd(facts, verdict.windowMs, oldest?.countedAt);
      holds.set(mailboxId, { until, for: verdict.windowMs === DAY_MS ? "daily_limit" : "rate" });
      return { kind: "limited", next: { ...toWaiting(due[0]!), dueAt: until } };
    }
    const taken = due.slice(0, verdict.count);
    for (const send of taken)
      put(send, { status: transitions.claim.to, stage: "claimed", leaseToken: token, dueAt: later(leaseMs), attempts: send.attempts + 1 });
    return { kind: "claimed", token, leaseMs, others: facts.workers > 0, drafts: taken.map(({ id }) => draftOf(rows.get(id)!)) };
  };

  const deliveries: Deliveries = {
    claim,
    claimUnknown: async (mailboxId): Promise<Claim> => {
      const token = `token ${++tokens}`;
      const found = all().filter(
        (send) =>
          send.mailboxId === mailboxId && send.status === "processing" && send.stage === "intent" && !send.leaseToken && isDue(send),
      );
      for (const send of found) put(send, { leaseToken: token, dueAt: later(leaseMs) });
      return { token, leaseMs, others: false, drafts: found.map(({ id }) => draftOf(rows.get(id)!)) };
    },
    intend: async (token, { id }, refused = []) => {
      const send = rows.get(id);
      if (send?.leaseToken !== token || send.stage !== "claimed" || send.status !== "processing") return false;
      if (isTooLate(send, later(0))) return false;
      put(send, { stage: "intent", countedAt: later(0), refused: refused.length > 0 ? refused : undefined });
      return true;
    },
    succeed: async ({ id }, { hasCopy = false, providerMessageId } = {}) => {
      const send = rows.get(id);
      if (!send || send.stage !== "intent" || (send.status !== "processing" && send.status !== "failed")) return false;
      put(send, {
        ...over,
        countedAt: send.countedAt,
        status: transitions.succeed.to,
        sentAt: later(0),
        lastError: "",
        ...(hasCopy && { copyAt: later(0) }),
        ...(providerMessageId !== undefined && { providerMessageId }),
      });
      return true;
    },
    handBack: async (token, given, { afterMs, lastError, counts }) => {
      for (const send of held(token, given)) {
        const changes = { status: transitions.retry.to, dueAt: later(afterMs), attempts: send.attempts - (counts ? 0 : 1) };
        put(send, { ...over, ...changes, lastError: lastError ?? send.lastError });
      }
    },
    reschedule: async (token, { id }, at) => {
      for (const send of held(token, [{ id }]))
        if (send.stage === "claimed")
          put(send, { ...over, status: transitions.reschedule.to, scheduledAt: at, dueAt: at, attempts: send.attempts - 1 });
    },
    fail: async (token, given, lastError, { outcomeUnknown, refused } = {}) => {
      for (const send of held(token, given)) {
        const mark = outcomeUnknown ? { stage: send.stage, countedAt: send.countedAt } : {};
        put(send, { ...over, ...mark, status: transitions.fail.to, lastError, ...(refused && { refused }) });
      }
    },
    withdraw: async (token, given, cancelReason) => {
      for (const send of held(token, given))
        if (send.stage === "claimed") put(send, { ...over, status: transitions.withdraw.to, cancelReason });
    },
    suspect: async (token, send, afterMs) => {
      for (const found of held(token, [send])) if (found.stage === "intent") put(found, { dueAt: later(afterMs), leaseToken: undefined });
    },
    putOff: async (mailboxId, afterMs, why, like) => {
      const hold = holds.get(mailboxId);
      if (!like && (!hold || hold.until < later(afterMs))) holds.set(mailboxId, { until: later(afterMs), for: why });
      const due = all().filter((send) => send.mailboxId === mailboxId && waits(send) && isDue(send) && like && send.ipId === like.ipId);
      for (const send of due) put(send, { dueAt: later(afterMs) });
    },
    release: async (mailboxId) => {
      holds.delete(mailboxId);
      const due = all().filter((send) => send.mailboxId === mailboxId && waits(send) && isDue(send));
      return due.toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime()).map(toWaiting)[0];
    },
    early: async (mailboxId, ids) =>
      all()
        .filter((send) => ids.includes(send.id) && send.mailboxId === mailboxId && waits(send) && !isDue(send))
        .map(toWaiting),
    waiting: async (ids) =>
      all()
        .filter((send) => ids.includes(send.id) && waits(send))
        .map(toWaiting),
    cancelWaiting: async (mailboxId) => {
      for (const send of all())
        if (send.mailboxId === mailboxId && unsent(send))
          put(send, { status: transitions.cancel.to, dueAt: undefined, leaseToken: undefined, stage: undefined });
      return undefined;
    },
    renew: async (token, given) => {
      for (const send of held(token, given)) put(send, { dueAt: later(leaseMs) });
    },
    recover: async () => {
      const expired = all().filter((send) => send.status === "processing" && send.leaseToken && isDue(send));
      const failed = expired.filter(({ stage, deaths = 0 }) => stage === "claimed" && deaths + 1 >= DEADLY_AFTER_DEATHS);
      for (const send of expired) {
        const { stage, deaths = 0, attempts, countedAt, scheduledAt, createdAt } = send;
        const oldPlace = new Date(Math.min(now(), (scheduledAt ?? createdAt).getTime()));
        const back = { ...over, status: transitions.retry.to, dueAt: oldPlace, attempts: attempts - 1, deaths: deaths + 1 };
        if (failed.includes(send)) put(send, { ...over, status: transitions.fail.to, lastError: "its worker stopped every time" });
        else if (stage === "claimed") put(send, back);
        else put(send, { leaseToken: undefined, dueAt: new Date(Math.max(now(), countedAt!.getTime() + LOOK_UP_AFTER_MS)) });
      }
      const woken = expired.filter((send) => !failed.includes(send)).map(({ id }) => toWaiting(rows.get(id)!));
      return { woken, failed: failed.map(toWaiting), more: false };
    },
    expire: async () => {
      const late = all().filter((send) => waits(send) && isTooLate(send, later(0)));
      for (const send of late) put(send, { status: transitions.expire.to, lastError: TOO_LATE, dueAt: undefined });
      return { failed: late, more: false };
    },
    forgotten: async (forMs, after = "") => {
      const found = all().filter(
        ({ dueAt, mailboxId }) =>
          dueAt && dueAt.getTime() < now() - forMs && mailboxId > after && (holds.get(mailboxId)?.until.getTime() ?? 0) <= now(),
      );
      return { found: [...Map.groupBy(found, ({ mailboxId }) => mailboxId).values()].map((group) => toWaiting(group[0]!)) };
    },
    refreshThreads: async () => undefined,
  };
  return {
    outbox,
    sends,
    deliveries,
    copies: memorySentCopies({ rows, put, draftOf, now }),
    suppressions: memorySuppressions(),
    unsubscribeLinks,
    newsroom: silentNewsroom,
    rows,
    ledger,
    saved,
    balances,
  };
};
