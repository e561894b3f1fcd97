import type { ClientSession, Filter, ObjectId } from "mongodb";
import { type ClaimFacts, DAY_MS, fullPause, isBusy, judgeClaim, MINUTE_MS, remembersRoom } from "../deliver/claim.ts";
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

const claimWithin = async (
  database: Database,
  session: ClientSession,
  mailboxId: ObjectId,
  limits: ClaimLimits,
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
  const due = { mailboxId, status: "queued", dueAt: { $lte: at } } as const;
  const oldest = (filter: Filter<SendDocument>) => sends.find(filter, { session }).sort({ dueAt: 1 }).limit(limits.size).toArray();
  let candidates = await oldest({ ...waitingIn(mailboxId), dueAt: { $lte: at } });
  if (candidates.some(({ status }) => status === "scheduled")) {
    await becomeDue(sends, session, mailboxId, at);
    candidates = await oldest(due);
  }
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
    due: candidates.map(({ deaths = 0, bodyBytes = 0 }) => ({ deaths, bodyBytes })),
    workers: leaseHolders(underWay),
    reserved: underWay.filter(({ countedAt }) => !countedAt).length,
    heldUntil: known.heldUntil,
    headroom: remembers ? known.headroom : undefined,
    inDay: remembers ? undefined : await count(maxDaily, DAY_MS),
    inMinute: await count(perMinute, MINUTE_MS),
  };
  const verdict = judgeClaim(limits, facts);
  if (verdict.kind === "busy" || verdict.kind === "paused") return verdict;
  if (verdict.kind === "full") {
    const [oldest] = await sends
      .find(within(verdict.windowMs), { session, projection: { countedAt: 1 } })
      .sort({ countedAt: 1 })
      .limit(1)
      .toArray();
    const { until: heldUntil, for: heldFor } = fullPause(facts, verdict.windowMs, oldest?.countedAt);
    await rows.updateOne({ _id: mailboxId }, { $set: { heldUntil, heldFor } }, { session });
    return { kind: "limited", next: { ...first, dueAt: heldUntil } };
  }
  const taken = candidates.slice(0, verdict.count);
  const { claim } = transitions;
  await sends.updateMany({ ...due, _id: { $in: taken.map(({ _id }) => _id) } }, updateBy(claim, leased(lease.token, lease.leaseMs)), {
    session,
  });
  const claimed = { status: claim.to, ...claim.set, leaseToken: lease.token };
  const { headroom } = verdict;
  if (maxDaily !== undefined && headroom !== undefined)
    await rows.updateOne({ _id: mailboxId }, { $set: { headroom, maxDaily } }, { session });
  return { kind: "claimed", others: facts.workers > 0, sends: taken.map((send) => ({ ...send, ...claimed, attempts: send.attempts + 1 })) };
};

/** How many emails workers hold at the moment. */
export const countUnderWay = async (database: Database): Promise<number> => {
  const held = { leaseToken: { $exists: true }, dueAt: { $gte: await databaseNow(database) } };
  return sendsOf(database).countDocuments({ status: { $in: ["processing", "sent"] }, ...held });
};
