import type { ClientSession, ObjectId } from "mongodb";
import { type ContactLimit, creditEvents } from "#shared/accounts/credits.ts";
import { type Accepted, HELD_MAX } from "../ports/acceptance.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { pushEvents } from "#shared/events/store/event-documents.ts";
import { sendsOf } from "./send-documents.ts";
import { type LedgerDocument, ledgerOf, type WalletDocument, walletsOf } from "#shared/accounts/store/users.ts";

/** A charge of one credit; its id is the send's, so that a send is charged once (G11 in shared/README.md). */
export const chargeOf = (
  id: string,
  userId: ObjectId,
  row: Pick<LedgerDocument, "balanceAfter" | "createdAt" | "number">,
): LedgerDocument => {
  const sendId = oid(id);
  return { _id: sendId, userId, type: "charge", amount: 1, sendId, ...row } as LedgerDocument;
};

/** The result of a charge. */
export interface Charged extends Accepted {
  readonly balance: number;
  /** The account's number of accepted sends so far, these included. */
  readonly accepted: number;
  readonly at: Date;
  readonly low: number | undefined;
  readonly deletedAt: Date | undefined;
  /** The account's limit of first emails to the same people. */
  readonly contactLimit?: ContactLimit | undefined;
}

/** What a charge of nothing comes to. */
export const nothing: Charged = { count: 0, balance: 0, accepted: 0, at: new Date(0), low: undefined, deletedAt: undefined };

/** Puts credits back that were taken in the same transaction. */
const putBack = async (database: Database, session: ClientSession, userId: ObjectId, count: number): Promise<void> => {
  const change = { balance: count, accepted: -count, "hourly.accepted": -count };
  await walletsOf(database).updateOne({ _id: userId }, { $inc: change }, { session });
};

const HOUR_MS = 3_600_000;
/** Computed by the database's clock: how long the clock hour has lasted, when it began, and how many emails were accepted in it. */
const sinceHour = { $mod: [{ $subtract: ["$$NOW", new Date(0)] }, HOUR_MS] };
const thisHour = { $subtract: ["$$NOW", sinceHour] };
const acceptedThisHour = { $cond: [{ $eq: ["$hourly.since", thisHour] }, "$hourly.accepted", 0] };
/** The limits of an account's next emails, from its wallet. */
const limitsOf = { balance: 1, hourlyLimit: 1, acceptedThisHour, msToNextHour: { $subtract: [HOUR_MS, sinceHour] } } as const;

interface Limits extends Pick<WalletDocument, "balance" | "hourlyLimit"> {
  readonly acceptedThisHour: number;
  readonly msToNextHour: number;
}

/**
 * Takes up to `wanted` credits from the wallet, as far as the balance and the hourly limit go. Returns how many, the balance after, the time by the
 * database's clock, and how long to wait when the hourly limit refuses the next email.
 */
const charge = async (database: Database, session: ClientSession, userId: ObjectId, wanted: number): Promise<Charged> => {
  const wallets = walletsOf(database);
  const take = (amount: number) =>
    wallets.findOneAndUpdate(
      {
        _id: userId,
        balance: { $gte: amount },
        $or: [{ hourlyLimit: { $exists: false } }, { $expr: { $lte: [{ $add: [acceptedThisHour, amount] }, "$hourlyLimit"] } }],
      },
      // The database's time, not the drafts': the ledger lists charges in their order.
      [
        {
          $set: {
            balance: { $subtract: ["$balance", amount] },
            hourly: { since: thisHour, accepted: { $add: [acceptedThisHour, amount] } },
            updatedAt: "$$NOW",
            accepted: { $add: [{ $ifNull: ["$accepted", 0] }, amount] },
            uncountedSince: { $ifNull: ["$uncountedSince", "$$NOW"] },
          },
        },
      ],
      { session, returnDocument: "after" },
    );
  const whole = await take(wanted);
  const facts = (wallet: WalletDocument) => ({
    balance: wallet.balance,
    accepted: wallet.accepted ?? 0,
    at: wallet.updatedAt,
    low: wallet.lowBalance,
    deletedAt: wallet.mailboxDeletedAt,
    contactLimit: wallet.contactLimit,
  });
  if (whole) return { count: wanted, ...facts(whole) };
  const limits = await wallets.findOne<Limits>({ _id: userId }, { session, projection: limitsOf });
  if (!limits) return nothing;
  const room = limits.hourlyLimit === undefined ? Infinity : Math.max(0, limits.hourlyLimit - limits.acceptedThisHour);
  const limited = room < limits.balance && { waitSeconds: Math.ceil(limits.msToNextHour / 1000) };
  const count = Math.min(limits.balance, room, wanted);
  // The transaction's snapshot holds: what was read can be taken, or the transaction is repeated.
  const rest = count > 0 ? await take(count) : undefined;
  return rest ? { count, ...facts(rest), ...limited } : { ...nothing, ...limited };
};

/**
 * Charges one email that was stored before, with its row of the ledger and the wallet's events. Undefined when it is charged; else why not:
 * `waitSeconds` when the hourly limit refuses it.
 */
export const chargeFor = async (
  database: Database,
  session: ClientSession,
  userId: ObjectId,
  sendId: string,
): Promise<{ readonly waitSeconds?: number | undefined } | undefined> => {
  const { count, waitSeconds, balance, accepted, at, low } = await charge(database, session, userId, 1);
  if (count === 0) return { waitSeconds };
  const events = creditEvents(balance + 1, balance, low);
  if (events.length > 0) await walletsOf(database).updateOne({ _id: userId }, pushEvents(...events), { session });
  const row = chargeOf(sendId, userId, { balanceAfter: balance, number: accepted, createdAt: at });
  await ledgerOf(database).insertOne(row, { session });
  return undefined;
};

/** The result of asking for room for emails that wait for approval. */
interface HeldRoom extends Pick<Charged, "at" | "deletedAt"> {
  /** How many more may wait. */
  readonly room: number;
}

/** The filter for an account's emails that are held: those that wait for approval, and drafts. */
export const heldIn = (userId: ObjectId) => ({ userId, status: "scheduled" as const, holdUntil: { $exists: true } });

/**
 * How many more emails of the account may wait for approval, up to `wanted`. It writes to the wallet, so that requests at the same time see each
 * other, and the deletion of a mailbox.
 */
export const roomForHeld = async (database: Database, session: ClientSession, userId: ObjectId, wanted: number): Promise<HeldRoom> => {
  const wallet = await walletsOf(database).findOneAndUpdate(
    { _id: userId },
    [
      {
        $set: {
          heldAt: "$$NOW",
          balance: { $ifNull: ["$balance", 0] },
          updatedAt: { $ifNull: ["$updatedAt", "$$NOW"] },
        },
      },
    ],
    { session, upsert: true, returnDocument: "after" },
  );
  if (!wallet?.heldAt) throw new Error("the wallet was not written");
  const held = await sendsOf(database).countDocuments(heldIn(userId), { session, limit: HELD_MAX });
  return { room: Math.min(wanted, HELD_MAX - held), at: wallet.heldAt, deletedAt: wallet.mailboxDeletedAt };
};

/** Charges other drafts than those for which the same transaction took credits before. */
export const chargeAgain = async (
  database: Database,
  session: ClientSession,
  userId: ObjectId,
  before: Charged,
  wanted: number,
  steps: number,
): Promise<Charged> => {
  await putBack(database, session, userId, before.count);
  return wanted === 0 ? nothing : chargeWhole(database, session, userId, wanted, steps);
};

/** Takes credits for whole people alone: as many steps as are a multiple of theirs. */
export const chargeWhole = async (
  database: Database,
  session: ClientSession,
  userId: ObjectId,
  wanted: number,
  steps: number,
): Promise<Charged> => {
  const taken = await charge(database, session, userId, wanted);
  const rest = taken.count % steps;
  if (rest === 0) return taken;
  const { waitSeconds } = taken;
  return {
    ...(await chargeAgain(database, session, userId, taken, taken.count - rest, 1)),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
};
