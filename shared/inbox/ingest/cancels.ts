import type { Message, ThreadRule } from "../message.ts";
import type { NewMessage, WaitingSends } from "../ports/open-page.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";
import type { CancelTrigger } from "#shared/sending/send.ts";
import { endLevels } from "#shared/sending/follow-ups.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";

/** The messages that a page adds to conversations. */
interface ThreadAdditions {
  /** The first messages of new conversations, by the conversations' ids. */
  readonly begun: ReadonlyMap<string, readonly Message[]>;
  readonly grown: ReadonlyMap<string, readonly Message[]>;
  /** The threads of messages that replace their headers-only versions. Those were counted already, so the summaries are recomputed. */
  readonly replaced: readonly string[];
}

/** Whether a thread may contain own sends: false when the page creates it and no send joins it. */
const mayHoldSends = ({ created, joined }: ThreadPlan): ((threadId: string) => boolean) => {
  const begun = new Set(created);
  const withSends = new Set(joined.map(({ threadId }) => threadId));
  return (id) => !begun.has(id) || withSends.has(id);
};

/** The messages that the page adds to each conversation. */
export const threadAdditions = (messages: readonly NewMessage[], mails: readonly DecidedMail[], plan: ThreadPlan): ThreadAdditions => {
  const isReplaced = (i: number) => mails[i]?.replacesHeadersOnly === true;
  const fresh = messages.filter((_, i) => !isReplaced(i)).map(({ message }) => message);
  const messagesIn = Map.groupBy(fresh, ({ threadId }) => threadId);
  const begun = new Map(plan.created.map((id) => [id, messagesIn.get(id) ?? []]));
  return {
    begun,
    grown: new Map(plan.touched.filter(mayHoldSends(plan)).map((id) => [id, begun.has(id) ? [] : (messagesIn.get(id) ?? [])])),
    replaced: messages.filter((_, i) => isReplaced(i)).map(({ message }) => message.threadId),
  };
};

/** The triggers by a kind of mail alone. */
const triggersByKind = ["reply", "auto_reply"] as const satisfies readonly CancelTrigger[];

/**
 * The kinds of mail that count as an answer that cancels, for new and for stored mail, unless the sender is unverified. Bounces are not listed,
 * because the send records them; `left` and `asked` need more than a kind.
 */
export const cancellingKinds: Readonly<Record<(typeof triggersByKind)[number], readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** The kinds of mail for which one of these triggers cancels a send. */
export const kindsOf = (triggers: readonly CancelTrigger[]): readonly InboundKind[] =>
  triggersByKind.flatMap((trigger) => (triggers.includes(trigger) ? cancellingKinds[trigger] : []));

/**
 * Whether a trigger follows from what the author writes (`left`, `asked`). It cancels only sends to the author, and precedes triggers by the kind of
 * mail.
 */
export const isOwnWords = (trigger: CancelTrigger): boolean => trigger === "left" || trigger === "asked";

/** Sorts triggers: those that follow from the author's words first, because such a mail is also an answer by its kind. */
export const byOwnWordsFirst = (one: CancelTrigger, other: CancelTrigger): number => Number(isOwnWords(other)) - Number(isOwnWords(one));

/** The thread rules of a stored message that contains an id of ours (`isProven`): it cancels even when its sender is unverified. */
export const provingThreadRules = ["send", "quote", "answer"] as const satisfies readonly ThreadRule[];

/**
 * The triggers by which a received mail cancels waiting sends of its conversation, the most significant first; empty for none. An unverified sender's
 * mail has one only if it contains an id of ours.
 */
export const triggersOf = (
  mail: DecidedMail,
  isUnverified: boolean,
  { autoClass, intent }: Pick<Message, "autoClass" | "intent"> = {},
): readonly CancelTrigger[] => {
  const { message, kind, recorded, isLate, isColleague } = mail;
  if (message.direction === "outbound" || isLate || isColleague) return [];
  return triggersBy({ kind, autoClass, intent, isBounce: recorded === "bounced", isUnverified, isProven: isProven(mail) });
};

/** The triggers for these facts about a message, the most significant first; empty for none. */
export const triggersBy = (facts: {
  readonly kind: InboundKind;
  /** What an automatic answer tells. */
  readonly autoClass?: Message["autoClass"];
  /** What a person's answer means. */
  readonly intent?: Message["intent"];
  /** The message reports that a send bounced. */
  readonly isBounce: boolean;
  readonly isUnverified: boolean;
  readonly isProven: boolean;
}): readonly CancelTrigger[] => {
  const { kind, isProven } = facts;
  if (facts.isUnverified && !isProven) return [];
  if (facts.isBounce) return ["bounce"];
  const byKind = triggersByKind.filter((trigger) => cancellingKinds[trigger].includes(kind));
  // Words alone say that somebody has left, or wants no more: an id of ours and a verified sender are the second sign.
  if (!isProven || facts.isUnverified) return byKind;
  if (kind === "auto_reply" && facts.autoClass === "left") return ["left", ...byKind];
  return kind === "reply" && facts.intent === "unsubscribe" ? ["asked", ...byKind] : byKind;
};

/** A message in a conversation that may cancel waiting sends. */
interface CameInThread {
  readonly trigger: CancelTrigger;
  readonly threadId: string;
  /** Its sender's address: `left` and `asked` concern sends to them alone. */
  readonly from: string;
}

/** The triggers of a page of mails, each with its conversation; the messages are these mails as they are stored. */
export const triggersOfPage = (
  mails: readonly DecidedMail[],
  messages: readonly Pick<Message, "autoClass" | "intent">[],
  plan: ThreadPlan,
): readonly CameInThread[] => {
  const holdsSends = mayHoldSends(plan);
  return mails.flatMap((mail, i) => {
    const threadId = plan.threadOf[i]!;
    const triggers = holdsSends(threadId) ? triggersOf(mail, plan.shown[i]!.newcomer, messages[i]) : [];
    return triggers.map((trigger) => ({ trigger, threadId, from: mail.message.from.email }));
  });
};

/**
 * Cancels the waiting sends of these conversations that have one of the triggers in `cancelOn`, and their follow-ups, in the transaction that stores
 * the mail.
 */
export const cancelAnswered = async (waiting: WaitingSends, came: readonly CameInThread[]): Promise<void> => {
  const cancelled: string[] = [];
  const telling = came.toSorted((one, other) => byOwnWordsFirst(one.trigger, other.trigger));
  for (const [trigger, group] of Map.groupBy(telling, (one) => one.trigger)) cancelled.push(...(await waiting.cancel(trigger, group)));
  await endLevels(cancelled, (ids) => waiting.endFollowUps(ids));
};
