import type { Grants, MailboxRef, SealedMailboxes } from "../ports.ts";
import { openedBy, type ReadKeyring } from "#shared/platform/credentials.ts";
import { type Connect, type Database, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { exact, newToken, given, oid, toDocument } from "#shared/platform/mongo/documents.ts";
import {
  connected,
  mailboxesOf,
  openSecrets,
  operators,
  secretFields,
  secretUpdate,
  type MailboxDocument,
  owned,
  sealField,
  withoutSecrets,
} from "./mailbox-documents.ts";
import type { ClientSession } from "mongodb";
import { conflict } from "#shared/platform/errors.ts";
import { type Mailbox, pollShardOf } from "../mailbox.ts";
import type { ClientChoice } from "../oauth/oauth-providers.ts";
import { eventAtInsert, pushEvents } from "#shared/events/store/event-documents.ts";
import { sendsOf, waitingIn } from "#shared/sending/store/send-documents.ts";
import { raiseStopVersion } from "#shared/sending/store/delivery-rows.ts";
import { holdClient } from "./oauth-clients.ts";
import { changesPace } from "../pace.ts";
import { changedFields, mongoMailboxes, eventOf, orNothing } from "./mailboxes.ts";

/** The OAuth grants in the mailboxes' documents. Leases use the database's clock, so that a worker with a wrong clock takes none early. */
export const mongoGrants = (connect: Connect, keyring: ReadKeyring): Grants => {
  const mailboxes = async () => mailboxesOf(await connect());
  const opened = async (mailbox: MailboxRef) => {
    const found = await (
      await mailboxes()
    ).findOne(exact(connected(mailbox)), {
      projection: { ...secretFields, grantVersion: 1 },
    });
    return found ? { found, secrets: await openedBy(keyring, (keys) => openSecrets(keys, found)) } : undefined;
  };

  return {
    read: async (mailbox) => {
      const stored = await opened(mailbox);
      if (stored?.secrets.refreshToken === undefined) return undefined;
      const { refreshToken, accessToken, accessTokenExpiresAt, accessTokenFor } = stored.secrets;
      return {
        refreshToken,
        version: stored.found.grantVersion,
        ...given({ accessToken, accessTokenExpiresAt, accessTokenFor }),
      };
    },
    lease: async (mailbox, forMs) => {
      const token = newToken();
      const free = { $lte: [{ $ifNull: ["$refreshLease.until", new Date(0)] }, "$$NOW"] };
      const mine = { token, until: { $add: ["$$NOW", forMs] } };
      const after = await (
        await mailboxes()
      ).findOneAndUpdate(connected(mailbox), [{ $set: { refreshLease: { $cond: [free, mine, "$refreshLease"] } } }], {
        returnDocument: "after",
        projection: { refreshLease: 1 },
      });
      return after?.refreshLease?.token === token ? token : undefined;
    },
    release: async (mailbox, lease) => {
      await (await mailboxes()).updateOne(exact({ ...connected(mailbox), "refreshLease.token": lease }), { $unset: { refreshLease: "" } });
    },
    store: async (mailbox, version, tokens) => {
      const update = operators(secretUpdate(await keyring(), mailbox, tokens));
      return (await (await mailboxes()).updateOne(exact({ ...connected(mailbox), grantVersion: version }), update)).matchedCount === 1;
    },
    forget: async (mailbox, accessToken) => {
      const stored = await opened(mailbox);
      if (stored?.secrets.accessToken !== accessToken) return;
      const same = { ...connected(mailbox), "sealed.accessToken": stored.found.sealed.accessToken };
      await (
        await mailboxes()
      ).updateOne(exact(same), { $unset: { "sealed.accessToken": "", accessTokenExpiresAt: "", accessTokenFor: "" } });
    },
  };
};

/** A write of a mailbox with its secrets; the mailbox, undefined when there was none to write. */
type Write = (session?: ClientSession) => Promise<Mailbox | undefined>;
/** How such a write is made: alone, or together with something else in a transaction. */
type Around = (database: Database, write: Write) => Promise<Mailbox | undefined>;

const alone: Around = (_database, write) => write();

/**
 * The mailboxes in MongoDB with their secrets. `keyring` is called at each use, so that a rotation takes effect. `around` runs the writes of `insert`
 * and `update`, for example in a transaction with another write.
 */
export const mongoSealedMailboxes = (connect: Connect, keyring: ReadKeyring, around: Around = alone): SealedMailboxes => {
  const mailboxes = async () => mailboxesOf(await connect());
  return {
    ...mongoMailboxes(connect),
    insert: async (mailbox, { accessTokenExpiresAt, accessTokenFor, ...secrets }) => {
      const keys = await keyring();
      const document = {
        ...toDocument(mailbox, ["userId", "ipId", "oauthClientId"]),
        ...given({ accessTokenExpiresAt, accessTokenFor }),
        emailKey: mailbox.email.toLowerCase(),
        pollShard: pollShardOf(mailbox),
        sealed: Object.fromEntries(
          Object.entries(given(secrets)).map(([field, secret]) => [field, sealField(keys, mailbox, field, secret)]),
        ),
        grantVersion: 1,
        ...eventAtInsert("mailbox.connected"),
      } as MailboxDocument;
      const database = await connect();
      try {
        await withClientHeld(around, mailbox)(database, async (session) => {
          await mailboxesOf(database).insertOne(document, { ...(session && { session }) });
          return mailbox;
        });
      } catch (error) {
        throw isDuplicateKey(error) ? alreadyConnected(mailbox.email) : error;
      }
    },
    update: async (userId, id, changes, secrets = {}, read) => {
      const database = await connect();
      const sealed = secretUpdate(await keyring(), { userId, id }, secrets);
      // Only connecting names its type: a mailbox of a test world has no secrets, nor one whose server knows our address.
      const reconnects = Object.keys(sealed.$set).length > 0 || changes.type !== undefined;
      if (reconnects) await refuseEnding(database, { userId, id });
      const left = (["imap", "oauthClientId"] as const).filter((field) => field in changes && changes[field] === undefined);
      const gone = { ...Object.fromEntries(left.map((field) => [field, ""])), ...(reconnects && { deletedAt: "" }) };
      const update = operators({
        $set: { ...changedFields(changes), ...sealed.$set },
        $currentDate: { updatedAt: true },
        $unset: { ...sealed.$unset, ...gone },
        $inc: sealed.$inc,
      });
      const filter = {
        ...owned({ userId, id }),
        ...(reconnects && { purging: { $exists: false } }),
        ...(read && { deletedAt: read.deletedAt ?? { $exists: false } }),
        ...(read?.whose && { tenant: read.whose.tenant ?? { $exists: false } }),
      };
      const held = withClientHeld(around, { userId, oauthClientId: changes.oauthClientId });
      const isStop = changes.maxDailySends !== undefined || changesPace(changes);
      const inWrite = isStop ? counted(held, userId) : held;
      return inWrite(database, async (session) => {
        const options = { returnDocument: "after", projection: withoutSecrets, ...(session && { session }) } as const;
        const write = async (condition: object, event: object = {}) =>
          orNothing(await mailboxesOf(database).findOneAndUpdate({ ...filter, ...condition }, { ...update, ...event }, options));
        const { status } = changes;
        // The old status is in the condition, because only a change of status records an event.
        if (status === undefined) return write({});
        return (await write({ status: { $ne: status } }, pushEvents(eventOf[status]))) ?? write({ status });
      });
    },
    secrets: async (mailbox: MailboxRef) => {
      const found = await (await mailboxes()).findOne(exact(connected(mailbox)), { projection: secretFields });
      return found ? openedBy(keyring, (keys) => openSecrets(keys, found)) : {};
    },
  };
};

/** The same with a new daily cap or pace, which is a stop for what workers have claimed under the old one. */
const counted =
  (around: Around, userId: string): Around =>
  (database, write) => {
    const both = async (session: ClientSession) => {
      const written = await write(session);
      if (written) await raiseStopVersion(database, oid(userId), session);
      return written;
    };
    return around(database, (session) => (session ? both(session) : database.transaction(both)));
  };

/** The same for a mailbox of an account's own OAuth client, which cannot be deleted meanwhile; throws 404 when it is gone. */
const withClientHeld = (around: Around, { userId, oauthClientId }: ClientChoice): Around => {
  if (oauthClientId === undefined) return around;
  return (database, write) => {
    const both = async (session: ClientSession) => {
      await holdClient(database, userId, oauthClientId, session);
      return write(session);
    };
    return around(database, (session) => (session ? both(session) : database.transaction(both)));
  };
};

/** A mailbox cannot be connected again before the deletion of its former mail is complete. */
const refuseEnding = async (database: Database, mailbox: MailboxRef): Promise<void> => {
  const deleted = { ...owned(mailbox), deletedAt: { $exists: true } };
  const found = await mailboxesOf(database).findOne(deleted, { projection: { purging: 1 } });
  if (!found) return;
  if (found.purging) throw conflict("The mailbox is being erased", "its mail is being erased: try again in some minutes");
  if (await sendsOf(database).findOne({ ...waitingIn(oid(mailbox.id)), dueAt: { $gte: new Date(0) } }, { projection: { _id: 1 } }))
    throw conflict("The mailbox is being disconnected", "its waiting emails are being cancelled: try again in some minutes");
};

const alreadyConnected = (email: string) =>
  conflict("The mailbox is connected already", `a mailbox with the address ${email} is connected`);
