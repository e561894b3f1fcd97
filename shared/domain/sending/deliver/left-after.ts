import type { Outcome, RefusedReply } from "../ports/submission.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { Send } from "../send.ts";
import { type Circumstances, judgeUntaken } from "./judge-outcome.ts";

/** An attempt for deferred recipients. */
export interface Attempt {
  readonly send: Pick<Send, "attempts" | "maxAttempts">;
  readonly deferred: readonly RefusedRecipient[];
  /** The server's replies for recipients that it did not take, before the body; none where it was not asked. */
  readonly replies: readonly RefusedReply[];
  readonly circumstances: Circumstances;
}

const UNKNOWN = "outcome unknown: the connection was lost after the message and before the server's reply";

/** Who of them has not got the email after an attempt; who is in neither list has it. An unknown outcome is final: another attempt might double it. */
export const leftAfter = (outcome: Outcome, { send, deferred, replies, circumstances }: Attempt): Untaken => {
  const judge = (some: readonly RefusedReply[]) => judgeUntaken(some, send, circumstances);
  const underWay = deferred.filter(({ email }) => !replies.some((reply) => reply.email === email));
  const told = judge(replies);
  if (outcome.kind === "sent") return told;
  if (outcome.kind === "unknown") return joined(told, { refused: underWay.map(({ email }) => ({ email, reply: UNKNOWN })), deferred: [] });
  if (outcome.kind === "refused") {
    const { code, reply, recipients } = outcome;
    return recipients ? judge(recipients) : joined(told, judge(underWay.map(({ email }) => ({ email, code, reply }))));
  }
  const isLast = outcome.kind === "unreached" && send.attempts >= send.maxAttempts;
  return isLast ? { refused: deferred, deferred: [] } : { refused: [], deferred };
};

const joined = (one: Untaken, other: Untaken): Untaken => ({
  refused: [...one.refused, ...other.refused],
  deferred: [...one.deferred, ...other.deferred],
});
