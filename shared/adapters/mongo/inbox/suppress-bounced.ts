import type { SyncLease } from "../../../domain/inbox/pull/sync-state.ts";
import type { DecidedMail } from "../../../domain/inbox/store/prepared-mail.ts";
import { usersOf } from "../accounts/users.ts";
import { oid } from "../documents.ts";
import { addSuppressions } from "../suppressions/suppressions.ts";
import type { Transaction } from "./thread-documents.ts";

/** Suppresses whom a page of mails says to be out of reach, where the account wants it; in the transaction that notes the bounce. */
export const suppressBounced = async (
  { database, session, lease }: Transaction & { readonly lease: Pick<SyncLease, "userId"> },
  mails: readonly DecidedMail[],
): Promise<void> => {
  // Of several recipients a notice may leave open whose copy came back.
  const bounced = mails.flatMap(({ concerns, returned = [] }) =>
    returned.flatMap(({ email, unproven }) =>
      concerns && email !== "" && !unproven ? [{ email, reason: "bounced" as const, sendId: concerns.id }] : [],
    ),
  );
  if (bounced.length === 0) return;
  const userId = oid(lease.userId);
  const user = await usersOf(database).findOne({ _id: userId }, { session, projection: { suppressBounced: 1 } });
  if (user?.suppressBounced) await addSuppressions({ database, session }, userId, bounced);
};
