import { type Exchange, exchangeOf, lastMade, lastOwn, type ThreadFacts } from "./thread-facts.ts";
import type { Decision, FirstResponse, ThreadState, ThreadWork } from "./thread.ts";
import { LABELS_MAX } from "#shared/inbox/message.ts";

/** A change of a conversation's ThreadWork, with the names of the changed fields; none when a state is decided again that it already has. */
export interface WorkChange {
  readonly work: ThreadWork;
  readonly changed: readonly (keyof Omit<ThreadWork, "revision" | "changedBy" | "decided">)[];
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
  return changed.length === 0 && isSame(before.decided, after.decided) ? undefined : { work, changed };
};

const awake = ({ snoozedUntil: _snoozedUntil, ...work }: ThreadWork): ThreadWork => work;
const undecided = ({ decided: _decided, ...work }: ThreadWork): ThreadWork => work;

/** What was decided last, after somebody set the state: nothing, when that takes the last decision back. */
const decidedNow = ({ state, decided }: ThreadWork, asked: ThreadState, at: Date): Decision | undefined =>
  asked !== state && asked === decided?.from ? undefined : { at, from: decided?.from ?? state };

/** The ThreadWork after a request at this time. `done` ends a snooze, unless the same request sets one. */
export const workAsAsked = (before: ThreadWork, { snoozedUntil, by, ...asked }: WorkRequest, at: Date): WorkChange | undefined => {
  const ends = snoozedUntil === null || (asked.state === "done" && snoozedUntil === undefined);
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<ThreadWork>;
  const decided = asked.state === undefined ? before.decided : decidedNow(before, asked.state, at);
  const kept = undecided(ends ? awake(before) : before);
  return changeTo(before, { ...kept, ...given, ...(decided && { decided }), ...(snoozedUntil && { snoozedUntil }) }, by);
};

const opened = (before: ThreadWork): WorkChange | undefined => changeTo(before, { ...undecided(awake(before)), state: "open" });

/** The ThreadWork after the end of a snooze: open, so that somebody looks at it. */
export const workAfterSnooze = (before: ThreadWork): WorkChange | undefined => opened(before);

/** The state of a new conversation, from its mail. */
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

/** Whether a report came that mail of ours was not delivered, in a conversation in which a person wrote: that person has no answer. */
const isBouncedAnew = ({ bouncedAt: before }: Exchange, { bouncedAt, asked }: Exchange): boolean =>
  asked !== undefined && bouncedAt !== undefined && (before === undefined || bouncedAt > before);

/** Whether somebody set the state when all of the account's own mail was already made: mail that leaves later does not change it. */
const isDecidedSince = ({ decided }: ThreadWork, now: Exchange): boolean =>
  decided !== undefined && decided.at >= (lastMade(now) ?? decided.at);

/**
 * The ThreadWork after new mail. A person's new mail, and a report that an answer was not delivered, sets `open` and ends a snooze; `waiting` if the
 * owner has already answered the person outside this service. An answer sets `waiting` and keeps a snooze, unless somebody has set the state since
 * the answer was made. Other automatic mail changes nothing.
 */
export const workAfterMail = (before: ThreadWork, was: ThreadFacts, is: ThreadFacts): WorkChange | undefined => {
  const [then, now] = [exchangeOf(was), exchangeOf(is)];
  const waits = now.unanswered.length > 0;
  if (isAskedAnew(then, now)) {
    const isAnswered = !waits && now.wroteAt !== undefined && now.asked !== undefined && now.wroteAt >= now.asked.at;
    return isAnswered ? changeTo(before, { ...undecided(awake(before)), state: "waiting" }) : opened(before);
  }
  if (isBouncedAnew(then, now)) return opened(before);
  const isAnswer = !waits && isAnsweredAnew(then, now, was.last?.date) && !isDecidedSince(before, now);
  return isAnswer ? changeTo(before, { ...undecided(before), state: "waiting" }) : undefined;
};

const RANK: Readonly<Record<ThreadState, number>> = { open: 0, waiting: 1, done: 2 };

/** The ThreadWork after a merge of two conversations; it is open and not snoozed if either was. */
export const joinedWork = (into: ThreadWork, from: ThreadWork): WorkChange | undefined => {
  const first = RANK[from.state] < RANK[into.state] ? from : into;
  const isInSight = [into, from].some(({ state, snoozedUntil }) => state === "open" && !snoozedUntil);
  const snoozedUntil = isInSight ? undefined : (into.snoozedUntil ?? from.snoozedUntil);
  return changeTo(into, {
    ...undecided(awake(into)),
    state: first.state,
    ...(first.decided && { decided: first.decided }),
    ...(snoozedUntil && { snoozedUntil }),
    assignedTo: into.assignedTo === "" ? from.assignedTo : into.assignedTo,
    labels: [...new Set([...(into.labels ?? []), ...(from.labels ?? [])])].slice(0, LABELS_MAX),
  });
};

/**
 * The first answer of a conversation, if this mail is it. An answer outside of this service that was read together with its question does not count.
 */
export const firstResponseIn = (was: ThreadFacts, is: ThreadFacts): FirstResponse | undefined => {
  const [then, now] = [exchangeOf(was), exchangeOf(is)];
  const [first] = then.unanswered;
  const answeredAt = lastOwn(now);
  const isAnswered = first && now.unanswered.length === 0 && isAnsweredAnew(then, now) && answeredAt && answeredAt >= first.at;
  return isAnswered ? { askedAt: first.at, answeredAt } : undefined;
};
