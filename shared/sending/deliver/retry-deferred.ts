import type { Outcome, RefusedReply } from "../ports/submission.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { Send } from "../send.ts";
import { type Circumstances, judgeUntaken, judgeNoConnection, retryDelayMs, storeRefusals, persist } from "./outcome.ts";
import { publishEvents } from "#shared/events/publish.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import { DEFERRED_GIVE_UP_MS, DISCONNECTED_LOOK_MS, DOT_REPLY_MS, LOGIN_AGAIN_MS } from "../waiting.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { build, mayStillLeave } from "./prepare.ts";
import { atOnce } from "../wake/plan-wakes.ts";
import { concernsTransaction } from "./reply-subject.ts";
import type { Connecting, MailConnection } from "./mail-connection.ts";
import { closed, type StopWatch } from "./stop-watch.ts";
import { whileLeased } from "./claim.ts";

/** An attempt to reach deferred recipients. */
export interface Attempt {
  readonly send: Pick<Send, "attempts" | "maxAttempts">;
  readonly deferred: readonly RefusedRecipient[];
  /** The server's replies before the body, for recipients that it did not accept; empty when it was not asked. */
  readonly replies: readonly RefusedReply[];
  readonly circumstances: Circumstances;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";

/**
 * The recipients who do not have the email after an attempt; those in neither list have it. An unknown outcome is final, because another attempt
 * might deliver it twice.
 */
const leftAfter = (outcome: Outcome, { send, deferred, replies, circumstances }: Attempt): Untaken => {
  const judge = (some: readonly RefusedReply[]) => judgeUntaken(some, send, circumstances);
  const before = new Set(deferred.flatMap(({ email, reply }) => (reply.startsWith("5") ? [email] : [])));
  /** Judges replies of a transaction in which no recipient was accepted. */
  const judgeAlone = (some: readonly RefusedReply[]) => judgeUntaken(some, send, circumstances, before);
  const underWay = deferred.filter(({ email }) => !replies.some((reply) => reply.email === email));
  const told = judge(replies);
  if (outcome.kind === "sent") return told;
  if (outcome.kind === "unknown") return joined(told, { refused: underWay.map(({ email }) => ({ email, reply: UNKNOWN })), deferred: [] });
  if (outcome.kind === "refused") {
    const { code, reply, recipients } = outcome;
    return recipients ? judgeAlone(recipients) : joined(told, judgeAlone(underWay.map(({ email }) => ({ email, code, reply }))));
  }
  const isLast = outcome.kind === "unreached" && send.attempts >= send.maxAttempts;
  return isLast ? { refused: deferred, deferred: [] } : { refused: [], deferred };
};

const joined = (one: Untaken, other: Untaken): Untaken => ({
  refused: [...one.refused, ...other.refused],
  deferred: [...one.deferred, ...other.deferred],
});

/** What is needed to retry deferred recipients; times in ms since the epoch. */
export interface DeferredRun {
  readonly mailbox: Mailbox;
  readonly watch: StopWatch;
  /** Undefined while the mailbox is disconnected. */
  readonly connection: MailConnection | undefined;
  /** No send starts after this time. */
  readonly stopAt: number;
  /** No wait lasts beyond this time. */
  readonly endAt: number;
}

/** One claim of sent sends with deferred recipients. */
interface Work extends DeferredRun {
  readonly ports: DeliverPorts;
  readonly token: string;
  /** A random number in [0, 1). */
  readonly random: number;
}

const SUPPRESSED = "the address is suppressed";

/**
 * Tries again, with the same octets and Message-ID, only the recipients that a server deferred when it accepted an email for others (RFC 5321,
 * 4.5.4.1). The send stays `sent` meanwhile. Nobody gets the email twice: from the intent to the reply the record lists the recipients of this
 * attempt as unknown, so that nothing is repeated when a worker dies in between.
 */
export const retryDeferred = async (ports: DeliverPorts, run: DeferredRun): Promise<void> => {
  while (ports.clock.now().getTime() < run.stopAt && !(await ports.isInMaintenance())) {
    const claim = await ports.deliveries.claimDeferred(run.mailbox.id);
    const sends = claim.drafts.map(({ send }) => send);
    if (sends.length === 0) return;
    const random = Number.parseInt(ports.ids.random(4), 16) / 2 ** 32;
    const work: Work = { ...run, ports, token: claim.token, random };
    await whileLeased(ports, claim, async () => {
      await run.watch.begin(claim);
      for (const draft of claim.drafts) await retry(work, draft);
    });
    await publishEvents(
      ports,
      "sends",
      sends.map(({ id }) => id),
    );
  }
};

/** Checks whether a send's deferred recipients may be tried now, and tries those that may. */
const retry = async (work: Work, draft: ClaimedDraft): Promise<void> => {
  const { send } = draft;
  const blocked = blockedIn(work, send);
  const { refused: before = [], deferred: all = [] } = send;
  const stopped = all.filter(({ email }) => blocked.includes(email)).map(({ email }) => ({ email, reply: SUPPRESSED }));
  const deferred = all.filter(({ email }) => !blocked.includes(email));
  const untaken = { refused: [...before, ...stopped], deferred };
  const now = work.ports.clock.now();
  // Without this, an error would leave the claim until its lease ends.
  const stops = now.getTime() >= work.stopAt || (await work.ports.isInMaintenance().catch(() => true));
  if (stops) return again(work, send, untaken, 0);
  const leave = work.watch.isClosed() ? closed : mayStillLeave(send, now);
  if (leave.kind === "waits") return again(work, send, untaken, leave.afterMs);
  if (deferred.length === 0 || isOver(send, now) || leave.kind !== "ready") return settle(work, send, untaken);
  if (!work.connection) return again(work, send, untaken, DISCONNECTED_LOOK_MS);
  const parent = send.waitsFor === undefined ? undefined : await work.ports.sends.find(send.userId, send.waitsFor);
  const mail = await build(work, draft, parent);
  if (mail.kind === "internal") return again(work, send, untaken, LOGIN_AGAIN_MS);
  if (mail.kind === "built") return submit(work, send, untaken, mail.raw);
  work.ports.log.error("a send's body is missing", { sendId: send.id });
  return settle(work, send, untaken);
};

const blockedIn = ({ watch }: Work, send: Send): readonly string[] => watch.suppressed(send).map(({ email }) => email);

/** Whether the retries are over. Attempts in which a worker died count as well. */
const isOver = ({ attempts, maxAttempts, sentAt }: Send, now: Date): boolean =>
  attempts > maxAttempts || now.getTime() - (sentAt?.getTime() ?? 0) >= DEFERRED_GIVE_UP_MS;

/** As with any send, a reused connection that turns out to be lost before the intent is opened again at once. */
const submit = async (work: Work, send: Send, untaken: Untaken, raw: Buffer): Promise<void> => {
  const { ports, mailbox, watch, connection, token, random, stopAt, endAt } = work;
  const { deferred } = untaken;
  const circumstances = { mailbox, now: ports.clock.now(), random };
  const connecting = (await connection?.get(send.ipId, false)) ?? { kind: "turnedAway" };
  if (connecting.kind !== "connected") return settleUnconnected(work, send, untaken, connecting);
  let replies: readonly RefusedReply[] | undefined;
  const left = (outcome: Outcome): Untaken => {
    const { refused, deferred: still } = leftAfter(outcome, { send, deferred, replies: replies ?? [], circumstances });
    return { refused: [...untaken.refused, ...refused], deferred: still };
  };
  const intend = async (told: readonly RefusedReply[]) => {
    replies = told;
    if (mayStillLeave(send, ports.clock.now()).kind !== "ready") return false;
    await watch.check(send);
    const isStopped = watch.isOver() || watch.isClosed() || deferred.some(({ email }) => blockedIn(work, send).includes(email));
    return !isStopped && ports.deliveries.intendDeferred(token, send, left({ kind: "unknown" }));
  };
  const message = { from: send.fromEmail, to: deferred.map(({ email }) => email), raw };
  const replyTimeoutMs = Math.min(DOT_REPLY_MS, endAt - ports.clock.now().getTime());
  const outcome = await connecting.submission.submit(message, intend, replyTimeoutMs);
  const isLost = outcome.kind === "unreached" && connecting.isUsed && !replies;
  if (isLost && ports.clock.now().getTime() < stopAt) return submit(work, send, untaken, raw);
  if (outcome.kind === "unknown") ports.log.warn("outcome unknown", { sendId: send.id });
  const counts = outcome.kind !== "internal" && outcome.kind !== "fenced";
  const still = left(outcome);
  // A transaction in which at least one recipient was accepted is progress: the others are tried again at once, without using up an attempt.
  const goesOn = outcome.kind === "sent" && still.deferred.some(({ reply }) => concernsTransaction(reply));
  await again(work, send, still, goesOn ? 0 : retryDelayMs(send.attempts, random), counts && !goesOn);
  const isAnswered = outcome.kind === "sent" || outcome.kind === "refused";
  if (isAnswered)
    await storeRefusals(
      ports,
      mailbox.id,
      still.deferred.map(({ reply }) => reply),
    );
};

const settleUnconnected = async (
  work: Work,
  send: Send,
  untaken: Untaken,
  outcome: Exclude<Connecting, { kind: "connected" }>,
): Promise<void> => {
  const { ports, mailbox, random } = work;
  if (outcome.kind === "turnedAway") return again(work, send, untaken, LOGIN_AGAIN_MS);
  const verdict = judgeNoConnection(outcome, send, { mailbox, now: ports.clock.now(), random });
  return verdict.kind === "fail" ? settle(work, send, untaken) : again(work, send, untaken, verdict.afterMs, verdict.kind === "retry");
};

/** Defers the recipients again, unless none is left; `counts` says whether the server was tried. */
const again = async (work: Work, send: Send, untaken: Untaken, afterMs: number, counts = false): Promise<void> => {
  const { ports, token, endAt } = work;
  if (untaken.deferred.length === 0) return settle(work, send, untaken);
  await persist(ports, () => ports.deliveries.deferAgain(token, send, untaken, { afterMs, counts }), endAt);
  await ports.wakeUps.wake([{ ...atOnce(send), dueAt: new Date(ports.clock.now().getTime() + afterMs) }]);
};

/** Ends the retries. */
const settle = ({ ports, token, endAt }: Work, send: Send, { refused, deferred }: Untaken): Promise<void> =>
  persist(ports, () => ports.deliveries.settleDeferred(token, send, [...refused, ...deferred]), endAt);
