import { lockOut } from "#shared/accounts/auth/create-user.ts";
import { transitions } from "#shared/sending/transitions.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { purgeAccount } from "#shared/accounts/store/purge.ts";
import { mongoMembers } from "#shared/accounts/store/members.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { addSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { mongoWebhooks } from "#shared/webhooks/store/webhooks.ts";
import type { Forgotten } from "./forgotten.ts";

/**
 * Repeats a withdrawal that a restored database does not contain; safe to repeat. The sweeper cancels a mailbox's waiting sends and erases the rest
 * of its mail. A send that may have left is looked up.
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
