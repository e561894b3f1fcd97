import { ObjectId } from "mongodb";
import { transitions } from "#shared/sending/transitions.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { whichMay } from "#shared/sending/store/apply-transition.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { type Forgotten, collectionOf, hasMail, isMailboxBack } from "./forgotten.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { type SuppressionDocument, suppressionsOf } from "#shared/suppressions/store/suppressed.ts";

const PAGE = 1_000;

/** The sends among these that the old database cancelled, or gave to a server. */
const finishedIn = async (old: Database, ids: readonly ObjectId[]): Promise<readonly Forgotten[]> => {
  const finished = {
    _id: { $in: [...ids] },
    $or: [{ status: { $in: ["sent", "failed", "cancelled"] as const } }, { stage: "intent" as const }],
  };
  const rows = await sendsOf(old)
    .find(finished, { projection: { userId: 1, status: 1 } })
    .toArray();
  return rows.map(({ _id, userId, status }) => ({
    kind: "send",
    userId: userId.toHexString(),
    id: _id.toHexString(),
    isCancelled: status === "cancelled",
  }));
};

/**
 * Sends that wait in the restored database, due later, and that the old one cancelled, or moved to an earlier time and sent. What is due by now needs
 * no comparison (markUnknownAfterRestore).
 */
const finishedSends = async (restored: Database, old: Database, since: Date): Promise<readonly Forgotten[]> => {
  const waiting = { ...whichMay(transitions.doubt), createdAt: { $lte: since }, dueAt: { $gte: new Date(0) } };
  const found: Forgotten[] = [];
  let page: ObjectId[] = [];
  for await (const { _id } of sendsOf(restored).find(waiting, { projection: { _id: 1 } })) {
    page.push(_id);
    if (page.length < PAGE) continue;
    found.push(...(await finishedIn(old, page)));
    page = [];
  }
  return [...found, ...(await finishedIn(old, page))];
};

/** The clocks that make ids may differ from the database's by this much, ms. */
const CLOCK_SKEW_MS = 300_000;

interface Row {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
}

/** The documents of a collection in pages, ordered by their ids. */
const pagesOf = async function* <R extends { readonly _id: ObjectId }>(
  database: Database,
  name: string,
  after?: ObjectId,
): AsyncGenerator<readonly R[]> {
  for (let last = after ?? new ObjectId("0".repeat(24)); ;) {
    const page = await database.raw
      .collection(name)
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length > 0) yield page as unknown as readonly R[];
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end._id;
  }
};

const idsOf = (rows: readonly { readonly _id: ObjectId }[]) => ({ _id: { $in: rows.map(({ _id }) => _id) } });
const byId = <R extends { readonly _id: ObjectId }>(rows: readonly R[]) => new Map(rows.map((row) => [row._id.toHexString(), row]));

/** Accounts that were deleted or locked, or whose password was changed. */
const accounts = async (restored: Database, old: Database): Promise<readonly Forgotten[]> => {
  const found: Forgotten[] = [];
  for await (const page of pagesOf<{ _id: ObjectId; lockedAt?: Date; passwordHash: string }>(restored, "users")) {
    const known = byId(await usersOf(old).find(idsOf(page)).toArray());
    for (const { _id, lockedAt, passwordHash } of page) {
      const userId = _id.toHexString();
      const then = known.get(userId);
      if (!then) found.push({ kind: "account", userId });
      if (then?.lockedAt && !lockedAt) found.push({ kind: "lock", userId, at: then.lockedAt });
      if (then && then.passwordHash !== passwordHash) found.push({ kind: "password", userId, passwordHash: then.passwordHash });
    }
  }
  return found;
};

/** Keys or webhooks that were deleted. */
const deleted = async (restored: Database, old: Database, kind: "key" | "member" | "webhook"): Promise<readonly Forgotten[]> => {
  const found: Forgotten[] = [];
  for await (const page of pagesOf<Row>(restored, collectionOf[kind])) {
    const rows = await old.raw
      .collection(collectionOf[kind])
      .find(idsOf(page), { projection: { _id: 1 } })
      .toArray();
    const known = byId(rows);
    for (const { _id, userId } of page)
      if (!known.has(_id.toHexString())) found.push({ kind, userId: userId.toHexString(), id: _id.toHexString() });
  }
  return found;
};

/** Mailboxes that were disconnected, and whether their mail was erased. */
const mailboxes = async (restored: Database, old: Database): Promise<readonly Forgotten[]> => {
  const found: Forgotten[] = [];
  for await (const page of pagesOf<Row>(restored, "mailboxes")) {
    const known = byId(
      await mailboxesOf(old)
        .find(idsOf(page), { projection: { deletedAt: 1, purging: 1 } })
        .toArray(),
    );
    for (const row of page) {
      const [id, userId] = [row._id.toHexString(), row.userId.toHexString()];
      const then = known.get(id);
      if (!then?.deletedAt) continue;
      const purge = then.purging !== undefined || !(await hasMail(old, userId, id));
      if (await isMailboxBack(restored, userId, id, purge)) found.push({ kind: "mailbox", userId, id, purge });
    }
  }
  return found;
};

/** Addresses that were suppressed since, for any reason. */
const suppressions = async (restored: Database, old: Database, since: Date): Promise<readonly Forgotten[]> => {
  const found: Forgotten[] = [];
  const from = ObjectId.createFromTime(Math.floor((since.getTime() - CLOCK_SKEW_MS) / 1_000));
  for await (const page of pagesOf<SuppressionDocument>(old, "suppressions", from)) {
    const same = { $or: page.map(({ userId, email }) => ({ userId, email })) };
    const known = new Set(
      (await suppressionsOf(restored).find(same).toArray()).map(({ userId, email }) => `${userId.toHexString()} ${email}`),
    );
    for (const { userId, email, reason, sendId } of page)
      if (!known.has(`${userId.toHexString()} ${email}`))
        found.push({ kind: "suppression", userId: userId.toHexString(), email, reason, ...(sendId && { sendId: sendId.toHexString() }) });
  }
  return found;
};

/**
 * Everything that was withdrawn in the old database after `since` and exists again in the restored one. The records of deleted accounts are left out,
 * because they are deleted with the account.
 */
export const compareDatabases = async (restored: Database, old: Database, since: Date): Promise<readonly Forgotten[]> => {
  const ofAccounts = await accounts(restored, old);
  const gone = new Set(ofAccounts.flatMap(({ kind, userId }) => (kind === "account" ? [userId] : [])));
  const others = [
    ...(await deleted(restored, old, "key")),
    ...(await deleted(restored, old, "member")),
    ...(await deleted(restored, old, "webhook")),
    ...(await mailboxes(restored, old)),
    ...(await suppressions(restored, old, since)),
    ...(await finishedSends(restored, old, since)),
  ];
  return [...ofAccounts, ...others.filter(({ userId }) => !gone.has(userId))];
};
