import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { Send, SendBody } from "#shared/sending/send.ts";
import { withoutHtmlQuote, withoutTextQuote } from "#shared/mail/write/compose/history.ts";
import { type NewContent, withSnippet } from "#shared/mail/read/readable-text.ts";
import type { DeliveryReport, Message } from "#shared/inbox/message.ts";
import { namedRecipients } from "#shared/sending/recipients.ts";
import type { ThreadSummary } from "./thread.ts";

/** A person's mail: when it was received, and since when this service has it. */
interface Asked {
  readonly at: Date;
  readonly seenAt: Date;
}

/** When each side wrote in a conversation, from which follows whether somebody waits for an answer, in whatever order the mail is read. */
export interface Exchange {
  /** When one of its sends last left. */
  readonly sentAt?: Date;
  /** When the latest of its sends was written or approved; absent in records of older versions. */
  readonly madeAt?: Date;
  /** When the mailbox's owner last wrote outside of this service, by the mail server's clock. */
  readonly wroteAt?: Date;
  /** The person's mail that this service had last. */
  readonly asked?: Asked;
  /** Since when this service has the last report that one of its sends, or a copy of one, will not be delivered. */
  readonly bouncedAt?: Date;
  /** People's mail that nobody has answered, the first ones, oldest first. */
  readonly unanswered: readonly Asked[];
}

/** The kinds of mail that people write; other mail is automatic or sent to many. */
export const PEOPLES_KINDS: readonly InboundKind[] = ["reply", "inbound"];

/**
 * The maximum of unanswered mails that are stored; the first gives the time since which somebody waits. Of more, only the last is stored too: whether
 * somebody waits stays right, but the time may become too late.
 */
export const UNANSWERED_MAX = 10;

/**
 * Mail that is read this soon after it was received was new when it was read, ms: what left before that was written without knowledge of it. Older
 * mail comes from a backlog, of which only the server's dates tell the order.
 */
const NEW_MS = 86_400_000;

/** The exchange of a conversation without people's mail and without own mail. */
const noExchange: Exchange = { unanswered: [] };

/** One received mail of a person. */
const asking = (at: Date, createdAt: Date): Exchange => {
  const late = createdAt.getTime() - at.getTime();
  const asked = { at, seenAt: late > 0 && late <= NEW_MS ? createdAt : at };
  return { asked, unanswered: [asked] };
};

const later = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a < b ? b : a) : (a ?? b));

const byTime = (a: Asked, b: Asked): number => a.at.getTime() - b.at.getTime() || a.seenAt.getTime() - b.seenAt.getTime();

const latest = (a: Asked | undefined, b: Asked | undefined): Asked | undefined => {
  if (!a || !b) return a ?? b;
  return (a.seenAt.getTime() - b.seenAt.getTime() || byTime(a, b)) < 0 ? b : a;
};

/** When the latest of its sends was made; of a record of an older version, when one last left. */
const sendMade = ({ madeAt, sentAt }: Exchange): Date | undefined => madeAt ?? sentAt;

/**
 * Combines two exchanges of one conversation; order and grouping do not matter. A send answers what this service had when it was made: one that was
 * scheduled before a person wrote, and leaves afterwards, is no answer to that person.
 */
const joinExchanges = (a: Exchange, b: Exchange): Exchange => {
  const sentAt = later(a.sentAt, b.sentAt);
  const madeAt = later(sendMade(a), sendMade(b));
  const wroteAt = later(a.wroteAt, b.wroteAt);
  const bouncedAt = later(a.bouncedAt, b.bouncedAt);
  const asked = latest(a.asked, b.asked);
  const isOpen = ({ at, seenAt }: Asked) =>
    (sentAt === undefined || seenAt >= sentAt || (madeAt !== undefined && seenAt > madeAt)) && (wroteAt === undefined || at > wroteAt);
  const known = [...a.unanswered, ...b.unanswered].filter(isOpen).toSorted(byTime).slice(0, UNANSWERED_MAX);
  const unanswered = known.length === 0 && asked && isOpen(asked) ? [asked] : known;
  return {
    ...(sentAt && { sentAt }),
    ...(madeAt && { madeAt }),
    ...(wroteAt && { wroteAt }),
    ...(asked && { asked }),
    ...(bouncedAt && { bouncedAt }),
    unanswered,
  };
};

/** Whether the latest is a report that our mail was not delivered. */
const isBounced = (exchange: Exchange): boolean => {
  const [{ bouncedAt, asked }, own] = [exchange, lastOwn(exchange)];
  return bouncedAt !== undefined && (own === undefined || bouncedAt > own) && (asked === undefined || bouncedAt >= asked.seenAt);
};

/** When the account's own side made its latest mail, which may have left later. */
export const lastMade = (exchange: Exchange): Date | undefined => later(sendMade(exchange), exchange.wroteAt);

/** When the account's own side last wrote. */
export const lastOwn = ({ sentAt, wroteAt }: Exchange): Date | undefined => later(sentAt, wroteAt);

/** The new content of a send: everything except the quote that this service put below a reply. */
export const sentContent = ({ kind }: Pick<Send, "kind">, { text, html }: SendBody): NewContent => {
  return kind === "reply" ? withSnippet(withoutTextQuote(text) ?? text, withoutHtmlQuote(html) ?? html) : withSnippet(text, html);
};

/** The sort key of a message in its conversation. */
interface SortKey {
  readonly date: Date;
  readonly createdAt: Date;
  readonly id: string;
}

/** The sort key of a record with this date. */
const sortKeyOf = (date: Date, { createdAt, id }: Pick<SortKey, "createdAt" | "id">): SortKey => ({ date, createdAt, id });

/** Orders by time; within the same second by when the records were created, because no message is answered before this service has it. */
export const bySortKey = (a: SortKey, b: SortKey): number =>
  a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The date by which a send is sorted: when it was sent, else when it was created. It is cut to the second, as INTERNALDATE is (RFC 9051, 2.3.3);
 * otherwise an answer within the same second would come before the send.
 */
export const outboundDate = ({ sentAt, createdAt }: Pick<Send, "sentAt" | "createdAt">): Date =>
  new Date(Math.floor((sentAt ?? createdAt).getTime() / 1000) * 1000);

/** Facts about a conversation's messages, from which its summary is computed without reading them again. */
export interface ThreadFacts {
  readonly messages: number;
  readonly unread: number;
  /** The number of messages of unverified senders. */
  readonly newcomers: number;
  /** The message that started it. */
  readonly root?: Root;
  readonly last?: Last;
  readonly lastInbound?: SortKey & { readonly kind: InboundKind };
  /** The people in it, in order of appearance. */
  readonly people: readonly Person[];
  /** The tags of its sent emails, each once and sorted; absent for none, and in records of older versions until they are reconciled. */
  readonly tags?: readonly string[];
  /** Absent while neither a person nor the account's own side wrote, and in records of older versions (`exchangeOf`). */
  readonly exchange?: Exchange;
}

interface Root extends SortKey {
  /**
   * Whether it answers another message. Because clocks differ, a reply may have an earlier time than its original; so a message that answers nothing
   * counts as earlier.
   */
  readonly answers: boolean;
  readonly messageId: string;
  readonly subject: string;
  readonly sendId?: string;
}

interface Last extends SortKey {
  readonly direction: "inbound" | "outbound";
  readonly snippet: string;
}

interface Person extends SortKey {
  readonly email: string;
  /** The index of the person in the message in which they first appear. */
  readonly n: number;
  /** Whether the person sent or received mail in the conversation; mail of unverified senders does not count. */
  readonly party: boolean;
}

/** The facts of a conversation without messages. */
export const noFacts: ThreadFacts = { messages: 0, unread: 0, newcomers: 0, people: [] };

/** The fields of a received message that the facts need. */
export type InboundFacts = Pick<
  Message,
  | "id"
  | "messageId"
  | "inReplyTo"
  | "references"
  | "subject"
  | "snippet"
  | "kind"
  | "isRead"
  | "receivedAt"
  | "createdAt"
  | "counterparts"
  | "newcomer"
  | "direction"
> & { readonly report?: Pick<DeliveryReport, "final"> };

/** The fields of a sent send that the facts need. */
export type OutboundFacts = Pick<
  Send,
  | "id"
  | "messageId"
  | "inReplyTo"
  | "references"
  | "subject"
  | "fromEmail"
  | "toEmail"
  | "cc"
  | "tags"
  | "sentAt"
  | "createdAt"
  | "approvedAt"
>;

/** The most people that are remembered of a conversation; later ones count as unverified senders. */
const PEOPLE_MAX = 200;
/** The most participants that a thread lists, so that it does not list a newsletter's thousand recipients. */
const PARTICIPANTS_MAX = 100;
/** The most tags of a conversation, the first in the alphabet: five emails with ten different ones. */
const TAGS_MAX = 50;

const rootMessageId = (references: readonly string[], inReplyTo: string, messageId: string): string =>
  references[0] ?? (inReplyTo === "" ? messageId : inReplyTo);

const peopleOf = (sortKey: SortKey, emails: readonly string[], party: boolean): readonly Person[] =>
  emails.slice(0, PEOPLE_MAX).map((email, n) => ({ ...sortKey, email, n, party }));

/** The facts of one message, received or sent outside this service. */
export const factsOfMessage = (message: InboundFacts): ThreadFacts => {
  const { references, inReplyTo, messageId, subject, kind, snippet, counterparts, newcomer = false, direction = "inbound" } = message;
  const sortKey = sortKeyOf(message.receivedAt, message);
  const answers = references.length > 0 || inReplyTo !== "";
  return {
    messages: 1,
    unread: message.isRead ? 0 : 1,
    newcomers: newcomer ? 1 : 0,
    root: { ...sortKey, answers, messageId: rootMessageId(references, inReplyTo, messageId), subject },
    last: { ...sortKey, direction, snippet },
    ...(direction === "inbound" && { lastInbound: { ...sortKey, kind } }),
    people: peopleOf(sortKey, counterparts, !newcomer),
    ...exchangeIn(message),
  };
};

/** What a received or outside mail says about who waits for whom. */
const exchangeIn = ({ direction, kind, report, receivedAt, createdAt }: InboundFacts): Pick<ThreadFacts, "exchange"> => {
  if (direction === "outbound") return { exchange: { wroteAt: receivedAt, unanswered: [] } };
  if (kind === "bounce" && report?.final === true) return { exchange: { bouncedAt: createdAt, unanswered: [] } };
  return PEOPLES_KINDS.includes(kind) ? { exchange: asking(receivedAt, createdAt) } : {};
};

/** When each side wrote; from records of older versions only as far as their last messages show. */
export const exchangeOf = ({ exchange, last, lastInbound }: ThreadFacts): Exchange => {
  if (exchange) return exchange;
  if (last?.direction === "outbound") return { sentAt: last.date, unanswered: [] };
  return lastInbound && PEOPLES_KINDS.includes(lastInbound.kind) ? asking(lastInbound.date, lastInbound.date) : noExchange;
};

/** The facts of one sent send; `snippet` is of its new content. */
export const factsOfSend = (send: OutboundFacts, snippet: string): ThreadFacts => {
  const { references, inReplyTo = "", messageId, subject, fromEmail, tags, createdAt, sentAt = createdAt, approvedAt = createdAt } = send;
  const sortKey = sortKeyOf(outboundDate(send), send);
  const answers = references.length > 0 || inReplyTo !== "";
  const others = namedRecipients(send).map((email) => email.toLowerCase());
  const people = [...new Set(others)].filter((email) => email !== fromEmail.toLowerCase());
  return {
    messages: 1,
    unread: 0,
    newcomers: 0,
    root: {
      ...sortKey,
      answers,
      messageId: rootMessageId(references, inReplyTo, messageId),
      subject,
      ...(!answers && { sendId: send.id }),
    },
    last: { ...sortKey, direction: "outbound", snippet },
    people: peopleOf(sortKey, people, true),
    ...joinTags(tags),
    exchange: { sentAt, madeAt: approvedAt > createdAt ? approvedAt : createdAt, unanswered: [] },
  };
};

/** Combines the facts of two sets of messages; order and grouping do not matter. */
export const joinFacts = (a: ThreadFacts, b: ThreadFacts): ThreadFacts => {
  const root = first(a.root, b.root, (x, y) => Number(x.answers) - Number(y.answers) || bySortKey(x, y));
  const last = first(a.last, b.last, (x, y) => bySortKey(y, x));
  const lastInbound = first(a.lastInbound, b.lastInbound, (x, y) => bySortKey(y, x));
  return {
    messages: a.messages + b.messages,
    unread: a.unread + b.unread,
    newcomers: a.newcomers + b.newcomers,
    ...(root && { root }),
    ...(last && { last }),
    ...(lastInbound && { lastInbound }),
    people: joinPeople(a.people, b.people),
    ...joinTags(a.tags, b.tags),
    ...joinedExchange(a, b),
  };
};

const joinedExchange = (a: ThreadFacts, b: ThreadFacts): Pick<ThreadFacts, "exchange"> => {
  const exchange = joinExchanges(exchangeOf(a), exchangeOf(b));
  return lastOwn(exchange) || exchange.asked || exchange.bouncedAt ? { exchange } : {};
};

const first = <T>(a: T | undefined, b: T | undefined, order: (a: T, b: T) => number): T | undefined =>
  a === undefined || (b !== undefined && order(b, a) < 0) ? b : a;

const joinTags = (a: readonly string[] = [], b: readonly string[] = []): Pick<ThreadFacts, "tags"> => {
  const tags = [...new Set([...a, ...b])].toSorted().slice(0, TAGS_MAX);
  return tags.length === 0 ? {} : { tags };
};

const joinPeople = (a: readonly Person[], b: readonly Person[]): readonly Person[] => {
  const people = new Map<string, Person>();
  for (const person of [...a, ...b]) {
    const known = people.get(person.email);
    const earliest = known && byAppearance(known, person) <= 0 ? known : person;
    people.set(person.email, { ...earliest, party: person.party || known?.party === true });
  }
  return [...people.values()].toSorted(byAppearance).slice(0, PEOPLE_MAX);
};

const byAppearance = (a: Person, b: Person): number => bySortKey(a, b) || a.n - b.n;

/** Whether the address sent or received mail in the conversation; mail of unverified senders does not count. */
export const isParticipant = ({ people }: ThreadFacts, email: string): boolean =>
  people.some((person) => person.party && person.email === email.toLowerCase());

/** Computes the summary from the facts. */
export const summaryOf = (facts: ThreadFacts): ThreadSummary => {
  const { messages, unread, newcomers, root, last, lastInbound, people, tags } = facts;
  const [waiting] = exchangeOf(facts).unanswered;
  return {
    rootMessageId: root?.messageId ?? "",
    subject: root?.subject ?? "",
    participants: people.slice(0, PARTICIPANTS_MAX).map(({ email }) => email),
    ...(root?.sendId !== undefined && { emailJobId: root.sendId }),
    ...(tags && { tags }),
    messageCount: messages,
    unreadCount: unread,
    unread: unread > 0,
    hasNewcomer: newcomers > 0,
    ...(last && { lastMessageAt: last.date }),
    lastMessageDirection: last?.direction ?? "outbound",
    ...(lastInbound && { lastInboundAt: lastInbound.date }),
    lastInboundKind: lastInbound?.kind ?? "",
    snippet: last?.snippet ?? "",
    needsReply: waiting !== undefined,
    bounced: isBounced(exchangeOf(facts)),
    ...(waiting && { waitingSince: waiting.at }),
  };
};
