import type { Outcome, RefusedReply } from "../ports/submission.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { Send } from "../send.ts";
import { type Circumstances, judgeUntaken } from "./judge-outcome.ts";

/** An attempt to reach deferred recipients. */
export interface Attempt {
  readonly send: Pick<Send, "attempts" | "maxAttempts">;
  readonly deferred: readonly RefusedRecipient[];
  /** The server's replies, before the body, for recipients that it did not accept; empty where it was not asked. */
  readonly replies: readonly RefusedReply[];
  readonly circumstances: Circumstances;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";

/**
 * The recipients who do not have the email after an attempt; those in neither list have it. An unknown outcome is final, because another attempt
 * might deliver it twice.
 */
export const leftAfter = (outcome: Outcome, { send, deferred, replies, circumstances }: Attempt): Untaken => {
  const judge = (some: readonly RefusedReply[]) => judgeUntaken(some, send, circumstances);
  const before = new Set(deferred.flatMap(({ email, reply }) => (reply.startsWith("5") ? [email] : [])));
  /** Nobody was taken. */
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
