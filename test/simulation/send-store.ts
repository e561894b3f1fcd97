import { type ClaimFacts, DAY_MS, pauseEnd, judgeClaim, MINUTE_MS } from "#shared/domain/sending/deliver/judge-claim.ts";
import type { Draft } from "#shared/domain/sending/ports/acceptance.ts";
import type { Claim, ClaimOutcome } from "#shared/domain/sending/ports/claims.ts";
import type { Deliveries } from "#shared/domain/sending/ports/deliveries.ts";
import type { PauseReason } from "#shared/domain/sending/ports/sends.ts";
import type { Waiting } from "#shared/domain/sending/ports/wake-ups.ts";
import type { Send } from "#shared/domain/sending/send.ts";
import { transitions } from "#shared/domain/sending/transitions.ts";
import { LOOK_UP_AFTER_MS } from "#shared/domain/sending/timing.ts";
import { atOnce } from "#shared/domain/sending/wake/plan-wakes.ts";
import { portOf } from "./stub.ts";
import { LEASE_MS } from "#shared/adapters/mongo/sending/deliveries.ts";

type Live = { -readonly [K in keyof Send]: Send[K] };

interface Box {
  readonly rows: Map<string, { send: Live; readonly draft: Draft }>;
  readonly counted: number[];
  pause?: { until: number; why: PauseReason };
}

/** How a send ended. */
export type Ended = (send: Send, status: "sent" | "failed") => void;

/** The sends of 100,000 mailboxes, those alone that are alive; claims are judged by the domain. Each call tells `commands` how many commands MongoDB's adapter makes of it. */
export const sendStore = (now: () => number, commands: (count: number) => Promise<void>, ended: Ended) => {
  const boxes = new Map<string, Box>();
  const places = new Map<string, Box>();
  const leased = new Set<string>();
  const busy = new Set<Box>();
  let tokens = 0;
  const boxOf = (id: string): Box => {
    const known = boxes.get(id);
    if (known) return known;
    const box: Box = { rows: new Map(), counted: [] };
    boxes.set(id, box);
    return box;
  };
  const rowOf = (id: string) => places.get(id)?.rows.get(id);
  const set = (send: Live, dueMs: number | undefined) => {
    if (dueMs !== undefined) send.dueAt = new Date(dueMs);
  };
  const end = (send: Live, status: "sent" | "failed") => {
    const box = places.get(send.id);
    box?.rows.delete(send.id);
    if (box?.rows.size === 0) busy.delete(box);
    places.delete(send.id);
    leased.delete(send.id);
    ended(send, status);
  };
  const held = (token: string, sends: readonly Pick<Send, "id">[]): Live[] =>
    sends.flatMap(({ id }) => {
      const send = rowOf(id)?.send;
      return send?.leaseToken === token ? [send] : [];
    });
  const letGo = (send: Live, dueMs: number) => {
    send.status = transitions.requeue.to;
    delete send.leaseToken;
    delete send.stage;
    leased.delete(send.id);
    set(send, dueMs);
  };
  const inWindow = (box: Box, ms: number) => {
    while (box.counted[0] !== undefined && box.counted[0] <= now() - DAY_MS) box.counted.shift();
    return box.counted.filter((at) => at > now() - ms);
  };

  const claim: Deliveries["claim"] = async (mailboxId, limits): Promise<ClaimOutcome> => {
    const box = boxOf(mailboxId);
    const dueNow = [...box.rows.values()]
      .filter(({ send }) => send.status === "queued" && (send.dueAt?.getTime() ?? 0) <= now())
      .slice(0, limits.size);
    await commands(dueNow.length === 0 ? 1 : 9);
    const token = `token ${(tokens += 1)}`;
    if (dueNow.length === 0) return { kind: "claimed", token, leaseMs: LEASE_MS, others: false, drafts: [] };
    const underWay = [...box.rows.values()].filter(({ send }) => send.status === "processing").map(({ send }) => send);
    const due = dueNow.filter(({ send }) => send.status === "queued");
    const facts: ClaimFacts = {
      at: new Date(now()),
      due: due.map(({ send }) => send),
      workers: new Set(underWay.flatMap(({ leaseToken }) => leaseToken ?? [])).size,
      reserved: underWay.filter(({ stage }) => stage === "claimed").length,
      heldUntil: box.pause && new Date(box.pause.until),
      inDay: inWindow(box, DAY_MS).length,
      inMinute: inWindow(box, MINUTE_MS).length,
    };
    const verdict = judgeClaim(limits, facts);
    if (verdict.kind === "busy") return verdict;
    if (verdict.kind === "paused") return { kind: "paused", forMs: verdict.until.getTime() - now() };
    if (verdict.kind === "full") {
      const oldest = inWindow(box, verdict.windowMs)[0];
      const until = pauseEnd(facts, verdict.windowMs, oldest === undefined ? undefined : new Date(oldest));
      box.pause = { until: until.getTime(), why: "rate" };
      return { kind: "limited", next: { ...atOnce(due[0]!.send), dueAt: until } };
    }
    const taken = due.slice(0, verdict.count);
    for (const { send } of taken) {
      Object.assign(send, { status: transitions.claim.to, ...transitions.claim.set, leaseToken: token, attempts: send.attempts + 1 });
      leased.add(send.id);
      set(send, now() + LEASE_MS);
    }
    const others = facts.workers > 0;
    return {
      kind: "claimed",
      token,
      leaseMs: LEASE_MS,
      others,
      drafts: taken.map(({ send, draft }) => ({ send: { ...send }, body: draft.body })),
    };
  };
  const lookUps = new Map<string, Set<string>>();

  const deliveries = portOf<Deliveries>({
    claim,
    claimUnknown: async (mailboxId): Promise<Claim> => {
      const unknown = lookUps.get(mailboxId);
      await commands(unknown ? 4 : 1);
      const token = `token ${(tokens += 1)}`;
      lookUps.delete(mailboxId);
      const found = [...(unknown ?? [])].flatMap((id) => rowOf(id) ?? []);
      for (const { send } of found) send.leaseToken = token;
      return { token, leaseMs: LEASE_MS, others: false, drafts: found.map(({ send, draft }) => ({ send: { ...send }, body: draft.body })) };
    },
    // No server here puts one recipient of several off: the look for such sends finds none.
    claimDeferred: async (): Promise<Claim> => {
      await commands(1);
      return { token: "", leaseMs: LEASE_MS, others: false, drafts: [] };
    },
    intend: async (token, send) => {
      await commands(1);
      const [row] = held(token, [send]);
      if (!row) return false;
      row.stage = "intent";
      boxOf(send.mailboxId).counted.push(now());
      return true;
    },
    succeed: async ({ id }) => {
      await commands(1);
      const row = rowOf(id);
      if (row) end(row.send, "sent");
      return row !== undefined;
    },
    requeue: async (token, sends, { afterMs, lastError, counts }) => {
      await commands(1);
      for (const send of held(token, sends)) {
        letGo(send, now() + afterMs);
        if (!counts) send.attempts -= 1;
        if (lastError !== undefined) send.lastError = lastError;
      }
    },
    fail: async (token, sends) => {
      await commands(1);
      for (const send of held(token, sends)) end(send, "failed");
    },
    withdraw: async (token, sends) => {
      await commands(1);
      for (const send of held(token, sends)) end(send, "failed");
    },
    markUnknown: async (token, send, afterMs) => {
      await commands(1);
      for (const row of held(token, [send])) {
        delete row.leaseToken;
        set(row, now() + afterMs);
        lookUps.set(send.mailboxId, (lookUps.get(send.mailboxId) ?? new Set()).add(send.id));
      }
    },
    pause: async (mailboxId, afterMs, why) => {
      await commands(1);
      const box = boxOf(mailboxId);
      box.pause = { until: Math.max(box.pause?.until ?? 0, now() + afterMs), why };
    },
    release: async () => undefined,
    early: async (_mailboxId, ids) => {
      await commands(1);
      return ids.flatMap((id) => {
        const send = rowOf(id)?.send;
        return send?.status === "queued" && send.dueAt && send.dueAt.getTime() > now() ? [{ ...atOnce(send), dueAt: send.dueAt }] : [];
      });
    },
    waiting: async (ids) => ids.flatMap((id) => rowOf(id)?.send ?? []),
    cancelWaiting: async () => undefined,
    renew: async (token, sends) => {
      await commands(1);
      for (const send of held(token, sends)) set(send, now() + LEASE_MS);
    },
    recover: async () => {
      await commands(1);
      const expired = [...leased].flatMap((id) => rowOf(id)?.send ?? []).filter(({ dueAt }) => (dueAt?.getTime() ?? 0) <= now());
      for (const send of expired) {
        if (send.stage === "claimed") letGo(send, now());
        else {
          delete send.leaseToken;
          leased.delete(send.id);
          set(send, now() + LOOK_UP_AFTER_MS);
          lookUps.set(send.mailboxId, (lookUps.get(send.mailboxId) ?? new Set()).add(send.id));
        }
      }
      return {
        woken: expired.map((send): Waiting => ({ ...atOnce(send), ...(send.dueAt && { dueAt: send.dueAt }) })),
        failed: [],
        more: false,
      };
    },
    expire: async () => ({ failed: [], more: false }),
    forgotten: async (forMs) => {
      await commands(2);
      const found: Waiting[] = [];
      for (const box of busy) {
        const [first] = box.rows.values();
        if (!first || (box.pause?.until ?? 0) > now() || found.length >= 1000) continue;
        if ((first.send.dueAt?.getTime() ?? 0) < now() - forMs) found.push(atOnce(first.send));
      }
      return { found };
    },
    refreshThreads: async () => undefined,
  });
  return {
    deliveries,
    add: (draft: Draft) => {
      const box = boxOf(draft.send.mailboxId);
      box.rows.set(draft.send.id, { send: { ...draft.send }, draft });
      places.set(draft.send.id, box);
      busy.add(box);
    },
    alive: () => places.size,
  };
};
