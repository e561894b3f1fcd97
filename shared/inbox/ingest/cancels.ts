import type { CancelTrigger } from "#shared/sending/send.ts";
import { endLevels } from "#shared/sending/follow-ups.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { ThreadRule } from "../message.ts";
import type { WaitingSends } from "../ports/open-page.ts";
import { mayHoldSends } from "./thread-additions.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";

/**
 * The kinds of mail that count as an answer that cancels, for new and for stored mail, unless the sender is unverified. Bounces are not listed,
 * because the send records them.
 */
export const cancellingKinds: Readonly<Record<Exclude<CancelTrigger, "bounce">, readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** The thread rules of a stored message that contains an id of ours (`isProven`): it cancels even when its sender is unverified. */
export const provingThreadRules = ["send", "quote", "answer"] as const satisfies readonly ThreadRule[];

/**
 * The trigger by which a received mail cancels waiting sends of its conversation; undefined for none. An unverified sender's mail needs an id of
 * ours.
 */
export const triggerOf = (mail: DecidedMail, isUnverified: boolean): CancelTrigger | undefined => {
  const { message, kind, recorded, isLate, isColleague } = mail;
  if (message.direction === "outbound" || isLate || isColleague) return undefined;
  return triggerBy({ kind, isBounce: recorded === "bounced", isUnverified, isProven: isProven(mail) });
};

/** The trigger for these facts about a message; undefined for none. */
export const triggerBy = (facts: {
  readonly kind: InboundKind;
  /** The message reports that a send bounced. */
  readonly isBounce: boolean;
  readonly isUnverified: boolean;
  readonly isProven: boolean;
}): CancelTrigger | undefined => {
  if (facts.isUnverified && !facts.isProven) return undefined;
  if (facts.isBounce) return "bounce";
  return (["reply", "auto_reply"] as const).find((trigger) => cancellingKinds[trigger].includes(facts.kind));
};

/** A message in a conversation that may cancel waiting sends. */
export interface CameInThread {
  readonly trigger: CancelTrigger;
  readonly threadId: string;
}

/** The triggers of a page of mails, each with its conversation. */
export const triggersOf = (mails: readonly DecidedMail[], plan: ThreadPlan): readonly CameInThread[] => {
  const holdsSends = mayHoldSends(plan);
  return mails.flatMap((mail, i) => {
    const threadId = plan.threadOf[i]!;
    const trigger = holdsSends(threadId) ? triggerOf(mail, plan.shown[i]!.newcomer) : undefined;
    return trigger ? [{ trigger, threadId }] : [];
  });
};

/**
 * Cancels the waiting sends of these conversations that have one of the triggers in `cancelOn`, and their follow-ups, in the transaction that stores
 * the mail.
 */
export const cancelAnswered = async (waiting: WaitingSends, came: readonly CameInThread[]): Promise<void> => {
  const cancelled: string[] = [];
  for (const [trigger, group] of Map.groupBy(came, (one) => one.trigger)) {
    const threadIds = group.map(({ threadId }) => threadId);
    cancelled.push(...(await waiting.cancel(threadIds, trigger)));
  }
  await endLevels(cancelled, (ids) => waiting.endFollowUps(ids));
};
