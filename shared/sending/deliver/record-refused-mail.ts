import { judgeRefusal, refusesLogin, type Unknown, type Verdict } from "./outcome.ts";
import { circumstancesOf, type Lane, type Next, repliesOf } from "./lane.ts";
import { judgeRefusedMail, isRefusedForGood, isRefusedTooLong, probeAfterMs, refusedMail, refusedTooLong } from "./refused-mail.ts";
import type { Outcome } from "../ports/submission.ts";
import type { Refusal } from "../recipients.ts";
import type { Send } from "../send.ts";
import { UNDECIDED_LOOK_MS } from "../waiting.ts";

type Fail = Extract<Verdict, { kind: "fail" }>;
type RefusedOutcome = Extract<Outcome, { kind: "refused" }>;

/**
 * Records an unknown outcome of a send that has a draft at the server and was refused; the look-up of the draft decides. What the refusal says about
 * the mailbox applies to its other sends at once.
 */
export const recordUnknown = async (lane: Lane, send: Send, unknown: Unknown, refusal: Refusal): Promise<Next> => {
  const { ports, mailbox, queue, settle, connection } = lane;
  const told = { kind: "refused", ...refusal } as const;
  const verdict = judgeRefusal(told, send, circumstancesOf(lane));
  if (verdict.kind === "wait" && verdict.pause !== "mailbox") await settle.pause(mailbox.id, verdict);
  await settle.apply(unknown, [send]);
  await settle.storeRefusals(mailbox.id, repliesOf(verdict));
  if (verdict.kind === "fail" && isRefusedForGood(told)) {
    const run = await settle.noteRefused(send, refusedMail(send, told));
    const { undecidedSince } = send;
    const isRefusing = connection.refusedSince() !== undefined;
    const whose = judgeRefusedMail(run, { mailbox, isRefusing, undecidedSince, now: ports.clock.now() });
    if (whose === "mailbox") return stopMailbox(lane, verdict.lastError);
    if (whose === "alias") await stopAlias(lane, send, verdict.lastError);
  }
  if (verdict.kind !== "wait") return "next";
  if (verdict.pause === "mailbox") return stopMailbox(lane, verdict.lastError);
  if (refusesLogin(told)) await connection.noteRefusedLogin(told.code, told.reply);
  await settle.requeuePaused(queue.takeAll(), verdict);
  return "stop";
};

/**
 * Writes a permanent refusal at once: as failed when it is about the mail, else as undecided. Then checks whether a second sign shows that it is
 * about the mail, its alias or the mailbox.
 */
export const recordRefusedMail = async (lane: Lane, send: Send, verdict: Fail, outcome: RefusedOutcome): Promise<Next> => {
  const { ports, mailbox, settle, connection, doubts } = lane;
  const { lastError } = verdict;
  const refused = refusedMail(send, outcome);
  if (!refused.isAboutMail && isRefusedTooLong(connection.refusedSince(), ports.clock.now())) return endProbe(lane, send, lastError);
  if (refused.isAboutMail) await settle.apply(verdict, [send]);
  else {
    await settle.holdUndecided([send], { afterMs: UNDECIDED_LOOK_MS, lastError });
    doubts.add(send, refused, verdict);
  }
  const run = await settle.noteRefused(send, refused);
  doubts.saw(run);
  const { undecidedSince } = send;
  const now = ports.clock.now();
  const whose = judgeRefusedMail(run, { mailbox, isRefusing: connection.refusedSince() !== undefined, undecidedSince, now });
  if (whose === "mailbox") return stopMailbox(lane, lastError);
  if (whose === "alias" && !isRefusedTooLong(undecidedSince, now)) await stopAlias(lane, send, lastError);
  else if (whose !== "undecided" && !refused.isAboutMail) await doubts.decide(send);
  return "next";
};

/** Stops a mailbox whose mail the server refuses: all of it waits, undecided sends included, until one mail probes the server. */
export const stopMailbox = async (lane: Lane, lastError: string, refused: readonly Send[] = []): Promise<Next> => {
  const { ports, mailbox, settle, connection, doubts, queue } = lane;
  const afterMs = probeAfterMs(connection.refusedSince(), ports.clock.now());
  const wait = { kind: "wait", lastError, afterMs, pause: "mailbox" } as const;
  await settle.pause(mailbox.id, wait);
  doubts.forget();
  await settle.apply(wait, refused, { isPaused: true });
  await connection.healthAfterRefusedMail(lastError);
  await settle.requeuePaused(queue.takeAll(), wait);
  return "stop";
};

/**
 * Fails the mail that tested a mailbox whose mail the server has refused for 72 hours. The mailbox's other waiting mail fails when the claim ends.
 */
export const endProbe = async ({ settle, connection, queue }: Lane, send: Send, lastError: string): Promise<Next> => {
  await settle.fail([send], refusedTooLong(lastError));
  await connection.healthAfterRefusedMail(lastError);
  await settle.requeue(queue.takeAll(), { afterMs: 0, counts: false });
  return "stop";
};

/** The server refuses one address of the sender: only mail from that address waits. */
const stopAlias = async ({ ports, mailbox, settle, queue, doubts }: Lane, send: Send, lastError: string): Promise<void> => {
  const { fromEmail, undecidedSince } = send;
  const afterMs = probeAfterMs(undecidedSince, ports.clock.now());
  await settle.holdUndecided(
    queue.takeAll((other) => other.fromEmail === fromEmail),
    { afterMs },
  );
  await settle.pause(mailbox.id, { kind: "wait", lastError, afterMs, pause: "mailbox" }, send);
  doubts.forget(fromEmail);
};
