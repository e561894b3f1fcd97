import { lockOut } from "../../../domain/auth/lock-out.ts";
import { transitions } from "../../../domain/sending/transitions.ts";
import { mongoApiKeys } from "../accounts/api-keys.ts";
import { purgeAccount } from "../accounts/purge.ts";
import { mongoUsers } from "../accounts/users.ts";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { mongoMailboxes } from "../mailboxes/mailboxes.ts";
import { mongoPurges } from "../inbox/purges.ts";
import { updateBy, whichMay } from "../sending/apply-transition.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { addSuppressions } from "../suppressions/suppressions.ts";
import { mongoWebhooks } from "../webhooks/webhooks.ts";
import type { Forgotten } from "./forgotten.ts";

/**
 * Repeats a withdrawal that a restored database does not contain; safe to repeat. The sweeper cancels a mailbox's waiting sends and erases the rest
 * of its mail; a send that may have left is looked up, like those that are due.
 */
export const withdrawAgain = async (database: Database, forgotten: Forgotten): Promise<void> => {
  const connect = async () => database;
  const [users, apiKeys] = [mongoUsers(connect), mongoApiKeys(connect)];
  const { userId } = forgotten;
  switch (forgotten.kind) {
    case "key":
      return void (await apiKeys.delete(userId, forgotten.id));
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
