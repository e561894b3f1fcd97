import type { ClientSession } from "mongodb";
import type { Mailbox } from "../mailbox.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, given, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import { conflict } from "#shared/platform/errors.ts";
import { openedBy, type ReadKeyring, seal, unseal } from "#shared/platform/credentials.ts";
import { touchUser } from "#shared/accounts/store/users.ts";
import { noSuchClient, type OAuthClient, type OAuthClients, type SealedOAuthClients } from "../oauth/oauth-clients.ts";
import { mailboxesOf, withoutSecrets } from "./mailbox-documents.ts";

type OAuthClientDocument = Stored<OAuthClient, "userId"> & {
  sealed: { clientSecret: string };
  /** Counts the mailboxes that were connected with it, so that its deletion excludes them. */
  revision?: number;
};

/** Indexes: an account has a provider's client once; the mailboxes that use one. */
export const oauthClientIndexes: readonly IndexSpec[] = [
  { collection: "oauthClients", keys: { userId: 1, provider: 1, clientId: 1 }, options: { unique: true } },
  {
    collection: "mailboxes",
    keys: { userId: 1, oauthClientId: 1, status: 1 },
    options: { partialFilterExpression: { oauthClientId: { $exists: true } } },
  },
];

/** The clients' collection. */
const oauthClientsOf = (database: Database) => database.collection<OAuthClientDocument>("oauthClients");

const one = (userId: string, id: string) => exact({ _id: oid(id), userId: oid(userId) });
/** The mailboxes whose grants are for a client; a deleted one holds none. */
const using = (userId: string, id: string) => ({ userId: oid(userId), oauthClientId: oid(id), deletedAt: { $exists: false } });
const shown = { sealed: 0, revision: 0 } as const;
const toClient = (found: object | null): OAuthClient | undefined => (found ? fromDocument<OAuthClient>(found) : undefined);

/** Marks a client as used in the transaction that connects a mailbox with it: a deletion at the same time conflicts. Throws 404 when it is gone. */
export const holdClient = async (database: Database, userId: string, id: string, session: ClientSession): Promise<void> => {
  const { matchedCount } = await oauthClientsOf(database).updateOne(one(userId, id), { $inc: { revision: 1 } }, { session });
  if (matchedCount === 0) throw noSuchClient();
};

/** The OAuth clients in MongoDB, without their secrets. */
export const mongoOAuthClients = (connect: Connect): OAuthClients => ({
  find: async (userId, id) => toClient(await oauthClientsOf(await connect()).findOne(one(userId, id), { projection: shown })),
  list: async (userId) => {
    const found = oauthClientsOf(await connect()).find({ userId: oid(userId) }, { projection: shown });
    return (await found.sort({ createdAt: 1, _id: 1 }).toArray()).map((document) => fromDocument<OAuthClient>(document));
  },
  delete: async (userId, id) => {
    const database = await connect();
    return database.transaction(async (session) => {
      const used = await mailboxesOf(database).countDocuments(using(userId, id), { session });
      if (used > 0) return used;
      const { deletedCount } = await oauthClientsOf(database).deleteOne(one(userId, id), { session });
      return deletedCount === 1 ? 0 : undefined;
    });
  },
});

const FIELD = "clientSecret";

/** The same with their secrets, sealed for the client (S11 in SECURITY.md). */
export const mongoSealedOAuthClients = (connect: Connect, keyring: ReadKeyring): SealedOAuthClients => {
  const sealedSecret = async (userId: string, recordId: string, secret: string) =>
    seal(await keyring(), { userId, recordId, field: FIELD }, secret);
  return {
    ...mongoOAuthClients(connect),
    insert: async (client, secret, most) => {
      const document = {
        ...toDocument(client, ["userId"]),
        sealed: { [FIELD]: await sealedSecret(client.userId, client.id, secret) },
      } as OAuthClientDocument;
      const database = await connect();
      const userId = oid(client.userId);
      try {
        return await database.transaction(async (session) => {
          await touchUser(database, userId, session);
          const own = oauthClientsOf(database).find({ userId }, { session, projection: { _id: 1 } });
          if ((await own.limit(most).toArray()).length === most) return false;
          await oauthClientsOf(database).insertOne(document, { session });
          return true;
        });
      } catch (error) {
        throw isDuplicateKey(error) ? conflict("The OAuth client exists", "the account has this client_id at this provider") : error;
      }
    },
    open: async (userId, id) => {
      const found = await oauthClientsOf(await connect()).findOne(one(userId, id), { projection: { revision: 0 } });
      if (!found) return undefined;
      const { sealed, ...document } = found;
      const binding = { userId, recordId: id, field: FIELD };
      const secret = await openedBy(keyring, (keys) => unseal(keys, binding, sealed.clientSecret));
      return { client: fromDocument<OAuthClient>(document), secret };
    },
    update: async (userId, id, { clientSecret, ...changes }) => {
      const sealed = clientSecret === undefined ? {} : { [`sealed.${FIELD}`]: await sealedSecret(userId, id, clientSecret) };
      const update = { $set: { ...given(changes), ...sealed }, $currentDate: { updatedAt: true } } as const;
      const options = { returnDocument: "after", projection: shown } as const;
      return toClient(await oauthClientsOf(await connect()).findOneAndUpdate(one(userId, id), update, options));
    },
    mailboxes: async (userId, id, most) => {
      const found = mailboxesOf(await connect()).find(using(userId, id), { projection: withoutSecrets });
      // "active" is the first of the states by name.
      return (await found.sort({ status: 1 }).limit(most).toArray()).map((document) => fromDocument<Mailbox>(document));
    },
  };
};
