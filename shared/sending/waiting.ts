import { createHash } from "node:crypto";
import { gapBounds, nextStepOf, type Pace, rampAt } from "#shared/mailboxes/pace.ts";
import { type Send, isHeld } from "./send.ts";
import { nextInWindow } from "./departure/wall-time.ts";
import { mailboxDisconnected } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { Pause, Sends } from "./ports/sends.ts";

/** The window of the hourly limit, ms. */
export const HOUR_MS = 3_600_000;

/** When emails left, as the store has it. */
interface Departures {
  /** When the latest left, or its server answered; undefined for none in a day. */
  readonly lastAt?: Date | undefined;
}

/**
 * The gap before an email, ms, in whole seconds: the same at every look, because a hash of the email's id draws it, evenly between the two bounds. So
 * a forecast knows it, and another pace draws anew.
 */
export const gapBefore = ({ minGap }: Pace, { id }: Pick<Send, "id">): number => {
  const [from, to] = gapBounds(minGap);
  if (from === to) return from;
  const share = createHash("sha256").update(id).digest().readUInt32BE() / 2 ** 32;
  return from + Math.floor(share * ((to - from) / 1000 + 1)) * 1000;
};

/** The daily limit at a moment: the smaller one of the mailbox's own and its ramp's. */
export const dailyAt = (maxDaily: number, { ramp }: Pace, at: Date): number => (ramp ? Math.min(maxDaily, rampAt(ramp, at)) : maxDaily);

/** The first moment from `at` on at which gap and workday let an email leave. */
export const paceOpens = (pace: Pace, send: Pick<Send, "id">, { lastAt }: Departures, at: Date): Date => {
  const afterGap = lastAt ? Math.max(at.getTime(), lastAt.getTime() + gapBefore(pace, send)) : at.getTime();
  const then = new Date(afterGap);
  return pace.workday ? nextInWindow(pace.workday, then) : then;
};

/** When a ramp's limit leaves room again: when the oldest email is a day old, or at the ramp's next step. */
export const rampOpens = ({ ramp }: Pace, oldestLeaves: number, at: Date): number =>
  Math.min(oldestLeaves, (ramp && nextStepOf(ramp, at)?.getTime()) ?? Infinity);

/** The 409 of a send through a disconnected mailbox. */
export const disconnected = () => mailboxDisconnected("The mailbox is disconnected", "the mailbox is disconnected: reconnect it first");

/** The deliver function's time limit, ms; infra sets the same. */
export const WORKER_LIMIT_MS = 300_000;
/**
 * How long to wait for the reply to the final dot, ms: RFC 5321, 4.5.3.2.6 says ten minutes, but the worker has only five (G3 in shared/README.md).
 */
export const DOT_REPLY_MS = 240_000;
/** How long after the worker's start a send may still be started, ms, so that there is time to wait for its reply. */
export const BEGIN_WITHIN_MS = WORKER_LIMIT_MS - DOT_REPLY_MS - 10_000;
/** How long after a lost reply the Sent folder is searched, ms, because providers file sent mail with a delay (G4 in shared/README.md). */
export const LOOK_UP_AFTER_MS = 60_000;
/** When the Sent folder cannot be reached: the delay before the next search, and how long after the intent to give up, ms. */
export const LOOK_UP_AGAIN_MS = 300_000;
export const LOOK_UP_GIVE_UP_MS = 1_800_000;
/** How long after the email was sent deferred recipients are tried, ms. */
export const DEFERRED_GIVE_UP_MS = 24 * 3_600_000;
/** How long sends wait for a disconnected mailbox before they fail, and how often it is checked, ms (api/README.md, "Mailboxes"). */
export const DISCONNECTED_WAIT_MS = 72 * 3_600_000;
export const DISCONNECTED_LOOK_MS = 300_000;
/** How long a mailbox may be failing before a refused login or greeting is final for its sends, ms. */
export const MAILBOX_DOWN_MAX_MS = 72 * 3_600_000;
/** The first delay between two probes of a mailbox whose server refuses its mail, ms; later ones are half the time for which it has refused. */
export const PROBE_AFTER_MS = 3_600_000;
/** How long an undecided refusal waits at most for its second sign while mail is accepted, and how often it is checked, ms. */
export const UNDECIDED_MAX_MS = 3_600_000;
export const UNDECIDED_LOOK_MS = 300_000;
/** How long a send waits at most for a person to say whether an unclear answer is one, and how often it is checked, ms. */
export const UNCLEAR_MAX_MS = 72 * 3_600_000;
export const UNCLEAR_LOOK_MS = 900_000;
/** The delay before the next login after a refused one, ms; it costs the sends no attempt. */
export const LOGIN_AGAIN_MS = 60_000;
/** How long a worker may keep a copy that it took, ms; then another one may file it. */
export const COPY_LEASE_MS = 600_000;
/** How long after the email was sent its copy is given up, ms. */
export const COPY_GIVE_UP_MS = 24 * 3_600_000;
/** How long a worker files copies at most, ms; then another one continues. */
export const FILING_MS = 60_000;
/** How often a follow-up checks its parent send, ms; the parent's delivery wakes it earlier. */
export const FOLLOW_UP_LOOK_MS = 60_000;
/** The same while that waits for approval, which may take days, ms; when it leaves it wakes its follow-ups. */
export const HELD_LOOK_MS = 3_600_000;
/** How long one sweep lasts at most, ms; the next begins a minute after its start. */
export const SWEEP_WITHIN_MS = 45_000;
/**
 * A worker that finds its mailbox paused for at most this long, ms, schedules a wake-up for the end of the pause, because its own wake-up may have
 * been meant for that. For a longer pause it schedules none.
 */
export const RESUMES_SOON_MS = 5_000;
/** The sweeper counts a send as forgotten when it has been due and not claimed for this long, ms (G1 in shared/README.md). */
export const FORGOTTEN_AFTER_MS = 90_000;

/** What a send waits for; "" when only for its own time or its turn, or for nothing. */
export type WaitingFor =
  | ""
  | "daily_limit"
  | "rate"
  | "pace"
  | "reconnect"
  | "original"
  | "window"
  | "retry"
  | "outcome"
  | "mailbox"
  | "unclear_answer"
  | "away"
  | "paused"
  | "approval"
  | "draft";

/** The `last_error` of a send that waits because only one sign shows an answer. */
export const UNCLEAR_ANSWER =
  "an answer came that only its subject and address link to the original: correct its send, or this waits 72 hours";

/** What a send waits for, and when it is checked next; undefined while a worker holds it and when it is final. */
export interface Wait {
  readonly waitingFor: WaitingFor;
  readonly nextAttemptAt?: Date;
  /** When it is expected to leave; only where a forecast was requested. */
  readonly eta?: Date | undefined;
}

/** The state of the mailbox that its sends wait for. */
interface MailboxState {
  readonly isDisconnected: boolean;
  readonly pause?: Pause | undefined;
}

const NOTHING: Wait = { waitingFor: "" };
const heldFor = ({ draft }: Pick<Send, "draft">): Wait => ({ waitingFor: draft ? "draft" : "approval" });

/** The pauses at limits that count sent emails. Work on emails that have left (copies, deferred recipients) does not wait for them. */
const countingPauses: ReadonlySet<string> = new Set<Pause["for"]>(["daily_limit", "pace"]);

/**
 * Whether the pause of its mailbox holds a send in this state. The limits that count sent emails hold none that has left, and no pause the look-up of
 * an unknown outcome.
 */
export const isHeldBy = (pause: Pick<Pause, "for"> | undefined, status: Send["status"]): boolean =>
  pause !== undefined && status !== "processing" && !(status === "sent" && countingPauses.has(pause.for));

/** Judges from stored data what a send waits for. */
export const waitOf = (send: Send, { isDisconnected, pause }: MailboxState, now: Date): Wait => {
  const { status, dueAt, stage, leaseToken } = send;
  if (isHeld(send)) return heldFor(send);
  if (send.pausedAt && status === "scheduled") return { waitingFor: "paused" };
  if (!dueAt || (status === "sent" && leaseToken !== undefined)) return NOTHING;
  if (status === "processing") {
    return stage === "intent" && leaseToken === undefined ? { waitingFor: "outcome", nextAttemptAt: dueAt } : NOTHING;
  }
  const held = pause && pause.until > dueAt && pause.until > now && isHeldBy(pause, status) ? pause : undefined;
  const nextAttemptAt = held?.until ?? dueAt;
  if (isDisconnected && dueAt <= (held?.until ?? now)) return { waitingFor: "reconnect", nextAttemptAt };
  return { waitingFor: held?.for ?? ownReason(send, now), nextAttemptAt };
};

const ownReason = (send: Send, now: Date): WaitingFor => {
  const { status, waitsFor, attempts, lastError, dueAt, window, undecidedSince, awayUntil } = send;
  if (status === "scheduled") return awayUntil && dueAt?.getTime() === awayUntil.getTime() && awayUntil > now ? "away" : "";
  if (undecidedSince) return "mailbox";
  if (lastError === UNCLEAR_ANSWER) return "unclear_answer";
  if (window && nextInWindow(window, now) > now) return "window";
  if (attempts > 0 || lastError !== "") return dueAt && dueAt > now ? "retry" : "";
  return waitsFor === undefined ? "" : "original";
};

/** The dependencies of finding what sends wait for. */
export interface WaitPorts {
  readonly sends: Pick<Sends, "pauses">;
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly clock: Clock;
}

/** Finds what each of an account's sends waits for, with two queries for all of them; none when no send waits. */
export const waitsOf = async (
  { sends, mailboxes, clock }: WaitPorts,
  userId: string,
  found: readonly Send[],
): Promise<(send: Send) => Wait> => {
  const ids = [...new Set(found.flatMap(({ dueAt, mailboxId }) => (dueAt ? [mailboxId] : [])))];
  if (ids.length === 0) return (send) => waitOf(send, { isDisconnected: false }, clock.now());
  const [pauses, boxes] = await Promise.all([sends.pauses(ids), mailboxes.findMany(userId, ids)]);
  const disconnected = new Set(boxes.flatMap(({ id, status }) => (status === "disconnected" ? [id] : [])));
  const now = clock.now();
  return (send) => waitOf(send, { isDisconnected: disconnected.has(send.mailboxId), pause: pauses.get(send.mailboxId) }, now);
};
