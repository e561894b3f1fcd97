import type { ClientSession, ObjectId } from "mongodb";
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

/** At most so many deliveries of one mailbox run at a time: Outlook allows three connections. */
const DELIVERIES_PER_MAILBOX = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** How long a mailbox at its limit is left alone at most: its cap may have been raised (G1). */
const LOOK_AGAIN_MS = 300_000;

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
      if ((await workersOf(database, mailboxId, new Date())) >= DELIVERIES_PER_MAILBOX) return { kind: "busy" } as const;
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
  const { size, maxDaily, perMinute } = limits;
  if (maxDaily !== undefined && known.heldUntil && known.heldUntil > at) return hold(known.heldUntil);

  const projection = { leaseToken: 1, dueAt: 1, countedAt: 1 };
  const underWay = await sends.find(processingIn(mailboxId), { session, projection }).toArray();
  if (leaseHolders(underWay, at) >= DELIVERIES_PER_MAILBOX) return { kind: "busy" };

  const reserved = underWay.filter(({ countedAt }) => !countedAt).length;
  const within = (ms: number) => ({ mailboxId, countedAt: { $gt: new Date(at.getTime() - ms) } });
  const left = async (max: number, ms: number) => max - reserved - (await sends.countDocuments(within(ms), { session }));
  const remembered = known.maxDaily === maxDaily ? (known.headroom ?? 0) : 0;
  const today = maxDaily === undefined ? size : remembered >= size ? remembered : await left(maxDaily, DAY_MS);
  const now = perMinute === undefined ? size : await left(perMinute, MINUTE_MS);
  const taken = candidates.slice(0, Math.max(0, Math.min(size, today, now)));

  if (taken.length === 0) {
    const ms = today <= 0 ? DAY_MS : MINUTE_MS;
    const [oldest] = await sends
      .find(within(ms), { session, projection: { countedAt: 1 } })
      .sort({ countedAt: 1 })
      .limit(1)
      .toArray();
    // What is under way may yet be refused and make room; an empty window means that nothing may be sent at all.
    const wait = reserved > 0 ? MINUTE_MS : oldest?.countedAt ? oldest.countedAt.getTime() + ms - at.getTime() : LOOK_AGAIN_MS;
    const heldUntil = new Date(at.getTime() + Math.min(wait, LOOK_AGAIN_MS));
    await rows.updateOne({ _id: mailboxId }, { $set: { heldUntil } }, { session });
    return hold(heldUntil);
  }
  const claimed = { status: transitions.claim.to, stage: "claimed", leaseToken: lease.token } as const;
  await sends.updateMany(
    { ...due, _id: { $in: taken.map(({ _id }) => _id) } },
    [{ $set: { ...claimed, dueAt: { $add: ["$$NOW", lease.leaseMs] }, attempts: { $add: ["$attempts", 1] } } }],
    { session },
  );
  if (maxDaily !== undefined) await rows.updateOne({ _id: mailboxId }, { $set: { headroom: today - taken.length, maxDaily } }, { session });
  return { kind: "claimed", sends: taken.map((send) => ({ ...send, ...claimed, attempts: send.attempts + 1 })) };
};
