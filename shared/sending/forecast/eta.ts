import { DAY_MS, MINUTE_MS, limitsOf } from "../deliver/claim.ts";
import { dailyAt, HOUR_MS, paceOpens, rampOpens, type WaitPorts } from "../waiting.ts";
import { judgeParent, type Leave, mayStillLeave } from "../deliver/prepare.ts";
import type { ClaimLimits } from "../ports/claims.ts";
import type { MailboxLoad, QueuedSend, Pause, Sends } from "../ports/sends.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "../send.ts";
import { isWaiting } from "../transitions.ts";

/** The limits that a forecast takes into account. */
export type Caps = Pick<ClaimLimits, "maxDaily" | "perMinute" | "pace">;

/**
 * The most work of one forecast: an email takes one step, and another each time that its window or its parent makes it wait. Searching a window's
 * next opening takes as long as many steps.
 */
const STEPS_MAX = 100_000;
const STEPS_PER_SEARCH = 50;

interface Turn<S extends QueuedSend = QueuedSend> {
  readonly send: S;
  /** When it is judged next, ms since the epoch. */
  readonly at: number;
}

const READY: Leave = { kind: "ready" };
const sooner = (a: Turn, b: Turn) => a.at - b.at;

/** Inserts a turn behind those of the same time; the array is sorted from `start` on. */
const insert = <S extends QueuedSend>(turns: Turn<S>[], start: number, turn: Turn<S>): void => {
  let [low, high] = [start, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turns[middle]!.at <= turn.at) low = middle + 1;
    else high = middle;
  }
  turns.splice(low, 0, turn);
};

/** Judges emails by their windows, each window once at a moment: whole campaigns have the same one. `searches` counts those that were closed. */
const windowJudge = () => {
  let [moment, known, searches] = [Number.NaN, new Map<string, Leave>(), 0];
  const judge = (send: QueuedSend, at: Date): Leave => {
    if (!send.window) return mayStillLeave(send, at);
    if (at.getTime() !== moment) [moment, known] = [at.getTime(), new Map()];
    const key = JSON.stringify([send.window, send.sendBefore]);
    const leave = known.get(key) ?? mayStillLeave(send, at);
    if (leave.kind !== "ready" && !known.has(key)) searches += 1;
    known.set(key, leave);
    return leave;
  };
  return { judge, searches: () => searches };
};

/** The next turn of an email that could not leave at a moment. */
const nextTurn = <S extends QueuedSend>(send: S, then: Date, leave: Leave): Turn<S> | undefined => {
  if (leave.kind === "later") return { send: { ...send, scheduledAt: leave.at }, at: leave.at.getTime() };
  return leave.kind === "waits" ? { send, at: then.getTime() + leave.afterMs } : undefined;
};

/** The most looks for the moment at which all limits of a pace let an email leave: a look ends at a ramp's step, a day's end or an opening. */
const LOOKS_MAX = 1_000;

/**
 * The first moment from `at` on at which the limits let an email leave after those in `left` (oldest first), ms; undefined when none is near. It
 * reads `left` anew at each call.
 */
const slotAfter = (
  { maxDaily = Infinity, perMinute = Infinity, pace }: Caps,
  left: readonly number[],
): ((send: QueuedSend, at: number) => number | undefined) => {
  const roomIn = (most: number, windowMs: number) => (left.length < most ? 0 : left[left.length - most]! + windowMs);
  if (!pace) return (_send, at) => Math.max(at, roomIn(maxDaily, DAY_MS), roomIn(perMinute, MINUTE_MS));
  const look = (send: QueuedSend, at: number): number => {
    const ofDay = roomIn(dailyAt(maxDaily, pace, new Date(at)), DAY_MS);
    const inDay = ofDay > at ? rampOpens(pace, ofDay, new Date(at)) : at;
    const room = Math.max(inDay, roomIn(perMinute, MINUTE_MS), roomIn(pace.maxHourlySends ?? Infinity, HOUR_MS));
    const last = left.at(-1);
    return paceOpens(pace, send, { lastAt: last === undefined ? undefined : new Date(last) }, new Date(Math.max(at, room))).getTime();
  };
  return (send, at) => {
    let then = at;
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const next = look(send, then);
      if (next === then) return then;
      then = next;
    }
    return undefined;
  };
};

/** The forecast for a mailbox's waiting emails, by id: when each leaves, or why it never does. Emails too far back in the queue have no entry. */
export interface Fates {
  readonly leaves: ReadonlyMap<string, Date>;
  readonly ends: ReadonlyMap<string, Extract<Leave, { kind: "never" | "cancelled" }>>;
}

/** The last check of whether an email leaves at a time, after its limits, parent and window; an email that it calls ready leaves then. */
export type LastJudge<S> = (send: S, at: Date) => Leave;

/**
 * Plays the queue of a mailbox: each email leaves at its time, after the mail that is due before it, as soon as the daily cap and the rate limit
 * (`judgeClaim`), the owner's pace, its parent and its window (`prepare.ts`) and `lastJudge` allow; with a pace, what a person wrote goes first. No
 * email leaves before `from`.
 */
const playQueue = <S extends QueuedSend>(
  caps: Caps,
  { counted, waiting }: MailboxLoad<S>,
  from: Date,
  lastJudge: LastJudge<S> = () => READY,
): Fates => {
  const leaves = new Map<string, Date>();
  const ends = new Map<string, Extract<Leave, { kind: "never" | "cancelled" }>>();
  if ((caps.maxDaily ?? 1) < 1) return { leaves, ends };
  const left = counted.map((at) => at.getTime());
  const slot = slotAfter(caps, left);
  const all = waiting.map((send): Turn<S> => ({ send, at: send.dueAt?.getTime() ?? 0 })).toSorted(sooner);
  const isFirst = ({ send }: Turn<S>) => caps.pace !== undefined && send.goesFirst === true;
  const turns = { first: all.filter(isFirst), other: all.filter((turn) => !isFirst(turn)) };
  const taken = { first: 0, other: 0 };
  const nextLooks = new Map(all.map(({ send, at }) => [send.id, at]));
  const slotOf = ({ send, at }: Turn<S>) => slot(send, Math.max(from.getTime(), at)) ?? Infinity;
  /** The next turn with its slot: one that goes first, if it is due when the other one's slot comes. */
  const take = (): (Turn<S> & { readonly slot: number }) | undefined => {
    const [first, other] = [turns.first[taken.first], turns.other[taken.other]];
    const then = other ? slotOf(other) : Infinity;
    const goesFirst = first !== undefined && (other === undefined || first.at <= then);
    const turn = goesFirst ? first : other;
    taken[goesFirst ? "first" : "other"] += 1;
    return turn && { ...turn, slot: goesFirst ? slotOf(turn) : then };
  };
  const parentOf = (id: string) => {
    const sentAt = leaves.get(id);
    if (sentAt) return { status: "sent", sentAt } as const;
    const end = ends.get(id);
    if (end) return { status: end.kind === "cancelled" ? "cancelled" : "failed" } as const;
    const at = nextLooks.get(id);
    return at === undefined ? undefined : ({ status: "queued", dueAt: new Date(at) } as const);
  };
  const windows = windowJudge();
  const judge = (send: S, at: Date): Leave => {
    const parent = send.waitsFor === undefined ? undefined : parentOf(send.waitsFor);
    // A parent that is not in this queue has left, or a worker has it.
    const byParent = send.waitsFor !== undefined && !parent ? READY : judgeParent(send, parent, at);
    const byWindow = byParent.kind === "ready" ? windows.judge(send, at) : byParent;
    return byWindow.kind === "ready" ? lastJudge(send, at) : byWindow;
  };
  for (let step = 0; step + windows.searches() * STEPS_PER_SEARCH < STEPS_MAX; step += 1) {
    const turn = take();
    if (!turn) break;
    const { send } = turn;
    if (turn.slot === Infinity) continue;
    const then = new Date(turn.slot);
    const leave = judge(send, then);
    if (leave.kind === "ready") {
      left.push(then.getTime());
      leaves.set(send.id, then);
    }
    if (leave.kind === "never" || leave.kind === "cancelled") ends.set(send.id, leave);
    const again = nextTurn(send, then, leave);
    if (!again) continue;
    nextLooks.set(send.id, again.at);
    insert(...(isFirst(again) ? ([turns.first, taken.first] as const) : ([turns.other, taken.other] as const)), again);
  }
  return { leaves, ends };
};

/**
 * Forecasts when each waiting email of a mailbox leaves, by id (`playQueue`). It ignores refusals, answers and slow servers. An email that will never
 * leave, or is too far back in the queue, has no entry.
 */
export const forecast = (caps: Caps, load: MailboxLoad, from: Date): ReadonlyMap<string, Date> => playQueue(caps, load, from).leaves;

/** How much later than its own time an email with a window may leave, ms, and still get a forecast that includes all mail before it. */
export const AHEAD_MS = 7 * 86_400_000;

/** The facts about a mailbox that a forecast needs. */
export interface ForecastFacts<S extends QueuedSend = QueuedSend> {
  readonly mailbox: Mailbox;
  readonly load: MailboxLoad<S>;
  readonly pause: Pause | undefined;
  readonly now: Date;
}

/** Forecasts a mailbox's waiting emails; nothing for a disconnected mailbox, because nobody knows when it will be reconnected. */
export const fatesOf = <S extends QueuedSend>({ mailbox, load, pause, now }: ForecastFacts<S>, lastJudge?: LastJudge<S>): Fates =>
  mailbox.status === "disconnected"
    ? { leaves: new Map(), ends: new Map() }
    : playQueue(limitsOf(mailbox), load, new Date(Math.max(now.getTime(), pause?.until.getTime() ?? 0)), lastJudge);

/** Forecasts when each waiting email of a mailbox leaves, by id. */
export const forecastOf = (facts: ForecastFacts): ReadonlyMap<string, Date> => fatesOf(facts).leaves;

/** The dependencies of a forecast. */
export interface ForecastPorts extends WaitPorts {
  readonly sends: Pick<Sends, "pauses" | "loads">;
}

/** When a send is expected to leave; undefined when it does not wait, or when too many emails wait to compute it. */
export const etaOf = async ({ sends, mailboxes, clock }: ForecastPorts, send: Send): Promise<Date | undefined> => {
  const { id, userId, mailboxId, dueAt, window } = send;
  if (!isWaiting(send) || !dueAt) return undefined;
  const until = window ? new Date(dueAt.getTime() + AHEAD_MS) : dueAt;
  const [[mailbox], pauses, { byMailbox, isCut }] = await Promise.all([
    mailboxes.findMany(userId, [mailboxId]),
    sends.pauses([mailboxId]),
    sends.loads([mailboxId], until),
  ]);
  const load = byMailbox.get(mailboxId);
  if (!mailbox || !load || isCut) return undefined;
  return forecastOf({ mailbox, load, pause: pauses.get(mailboxId), now: clock.now() }).get(id);
};
