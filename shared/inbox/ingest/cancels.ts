import type { CancelTrigger } from "#shared/sending/send.ts";
import { endLevels } from "#shared/sending/follow-ups.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { ThreadRule } from "../message.ts";
import type { WaitingSends } from "../ports/open-page.ts";
import { mayHoldSends } from "./growth.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";

/**
 * The kinds of mail that count as a cancelling answer, both for arriving and for stored mail, unless an unverified sender wrote it. Bounces are not
 * listed: they are recognised by the send on which they are recorded.
 */
export const cancellingKinds: Readonly<Record<Exclude<CancelTrigger, "bounce">, readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** The thread rules that show that a stored message of an unverified sender contains an id of ours (`isProven`): then it cancels like any other. */
export const provingThreadRules = ["send", "quote", "answer"] as const satisfies readonly ThreadRule[];

/**
 * The trigger by which a received mail cancels waiting sends of its conversation; an unverified sender's mail cancels nothing without an id of ours.
 */
export const triggerOf = (mail: DecidedMail, isUnverified: boolean): CancelTrigger | undefined => {
  const { message, kind, recorded, isLate, isColleague } = mail;
  if (message.direction === "outbound" || isLate || isColleague) return undefined;
  return triggerBy({ kind, isBounce: recorded === "bounced", isUnverified, isProven: isProven(mail) });
};

/** The trigger for these facts about a message. */
export const triggerBy = (facts: {
  readonly kind: InboundKind;
  /** It reports that a send bounced. */
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

/** The triggers in a page of mails. */
export const triggersOf = (mails: readonly DecidedMail[], plan: ThreadPlan): readonly CameInThread[] => {
  const holdsSends = mayHoldSends(plan);
  return mails.flatMap((mail, i) => {
    const threadId = plan.threadOf[i]!;
    const trigger = holdsSends(threadId) ? triggerOf(mail, plan.shown[i]!.newcomer) : undefined;
    return trigger ? [{ trigger, threadId }] : [];
  });
};

/** Cancels the sends that wait in these conversations and have one of the triggers, and their follow-ups, in the transaction that stores the mail. */
export const cancelAnswered = async (waiting: WaitingSends, came: readonly CameInThread[]): Promise<void> => {
  const cancelled: string[] = [];
  for (const [trigger, group] of Map.groupBy(came, (one) => one.trigger)) {
    const threadIds = group.map(({ threadId }) => threadId);
    cancelled.push(...(await waiting.cancel(threadIds, trigger)));
  }
  await endLevels(cancelled, (ids) => waiting.endFollowUps(ids));
};
