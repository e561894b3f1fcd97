import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import type { SealedWebhooks } from "../../../domain/webhooks/ports.ts";
import type { Webhook } from "../../../domain/webhooks/webhook.ts";
import { touchUser } from "../accounts/users.ts";
import type { Connect } from "../database.ts";
import { oid, toDocument } from "../documents.ts";
import { openSecrets, sealSecret, webhooksOf } from "./webhook-documents.ts";
import { mongoWebhooks } from "./webhooks.ts";
import { workerNow } from "../../../domain/world.ts";

/** An endpoint that has not answered a test is sent one. */
const asked = ({ verifiedAt }: Webhook) => (verifiedAt ? {} : { unverified: true });

/** The endpoints in MongoDB with their secrets; `keyring` is called each time, so that a rotation takes effect. */
export const mongoSealedWebhooks = (connect: Connect, keyring: () => Promise<Keyring>): SealedWebhooks => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  return {
    ...mongoWebhooks(connect),
    insert: async (webhook, secret, most) => {
      const sealed = { secret: sealSecret(await keyring(), webhook.userId, webhook.id, "secret", secret) };
      const database = await connect();
      const userId = oid(webhook.userId);
      return database.transaction(async (session) => {
        await touchUser(database, userId, session);
        const own = webhooksOf(database).find({ userId }, { session, projection: { _id: 1 } });
        if ((await own.limit(most).toArray()).length === most) return false;
        await webhooksOf(database).insertOne({ ...toDocument(webhook, ["userId"]), ...asked(webhook), sealed }, { session });
        return true;
      });
    },
    secrets: async (userId, id) => {
      const found = await webhooksOf(await connect()).findOne(one(userId, id));
      return found ? openSecrets(await keyring(), found) : [];
    },
    rotate: async (userId, id, secret, bothForMs) => {
      const database = await connect();
      const keys = await keyring();
      const found = await webhooksOf(database).findOne(one(userId, id));
      if (!found) return false;
      const [current = secret] = openSecrets(keys, found);
      const sealed = {
        secret: sealSecret(keys, userId, id, "secret", secret),
        previous: sealSecret(keys, userId, id, "previous", current),
      };
      const same = { ...one(userId, id), "sealed.secret": found.sealed.secret };
      const update = { $set: { sealed, previousUntil: new Date(workerNow().getTime() + bothForMs) } };
      return (await webhooksOf(database).updateOne(same, update)).matchedCount === 1;
    },
  };
};
