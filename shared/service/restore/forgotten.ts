import { type SuppressionReason, suppressionKey } from "#shared/suppressions/suppression.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { ObjectId } from "mongodb";
import type { Withdrawal } from "#shared/suppressions/unsubscribe.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { addSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { suppressionsOf } from "#shared/suppressions/store/suppressed.ts";
import { lockOut } from "#shared/accounts/auth/create-api-key.ts";
import { transitions } from "#shared/sending/transitions.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { purgeAccount } from "#shared/accounts/store/purge.ts";
import { mongoMembers } from "#shared/accounts/store/members.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import { mongoWebhooks } from "#shared/webhooks/store/webhooks.ts";

/** Something that was withdrawn after the time to which a database was restored, so that it exists again. */
export type Forgotten =
  | { readonly kind: "key" | "member" | "webhook"; readonly userId: string; readonly id: string }
  | { readonly kind: "mailbox"; readonly userId: string; readonly id: string; readonly purge: boolean }
  /** The account was deleted with everything in it. */
  | { readonly kind: "account"; readonly userId: string }
  | { readonly kind: "lock"; readonly userId: string; readonly at: Date }
  | { readonly kind: "password"; readonly userId: string; readonly passwordHash: string }
  | {
      readonly kind: "suppression";
      readonly userId: string;
      readonly email: string;
      readonly reason: SuppressionReason;
      readonly sendId?: string;
    }
  /** The send was cancelled, or given to a server, and waits again. */
  | { readonly kind: "send"; readonly userId: string; readonly id: string; readonly isCancelled: boolean }
  /** There is not enough information to withdraw it again; `note` tells the operator what to do. */
  | { readonly kind: "note"; readonly userId: string; readonly id: string; readonly note: string };

/** The kinds of withdrawals from which an operator may choose. */
export const forgottenKinds = [
  "account",
  "lock",
  "password",
  "key",
  "member",
  "webhook",
  "mailbox",
  "suppression",
  "send",
  "note",
] as const satisfies readonly Forgotten["kind"][];

/** The collections of kinds that are deleted as one document. */
export const collectionOf = { key: "apiKeys", member: "members", webhook: "webhooks" } as const;

/** Whether any mail of a mailbox is stored. */
export const hasMail = async (database: Database, userId: string, id: string): Promise<boolean> =>
  (await messagesOf(database).findOne({ mailboxId: oid(id), userId: oid(userId) }, { projection: { _id: 1 } })) !== null;

/** Whether the restored database has a mailbox again that was disconnected, or mail of it that was to be erased. */
export const isMailboxBack = async (restored: Database, userId: string, id: string, purge: boolean): Promise<boolean> => {
  const mailbox = await mailboxesOf(restored).findOne({ _id: oid(id), userId: oid(userId) }, { projection: { deletedAt: 1, purging: 1 } });
  if (!mailbox || !mailbox.deletedAt) return mailbox !== null;
  return purge && !mailbox.purging && hasMail(restored, userId, id);
};

/** The restored database, and the one from before the restore when it can still be read. */
interface Databases {
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
 * The logged withdrawals, oldest first, whose effect the restored database lacks. For an unsubscribe link the last click counts; a mailbox whose mail
 * was erased must have no mail.
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

/**
 * Repeats a withdrawal that the restored database lacks; safe to repeat. The sweeper then cancels a mailbox's waiting sends and erases the rest of
 * its mail. A send that may have left is looked up.
 */
export const withdrawAgain = async (database: Database, forgotten: Forgotten): Promise<void> => {
  const connect = async () => database;
  const [users, apiKeys] = [mongoUsers(connect), mongoApiKeys(connect)];
  const { userId } = forgotten;
  switch (forgotten.kind) {
    case "key":
      return void (await apiKeys.delete(userId, forgotten.id));
    case "member":
      return void (await mongoMembers(connect).remove(userId, forgotten.id));
    case "webhook":
      return void (await mongoWebhooks(connect).delete(userId, forgotten.id));
    case "mailbox":
      await mongoMailboxes(connect).delete(userId, forgotten.id);
      return forgotten.purge ? mongoPurges(connect).begin(userId, forgotten.id) : undefined;
    case "account":
      await lockOut({ users, apiKeys }, userId, new Date());
      return void (await purgeAccount(database, userId));
    case "lock":
      return void (await lockOut({ users, apiKeys }, userId, forgotten.at));
    case "password":
      return users.setPasswordHash(userId, forgotten.passwordHash);
    case "send": {
      const transition = forgotten.isCancelled ? transitions.cancel : transitions.doubt;
      const which = { _id: oid(forgotten.id), userId: oid(userId), ...whichMay(transition) };
      return void (await sendsOf(database).updateOne(which, updateBy(transition)));
    }
    case "suppression":
      return void (await database.transaction((session) => addSuppressions({ database, session }, oid(userId), [forgotten])));
    case "note":
  }
};
