import type { ClientSession, Filter, ObjectId } from "mongodb";
import {
  type ClaimFacts,
  DAY_MS,
  fullPause,
  isBusy,
  isPaced,
  judgeClaim,
  type LimitsNow,
  limitsAt,
  MINUTE_MS,
  pacedFull,
  pacePause,
  type PacePause,
  remembersRoom,
} from "../deliver/claim.ts";
import { gapBefore, HOUR_MS } from "../waiting.ts";
import type { ClaimLimits } from "../ports/claims.ts";
import { leased, transitions } from "../transitions.ts";
import { type Database, isDuplicateKey, databaseNow } from "#shared/platform/mongo/database.ts";
import { updateBy } from "./apply-transition.ts";
import { deliveryRowsOf, pausedForMs } from "./delivery-rows.ts";
import { type SendCollection, type SendDocument, sendsOf, waitingIn } from "./send-documents.ts";

/** The result of a claim. */
export type DueOutcome =
  | { readonly kind: "claimed"; readonly others: boolean; readonly sends: readonly SendDocument[] }
  | { readonly kind: "busy" }
  | { readonly kind: "paused"; readonly forMs: number }
  | { readonly kind: "limited"; readonly next: SendDocument };

const nothingDue = { kind: "claimed", others: false, sends: [] } as const;

interface Lease {
  readonly token: string;
  readonly leaseMs: number;
}

/** Claims the due sends of a mailbox: checks the limits and takes the sends in one transaction (G6 and G10 in shared/README.md). */
export const claimDue = async (database: Database, mailboxId: ObjectId, limits: ClaimLimits, lease: Lease): Promise<DueOutcome> => {
  const run = () =>
    database.transaction(async (session) => {
      // Many workers may be woken for one mailbox. Most leave here, also after a conflict, instead of contending with those at work.
      const early = limits.isMore ? undefined : await leavesEarly(database, mailboxId, limits);
      return early ?? claimWithin(database, session, mailboxId, limits, lease);
    });
  // Two first claims may both try to insert the mailbox's row; the repetition then finds it.
  return run().catch((error: unknown) => {
    if (isDuplicateKey(error)) return run();
    throw error;
  });
};

/** The reason not to begin a claim, checked without a transaction. */
const leavesEarly = async (database: Database, mailboxId: ObjectId, { maxDaily }: ClaimLimits): Promise<DueOutcome | undefined> => {
  if (!(await isAnythingDue(database, mailboxId))) return nothingDue;
  const [workers, forMs] = await Promise.all([workersOf(database, mailboxId), pausedForMs(database, mailboxId)]);
  if (isBusy(workers)) return { kind: "busy" };
  return maxDaily !== undefined && forMs > 0 ? { kind: "paused", forMs } : undefined;
};

const isAnythingDue = async (database: Database, mailboxId: ObjectId): Promise<boolean> => {
  const waiting = { ...waitingIn(mailboxId), dueAt: { $gte: new Date(0) } };
  const projection = { isDue: { $lte: ["$dueAt", "$$NOW"] } };
  const first = await sendsOf(database).findOne<{ readonly isDue: boolean }>(waiting, { projection, sort: { dueAt: 1 } });
  return first?.isDue ?? false;
};

/** The fields of a claimed send that a claim counts. */
interface UnderWay {
  readonly leaseToken?: string;
  readonly countedAt?: Date;
  readonly isLive: boolean;
}

const underWayIn = (database: Database, mailboxId: ObjectId, session?: ClientSession): Promise<UnderWay[]> => {
  const projection = { leaseToken: 1, countedAt: 1, isLive: { $gt: ["$dueAt", "$$NOW"] } };
  const processing = { mailboxId, status: "processing", dueAt: { $gt: new Date(0) } } as const;
  return sendsOf(database)
    .find<UnderWay>(processing, { projection, ...(session && { session }) })
    .toArray();
};

/** How many workers hold a lease. */
const leaseHolders = (underWay: readonly UnderWay[]): number =>
  new Set(underWay.flatMap(({ isLive, leaseToken }) => (isLive && leaseToken ? [leaseToken] : []))).size;

const workersOf = async (database: Database, mailboxId: ObjectId): Promise<number> => leaseHolders(await underWayIn(database, mailboxId));

/** How many scheduled sends one claim queues: few, because they are written in the claim's transaction. */
const BECOME_DUE_MAX = 250;

/** Queues the oldest scheduled sends whose time has come, at least as many as a claim takes, so that the claim takes the oldest of all. */
const becomeDue = async (sends: SendCollection, session: ClientSession, mailboxId: ObjectId, at: Date): Promise<void> => {
  const [status] = transitions.becomeDue.from;
  const found = await sends
    .find({ mailboxId, status, dueAt: { $lte: at } }, { session, projection: { _id: 1 } })
    .sort({ dueAt: 1 })
    .limit(BECOME_DUE_MAX)
    .toArray();
  if (found.length === 0) return;
  await sends.updateMany({ _id: { $in: found.map(({ _id }) => _id) }, status }, updateBy(transitions.becomeDue), { session });
};

/** The due sends that go before the others, of a mailbox with a pace; those whose time has come are queued. */
const goingFirst = async (
  sends: SendCollection,
  session: ClientSession,
  mailboxId: ObjectId,
  { size }: LimitsNow,
  at: Date,
): Promise<readonly SendDocument[]> => {
  const due = { goesFirst: true as const, ...waitingIn(mailboxId), dueAt: { $lte: at } };
  const found = await sends.find(due, { session }).sort({ dueAt: 1 }).limit(size).toArray();
  const scheduled = found.flatMap(({ _id, status }) => (status === "scheduled" ? [_id] : []));
  if (scheduled.length > 0)
    await sends.updateMany({ _id: { $in: scheduled }, status: "scheduled" }, updateBy(transitions.becomeDue), { session });
  return found.map((send) => ({ ...send, status: "queued" }));
};

/** When the mailbox's latest email left: its intent, or its server's answer to it. */
const lastDeparture = async (sends: SendCollection, session: ClientSession, mailboxId: ObjectId): Promise<Date | undefined> => {
  const left = { mailboxId, countedAt: { $gt: new Date(0) } };
  const projection = { countedAt: 1, sentAt: 1 };
  const [last] = await sends.find(left, { session, projection }).sort({ countedAt: -1 }).limit(1).toArray();
  const { countedAt, sentAt } = last ?? {};
  return countedAt && sentAt && sentAt > countedAt ? sentAt : countedAt;
};

/** The gap that was drawn for the email of a claim; nothing without a gap. */
const gapOf = ({ pace }: LimitsNow, [first]: readonly Pick<SendDocument, "_id">[]): { readonly gap?: string } =>
  pace?.minGap && first ? { gap: `PT${gapBefore(pace, { id: first._id.toHexString() }) / 1000}S` } : {};

const claimWithin = async (
  database: Database,
  session: ClientSession,
  mailboxId: ObjectId,
  asked: ClaimLimits,
  lease: Lease,
): Promise<DueOutcome> => {
  const sends = sendsOf(database);
  const rows = deliveryRowsOf(database);
  const known = await rows.findOneAndUpdate(
    { _id: mailboxId },
    [{ $set: { version: { $add: [{ $ifNull: ["$version", 0] }, 1] }, at: "$$NOW" } }],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!known?.at) throw new Error("the delivery row vanished");
  const { at } = known;
  const limits = limitsAt(asked, at);
  const due = { mailboxId, status: "queued", dueAt: { $lte: at } } as const;
  const oldest = (filter: Filter<SendDocument>) => sends.find(filter, { session }).sort({ dueAt: 1 }).limit(limits.size).toArray();
  let candidates = await oldest({ ...waitingIn(mailboxId), dueAt: { $lte: at } });
  if (candidates.some(({ status }) => status === "scheduled")) {
    await becomeDue(sends, session, mailboxId, at);
    candidates = await oldest(due);
  }
  if (limits.pace) candidates = [...(await goingFirst(sends, session, mailboxId, limits, at)), ...candidates];
  if (limits.pace)
    candidates = candidates.filter(({ _id }, n) => candidates.findIndex((other) => other._id.equals(_id)) === n).slice(0, limits.size);
  const [first] = candidates;
  if (!first) return nothingDue;

  const underWay = await underWayIn(database, mailboxId, session);
  const within = (ms: number) => ({ mailboxId, countedAt: { $gt: new Date(at.getTime() - ms) } });
  const count = (max: number | undefined, ms: number) => {
    if (max === undefined) return undefined;
    return max > 0 ? sends.countDocuments(within(ms), { session, limit: max }) : 0;
  };
  const { maxDaily, perMinute } = limits;
  const remembers = remembersRoom(limits, known);
  const facts: ClaimFacts = {
    at,
    due: candidates.map(({ _id, deaths = 0, bodyBytes = 0 }) => ({ id: _id.toHexString(), deaths, bodyBytes })),
    workers: leaseHolders(underWay),
    reserved: underWay.filter(({ countedAt }) => !countedAt).length,
    heldUntil: known.heldUntil,
    headroom: remembers ? known.headroom : undefined,
    inDay: remembers ? undefined : await count(maxDaily, DAY_MS),
    inMinute: await count(perMinute, MINUTE_MS),
    inHour: await count(limits.pace?.maxHourlySends ?? undefined, HOUR_MS),
    lastAt: limits.pace?.minGap ? await lastDeparture(sends, session, mailboxId) : undefined,
  };
  const verdict = judgeClaim(limits, facts);
  if (verdict.kind === "busy" || verdict.kind === "paused") return verdict;
  const holdFor = async ({ until, for: heldFor, opensAt }: PacePause): Promise<DueOutcome> => {
    await rows.updateOne({ _id: mailboxId }, { $set: { heldUntil: until, heldFor, opensAt } }, { session });
    return { kind: "limited", next: { ...first, dueAt: until } };
  };
  if (verdict.kind === "closed") return holdFor(pacePause(at, verdict.opens));
  if (verdict.kind === "full") {
    const [oldest] = await sends
      .find(within(verdict.windowMs), { session, projection: { countedAt: 1 } })
      .sort({ countedAt: 1 })
      .limit(1)
      .toArray();
    if (isPaced(limits, verdict.windowMs)) return holdFor(pacedFull(limits, facts, verdict.windowMs, oldest?.countedAt));
    const { until: heldUntil, for: heldFor } = fullPause(facts, verdict.windowMs, oldest?.countedAt);
    await rows.updateOne({ _id: mailboxId }, { $set: { heldUntil, heldFor } }, { session });
    return { kind: "limited", next: { ...first, dueAt: heldUntil } };
  }
  const taken = candidates.slice(0, verdict.count);
  const { claim } = transitions;
  const gap = gapOf(limits, taken);
  const { set, ...byLease } = leased(lease.token, lease.leaseMs);
  await sends.updateMany({ ...due, _id: { $in: taken.map(({ _id }) => _id) } }, updateBy(claim, { ...byLease, set: { ...set, ...gap } }), {
    session,
  });
  const claimed = { status: claim.to, ...claim.set, leaseToken: lease.token, ...gap };
  const { headroom } = verdict;
  if (maxDaily !== undefined && headroom !== undefined)
    await rows.updateOne({ _id: mailboxId }, { $set: { headroom, maxDaily } }, { session });
  return { kind: "claimed", others: facts.workers > 0, sends: taken.map((send) => ({ ...send, ...claimed, attempts: send.attempts + 1 })) };
};

/** How many emails workers hold at present. */
export const countUnderWay = async (database: Database): Promise<number> => {
  const held = { leaseToken: { $exists: true }, dueAt: { $gte: await databaseNow(database) } };
  return sendsOf(database).countDocuments({ status: { $in: ["processing", "sent"] }, ...held });
};
