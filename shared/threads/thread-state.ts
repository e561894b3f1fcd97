import { type Exchange, lastOwn, exchangeOf, type ThreadFacts } from "./thread-facts.ts";
import type { FirstResponse, ThreadState, ThreadWork } from "./thread.ts";
import { LABELS_MAX } from "#shared/inbox/message.ts";

/** A change of a conversation's work, the names of the changed fields with it; undefined where nothing changes. */
export interface WorkChange {
  readonly work: ThreadWork;
  readonly changed: readonly (keyof Omit<ThreadWork, "revision" | "changedBy">)[];
}

/** The changes that a request asks for; absent fields stay. Null ends a snooze. */
export interface WorkRequest {
  readonly state?: ThreadState | undefined;
  readonly snoozedUntil?: Date | null | undefined;
  readonly assignedTo?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Who asks. */
  readonly by?: string | undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The change from one work to another, with the next revision and who made it; undefined for the same. */
const changeTo = (
  before: ThreadWork,
  { snoozedUntil, labels = [], changedBy: _by, ...after }: ThreadWork,
  by?: string,
): WorkChange | undefined => {
  const work = {
    ...after,
    ...(snoozedUntil && { snoozedUntil }),
    ...(labels.length > 0 && { labels }),
    revision: before.revision + 1,
    ...(by !== undefined && { changedBy: by }),
  };
  const names = ["state", "snoozedUntil", "assignedTo", "labels"] as const;
  const changed = names.filter((name) => !isSame(before[name], work[name]));
  return changed.length === 0 ? undefined : { work, changed };
};

const without = ({ snoozedUntil: _snoozedUntil, ...work }: ThreadWork): ThreadWork => work;

/** The work after a request. What is done is not snoozed: `done` ends a snooze, unless the same request sets one. */
export const workAsAsked = (before: ThreadWork, { snoozedUntil, by, ...asked }: WorkRequest): WorkChange | undefined => {
  const ends = snoozedUntil === null || (asked.state === "done" && snoozedUntil === undefined);
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<ThreadWork>;
  return changeTo(before, { ...(ends ? without(before) : before), ...given, ...(snoozedUntil && { snoozedUntil }) }, by);
};

/** The work after a snooze has ended: it is open, so that somebody looks at it. */
export const workAfterSnooze = (before: ThreadWork): WorkChange | undefined => changeTo(before, { ...without(before), state: "open" });

/** The state of a conversation by its mail alone, when it begins. */
export const firstState = (exchange: Exchange): ThreadState =>
  exchange.unanswered.length > 0 ? "open" : lastOwn(exchange) ? "waiting" : "done";

/** Whether a person wrote whom nobody has answered since, by mail that this service did not have before. */
const isAskedAnew = (before: Exchange, now: Exchange): boolean =>
  now.asked !== undefined && (before.asked === undefined || now.asked.seenAt > before.asked.seenAt);

/** Whether the account's own side wrote, later than all that was there before. */
const isAnsweredAnew = (before: Exchange, now: Exchange, lastAt: Date = new Date(0)): boolean => {
  const [was, own] = [lastOwn(before), lastOwn(now)];
  return own !== undefined && (was === undefined || own > was) && own >= lastAt;
};

/**
 * The work after mail: a person's new mail opens what is done, waiting or snoozed, unless the owner has answered it outside of this service; an answer
 * makes it wait for the other side, and leaves a snooze. Automatic mail changes nothing.
 */
export const workAfterMail = (before: ThreadWork, was: ThreadFacts, is: ThreadFacts): WorkChange | undefined => {
  const [then, now] = [exchangeOf(was), exchangeOf(is)];
  const waits = now.unanswered.length > 0;
  if (isAskedAnew(then, now)) {
    const isAnswered = !waits && now.wroteAt !== undefined && now.asked !== undefined && now.wroteAt >= now.asked.at;
    return changeTo(before, { ...without(before), state: isAnswered ? "waiting" : "open" });
  }
  return !waits && isAnsweredAnew(then, now, was.last?.date) ? changeTo(before, { ...before, state: "waiting" }) : undefined;
};

const RANK: Readonly<Record<ThreadState, number>> = { open: 0, waiting: 1, done: 2 };

/** The work of two conversations that become one: what somebody has to look at stays in sight. */
export const joinedWork = (into: ThreadWork, from: ThreadWork): WorkChange | undefined => {
  const first = RANK[from.state] < RANK[into.state] ? from : into;
  const isInSight = [into, from].some(({ state, snoozedUntil }) => state === "open" && !snoozedUntil);
  const snoozedUntil = isInSight ? undefined : (into.snoozedUntil ?? from.snoozedUntil);
  return changeTo(into, {
    ...without(into),
    state: first.state,
    ...(snoozedUntil && { snoozedUntil }),
    assignedTo: into.assignedTo === "" ? from.assignedTo : into.assignedTo,
    labels: [...new Set([...(into.labels ?? []), ...(from.labels ?? [])])].slice(0, LABELS_MAX),
  });
};

/** The first answer of a conversation, when this mail is it. An answer outside of this service that was read together with its question is none. */
export const firstResponseIn = (was: ThreadFacts, is: ThreadFacts): FirstResponse | undefined => {
  const [then, now] = [exchangeOf(was), exchangeOf(is)];
  const [first] = then.unanswered;
  const answeredAt = lastOwn(now);
  const isAnswered = first && now.unanswered.length === 0 && isAnsweredAnew(then, now) && answeredAt && answeredAt >= first.at;
  return isAnswered ? { askedAt: first.at, answeredAt } : undefined;
};
