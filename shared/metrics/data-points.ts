import type { EVENTS, EventType, FeedEvent } from "#shared/events/event.ts";
import { isPermanent } from "#shared/mail/read/bounces/bounce-class.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Suppression } from "#shared/suppressions/suppression.ts";
import { type Counts, oneOf, added, type Dimension, type Interval, intervals, periodOf } from "./counts.ts";

/** What an email or a message is counted by, besides the whole account. */
export interface Subject {
  readonly mailboxId?: string | undefined;
  /** The kind of a send, or of a received message. */
  readonly kind?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Something that is counted, once. */
interface DataPoint extends Subject {
  /** The time that decides in which period it is counted. */
  readonly at: Date;
  /** When it became known, which may be long after it happened. */
  readonly knownAt: Date;
  readonly counts: Counts;
}

/** The fields of an event that the counters need. */
export type CountedEvent = Pick<FeedEvent, "type" | "at" | "createdAt" | "data"> & {
  /** The index of the bounce that it reports, in the bounces of its data; absent in events of older versions. */
  readonly bounce?: number | undefined;
  /** For `send.sent`: the first forecast of its departure that a client was told. */
  readonly eta?: Date | undefined;
};

/** The fields of an accepted send that the counters need. */
export interface CountedAcceptance extends Subject {
  readonly at: Date;
}

/** The domain by which a mailbox's address is counted. */
export const countedDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** `kind` of a send that is neither a reply nor a forward. */
export const FIRST = "first";

const ofSend = <S extends Subject>({ mailboxId, kind, tags }: S): Subject => ({ mailboxId, kind: kind || FIRST, tags });

const secondsBetween = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime()) / 1000;

/** From when it was to leave, else from its acceptance, until it left. */
const timeToSend = ({ createdAt, scheduledAt, sentAt }: Partial<Send>): Pick<Counts, "timeToSend"> => {
  if (!createdAt || !sentAt) return {};
  const due = scheduledAt && scheduledAt > createdAt ? scheduledAt : createdAt;
  return { timeToSend: oneOf(secondsBetween(due, sentAt)) };
};

/** By how much the forecast of its departure was wrong. */
const etaError = ({ sentAt }: Partial<Send>, eta: Date | undefined): Pick<Counts, "etaError"> =>
  eta && sentAt ? { etaError: oneOf(Math.abs(sentAt.getTime() - eta.getTime()) / 1000) } : {};

/** Whether the bounce is permanent; an event of an older version reports the latest. */
const isHard = ({ bounces = [], bounceReason = "" }: Partial<Send>, index = bounces.length - 1): boolean => {
  const { status = "", reason = bounceReason }: Partial<BouncedRecipient> = bounces[index] ?? {};
  return isPermanent({ status, reason });
};

/** What an answer's meaning adds to the counters, or takes from them when another one replaces it. */
const countsOfIntent = (intent: Message["intent"] | "", by: 1 | -1): Pick<Counts, "intentKnown" | "intentUnknown" | "interested"> => {
  if (!intent) return {};
  if (intent === "unknown") return { intentUnknown: by };
  return { intentKnown: by, ...(intent === "interested" && { interested: by }) };
};

/** Why a cancelled email would have done harm, by its cancel reason. */
const preventedBy = ({
  cancelReason,
}: Partial<Send>): Pick<Counts, "preventedAnswered" | "preventedBounced" | "preventedAway" | "preventedSuppressed" | "preventedAsked"> => {
  if (cancelReason === "replied") return { preventedAnswered: 1 };
  if (cancelReason === "bounced") return { preventedBounced: 1 };
  if (cancelReason === "auto_replied" || cancelReason === "left") return { preventedAway: 1 };
  if (cancelReason === "asked") return { preventedAsked: 1 };
  return cancelReason === "suppressed" ? { preventedSuppressed: 1 } : {};
};

/** The counters that an event of a type moves, by the table of events. */
type CountersOf<T extends EventType> = (typeof EVENTS)[T]["counts"][number];

/** How an event of a type is counted: some counters of its row in the table of events, and no other. */
type Count<T extends EventType> = (event: CountedEvent) => readonly {
  readonly at: Date;
  readonly counts: { readonly [C in keyof Counts]?: C extends CountersOf<T> ? Counts[C] : never };
}[];

/** Each event that moves a counter. */
const byType: { readonly [T in EventType as CountersOf<T> extends never ? never : T]: Count<T> } = {
  "send.sent": ({ at, data, eta }) => {
    const send = data as Partial<Send>;
    return [
      {
        at: send.sentAt ?? at,
        counts: { sent: 1, ...(send.awayUntil && { preventedMoved: 1 }), ...timeToSend(send), ...etaError(send, eta) },
      },
    ];
  },
  "send.failed": ({ at }) => [{ at, counts: { failed: 1 } }],
  "send.cancelled": ({ at, data }) => [{ at, counts: { cancelled: 1, ...preventedBy(data) } }],
  "send.rejected": ({ at }) => [{ at, counts: { cancelled: 1 } }],
  "send.bounced": ({ at, data, bounce }) => [{ at, counts: isHard(data, bounce) ? { bouncedHard: 1 } : { bouncedSoft: 1 } }],
  "send.complained": ({ at }) => [{ at, counts: { complained: 1 } }],
  "send.replied": ({ at, data }) => {
    const { sentAt } = data as Partial<Send>;
    return [{ at, counts: { replied: 1 } }, ...(sentAt ? [{ at: sentAt, counts: { answered: 1 } }] : [])];
  },
  "message.received": ({ at, data }) => {
    const { kind, emailJobId, receivedAt = at, intent } = data as Partial<Message>;
    const counts = { received: 1, ...(kind === "auto_reply" && emailJobId && { autoReplied: 1 }), ...countsOfIntent(intent, 1) };
    return [{ at: receivedAt, counts }];
  },
  "message.corrected": ({ at, data }) => {
    const { receivedAt = at, intent, intentBefore } = data as Partial<Message> & { readonly intentBefore?: Message["intent"] | "" };
    if (intentBefore === undefined) return [];
    return [countsOfIntent(intentBefore, -1), countsOfIntent(intent, 1)]
      .filter((counts) => Object.keys(counts).length > 0)
      .map((counts) => ({ at: receivedAt, counts }));
  },
  "suppression.added": ({ at, data }) =>
    (data as Partial<Suppression>).reason === "unsubscribed" ? [{ at, counts: { unsubscribed: 1 } }] : [],
};

/** The id of the send whose mailbox, kind and tags a suppression's event lacks; undefined for every other event. */
export const sendToRead = ({ type, data }: Pick<CountedEvent, "type" | "data">): string | undefined =>
  type === "suppression.added" ? (data as Partial<Suppression>).sendId : undefined;

/** What an event counts; `sends` has the sends that `sendToRead` named. */
export const dataPointsOf = (event: CountedEvent, sends: ReadonlyMap<string, Subject>): readonly DataPoint[] => {
  const subject = event.type.startsWith("message.")
    ? (({ mailboxId, kind, tags }: Subject) => ({ mailboxId, kind, tags }))(event.data)
    : ofSend(sends.get(sendToRead(event) ?? "") ?? (event.data as Subject));
  const count = (byType as Partial<Record<EventType, Count<EventType>>>)[event.type];
  return (count?.(event) ?? []).map((one) => ({ ...subject, ...one, knownAt: event.createdAt }));
};

/** What an accepted send counts. */
export const acceptance = ({ at, ...send }: CountedAcceptance): DataPoint => ({
  ...ofSend(send),
  at,
  knownAt: at,
  counts: { accepted: 1 },
});

const DAY_MS = 86_400_000;
/** How long after its beginning a period's rows are deleted, ms: hours live 90 days, days 3 years. */
const KEPT_MS: Readonly<Record<Interval, number>> = { hour: 90 * DAY_MS, day: 3 * 365 * DAY_MS };

/** What one row of the metrics is increased by. */
export interface Tally {
  readonly interval: Interval;
  readonly by: Dimension;
  /** The beginning of the period, in UTC. */
  readonly at: Date;
  /** The mailbox's id, the domain, the tag or the kind; "" for the whole account. */
  readonly key: string;
  readonly expiresAt: Date;
  readonly counts: Counts;
}

const keysOf = ({ mailboxId = "", kind = "", tags = [] }: DataPoint, domains: ReadonlyMap<string, string>) => {
  const one = (by: Dimension, key: string) => (key === "" ? [] : [{ by, key }]);
  return [
    { by: "all" as const, key: "" },
    ...one("mailbox", mailboxId),
    ...one("domain", domains.get(mailboxId) ?? ""),
    ...one("kind", kind),
    ...[...new Set(tags)].flatMap((tag) => one("tag", tag)),
  ];
};

/** Adds up points by row. A row that would already have been deleted when the point became known gets nothing. */
export const tally = (points: readonly DataPoint[], domains: ReadonlyMap<string, string>): readonly Tally[] => {
  const rows = new Map<string, Tally>();
  for (const point of points) {
    const { counts, knownAt } = point;
    // A server's clock may be ahead of ours.
    const moment = point.at < knownAt ? point.at : knownAt;
    for (const interval of intervals) {
      const at = periodOf(interval, moment);
      const expiresAt = new Date(at.getTime() + KEPT_MS[interval]);
      if (expiresAt <= knownAt) continue;
      for (const { by, key } of keysOf(point, domains)) {
        const id = `${interval} ${by} ${at.getTime()} ${key}`;
        rows.set(id, { interval, by, at, key, expiresAt, counts: added(rows.get(id)?.counts ?? {}, counts) });
      }
    }
  }
  return [...rows.values()];
};
