import {
  build,
  type Building,
  type Built,
  type InternalFailure,
  isOpenFor,
  type Leave,
  mayLeave,
  mayStillLeave,
  mayLeaveByReplies,
} from "./prepare.ts";
import { wantsCopies } from "./copies.ts";
import {
  concernsMailbox,
  judgeNoConnection,
  judgeOutcome,
  judgeUntaken,
  line,
  type NoConnection,
  refusesLogin,
  retryDelayMs,
  type Verdict,
} from "./outcome.ts";
import { circumstancesOf, type Lane, logInternalFailure, type Next, repliesOf } from "./lane.ts";
import { isRefusedForGood, isRefusedTooLong } from "./refused-mail.ts";
import { endProbe, recordUnknown, recordRefusedMail, stopMailbox } from "./record-refused-mail.ts";
import { concernsTransaction } from "./reply-subject.ts";
import { providerMessageId } from "./look-up-unknown.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import type { Intend, Outcome, OutgoingMessage } from "../ports/submission.ts";
import { allRecipients, dropping, type Untaken, withoutDropped } from "../recipients.ts";
import type { Send } from "../send.ts";
import { DOT_REPLY_MS } from "../waiting.ts";
import { cancelledBy } from "../refused-recipients.ts";
import { closed } from "./stop-watch.ts";

/**
 * Delivers one send of a claim (G2 to G4 in shared/README.md). The steps: check that it may leave, build it, get a connection; `submit` does MAIL,
 * RCPT, DATA, the intent, the body and the reply to the final dot; then the result is written. When a step does not succeed, its outcome is written
 * as the send's result, and the delivery ends.
 */
export const deliverSend = async (lane: Lane, claimed: ClaimedDraft): Promise<Next> => {
  const suppressed = lane.watch.suppressed(claimed.send).map(({ email }) => email);
  const send = dropping(claimed.send, suppressed);
  const draft = { ...claimed, send };
  const stops = await mustStop(lane);
  if (typeof stops === "object") return settleUnconnected(lane, send, stops);
  if (stops) return stopInTime(lane, send);
  const leave = await mayLeaveNow(lane, send);
  if (leave.kind !== "ready") return settleStaying(lane, send, leave);
  const mail = await build(lane, draft, leave.parent);
  if (mail.kind === "internal") return settleUnconnected(lane, send, mail);
  if (mail.kind !== "built") return settleUnbuilt(lane, send, mail);
  return submitOver(lane, draft, mail);
};

/**
 * Submits a built send. When a reused connection turns out to be lost before the intent, it is opened again at once and no attempt is counted: many
 * servers close a connection after their 250 without notice.
 */
const submitOver = async (lane: Lane, draft: ClaimedDraft, mail: Built): Promise<Next> => {
  const { send } = draft;
  const connecting = await lane.connection.get(send.ipId, lane.isSpare());
  if (connecting.kind === "turnedAway") return giveWay(lane, draft);
  if (connecting.kind !== "connected") return settleUnconnected(lane, send, connecting);
  lane.reached = "yes";
  const message = { ...draftOf(send), ...mail, from: send.fromEmail, to: allRecipients(withoutDropped(send)) };
  const { clock, deliveries } = lane.ports;
  let still = mayStillLeave(send, clock.now());
  if (still.kind !== "ready") return settleStaying(lane, send, still);
  let isIntended = false;
  let untaken: Untaken | undefined;
  const { refused: dropped = [] } = send;
  const intend: Intend = async (refused, draftId) => {
    isIntended = true;
    still = mayStillLeave(send, clock.now());
    if (still.kind === "ready") still = await lane.watch.check(send);
    const judged = judgeUntaken(refused, send, circumstancesOf(lane));
    untaken = { ...judged, refused: [...dropped, ...judged.refused] };
    return still.kind === "ready" && deliveries.intend(lane.token, send, untaken, draftId);
  };
  const replyTimeoutMs = Math.min(DOT_REPLY_MS, lane.endAt - lane.ports.clock.now().getTime());
  const begunAt = lane.doubts.now();
  const outcome = await connecting.submission.submit(message, intend, replyTimeoutMs);
  const isInTime = clock.now().getTime() < lane.stopAt;
  if (outcome.kind === "unreached" && connecting.isUsed && !isIntended && isInTime)
    return submitOver(lane, draft, { ...mail, isRepeated: true });
  await lane.written;
  if (still.kind !== "ready") return settleStaying(lane, send, still);
  return settleSubmitted(lane, { ...send, deferred: untaken?.deferred ?? [] }, outcome, begunAt);
};

/** The traces of earlier attempts, which may have left a draft at the server; an attempt that was given back leaves one, too. */
const draftOf = ({ draftId, attempts, deaths = 0, lastError }: Send): Pick<OutgoingMessage, "draftId" | "isRepeated"> => ({
  draftId,
  isRepeated: attempts > 1 || deaths > 0 || lastError !== "",
});

const giveWay = ({ queue }: Lane, draft: ClaimedDraft): Next => {
  queue.putBack(draft);
  return "leave";
};

/** Whether no email may begin any more. A failed query is an internal failure: if it threw, every email of the claim would count as a crash. */
const mustStop = async ({ ports, watch, stopAt }: Lane): Promise<boolean | InternalFailure> => {
  if (watch.isOver() || ports.clock.now().getTime() >= stopAt) return true;
  return ports.isInMaintenance().catch((error: unknown) => ({ kind: "internal", error }));
};

const stopInTime = async ({ settle, queue }: Lane, send: Send): Promise<Next> => {
  await settle.requeue([send, ...queue.takeAll()], { afterMs: 0, counts: false });
  return "stop";
};

const mayLeaveNow = async (
  { ports, written, ask, watch }: Lane,
  send: Send,
): Promise<Leave | Extract<NoConnection, { kind: "internal" }>> => {
  const reason = cancelledBy(watch.suppressed(send), send.toEmail);
  if (reason) return { kind: "cancelled", reason };
  // The parent may be the send that this lane has just delivered, so its result must be written first.
  if (send.waitsFor !== undefined) await written;
  try {
    const leave = await mayLeave(ports, send);
    if (leave.kind !== "ready") return leave;
    const open = isOpenFor(send, ports.clock.now());
    if (open.kind !== "ready") return open;
    if (watch.isClosed()) return closed;
    const byReplies = await mayLeaveByReplies(ports, send, ask);
    return byReplies.kind === "ready" ? leave : byReplies;
  } catch (error) {
    return { kind: "internal", error };
  }
};

const settleStaying = async (
  lane: Lane,
  send: Send,
  leave: Exclude<Leave, { kind: "ready" }> | Extract<NoConnection, { kind: "internal" }>,
): Promise<Next> => {
  if (leave.kind === "internal") return settleUnconnected(lane, send, leave);
  if (leave.kind === "cancelled") await lane.settle.withdraw([send], leave.reason);
  else if (leave.kind === "later") await lane.settle.reschedule(send, leave.at, leave.why);
  else if (leave.kind === "never") await lane.settle.fail([send], leave.lastError);
  else {
    const { afterMs, lastError, isUnclear } = leave;
    await lane.settle.requeue([send], {
      afterMs,
      counts: false,
      ...(lastError !== undefined && { lastError }),
      ...(isUnclear && { isUnclear }),
    });
  }
  return "next";
};

/** The `last_error` of a send that is not built. */
const UNBUILT = {
  bodyMissing: "the email's body is missing from the store",
  unbuildable: "the message cannot be built",
  unapproved: "its content differs from what was approved",
} as const;

const settleUnbuilt = async ({ ports, settle }: Lane, send: Send, { kind }: Exclude<Building, { kind: "built" }>): Promise<Next> => {
  if (kind === "bodyMissing") ports.log.error("a send's body is missing", { sendId: send.id });
  if (kind === "unapproved") ports.log.error("a send's content differs from what was approved", { sendId: send.id });
  await settle.fail([send], UNBUILT[kind]);
  return "next";
};

/** The same outcome is applied to every send that would use the same connection, or to all sends of the mailbox when the login was refused. */
const settleUnconnected = async (lane: Lane, send: Send, outcome: NoConnection): Promise<Next> => {
  const { mailbox, queue, settle } = lane;
  if (lane.reached === "unwanted") lane.reached = "no";
  if (outcome.kind === "internal") logInternalFailure(lane, outcome.error);
  const everyone = concernsMailbox(outcome);
  const concerned = [send, ...queue.takeAll(({ ipId }) => everyone || ipId === send.ipId)];
  const judge = (one: Send) => judgeNoConnection(outcome, one, circumstancesOf(lane));
  const verdict = judge(send);
  const host = outcome.kind === "internal" ? undefined : mailbox.smtp.host;
  if (verdict.kind === "wait") await settle.pause(mailbox.id, verdict, everyone ? undefined : send);
  for (const alike of Map.groupBy(concerned, ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`).values()) {
    await settle.apply(judge(alike[0] ?? send), alike, { isPaused: everyone, host });
  }
  if (isReply(outcome)) await settle.storeRefusals(mailbox.id, repliesOf(verdict));
  return everyone ? "stop" : "next";
};

/** Whether a missing connection is the server's own reply. */
const isReply = (outcome: NoConnection): boolean =>
  outcome.kind === "unconnected" && "reply" in outcome.failure && outcome.failure.reply !== undefined;

/** How much of the reply to the final dot is kept, characters: its code, and mostly the id in the server's queue. */
const SERVER_REPLY_MAX = 200;

/** The server's words of acceptance on one line; undefined for none. */
const acceptedWith = (reply = ""): string | undefined => line(reply).slice(0, SERVER_REPLY_MAX).toWellFormed() || undefined;

/** How long deferred recipients wait, ms; undefined when there are none. `random` is in [0, 1). */
const deferredForMs = ({ deferred = [], attempts }: Send, random: number): number | undefined => {
  if (deferred.length === 0) return undefined;
  return deferred.some(({ reply }) => concernsTransaction(reply)) ? 0 : retryDelayMs(attempts, random);
};

const settleSubmitted = async (lane: Lane, send: Send, outcome: Outcome, begunAt: number): Promise<Next> => {
  const { mailbox, queue, settle, connection, doubts } = lane;
  const verdict = withRefused(judgeOutcome(outcome, send, circumstancesOf(lane)), send);
  if (verdict.kind === "unknown" && verdict.refusal) return recordUnknown(lane, send, verdict, verdict.refusal);
  if (verdict.kind === "fail" && isRefusedForGood(outcome)) return recordRefusedMail(lane, send, verdict, outcome);
  if (verdict.kind === "wait" && outcome.kind === "refused" && verdict.pause !== "retry") {
    if (isRefusedTooLong(connection.refusedSince(), lane.ports.clock.now())) return endProbe(lane, send, verdict.lastError);
    if (verdict.pause === "mailbox") return stopMailbox(lane, verdict.lastError, [send]);
    await connection.healthAfterRefusedMail(verdict.lastError, { forNow: true });
  }
  if (verdict.kind === "sent") {
    const givenId = verdict.messageId ?? providerMessageId(mailbox.smtp.host, verdict.reply ?? "");
    const hasCopy = wantsCopies(mailbox, lane.ports.clock.now());
    const deferred = (send.deferred ?? []).map(({ reply }) => reply);
    lane.written = settle
      .succeed(send, {
        hasCopy,
        providerMessageId: givenId,
        serverReply: acceptedWith(verdict.reply),
        deferredForMs: deferredForMs(send, lane.random),
      })
      .then(async () => {
        await connection.noteAccepted();
        await doubts.accepted(send.fromEmail, begunAt);
        await settle.storeRefusals(mailbox.id, deferred);
      });
    return "next";
  }
  if (verdict.kind === "fenced") return goOnWithHeld(lane);
  const replies = outcome.kind === "refused" ? repliesOf(verdict) : [];
  if (verdict.kind !== "wait") {
    await settle.apply(verdict, [send]);
    await settle.storeRefusals(mailbox.id, replies);
    return "next";
  }
  if (outcome.kind === "internal") logInternalFailure(lane, outcome.error);
  await settle.pause(mailbox.id, verdict);
  await settle.apply(verdict, [send], { isPaused: true });
  if (outcome.kind === "refused" && refusesLogin(outcome)) await connection.noteRefusedLogin(outcome.code, outcome.reply);
  await settle.requeuePaused(queue.takeAll(), verdict);
  await settle.storeRefusals(mailbox.id, replies);
  return "stop";
};

/** The verdict; a failure also names the copies that were dropped. */
const withRefused = (verdict: Verdict, { refused: dropped = [] }: Send): Verdict =>
  verdict.kind === "fail" && verdict.refused ? { ...verdict, refused: [...dropped, ...verdict.refused] } : verdict;

/**
 * The intent was not written: the send was cancelled meanwhile, perhaps with others of the claim; or the lease is lost, and with it the whole claim.
 */
const goOnWithHeld = async ({ watch, queue }: Lane): Promise<Next> => {
  const held = await watch.held().catch(() => new Set<string>());
  queue.takeAll(({ id }) => !held.has(id));
  return held.size > 0 ? "next" : "stop";
};
