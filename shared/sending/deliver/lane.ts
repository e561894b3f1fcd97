import type { DeliverPorts } from "./deliver-ports.ts";
import { type Setback, type Unknown, storeRefusals, persist, type Circumstances, type Verdict } from "./outcome.ts";
import { NO_RUN, type UndecidedMail } from "./refused-mail.ts";
import type { Accepted, Failing, RefusedMail, RefusedRun, Requeue } from "../ports/deliveries.ts";
import type { Refusal } from "../recipients.ts";
import type { CancelReason, Send } from "../send.ts";
import { LOOK_UP_AFTER_MS } from "../waiting.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ClaimQueue } from "./claim.ts";
import type { MailConnection } from "./mail-connection.ts";
import type { StopWatch } from "./stop-watch.ts";

type Wait = Extract<Setback, { kind: "wait" }>;

/** Writes the results of a claim's sends, and collects them for the work that follows. */
interface ClaimResults {
  readonly sent: readonly Send[];
  /** The failed and cancelled sends, which will never be sent. */
  readonly failed: readonly Send[];
  /** Records that the server accepted the send. */
  succeed(send: Send, facts: Accepted): Promise<void>;
  fail(sends: readonly Send[], lastError: string, facts?: Failing): Promise<void>;
  /** Cancels sends that no server was given. */
  withdraw(sends: readonly Send[], reason: CancelReason): Promise<void>;
  /** Schedules a send again, for another time. */
  reschedule(send: Send, at: Date, why?: "away"): Promise<void>;
  requeue(sends: readonly Send[], facts: Requeue): Promise<void>;
  /**
   * Pauses the mailbox, or with `like` only the sends with the same dedicated address. It is written before the sends are requeued, so that no worker
   * takes them meanwhile.
   */
  pause(mailboxId: string, wait: Wait, like?: Pick<Send, "ipId"> & Partial<Pick<Send, "fromEmail">>): Promise<void>;
  /** Records a mail that the server refused for good; returns the mailbox's latest such mails. */
  noteRefused(send: Send, mail: RefusedMail): Promise<RefusedRun>;
  /** Requeues sends as undecided. */
  holdUndecided(sends: readonly Send[], facts: Pick<Requeue, "afterMs" | "lastError">): Promise<void>;
  /**
   * Requeues sends of a paused mailbox. Only the pause delays them, so that its end makes them due at once; a provider's quota also delays each of
   * them.
   */
  requeuePaused(sends: readonly Send[], wait: Wait): Promise<void>;
  /** Records the replies with which the mailbox's server refused for now. Never throws. */
  storeRefusals(mailboxId: string, replies: readonly string[]): Promise<void>;
  /** Applies any result except success or a lost lease. */
  apply(verdict: Setback | Unknown, sends: readonly Send[], why?: Staying): Promise<void>;
}

/** Why sends stay in the queue. `isPaused`: the whole mailbox is paused. `host`: the host that accepted no login. */
interface Staying {
  readonly isPaused?: boolean;
  readonly host?: string | undefined;
}

interface Waking {
  readonly wakeAfterMs?: number;
  readonly host?: string | undefined;
}

/** Makes the writer of one claim's results; every write is repeated until `endAt` (ms since the epoch). */
export const claimResults = (ports: DeliverPorts, token: string, endAt: number): ClaimResults => {
  const { deliveries, wakeUps, clock, log } = ports;
  const sent: Send[] = [];
  const failed: Send[] = [];
  const save = <R>(write: () => Promise<R>) => persist(ports, write, endAt);
  const wakeIn = (sends: readonly Send[], afterMs: number, host?: string) => {
    const dueAt = new Date(clock.now().getTime() + afterMs);
    return wakeUps.wake(sends.map(({ id, userId, mailboxId }) => ({ id, userId, mailboxId, dueAt, host })));
  };

  const fail = async (sends: readonly Send[], lastError: string, facts?: Failing) => {
    failed.push(...sends);
    await save(() => deliveries.fail(token, sends, lastError, facts));
  };
  const requeue = async (sends: readonly Send[], facts: Requeue, { wakeAfterMs = facts.afterMs, host }: Waking = {}) => {
    if (sends.length === 0) return;
    await save(() => deliveries.requeue(token, sends, facts));
    await wakeIn(sends, wakeAfterMs, host);
  };
  const requeuePaused = (sends: readonly Send[], wait: Wait, lastError?: string, host?: string) => {
    const { afterMs, pause } = wait;
    const facts = { afterMs: pause === "rate" ? afterMs : 0, counts: false, ...(lastError !== undefined && { lastError }) };
    return requeue(sends, facts, { wakeAfterMs: afterMs, host });
  };
  const markUnknown = async (send: Send, refusal?: Refusal) => {
    log.warn("outcome unknown", { sendId: send.id });
    await save(() => deliveries.markUnknown(token, send, LOOK_UP_AFTER_MS, refusal));
    await wakeIn([send], LOOK_UP_AFTER_MS);
  };

  const withdraw = async (sends: readonly Send[], reason: CancelReason) => {
    failed.push(...sends);
    await save(() => deliveries.withdraw(token, sends, reason));
  };

  return {
    sent,
    failed,
    fail,
    withdraw,
    noteRefused: async ({ mailboxId }, mail) => (await save(() => deliveries.noteRefused(mailboxId, mail))) ?? NO_RUN,
    holdUndecided: async (sends, facts) => {
      if (sends.length > 0) await save(() => deliveries.holdUndecided(token, sends, facts));
    },
    requeue: (sends, facts) => requeue(sends, facts),
    requeuePaused,
    pause: async (mailboxId, { afterMs, pause }, like) => {
      await save(() => deliveries.pause(mailboxId, afterMs, pause, like));
    },
    reschedule: async (send, at, why) => {
      await save(() => deliveries.reschedule(token, send, at, why));
      await wakeUps.wake([{ ...send, dueAt: at }]);
    },
    succeed: async (send, facts) => {
      const recorded = await save(() => deliveries.succeed(send, facts));
      if (recorded === false) log.error("accepted by the server, but in a state that cannot become sent", { sendId: send.id });
      sent.push(send);
      if (facts.deferredForMs !== undefined) await wakeIn([send], facts.deferredForMs);
    },
    storeRefusals: (mailboxId, replies) => storeRefusals(ports, mailboxId, replies),
    apply: async (verdict, sends, { isPaused = false, host } = {}) => {
      if (verdict.kind === "unknown") await Promise.all(sends.map((send) => markUnknown(send, verdict.refusal)));
      else if (verdict.kind === "fail") await fail(sends, verdict.lastError, { refused: verdict.refused });
      else if (verdict.kind === "wait" && isPaused) await requeuePaused(sends, verdict, verdict.lastError, host);
      else {
        const { kind, afterMs, lastError } = verdict;
        await requeue(sends, { afterMs, lastError, counts: kind === "retry" }, { host });
      }
    },
  };
};

/** One connection of a claim, over which a worker delivers one send at a time; times in ms since the epoch. */
export interface Lane {
  readonly ports: DeliverPorts;
  readonly mailbox: Mailbox;
  readonly token: string;
  readonly queue: ClaimQueue;
  readonly connection: MailConnection;
  /** Whether other workers deliver for the mailbox, so that the server may refuse a further connection. */
  readonly isSpare: () => boolean;
  readonly settle: ClaimResults;
  /** The sends that this worker has left undecided. */
  readonly doubts: UndecidedMail;
  /** Asks the mailbox's server for replies, once for the claim; false when it could not be asked. */
  readonly ask: () => Promise<boolean>;
  readonly watch: StopWatch;
  /** No send starts after this time. */
  readonly stopAt: number;
  /** No wait lasts beyond this time. */
  readonly endAt: number;
  /** A random number for the whole claim, in [0, 1). */
  readonly random: number;
  /** The write of the last result, which may still be running. */
  written: Promise<void>;
  /** Whether a connection was made; "unwanted" until the first one is requested. */
  reached: "unwanted" | "yes" | "no";
}

/** What a connection does after a send: take the next one, end the claim, or end only itself. */
export type Next = "next" | "stop" | "leave";

/** The server's replies that keep an email waiting, for the record of refusals. */
export const repliesOf = (verdict: Verdict): readonly string[] =>
  verdict.kind === "retry" || verdict.kind === "wait" ? [verdict.lastError] : [];

/** The facts by which an outcome is judged, besides the outcome and the send. */
export const circumstancesOf = ({ ports, mailbox, random }: Lane): Circumstances => ({ mailbox, now: ports.clock.now(), random });

/** Logs a failure of this service; an alarm counts this event. */
export const logInternalFailure = ({ ports, mailbox }: Lane, error: unknown): void =>
  ports.log.error("delivery stopped by our own failure", { mailboxId: mailbox.id, error });
