import type { Send } from "../sending/send.ts";
import type { InboundKind } from "../mail/read/classify.ts";
import type { Message } from "../inbox/message.ts";

/** A conversation inside one mailbox (specification, "Thread"); everything but the ids and times is derived from its messages by `summarise`. */
export interface Thread extends ThreadSummary {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  /** Younger conversations that were merged into this one; their ids keep resolving to it. */
  readonly aliasIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a conversation's messages say about it. */
export interface ThreadSummary {
  readonly rootMessageId: string;
  readonly subject: string;
  /** Lower-case counterparty addresses, in order of appearance. */
  readonly participants: readonly string[];
  /** The send that started the conversation, when it was the account's own. */
  readonly emailJobId?: string;
  readonly messageCount: number;
  readonly unreadCount: number;
  /** True while unreadCount is not 0, so that an index serves the filter. */
  readonly unread: boolean;
  /** Absent when every message is gone: sends that were cancelled. */
  readonly lastMessageAt?: Date;
  readonly lastMessageDirection: "inbound" | "outbound";
  readonly lastInboundAt?: Date;
  /** The kind of the latest inbound message; "" without one. */
  readonly lastInboundKind: InboundKind | "";
  /** The latest message's. */
  readonly snippet: string;
}

/** What `summarise` reads of an inbound message. */
export type InboundFacts = Pick<
  Message,
  "id" | "messageId" | "inReplyTo" | "references" | "subject" | "snippet" | "kind" | "isRead" | "receivedAt" | "createdAt" | "counterparts"
>;

/** What `summarise` reads of a send; cancelled ones are not given to it. */
export type OutboundFacts = Pick<
  Send,
  "id" | "messageId" | "inReplyTo" | "references" | "subject" | "fromEmail" | "toEmail" | "sentAt" | "createdAt"
>;

/** The most participants that a thread lists: a newsletter's thousand recipients are no conversation partners. */
const PARTICIPANTS_MAX = 100;

/**
 * When a send stands in its conversation: once it is sent, then; until then when it was made. Without its fraction of a second, as
 * INTERNALDATE is (RFC 9051, 2.3.3): else an answer within the same second would come before what it answers.
 */
export const outboundDate = ({ sentAt, createdAt }: Pick<Send, "sentAt" | "createdAt">): Date =>
  new Date(Math.floor((sentAt ?? createdAt).getTime() / 1000) * 1000);

/** Chronological; within a second by when the records were made: nothing is answered before this service has it. */
export const byDate = (a: Placed, b: Placed): number =>
  a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

interface Placed {
  readonly date: Date;
  readonly createdAt: Date;
  readonly id: string;
}

interface Entry extends Placed {
  readonly subject: string;
  readonly messageId: string;
  readonly parents: readonly string[];
  readonly people: readonly string[];
  readonly inbound?: InboundFacts;
  readonly outbound?: OutboundFacts;
}

/** Derives a thread's counters, participants and latest message; the latest outbound's snippet is asked for only when it is needed. */
export const summarise = (
  inbound: readonly InboundFacts[],
  outbound: readonly OutboundFacts[],
  snippetOfSend: (sendId: string) => string,
): ThreadSummary => {
  const entries = [...inbound.map(fromInbound), ...outbound.map(fromOutbound)].toSorted(byDate);
  const last = entries.at(-1);
  if (!last) return emptySummary;
  // A reply may carry an earlier time than what it answers: the clocks are two. Whoever answers nothing was first.
  const root = entries.find((entry) => entry.parents.length === 0) ?? entries[0]!;
  const lastInbound = entries.findLast((entry) => entry.inbound)?.inbound;
  const unreadCount = inbound.filter((message) => !message.isRead).length;
  return {
    rootMessageId: root.parents[0] ?? root.messageId,
    subject: root.subject,
    participants: [...new Set(entries.flatMap((entry) => entry.people))].slice(0, PARTICIPANTS_MAX),
    ...(root.outbound && root.parents.length === 0 && { emailJobId: root.outbound.id }),
    messageCount: entries.length,
    unreadCount,
    unread: unreadCount > 0,
    lastMessageAt: last.date,
    lastMessageDirection: last.inbound ? "inbound" : "outbound",
    ...(lastInbound && { lastInboundAt: lastInbound.receivedAt }),
    lastInboundKind: lastInbound?.kind ?? "",
    snippet: last.inbound ? last.inbound.snippet : snippetOfSend(last.id),
  };
};

/** The summary of a thread without messages. */
export const emptySummary = {
  rootMessageId: "",
  subject: "",
  participants: [],
  messageCount: 0,
  unreadCount: 0,
  unread: false,
  lastMessageDirection: "outbound",
  lastInboundKind: "",
  snippet: "",
} as const satisfies ThreadSummary;

const parentsOf = (references: readonly string[], inReplyTo: string) =>
  references.length > 0 || inReplyTo === "" ? references : [inReplyTo];

const fromInbound = (message: InboundFacts): Entry => ({
  date: message.receivedAt,
  createdAt: message.createdAt,
  id: message.id,
  subject: message.subject,
  messageId: message.messageId,
  parents: parentsOf(message.references, message.inReplyTo),
  people: message.counterparts,
  inbound: message,
});

const fromOutbound = (send: OutboundFacts): Entry => ({
  date: outboundDate(send),
  createdAt: send.createdAt,
  id: send.id,
  subject: send.subject,
  messageId: send.messageId,
  parents: parentsOf(send.references, send.inReplyTo ?? ""),
  people: send.toEmail.toLowerCase() === send.fromEmail.toLowerCase() ? [] : [send.toEmail.toLowerCase()],
  outbound: send,
});
