import { conflict, notFound } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { ownMailboxIds } from "#shared/accounts/auth/bounds.ts";
import type { Mailboxes } from "./ports.ts";

/** Mailboxes under one name: an email that names the pool leaves from one of them. */
export interface Pool {
  readonly id: string;
  readonly userId: string;
  /** Unique in the account. */
  readonly name: string;
  /** Its mailboxes, also those that were disconnected since, in the order in which they were given. */
  readonly mailboxIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The most pools of an account. */
const POOLS_PER_ACCOUNT = 100;

/** The pools of an account. */
export interface Pools {
  find(userId: string, name: string): Promise<Pool | undefined>;
  /** Those of these names that there are. */
  findMany(userId: string, names: readonly string[]): Promise<readonly Pool[]>;
  /** By name. */
  list(userId: string): Promise<readonly Pool[]>;
  /** Stores a pool, or gives the one of that name these mailboxes; undefined when it is new and the account has `most` already. */
  put(pool: Pool, most: number): Promise<Pool | undefined>;
  /** Deletes one and returns it; undefined when not found. */
  delete(userId: string, name: string): Promise<Pool | undefined>;
}

/** The dependencies of storing a pool. */
export interface PutPorts {
  readonly pools: Pick<Pools, "put">;
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Stores a pool, or gives an existing one other mailboxes. Throws 404 for a mailbox that the account does not have, 409 beyond 100 pools. */
export const putPool = async (
  { pools, mailboxes, clock, ids }: PutPorts,
  { userId, name, mailboxIds }: Pick<Pool, "userId" | "name" | "mailboxIds">,
): Promise<Pool> => {
  const own = await ownMailboxIds(mailboxes, userId, mailboxIds);
  const now = clock.now();
  const put = await pools.put({ id: ids.objectId(), userId, name, mailboxIds: own, createdAt: now, updatedAt: now }, POOLS_PER_ACCOUNT);
  if (!put) throw conflict("There are too many pools", `an account has up to ${POOLS_PER_ACCOUNT} pools`);
  return put;
};

/** 404 for a pool that the account does not have, or that is outside the key's bounds. */
export const noSuchPool = () => notFound("Pool");

/** A pool as a key sees it: only with mailboxes that the key may see (`within` undefined: all). Undefined when the key sees none of them. */
export const poolWithin = (pool: Pool, within: readonly string[] | undefined): Pool | undefined => {
  if (within === undefined) return pool;
  const mailboxIds = pool.mailboxIds.filter((id) => within.includes(id));
  return mailboxIds.length === 0 ? undefined : { ...pool, mailboxIds };
};
