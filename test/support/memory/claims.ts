import {
  type ClaimFacts,
  DAY_MS,
  fullPause,
  isPaced,
  judgeClaim,
  limitsAt,
  MINUTE_MS,
  pacedFull,
  pacePause,
} from "#shared/sending/deliver/claim.ts";
import { gapBefore, HOUR_MS } from "#shared/sending/waiting.ts";
import type { ClaimedDraft, ClaimLimits, ClaimOutcome } from "#shared/sending/ports/claims.ts";
import type { Pause } from "#shared/sending/ports/sends.ts";
import type { Waiting } from "#shared/sending/ports/wake-ups.ts";
import type { Send } from "#shared/sending/send.ts";
import { type Change, leased, type Transition, transitions } from "#shared/sending/transitions.ts";

interface ClaimRows {
  readonly rows: ReadonlyMap<string, Send>;
  readonly ofMailbox: (mailboxId: string) => readonly Send[];
  readonly pauses: Map<string, Pause>;
  readonly counted: (mailboxId: string, ms: number) => readonly Date[];
  readonly apply: (send: Send, transition: Transition, change?: Change) => boolean;
  readonly isDue: (send: Send) => boolean;
  readonly draftOf: (send: Send) => ClaimedDraft;
  readonly toWaiting: (send: Send) => Waiting;
  readonly now: () => number;
  readonly leaseMs: number;
  readonly newToken: () => string;
}

/** When the latest email left: its intent, or its server's answer. Those that are over may be forgotten and only counted. */
const lastDeparture = (sends: readonly Send[], counted: readonly Date[]): Date | undefined => {
  const left = sends.filter(({ countedAt }) => countedAt).toSorted((a, b) => b.countedAt!.getTime() - a.countedAt!.getTime());
  const { countedAt, sentAt } = left[0] ?? {};
  const kept = countedAt && sentAt && sentAt > countedAt ? sentAt : countedAt;
  const [latest] = [...counted, ...(kept ? [kept] : [])].toSorted((a, b) => b.getTime() - a.getTime());
  return latest;
};

/** Claims in memory, judged as in MongoDB. */
export const memoryClaim = (store: ClaimRows) => {
  const { rows, ofMailbox, pauses, counted, apply, isDue, draftOf, toWaiting, leaseMs } = store;
  const factsOf = (mailboxId: string, due: readonly Send[], at: Date, isPacing: boolean): ClaimFacts => {
    const underWay = ofMailbox(mailboxId).filter(({ status }) => status === "processing");
    return {
      at,
      due,
      workers: new Set(underWay.filter((send) => send.leaseToken && !isDue(send)).map(({ leaseToken }) => leaseToken)).size,
      reserved: underWay.filter(({ countedAt }) => !countedAt).length,
      heldUntil: pauses.get(mailboxId)?.until,
      inDay: counted(mailboxId, DAY_MS).length,
      inMinute: counted(mailboxId, MINUTE_MS).length,
      ...(isPacing && {
        inHour: counted(mailboxId, HOUR_MS).length,
        lastAt: lastDeparture(ofMailbox(mailboxId), counted(mailboxId, DAY_MS)),
      }),
    };
  };
  return async (mailboxId: string, asked: ClaimLimits): Promise<ClaimOutcome> => {
    const at = new Date(store.now());
    const limits = limitsAt(asked, at);
    const { pace } = limits;
    for (const send of ofMailbox(mailboxId)) if (isDue(send)) apply(send, transitions.becomeDue);
    const queued = ofMailbox(mailboxId)
      .filter((send) => send.status === "queued" && isDue(send))
      .toSorted((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime());
    const due = pace ? queued.toSorted((a, b) => Number(b.goesFirst ?? false) - Number(a.goesFirst ?? false)) : queued;
    const token = store.newToken();
    if (due.length === 0) return { kind: "claimed", token, leaseMs, others: false, drafts: [] };
    const facts = factsOf(mailboxId, due, at, pace !== undefined);
    const verdict = judgeClaim(limits, facts);
    if (verdict.kind === "busy" || verdict.kind === "paused") return verdict;
    const hold = (pause: Pause): ClaimOutcome => {
      pauses.set(mailboxId, pause);
      return { kind: "limited", next: { ...toWaiting(due[0]!), dueAt: pause.until } };
    };
    if (verdict.kind === "closed") return hold(pacePause(at, verdict.opens));
    if (verdict.kind === "full") {
      const [oldest] = counted(mailboxId, verdict.windowMs);
      const isOurs = isPaced(limits, verdict.windowMs);
      return hold(isOurs ? pacedFull(limits, facts, verdict.windowMs, oldest) : fullPause(facts, verdict.windowMs, oldest));
    }
    const taken = due.slice(0, verdict.count);
    const { set, ...byLease } = leased(token, leaseMs);
    for (const send of taken) {
      const gap = pace?.minGap ? `PT${gapBefore(pace, send) / 1000}S` : undefined;
      apply(send, transitions.claim, { ...byLease, set: { ...set, gap } });
    }
    return { kind: "claimed", token, leaseMs, others: facts.workers > 0, drafts: taken.map(({ id }) => draftOf(rows.get(id)!)) };
  };
};
