import type { ClientSession, ObjectId } from "mongodb";
import {
  type ClaimFacts,
  DAY_MS,
  holdEnd,
  isBusy,
  judgeClaim,
  MINUTE_MS,
  remembersRoom,
} from "../../../domain/sending/deliver/judge-claim.ts";
import type { ClaimLimits } from "../../../domain/sending/ports.ts";
import { transitions } from "../../../domain/sending/send.ts";
import { type Database, isDuplicateKey } from "../database.ts";
import { type SendDocument, sendsOf, waitingIn } from "./send-documents.ts";

/** What is remembered of a mailbox between claims; claims of one mailbox conflict on it, which makes its limits exact. */
interface DeliveryLimits {
  _id: ObjectId;
  version: number;
  /** The database's time of the claim. */
  at: Date;
  /** How many more may be claimed under `maxDaily` before the sends are counted anew. */
  headroom?: number;
  maxDaily?: number;
  /** Until then everything that falls due waits together, so that nothing overtakes what has waited longer. */
  heldUntil?: Date;
}

/** What a claim found. */
export type DueOutcome =
  | { readonly kind: "claimed"; readonly sends: readonly SendDocument[] }
  | { readonly kind: "busy" }
  | { readonly kind: "limited"; readonly next: SendDocument };

interface Lease {
  readonly token: string;
  readonly leaseMs: number;
}

/** Claims what is due in a mailbox: the limits are judged and the sends taken in one transaction (G6 and G10). */
export const claimDue = async (database: Database, mailboxId: ObjectId, limits: ClaimLimits, lease: Lease): Promise<DueOutcome> => {
  const run = () =>
    database.transaction(async (session) => {
      // Of many workers woken for one mailbox most leave here, also after a conflict, instead of contending with those that work.
      if (!(await isAnythingDue(database, mailboxId))) return { kind: "claimed", sends: [] } as const;
      if (isBusy(await workersOf(database, mailboxId, new Date()))) return { kind: "busy" } as const;
      return claimWithin(database, session, mailboxId, limits, lease);
    });
  // Two first claims may both try to insert the mailbox's row; the second finds it then.
  return run().catch((error: unknown) => {
    if (isDuplicateKey(error)) return run();
    throw error;
  });
};

const isAnythingDue = async (database: Database, mailboxId: ObjectId): Promise<boolean> => {
  const waiting = { ...waitingIn(mailboxId), dueAt: { $gte: new Date(0) } };
  const projection = { isDue: { $lte: ["$dueAt", "$$NOW"] } };
  const first = await sendsOf(database).findOne<{ readonly isDue: boolean }>(waiting, { projection, sort: { dueAt: 1 } });
  return first?.isDue ?? false;
};

const processingIn = (mailboxId: ObjectId) => ({ mailboxId, status: "processing", dueAt: { $gt: new Date(0) } }) as const;

/** How many workers hold a lease in the mailbox. */
const leaseHolders = (underWay: readonly Pick<SendDocument, "leaseToken" | "dueAt">[], at: Date): number =>
  new Set(underWay.filter(({ dueAt, leaseToken }) => leaseToken && dueAt && dueAt > at).map(({ leaseToken }) => leaseToken)).size;

const workersOf = async (database: Database, mailboxId: ObjectId, at: Date): Promise<number> => {
  const projection = { leaseToken: 1, dueAt: 1 };
  return leaseHolders(await sendsOf(database).find(processingIn(mailboxId), { projection }).toArray(), at);
};

const claimWithin = async (
  database: Database,
  session: ClientSession,
  mailboxId: ObjectId,
  limits: ClaimLimits,
  lease: Lease,
): Promise<DueOutcome> => {
  const sends = sendsOf(database);
  const rows = database.collection<DeliveryLimits>("deliveryLimits");
  const known = await rows.findOneAndUpdate(
    { _id: mailboxId },
    [{ $set: { version: { $add: [{ $ifNull: ["$version", 0] }, 1] }, at: "$$NOW" } }],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!known) throw new Error("the delivery limits vanished");
  const { at } = known;
  const due = { mailboxId, status: "queued", dueAt: { $lte: at } } as const;
  await sends.updateMany({ ...due, status: transitions.becomeDue.from[0] }, { $set: { status: transitions.becomeDue.to } }, { session });
  const candidates = await sends.find(due, { session }).sort({ dueAt: 1 }).limit(limits.size).toArray();
  const [first] = candidates;
  if (!first) return { kind: "claimed", sends: [] };

  const hold = async (heldUntil: Date): Promise<DueOutcome> => {
    await sends.updateMany(due, { $set: { dueAt: heldUntil } }, { session });
    return { kind: "limited", next: { ...first, dueAt: heldUntil } };
  };
  const projection = { leaseToken: 1, dueAt: 1, countedAt: 1 };
  const underWay = await sends.find(processingIn(mailboxId), { session, projection }).toArray();
  const within = (ms: number) => ({ mailboxId, countedAt: { $gt: new Date(at.getTime() - ms) } });
  const count = (max: number | undefined, ms: number) => (max === undefined ? undefined : sends.countDocuments(within(ms), { session }));
  const { maxDaily, perMinute } = limits;
  const remembers = remembersRoom(limits, known);
  const facts: ClaimFacts = {
    at,
    due: candidates.length,
    workers: leaseHolders(underWay, at),
    reserved: underWay.filter(({ countedAt }) => !countedAt).length,
    heldUntil: known.heldUntil,
    headroom: remembers ? known.headroom : undefined,
    inDay: remembers ? undefined : await count(maxDaily, DAY_MS),
    inMinute: await count(perMinute, MINUTE_MS),
  };
  const verdict = judgeClaim(limits, facts);
  if (verdict.kind === "busy") return verdict;
  if (verdict.kind === "held") return hold(verdict.until);
  if (verdict.kind === "full") {
    const [oldest] = await sends
      .find(within(verdict.windowMs), { session, projection: { countedAt: 1 } })
      .sort({ countedAt: 1 })
      .limit(1)
      .toArray();
    const heldUntil = holdEnd(facts, verdict.windowMs, oldest?.countedAt);
    await rows.updateOne({ _id: mailboxId }, { $set: { heldUntil } }, { session });
    return hold(heldUntil);
  }
  const taken = candidates.slice(0, verdict.count);
  const claimed = { status: transitions.claim.to, stage: "claimed", leaseToken: lease.token } as const;
  await sends.updateMany(
    { ...due, _id: { $in: taken.map(({ _id }) => _id) } },
    [{ $set: { ...claimed, dueAt: { $add: ["$$NOW", lease.leaseMs] }, attempts: { $add: ["$attempts", 1] } } }],
    { session },
  );
  const { headroom } = verdict;
  if (maxDaily !== undefined && headroom !== undefined)
    await rows.updateOne({ _id: mailboxId }, { $set: { headroom, maxDaily } }, { session });
  return { kind: "claimed", sends: taken.map((send) => ({ ...send, ...claimed, attempts: send.attempts + 1 })) };
};
