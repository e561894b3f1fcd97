import type { PageSuppressions } from "../../../../domain/inbox/ports/open-page.ts";
import { suppressionKey } from "../../../../domain/suppressions/suppression.ts";
import { usersOf } from "../../accounts/users.ts";
import { oid } from "../../documents.ts";
import { sendsOf } from "../../sending/send-documents.ts";
import { addSuppressions } from "../../suppressions/suppressions.ts";
import type { Transaction } from "../thread-documents.ts";

/** The most sends that are read for one address. */
const SENDS_MAX = 200;

/** The account's suppressed addresses, within a transaction. */
export const pageSuppressions = (transaction: Transaction, user: string): PageSuppressions => {
  const { database, session } = transaction;
  const userId = oid(user);
  return {
    wanted: async () => {
      const projection = { suppressBounced: 1, suppressComplained: 1 };
      const account = await usersOf(database).findOne({ _id: userId }, { session, projection });
      return { bounced: account?.suppressBounced === true, complained: account?.suppressComplained !== false };
    },
    cameBack: async (email, since) => {
      const sent = { userId, recipient: suppressionKey(email), createdAt: { $gte: since }, bouncedAt: { $exists: true } };
      const rows = sendsOf(database).find(sent, { session, projection: { bounces: 1 } });
      return (await rows.sort({ createdAt: -1 }).limit(SENDS_MAX).toArray()).map(({ bounces = [] }) => bounces);
    },
    add: async (addresses) => void (await addSuppressions(transaction, userId, addresses)),
  };
};
