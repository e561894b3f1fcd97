import type { Message } from "../message.ts";
import type { NewMessage } from "../ports/open-page.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** The messages that a page adds to conversations. */
export interface ThreadAdditions {
  /** The first messages of new conversations, by the conversations' ids. */
  readonly begun: ReadonlyMap<string, readonly Message[]>;
  readonly grown: ReadonlyMap<string, readonly Message[]>;
  /** The threads of messages that replace their headers-only versions. Those were counted already, so the summaries are recomputed. */
  readonly replaced: readonly string[];
}

/** Whether a thread may contain own sends: false when the page creates it and no send joins it. */
export const mayHoldSends = ({ created, joined }: ThreadPlan): ((threadId: string) => boolean) => {
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
