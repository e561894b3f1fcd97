import { allRecipients } from "#shared/sending/recipients.ts";
import { type ConversationEntry, entryId } from "./conversation.ts";

/** An entry as the choice of what to quote sees it. */
interface Linked {
  /** The ids by which other entries name it. */
  readonly names: readonly string[];
  /** The ids that it answers. */
  readonly parents: readonly string[];
  /** Its author and recipients, in lower case; empty when an unverified sender may have invented them. */
  readonly people: readonly string[];
}

const lower = (emails: readonly string[]): readonly string[] => emails.map((email) => email.toLowerCase()).filter((email) => email !== "");

const linked = (entry: ConversationEntry): Linked => {
  if (entry.direction === "outbound") {
    const { id, messageId, providerMessageId, references, waitsFor } = entry.send;
    return {
      names: [id, messageId, providerMessageId ?? messageId],
      parents: [...references.slice(-1), ...(waitsFor === undefined ? [] : [waitsFor])],
      people: lower(allRecipients(entry.send)),
    };
  }
  const { id, messageId, inReplyTo, references, emailJobId, newcomer, from, replyTo, to, cc } = entry.message;
  return {
    names: [id, messageId],
    parents: [inReplyTo, ...references.slice(-1), ...(emailJobId === undefined ? [] : [emailJobId])],
    people: newcomer ? [] : lower([from.email, replyTo, ...[...to, ...cc].map(({ email }) => email)]),
  };
};

/** The addresses of the person to whom an answer goes: the given one, and those from which that person wrote here or was written to alone. */
const addressesOf = (entries: readonly ConversationEntry[], email: string): ReadonlySet<string> => {
  const addresses = new Set([email.toLowerCase()]);
  for (const entry of entries) {
    if (entry.direction === "outbound" || entry.message.newcomer) continue;
    const { from, replyTo, emailJobId } = entry.message;
    const written = lower([from.email, replyTo]);
    if (!written.some((one) => addresses.has(one))) continue;
    const answered = entries.find((one) => one.direction === "outbound" && one.send.id === emailJobId);
    const sentTo = answered?.direction === "outbound" ? lower(allRecipients(answered.send)) : [];
    for (const one of [...written, ...(sentTo.length === 1 ? sentTo : [])]) addresses.add(one);
  }
  return addresses;
};

/**
 * The entries of a conversation, oldest first, that an answer to one person quotes: the answered one, its parents, and what that person wrote or
 * received. Mail between others is left out. Without `answered`, the answered entry is the latest that this person wrote or received.
 */
export const entriesFor = (
  entries: readonly ConversationEntry[],
  email: string,
  answered?: ConversationEntry,
): readonly ConversationEntry[] => {
  const addresses = addressesOf(entries, email);
  const isKnown = (entry: ConversationEntry) => linked(entry).people.some((one) => addresses.has(one));
  const last = answered ?? entries.findLast(isKnown) ?? entries.at(-1);
  const byName = new Map(entries.flatMap((entry) => linked(entry).names.map((name) => [name, entry] as const)));
  byName.delete("");
  const chain = new Set<ConversationEntry>();
  const waiting = last ? [last] : [];
  for (const entry of waiting) {
    if (chain.has(entry)) continue;
    chain.add(entry);
    waiting.push(...linked(entry).parents.flatMap((id) => byName.get(id) ?? []));
  }
  const upTo = entries.findIndex((entry) => last && entryId(entry) === entryId(last));
  return entries.slice(0, upTo + 1).filter((entry) => chain.has(entry) || isKnown(entry));
};
