import { createHash } from "node:crypto";
import { afterAbsence, type AwayNote } from "../departure/departure.ts";
import type { Leave } from "../deliver/prepare.ts";
import { type CancelReason, type CancelTrigger, cancelReasons, type Send } from "../send.ts";
import type { queuedFields } from "../ports/sends.ts";
import { type Fates, type ForecastFacts, fatesOf } from "./eta.ts";

/** What a recipient may do in a rehearsal; `away` and `left` are automatic answers: it is absent, or has left for good. */
export const answerKinds = ["reply", "bounce", "away", "left", "unsubscribe"] as const;
/** One of `answerKinds`. */
export type AnswerKind = (typeof answerKinds)[number];

/** What one recipient does after the first email that reaches it in the rehearsal. */
export interface Answer {
  readonly from: string;
  readonly kind: AnswerKind;
  readonly afterMs: number;
  /** The day of its return, `YYYY-MM-DD`, of one who is `away`, when the note names it. */
  readonly returnsOn?: string | undefined;
}

/** Who answers: the listed recipients as listed; of all other emails these shares, drawn by a seed, so that two runs are equal. */
export interface Answering {
  readonly answers: readonly Answer[];
  readonly rates: Readonly<Partial<Record<AnswerKind, number>>>;
  /** How long after its email a drawn answer comes, ms. */
  readonly afterMs: number;
  readonly seed: string;
  /** What takes an address from the account's emails for good. */
  readonly losing: readonly AnswerKind[];
}

/** The fields of a waiting email that a rehearsal copies. */
export type RehearsedSend = Pick<Send, (typeof queuedFields)[number] | "toEmail" | "subject" | "threadId" | "cancelOn" | "onAway">;

/** A mailbox as a rehearsal copies it. */
export type RehearsedMailbox = ForecastFacts<RehearsedSend>;

/** The simulated result of one email; `later`: it still waits at the end, `unknown`: too many wait before it. */
export interface Outcome {
  readonly id: string;
  readonly mailboxId: string;
  readonly toEmail: string;
  readonly subject: string;
  readonly ends: "leaves" | "cancelled" | "fails" | "later" | "unknown";
  readonly at?: Date;
  readonly reason?: CancelReason | "too_late" | "reconnect";
}

interface Event {
  readonly kind: AnswerKind;
  readonly at: number;
  readonly returnsOn?: string | undefined;
}
type Moments = ReadonlyMap<string, number>;

/** How often the mailboxes are played, because an address that one loses is lost to all: each time shifts what comes after a little less. */
const ROUNDS = 4;
/** Longer subjects are cut, characters: a rehearsal of 20,000 emails is one row. */
const SUBJECT_MAX = 60;

const addressOf = ({ toEmail }: RehearsedSend): string => toEmail.toLowerCase();
const READY: Leave = { kind: "ready" };

/** A number in [0, 1) that the seed and the email's id alone decide. */
const drawn = (seed: string, id: string): number => createHash("sha256").update(`${seed} ${id}`).digest().readUInt32BE(0) / 2 ** 32;

/** What an email that leaves is answered with; `firsts` holds, for each address, the email after which a listed answer comes. */
const answersBy = ({ answers, rates, afterMs, seed }: Answering, firsts: ReadonlyMap<string, string>) => {
  const listed = new Map(answers.map((answer) => [answer.from.toLowerCase(), answer]));
  return (send: RehearsedSend, leftAt: number): Event | undefined => {
    const own = listed.get(addressOf(send));
    if (own) return firsts.get(addressOf(send)) === send.id ? { ...own, at: leftAt + own.afterMs } : undefined;
    let draw = drawn(seed, send.id);
    for (const kind of answerKinds) {
      draw -= rates[kind] ?? 0;
      if (draw < 0) return { kind, at: leftAt + afterMs };
    }
    return undefined;
  };
};

/** The triggers that an answer is. */
const triggers: Readonly<Record<AnswerKind, readonly CancelTrigger[]>> = {
  reply: ["reply"],
  bounce: ["bounce"],
  away: ["auto_reply"],
  left: ["left", "auto_reply"],
  unsubscribe: ["asked"],
};

/** What has happened in a conversation: the first moment of each trigger, and the absence notes in their order. */
interface Happened {
  readonly firsts: Map<CancelTrigger, number>;
  readonly notes: AwayNote[];
}

const note = ({ firsts, notes }: Happened, event: Event): void => {
  for (const trigger of triggers[event.kind]) firsts.set(trigger, Math.min(event.at, firsts.get(trigger) ?? Infinity));
  if (event.kind === "away") notes.push({ receivedAt: new Date(event.at), returnsOn: event.returnsOn });
};

/** What an email's conversation says at a moment: the first event that cancels it, else its recipient's latest absence note. */
const judgeHappened = (send: RehearsedSend, { firsts, notes }: Happened, now: number): Leave => {
  const [first] = (send.cancelOn ?? [])
    .map((trigger) => ({ trigger, at: firsts.get(trigger) ?? Infinity }))
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at);
  if (first) return { kind: "cancelled", reason: cancelReasons[first.trigger] };
  const latest = send.onAway && notes.findLast(({ receivedAt }) => receivedAt.getTime() <= now);
  return latest && send.onAway ? { kind: "later", at: afterAbsence({ ...send, onAway: send.onAway }, latest), why: "away" } : READY;
};

/** The most emails between a follow-up and the first of its conversation. */
const CHAIN_MAX = 100;

/** Which conversation an email is in: that of the email after which it waits. */
const conversationIn = (waiting: readonly RehearsedSend[]) => {
  const byId = new Map(waiting.map((send) => [send.id, send]));
  return (send: RehearsedSend): string => {
    let [root, steps] = [send, 0];
    for (let parent = byId.get(send.waitsFor ?? ""); parent && steps < CHAIN_MAX; parent = byId.get(root.waitsFor ?? "")) {
      root = parent;
      steps += 1;
    }
    return root.threadId ?? root.waitsFor ?? root.id;
  };
};

/** Why an email is cancelled at a moment, or how long it waits for its recipient; answers cancel before a loss does. */
const judgeAt = (send: RehearsedSend, happened: Happened, lost: Moments, now: number): Leave => {
  const leave = judgeHappened(send, happened, now);
  return leave.kind !== "cancelled" && (lost.get(addressOf(send)) ?? Infinity) <= now ? { kind: "cancelled", reason: "suppressed" } : leave;
};

/** Plays one mailbox. `lost` tells from when on an address gets nothing from the account any more; nobody answers after `until`. */
const playMailbox = (mailbox: RehearsedMailbox, answerTo: ReturnType<typeof answersBy>, lost: Moments, until: number): Fates => {
  const { waiting } = mailbox.load;
  const conversationOf = conversationIn(waiting);
  const conversations = new Map<string, Happened>();
  const { leaves, ends } = fatesOf(mailbox, (send, at) => {
    const conversation = conversationOf(send);
    const happened = conversations.get(conversation) ?? { firsts: new Map(), notes: [] };
    const leave = judgeAt(send, happened, lost, Math.min(at.getTime(), until));
    if (leave.kind === "cancelled" || (leave.kind === "later" && leave.at > at)) return leave;
    const event = answerTo(send, at.getTime());
    if (event) note(happened, event);
    conversations.set(conversation, happened);
    return READY;
  });
  // An answer cancels all that it may at once, so an email behind a cancelled one has a reason of its own.
  const own = waiting.flatMap((send) => {
    const happened = ends.get(send.id)?.kind === "cancelled" ? conversations.get(conversationOf(send)) : undefined;
    const leave = happened ? judgeHappened(send, happened, until) : READY;
    return leave.kind === "cancelled" ? [[send.id, leave] as const] : [];
  });
  return { leaves, ends: new Map([...ends, ...own]) };
};

/** The earliest moment for each address at which an answer suppresses it. */
const lossesOf = (
  mailboxes: readonly RehearsedMailbox[],
  fates: readonly Fates[],
  answerTo: ReturnType<typeof answersBy>,
  losing: readonly AnswerKind[],
): Moments => {
  const lost = new Map<string, number>();
  for (const [index, { load }] of mailboxes.entries())
    for (const send of load.waiting) {
      const leftAt = fates[index]!.leaves.get(send.id);
      const event = leftAt && answerTo(send, leftAt.getTime());
      if (event && losing.includes(event.kind)) lost.set(addressOf(send), Math.min(event.at, lost.get(addressOf(send)) ?? Infinity));
    }
  return lost;
};

/** For each address, the email that reaches it first. */
const firstsOf = (mailboxes: readonly RehearsedMailbox[], fates: readonly Fates[]): ReadonlyMap<string, string> => {
  const first = new Map<string, { id: string; at: number }>();
  for (const [index, { load }] of mailboxes.entries())
    for (const send of load.waiting) {
      const at = fates[index]!.leaves.get(send.id)?.getTime();
      const known = first.get(addressOf(send));
      if (at !== undefined && (!known || at < known.at)) first.set(addressOf(send), { id: send.id, at });
    }
  return new Map([...first].map(([address, { id }]) => [address, id]));
};

const isEqual = (one: Moments, other: Moments): boolean => one.size === other.size && [...one].every(([key, at]) => other.get(key) === at);

const cut = (subject: string): string => {
  const start = subject.slice(0, SUBJECT_MAX);
  return start.isWellFormed() ? start : start.slice(0, -1);
};

const outcomeOf = ({ mailbox }: RehearsedMailbox, send: RehearsedSend, { leaves, ends }: Fates, until: Date): Outcome => {
  const { id, toEmail, subject } = send;
  const record = { id, mailboxId: mailbox.id, toEmail, subject: cut(subject) };
  const at = leaves.get(id);
  if (at) return { ...record, ends: at > until ? "later" : "leaves", at };
  const end = ends.get(id);
  if (end?.kind === "cancelled") return { ...record, ends: "cancelled", reason: end.reason };
  if (end) return { ...record, ends: "fails", reason: "too_late" };
  return mailbox.status === "disconnected" ? { ...record, ends: "later", reason: "reconnect" } : { ...record, ends: "unknown" };
};

const byTime = (a: Outcome, b: Outcome): number => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity) || 0;

/**
 * Simulates an account's waiting emails until `until`: when each leaves, in the same queue as a forecast, and which ones answers cancel. Reads and
 * writes nothing. The outcomes are sorted by time, those without one last.
 */
export const playRehearsal = (mailboxes: readonly RehearsedMailbox[], answering: Answering, until: Date): readonly Outcome[] => {
  const play = (answerTo: ReturnType<typeof answersBy>, lost: Moments) =>
    mailboxes.map((mailbox) => playMailbox(mailbox, answerTo, lost, until.getTime()));
  const unanswered = () => play(() => undefined, new Map());
  const answerTo = answersBy(answering, answering.answers.length === 0 ? new Map() : firstsOf(mailboxes, unanswered()));
  let lost: Moments = new Map();
  let fates = play(answerTo, lost);
  for (let round = 1; round < ROUNDS; round += 1) {
    const found = lossesOf(mailboxes, fates, answerTo, answering.losing);
    if (isEqual(found, lost)) break;
    lost = found;
    fates = play(answerTo, lost);
  }
  return mailboxes
    .flatMap((mailbox, index) => mailbox.load.waiting.map((send) => outcomeOf(mailbox, send, fates[index]!, until)))
    .toSorted(byTime);
};
