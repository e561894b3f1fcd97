import type { Message } from "../message.ts";
import type { NewMessage } from "../ports/open-page.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** How conversations grow by a page. */
export interface Growth {
  /** The new messages of conversations, by their ids. */
  readonly begun: ReadonlyMap<string, readonly Message[]>;
  readonly grown: ReadonlyMap<string, readonly Message[]>;
  /** The threads of messages that replaced their headers-only ones: they were counted, and are derived anew. */
  readonly replaced: readonly string[];
}

/** Whether sends of ours may be in a thread: of one that the page begins all messages are at hand, only what was sent in it is not. */
export const mayHoldSends = ({ created, joined }: ThreadPlan): ((threadId: string) => boolean) => {
  const begun = new Set(created);
  const withSends = new Set(joined.map(({ threadId }) => threadId));
  return (id) => !begun.has(id) || withSends.has(id);
};

/** What the page's messages add to their conversations. */
export const growthOf = (messages: readonly NewMessage[], mails: readonly DecidedMail[], plan: ThreadPlan): Growth => {
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
