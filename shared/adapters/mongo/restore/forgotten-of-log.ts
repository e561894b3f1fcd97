import type { ObjectId } from "mongodb";
import { suppressionKey } from "../../../domain/suppressions/suppression.ts";
import type { Withdrawal } from "../../../domain/withdrawals.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { suppressionsOf } from "../suppressions/suppressions.ts";
import { collectionOf, type Forgotten, isMailboxBack } from "./forgotten.ts";

/** The restored database, and the one from before the restore if it can still be read. */
export interface Databases {
  readonly restored: Database;
  readonly old: Database | undefined;
}

/** The recipient of an unsubscribe link whose send is in either database, unless suppressed already. */
const byLink = async ({ restored, old }: Databases, sendId: string): Promise<Forgotten | undefined> => {
  const find = (database: Database) => sendsOf(database).findOne({ _id: oid(sendId) }, { projection: { userId: 1, toEmail: 1 } });
  const send = (await find(restored)) ?? (old && (await find(old)));
  if (!send) {
    const note = "its recipient unsubscribed, and the send is not stored: OLD_MONGODB_URI or the mailbox's Sent folder has the address";
    return { kind: "note", userId: "", id: sendId, note };
  }
  const email = suppressionKey(send.toEmail);
  if (await suppressionsOf(restored).findOne({ userId: send.userId, email })) return undefined;
  return { kind: "suppression", userId: send.userId.toHexString(), email, reason: "unsubscribed", sendId };
};

const forgottenOf = async (databases: Databases, one: Withdrawal): Promise<Forgotten | undefined> => {
  const { restored, old } = databases;
  if ("sendId" in one) return one.what === "unsubscribed" ? byLink(databases, one.sendId) : undefined;
  if (one.what === "mailbox")
    return (await isMailboxBack(restored, one.userId, one.id, one.purge))
      ? { kind: "mailbox", userId: one.userId, id: one.id, purge: one.purge }
      : undefined;
  if (one.what === "suppressions") {
    const note = `it suppressed ${one.count} addresses, which no log holds: OLD_MONGODB_URI has them, or the account adds them again`;
    return old ? undefined : { kind: "note", userId: one.userId, id: "", note };
  }
  const rows = restored.collection<{ _id: ObjectId; userId: ObjectId }>(collectionOf[one.what]);
  const found = await rows.findOne({ _id: oid(one.id), userId: oid(one.userId) }, { projection: { _id: 1 } });
  return found ? { kind: one.what, userId: one.userId, id: one.id } : undefined;
};

/**
 * The logged withdrawals, oldest first, that the restored database does not contain. For a link the last click counts; for a mailbox with erased mail
 * there must be no mail.
 */
export const forgottenOfLog = async (databases: Databases, withdrawals: readonly Withdrawal[]): Promise<readonly Forgotten[]> => {
  const last = new Map<unknown, Withdrawal>();
  for (const one of withdrawals) {
    const key = "sendId" in one ? one.sendId : "id" in one ? one.id : one;
    const before = last.get(key);
    const wasPurged = before?.what === "mailbox" && before.purge;
    last.set(key, one.what === "mailbox" && wasPurged ? before : one);
  }
  const found: Forgotten[] = [];
  for (const one of last.values()) {
    const forgotten = await forgottenOf(databases, one);
    if (forgotten) found.push(forgotten);
  }
  return found;
};
