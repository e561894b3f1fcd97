import type { SuppressionReason } from "../../../domain/suppressions/suppression.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { messagesOf } from "../inbox/message-documents.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";

/** Something that was withdrawn after the moment to which a database was restored, and that therefore exists again. */
export type Forgotten =
  | { readonly kind: "key" | "webhook"; readonly userId: string; readonly id: string }
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
  /** It was cancelled, or given to a server, and waits again. */
  | { readonly kind: "send"; readonly userId: string; readonly id: string; readonly isCancelled: boolean }
  /** There is not enough information to repeat it; `note` tells the operator what to do. */
  | { readonly kind: "note"; readonly userId: string; readonly id: string; readonly note: string };

/** The kinds from which an operator may choose. */
export const forgottenKinds = [
  "account",
  "lock",
  "password",
  "key",
  "webhook",
  "mailbox",
  "suppression",
  "send",
  "note",
] as const satisfies readonly Forgotten["kind"][];

/** The collections of kinds that are deleted as one document. */
export const collectionOf = { key: "apiKeys", webhook: "webhooks" } as const;

/** Whether any mail of a mailbox is stored. */
export const hasMail = async (database: Database, userId: string, id: string): Promise<boolean> =>
  (await messagesOf(database).findOne({ mailboxId: oid(id), userId: oid(userId) }, { projection: { _id: 1 } })) !== null;

/** Whether a mailbox that was disconnected, or its mail that was to be erased, exists again in the restored database. */
export const isMailboxBack = async (restored: Database, userId: string, id: string, purge: boolean): Promise<boolean> => {
  const mailbox = await mailboxesOf(restored).findOne({ _id: oid(id), userId: oid(userId) }, { projection: { deletedAt: 1, purging: 1 } });
  if (!mailbox || !mailbox.deletedAt) return mailbox !== null;
  return purge && !mailbox.purging && hasMail(restored, userId, id);
};
