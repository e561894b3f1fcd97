import type { ObjectId } from "mongodb";
import { sendToRead, type Subject } from "../../../domain/metrics/happenings.ts";
import type { CountedUpTo, Uncounted } from "../../../domain/metrics/ports.ts";
import { ledgerOf, walletsOf } from "../accounts/wallets.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { type EventDocument, eventsOf, feedsOf } from "../events/event-documents.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { metricsCursorsOf } from "./metrics-documents.ts";

/** How many events, and how many accepted sends, one transaction counts. */
const AT_ONCE = 200;

/** The parts of events that are counted: no text of a mail. */
const dataFields = "mailboxId kind tags createdAt scheduledAt sentAt bounces bounceReason emailJobId receivedAt reason sendId".split(" ");
const eventFields = Object.fromEntries(
  ["type", "at", "createdAt", "sequence", "bounce", "eta", ...dataFields.map((name) => `data.${name}`)].map((name) => [name, 1 as const]),
);

/** The numbers of the account's last event and last accepted send; what is read afterwards has all up to them. */
const lastOf = async (database: Database, userId: ObjectId): Promise<CountedUpTo> => {
  const [feed, wallet] = await Promise.all([
    feedsOf(database).findOne({ _id: userId }, { projection: { sequence: 1 } }),
    walletsOf(database).findOne({ _id: userId }, { projection: { accepted: 1 } }),
  ]);
  return { sequence: feed?.sequence ?? 0, accepted: wallet?.accepted ?? 0 };
};

const eventsAfter = async (database: Database, userId: ObjectId, after: number, last: number): Promise<readonly EventDocument[]> => {
  if (after >= last) return [];
  const filter = { userId, sequence: { $gt: after, $lte: last } };
  return eventsOf(database).find(filter, { projection: eventFields }).sort({ sequence: 1 }).limit(AT_ONCE).toArray();
};

const chargesAfter = async (database: Database, userId: ObjectId, after: number, last: number) => {
  if (after >= last) return [];
  const filter = { userId, number: { $gt: after, $lte: last } };
  const projection = { number: 1, sendId: 1, createdAt: 1 };
  return ledgerOf(database).find(filter, { projection }).sort({ number: 1 }).limit(AT_ONCE).toArray();
};

const subjectsOf = async (database: Database, userId: ObjectId, ids: readonly ObjectId[]): Promise<ReadonlyMap<string, Subject>> => {
  if (ids.length === 0) return new Map();
  const projection = { mailboxId: 1, kind: 1, tags: 1 };
  const found = await sendsOf(database)
    .find({ _id: { $in: [...ids] }, userId }, { projection })
    .toArray();
  return new Map(found.map(({ _id, mailboxId, kind, tags }) => [_id.toHexString(), { mailboxId: mailboxId.toHexString(), kind, tags }]));
};

const domainsOf = async (database: Database, userId: ObjectId, subjects: readonly Subject[]): Promise<ReadonlyMap<string, string>> => {
  const ids = new Set(subjects.flatMap(({ mailboxId }) => mailboxId ?? []));
  if (ids.size === 0) return new Map();
  const filter = { _id: { $in: [...ids].map(oid) }, userId };
  const found = await mailboxesOf(database)
    .find(filter, { projection: { email: 1 } })
    .toArray();
  return new Map(found.map(({ _id, email }) => [_id.toHexString(), email.slice(email.lastIndexOf("@") + 1).toLowerCase()]));
};

/** What an account's metrics lack, from their cursor on. */
export const uncountedOf = async (database: Database, userId: ObjectId): Promise<Uncounted> => {
  const { sequence = 0, accepted = 0 } = (await metricsCursorsOf(database).findOne({ _id: userId })) ?? {};
  const last = await lastOf(database, userId);
  const [events, charges] = await Promise.all([
    eventsAfter(database, userId, sequence, last.sequence),
    chargesAfter(database, userId, accepted, last.accepted),
  ]);
  const named = events.flatMap((event) => sendToRead(event) ?? []).map(oid);
  const sends = await subjectsOf(database, userId, [...named, ...charges.flatMap(({ sendId }) => sendId ?? [])]);
  const domains = await domainsOf(database, userId, [...events.map(({ data }) => data as Subject), ...sends.values()]);
  // A page that is not full had everything up to the last number; what lacks below it has been deleted for its age.
  const to = {
    sequence: events.length < AT_ONCE ? Math.max(sequence, last.sequence) : events.at(-1)!.sequence,
    accepted: charges.length < AT_ONCE ? Math.max(accepted, last.accepted) : charges.at(-1)!.number!,
  };
  return {
    from: { sequence, accepted },
    to,
    events,
    accepted: charges.map(({ sendId, createdAt }) => ({ ...sends.get(String(sendId)), at: createdAt })),
    sends,
    domains,
    more: to.sequence < last.sequence || to.accepted < last.accepted,
  };
};
