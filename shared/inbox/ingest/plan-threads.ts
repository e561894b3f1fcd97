import { type Match, matchOf } from "#shared/mail/read/readable-text.ts";
import { namedRecipients } from "#shared/sending/recipients.ts";
import type { Message, ThreadRule } from "../message.ts";
import { type DecidedMail, isProven, type OwnSend } from "./prepared-mail.ts";

/** What is known of a conversation when new mail arrives. */
export interface KnownThread {
  readonly began: Date;
  /** True when a person split it from another conversation: mail no longer merges the two. */
  readonly apart?: boolean;
  /** Whether that address, in lower case, sent or received mail in it. */
  hasParticipant(email: string): boolean;
}

/** What is known of the ids that a page of mails names. */
export interface KnownLinks {
  /** Message-ID → thread. */
  readonly threads: ReadonlyMap<string, string>;
  /** The mailbox's own sends among those ids. */
  readonly sends: readonly OwnSend[];
  /** The existing conversations among those. */
  readonly known: ReadonlyMap<string, KnownThread>;
}

/** The rule that assigned a mail to its conversation, and the id that matched. */
export interface ThreadMatch extends Match<Exclude<ThreadRule, "quote" | "subject" | "answer" | "recipient">> {
  readonly newcomer: boolean;
}

/** How a page of mails changes the conversations of a mailbox. */
export interface ThreadPlan {
  /** The conversation of each mail, in order. */
  readonly threadOf: readonly string[];
  /** The rule and id for each mail, in order. */
  readonly shown: readonly ThreadMatch[];
  readonly created: readonly string[];
  /** Newer conversations to merge into older ones, because a parent message arrived late. */
  readonly merges: readonly { readonly from: string; readonly into: string }[];
  readonly links: ReadonlyMap<string, string>;
  /** Sends that join a conversation. */
  readonly joined: readonly { readonly sendId: string; readonly threadId: string }[];
  /** Every conversation whose summary changes. */
  readonly touched: readonly string[];
}

/** The fields of a mail that decide its conversation. */
export interface LinkedMail extends Pick<
  DecidedMail,
  "links" | "parentIds" | "concerns" | "linkedBy" | "author" | "dmarcFailure" | "corrected"
> {
  readonly message: Pick<Message, "messageId" | "receivedAt" | "counterparts">;
}

interface Assigned {
  readonly conversation: Conversation;
  readonly match: ThreadMatch;
}

interface Conversation {
  readonly id: string;
  readonly began: number;
  readonly isNew: boolean;
  readonly apart: boolean;
  readonly participants: Set<string>;
  readonly before: readonly KnownThread[];
}

/**
 * Assigns mails to conversations by the ids that they name, whatever their order of arrival. The mail of an unverified sender merges no conversations
 * and makes nobody a participant. A sender is unverified when he takes no part in the conversation and names no send of ours in it, when only a
 * subject or a recipient links his mail to a send, or when his address failed DMARC.
 */
export const planThreads = (mails: readonly LinkedMail[], links: KnownLinks, newId: () => string): ThreadPlan => {
  const world = conversations(links, newId);
  const assigned = new Map<LinkedMail, Assigned>();
  for (const mail of mails.toSorted((a, b) => a.message.receivedAt.getTime() - b.message.receivedAt.getTime()))
    assigned.set(mail, world.assign(mail));
  return world.plan(mails.map((mail) => assigned.get(mail)!));
};

const conversations = ({ threads, sends, known }: KnownLinks, newId: () => string) => {
  const sendOf = new Map(sends.map((send) => [send.messageId, send]));
  const linked = new Map<string, string>();
  const all = new Map<string, Conversation>();
  const mergedInto = new Map<string, string>();
  const joined = new Map<string, string>();
  for (const [id, { began, apart = false, ...thread }] of known)
    all.set(id, { id, began: began.getTime(), isNew: false, apart, participants: new Set(), before: [{ began, ...thread }] });
  for (const [id, threadId] of threads) if (known.has(threadId)) linked.set(id, threadId);
  for (const { messageId, threadId } of sends)
    if (threadId !== undefined && known.has(threadId) && !linked.has(messageId)) linked.set(messageId, threadId);
  const fresh = new Map<string, string>();

  const living = (id: string): Conversation => {
    let at = id;
    for (let next = mergedInto.get(at); next !== undefined; next = mergedInto.get(at)) at = next;
    return all.get(at)!;
  };
  const named = (ids: readonly string[]): readonly Conversation[] => [
    ...new Set(ids.flatMap((id) => (linked.has(id) ? [living(linked.get(id)!)] : []))),
  ];
  const begin = (): Conversation => {
    const id = newId();
    // Stored conversations are older than new ones.
    const conversation = { id, began: Infinity, isNew: true, apart: false, participants: new Set<string>(), before: [] };
    all.set(id, conversation);
    return conversation;
  };
  const merge = (into: Conversation, from: Conversation): Conversation => {
    const merged = { ...into, participants: into.participants.union(from.participants), before: [...into.before, ...from.before] };
    all.set(into.id, merged);
    mergedInto.set(from.id, into.id);
    return merged;
  };
  const isParticipant = ({ participants, before }: Conversation, email: string) =>
    participants.has(email) || before.some((thread) => thread.hasParticipant(email));
  const link = (ids: readonly string[], { id }: Conversation) => {
    for (const name of ids) {
      if (linked.has(name)) continue;
      linked.set(name, id);
      fresh.set(name, id);
    }
  };

  const assign = (mail: LinkedMail): Assigned => {
    const { concerns, author, message } = mail;
    const ids = concerns ? [...mail.links, concerns.messageId] : mail.links;
    const ours = [...new Set(ids)].flatMap((id) => sendOf.get(id) ?? []);
    const answered = new Set(named(ours.map(({ messageId }) => messageId)));
    const nearest = [...new Set([...mail.parentIds, ...ids.toReversed()])];
    const candidates = named(nearest);
    const linkTo = (conversation: Conversation) => nearest.find((id) => linked.has(id) && living(linked.get(id)!) === conversation) ?? "";
    const proven = candidates.filter((one) => author === undefined || answered.has(one) || isParticipant(one, author));
    const unknown = proven.length === 0 && ours.length === 0 && candidates[0] !== undefined;
    const unproven = mail.dmarcFailure !== undefined || (concerns !== undefined && !isProven(mail));
    const newcomer = !mail.corrected?.vouched && (unknown || unproven);
    const [nearestOne = ours[0] ? undefined : candidates[0]] = answered;
    const put = mail.corrected?.threadId === undefined ? undefined : all.get(mail.corrected.threadId);
    const one = put ?? (newcomer ? nearestOne : proven.some(({ apart }) => apart) ? proven[0] : undefined);
    const joins = one ? [one] : newcomer ? [] : proven;
    const [oldest = begin(), ...younger] = joins.toSorted((a, b) => a.began - b.began || (a.id < b.id ? -1 : 1));
    const conversation = younger.reduce(merge, oldest);
    const by = ours[0] ? matchOf("send", ours[0].messageId) : joins[0] ? matchOf("links", linkTo(joins[0])) : matchOf("new", "");
    // ~ on a mailing list, mails of unverified senders hold a thread together whose first mails are missing; an address that fails DMARC links
    // nothing
    const claimed =
      newcomer && !(unknown && mail.dmarcFailure === undefined) ? [message.messageId, ...ours.map(({ messageId }) => messageId)] : ids;
    link(
      claimed.filter((id) => id !== ""),
      conversation,
    );
    for (const email of [...(newcomer ? [] : message.counterparts), ...ours.flatMap(namedRecipients).map((one) => one.toLowerCase())])
      conversation.participants.add(email);
    for (const send of ours) if (send.threadId === undefined && !joined.has(send.id)) joined.set(send.id, conversation.id);
    return { conversation, match: { ...(unknown ? { ...by, rule: "newcomer" as const } : by), newcomer } };
  };

  const plan = (assigned: readonly Assigned[]): ThreadPlan => {
    const threadOf = assigned.map(({ conversation }) => living(conversation.id).id);
    const touched = [...new Set(threadOf)];
    return {
      threadOf,
      shown: assigned.map(({ match }) => match),
      created: touched.filter((id) => all.get(id)?.isNew),
      merges: [...mergedInto.keys()].filter((from) => !all.get(from)?.isNew).map((from) => ({ from, into: living(from).id })),
      links: new Map([...fresh].map(([id, threadId]) => [id, living(threadId).id])),
      joined: [...joined].map(([sendId, threadId]) => ({ sendId, threadId: living(threadId).id })),
      touched,
    };
  };
  return { assign, plan };
};
