import type { InboundKind } from "#shared/mail/read/classify.ts";

/** A person's mail: when it was received, and since when this service has it. */
export interface Asked {
  readonly at: Date;
  readonly seenAt: Date;
}

/** Who wrote when in a conversation: what tells whether somebody waits for an answer, whatever the order in which its mail is read. */
export interface Exchange {
  /** When one of its sends last left. */
  readonly sentAt?: Date;
  /** When the mailbox's owner last wrote outside of this service, by the mail server's clock. */
  readonly wroteAt?: Date;
  /** The person's mail that this service had last. */
  readonly asked?: Asked;
  /** People's mail that nobody has answered, the first ones, oldest first. */
  readonly unanswered: readonly Asked[];
}

/** The kinds of people's mail; all others are automatic, or go to many. */
export const PEOPLES_KINDS: readonly InboundKind[] = ["reply", "inbound"];

/**
 * The most unanswered mails that are remembered; the first says since when somebody waits. Of more, the last is known too, so that whether somebody waits
 * is always right; since when may then be too late.
 */
export const UNANSWERED_MAX = 10;

/**
 * Mail that is read this soon after it was received was new when it was read, ms: what left before that was written without knowledge of it. Older
 * mail comes from a backlog, of which only the server's dates tell the order.
 */
const NEW_MS = 86_400_000;

/** The exchange of a conversation without people's mail and without own mail. */
export const noExchange: Exchange = { unanswered: [] };

/** One received mail of a person. */
export const asking = (at: Date, createdAt: Date): Exchange => {
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

/** Combines two exchanges of one conversation; order and grouping do not matter. */
export const joinExchanges = (a: Exchange, b: Exchange): Exchange => {
  const sentAt = later(a.sentAt, b.sentAt);
  const wroteAt = later(a.wroteAt, b.wroteAt);
  const asked = latest(a.asked, b.asked);
  const isOpen = ({ at, seenAt }: Asked) => (sentAt === undefined || seenAt >= sentAt) && (wroteAt === undefined || at > wroteAt);
  const known = [...a.unanswered, ...b.unanswered].filter(isOpen).toSorted(byTime).slice(0, UNANSWERED_MAX);
  const unanswered = known.length === 0 && asked && isOpen(asked) ? [asked] : known;
  return { ...(sentAt && { sentAt }), ...(wroteAt && { wroteAt }), ...(asked && { asked }), unanswered };
};

/** When the account's own side last wrote. */
export const lastOwn = ({ sentAt, wroteAt }: Exchange): Date | undefined => later(sentAt, wroteAt);
