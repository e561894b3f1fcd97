import type { CancelTrigger } from "../../sending/send.ts";
import { endLevels } from "../../sending/end-follow-ups.ts";
import type { InboundKind } from "../../mail/read/classify.ts";
import type { ThreadRule } from "../message.ts";
import type { WaitingSends } from "../ports/open-page.ts";
import { mayHoldSends } from "./growth.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";

/**
 * What counts as a cancelling answer, among what comes and among what is stored: mail of these kinds that is no unverified sender's. A bounce is none:
 * it is known by the send that it is recorded on.
 */
export const cancellingKinds: Readonly<Record<Exclude<CancelTrigger, "bounce">, readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** How a stored message of an unverified sender shows that it holds an id of ours (`isProven`): then it cancels as any other's. */
export const provingThreadRules = ["send", "quote"] as const satisfies readonly ThreadRule[];

/** What of a conversation's waiting sends a received mail cancels; an unverified sender's cancels none without an id of ours. */
export const triggerOf = (mail: DecidedMail, isUnverified: boolean): CancelTrigger | undefined => {
  const { message, kind, recorded } = mail;
  if (message.direction === "outbound") return undefined;
  return triggerBy({ kind, isBounce: recorded === "bounced", isUnverified, isProven: isProven(mail) });
};

/** The same by what decides it. */
export const triggerBy = (facts: {
  readonly kind: InboundKind;
  /** It tells that a send came back. */
  readonly isBounce: boolean;
  readonly isUnverified: boolean;
  readonly isProven: boolean;
}): CancelTrigger | undefined => {
  if (facts.isUnverified && !facts.isProven) return undefined;
  if (facts.isBounce) return "bounce";
  return (["reply", "auto_reply"] as const).find((trigger) => cancellingKinds[trigger].includes(facts.kind));
};

/** What came in a conversation that may cancel what waits there. */
export interface CameInThread {
  readonly trigger: CancelTrigger;
  readonly threadId: string;
}

/** What a page of mails may cancel. */
export const triggersOf = (mails: readonly DecidedMail[], plan: ThreadPlan): readonly CameInThread[] => {
  const holdsSends = mayHoldSends(plan);
  return mails.flatMap((mail, i) => {
    const threadId = plan.threadOf[i]!;
    const trigger = holdsSends(threadId) ? triggerOf(mail, plan.shown[i]!.newcomer) : undefined;
    return trigger ? [{ trigger, threadId }] : [];
  });
};

/** Cancels what waits in these conversations and is cancelled by what came, and what follows that, in the transaction that stores what came. */
export const cancelAnswered = async (waiting: WaitingSends, came: readonly CameInThread[]): Promise<void> => {
  const cancelled: string[] = [];
  for (const [trigger, group] of Map.groupBy(came, (one) => one.trigger)) {
    const threadIds = group.map(({ threadId }) => threadId);
    cancelled.push(...(await waiting.cancel(threadIds, trigger)));
  }
  await endLevels(cancelled, (ids) => waiting.endFollowUps(ids));
};
