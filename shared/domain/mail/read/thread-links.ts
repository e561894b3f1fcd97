import { parseMessageIds } from "./mime/message-ids.ts";
import { type ParsedMessage, headerOf } from "../parsed-message.ts";

type Linked = Pick<ParsedMessage, "headers" | "messageId" | "inReplyTo" | "references">;

/** All ids that In-Reply-To names (RFC 5322 3.6.4 allows several). */
const inReplyToIds = (message: Linked): readonly string[] => {
  const answered = headerOf(message, "in-reply-to");
  return [message.inReplyTo, ...(answered.includes("<") ? parseMessageIds(answered) : [])].filter((id) => id !== "");
};

/** The ids that a mail directly answers: those of In-Reply-To, else the last of References. */
export const answeredIds = (message: Linked): readonly string[] => {
  const named = inReplyToIds(message);
  return [...new Set(named.length > 0 ? named : message.references.slice(-1))];
};

/** Every id that ties a mail to a conversation: its own, those it answers, those it refers to; never its subject (RFC 5256, 2.2, without the subject step). */
export const linkIds = (message: Linked): readonly string[] => {
  return [...new Set([message.messageId, ...message.references, ...inReplyToIds(message)].filter((id) => id !== ""))];
};

/** Groups messages that share an id, directly or through others, whatever the order of arrival; returns the indexes of each group, in order. */
export const groupByLinks = (links: readonly (readonly string[])[]): number[][] => {
  const parents = links.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = i; at !== root;) {
      const next = parents[at]!;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  const owner = new Map<string, number>();
  for (const [i, ids] of links.entries()) {
    for (const id of ids) {
      const other = owner.get(id);
      if (other === undefined) owner.set(id, i);
      else parents[Math.max(find(i), find(other))] = Math.min(find(i), find(other));
    }
  }
  const groups = new Map<number, number[]>();
  for (const i of links.keys()) {
    const group = groups.get(find(i));
    if (group) group.push(i);
    else groups.set(find(i), [i]);
  }
  return [...groups.values()];
};
