import type { Mailboxes } from "../mailboxes/ports.ts";
import type { Clock } from "../ports.ts";
import { nextInWindow } from "./departure/window.ts";
import type { Pause, Sends } from "./ports/sends.ts";
import type { Send } from "./send.ts";

/** What a send waits for; "" when for its own time, its turn, or nothing. */
export type WaitingFor =
  | ""
  | "daily_limit"
  | "rate"
  | "reconnect"
  | "original"
  | "window"
  | "retry"
  | "outcome"
  | "mailbox"
  | "unclear_answer";

/** The `last_error` of a send that waits for a person's word whether an answer with one sign alone is one. */
export const UNCLEAR_ANSWER =
  "an answer came that only its subject and address link to the original: correct its send, or this waits 72 hours";

/** What a send waits for, and when it is next looked at; undefined while a worker has it and after its end. */
export interface Wait {
  readonly waitingFor: WaitingFor;
  readonly nextAttemptAt?: Date;
  /** When it is expected to leave; only where a forecast was asked for. */
  readonly eta?: Date | undefined;
}

/** The state of the mailbox that its sends wait for. */
interface MailboxState {
  readonly isDisconnected: boolean;
  readonly pause?: Pause | undefined;
}

const NOTHING: Wait = { waitingFor: "" };

/** Judges from stored data what a send waits for. */
export const waitOf = (send: Send, { isDisconnected, pause }: MailboxState, now: Date): Wait => {
  const { status, dueAt, stage, leaseToken } = send;
  if (!dueAt || (status === "sent" && leaseToken !== undefined)) return NOTHING;
  if (status === "processing") {
    return stage === "intent" && leaseToken === undefined ? { waitingFor: "outcome", nextAttemptAt: dueAt } : NOTHING;
  }
  const isHolding = pause && pause.until > dueAt && pause.until > now;
  // The cap has counted a sent one already.
  const held = isHolding && !(status === "sent" && pause.for === "daily_limit") ? pause : undefined;
  const nextAttemptAt = held?.until ?? dueAt;
  if (isDisconnected && dueAt <= (held?.until ?? now)) return { waitingFor: "reconnect", nextAttemptAt };
  return { waitingFor: held?.for ?? ownReason(send, now), nextAttemptAt };
};

const ownReason = ({ status, waitsFor, attempts, lastError, dueAt, window, undecidedSince }: Send, now: Date): WaitingFor => {
  if (status === "scheduled") return "";
  if (undecidedSince) return "mailbox";
  if (lastError === UNCLEAR_ANSWER) return "unclear_answer";
  if (window && nextInWindow(window, now) > now) return "window";
  if (attempts > 0 || lastError !== "") return dueAt && dueAt > now ? "retry" : "";
  return waitsFor === undefined ? "" : "original";
};

/** The ports of finding out what sends wait for. */
export interface WaitPorts {
  readonly sends: Pick<Sends, "pauses">;
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly clock: Clock;
}

/** What each of an account's sends waits for: two queries for all of them, none when none waits. */
export const waitsOf = async (
  { sends, mailboxes, clock }: WaitPorts,
  userId: string,
  found: readonly Send[],
): Promise<(send: Send) => Wait> => {
  const ids = [...new Set(found.flatMap(({ dueAt, mailboxId }) => (dueAt ? [mailboxId] : [])))];
  if (ids.length === 0) return () => NOTHING;
  const [pauses, boxes] = await Promise.all([sends.pauses(ids), mailboxes.findMany(userId, ids)]);
  const disconnected = new Set(boxes.flatMap(({ id, status }) => (status === "disconnected" ? [id] : [])));
  const now = clock.now();
  return (send) => waitOf(send, { isDisconnected: disconnected.has(send.mailboxId), pause: pauses.get(send.mailboxId) }, now);
};
