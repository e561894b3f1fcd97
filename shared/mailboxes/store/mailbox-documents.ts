import type { ObjectId, UpdateFilter } from "mongodb";
import type { TransportName } from "#shared/providers/provider.ts";
import { type Mailbox, POLL_SHARDS } from "../mailbox.ts";
import type { MailboxRef, MailboxSecrets, SecretChanges } from "../ports.ts";
import { type Keyring, seal, unseal } from "#shared/platform/credentials.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import type { Migration } from "#shared/platform/mongo/migrations.ts";
import { given, oid, type Stored } from "#shared/platform/mongo/documents.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";

/** The secrets that are sealed, each bound to its account, mailbox and field (S11 in SECURITY.md). */
const sealedFields = ["smtpPassword", "imapPassword", "refreshToken", "accessToken"] as const;
type SealedFieldName = (typeof sealedFields)[number];

/** A mailbox as stored, its secrets sealed. */
export type MailboxDocument = Omit<Stored<Mailbox, "userId" | "ipId" | "oauthClientId">, "purging"> &
  HasPendingEvents & {
    /** The address in lower case, which is unique. */
    emailKey?: string;
    sealed: Partial<Record<SealedFieldName, string>>;
    accessTokenExpiresAt?: Date;
    accessTokenFor?: TransportName;
    /** Its shard of the mailboxes that are polled (`pollShardOf`); absent where older code has connected it. */
    pollShard?: number | null;
    /** Counts the refresh tokens stored. */
    grantVersion: number;
    /** The worker that may refresh the tokens, and until when. */
    refreshLease?: { token: string; until: Date } | undefined;
    /** What its provider was asked to tell (inbox/hints): the watch, when it is renewed, when it last told, the poll that follows, and since when it tells, or mail came untold. */
    hints?: { id?: string; proof?: string; until?: Date; renewAt?: Date; at?: Date; pollAt?: Date; toldAt?: Date; untoldSince?: Date };
    /** The progress of erasing its mail; `sends`: where the next step starts, newest first. */
    purging?: { since: Date; sends?: { createdAt: Date; id: ObjectId } };
  };

const only = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });

/**
 * Indexes: an address is connected once in an account; the list of an account and of a tenant, newest first; mailboxes that do not work; broken and
 * old DNS checks.
 */
export const mailboxIndexes: readonly IndexSpec[] = [
  {
    collection: "mailboxes",
    keys: { userId: 1, emailKey: 1 },
    options: { unique: true, ...only("emailKey") },
  },
  { collection: "mailboxes", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "mailboxes", keys: { userId: 1, tenant: 1, createdAt: -1, _id: -1 }, options: only("tenant") },
  { collection: "mailboxes", keys: { userId: 1, status: 1, deletedAt: 1, statusSince: 1, _id: 1 } },
  { collection: "mailboxes", keys: { userId: 1, "dns.broken.since": 1, _id: 1 }, options: only("dns.broken.since") },
  { collection: "mailboxes", keys: { "dns.checkedAt": 1 }, options: only("dns.checkedAt") },
  { collection: "mailboxes", keys: { "purging.since": 1 }, options: only("purging.since") },
];

/** Gives the mailboxes of older code their shard. */
export const mailboxMigrations: readonly Migration[] = [
  {
    id: "poll shards",
    collection: "mailboxes",
    rows: { pollShard: { $exists: false } },
    change: [{ $set: { pollShard: { $mod: [{ $subtract: ["$createdAt", new Date(0)] }, POLL_SHARDS] } } }],
  },
];

/** The mailboxes' collection. */
export const mailboxesOf = (database: Database) => database.collection<MailboxDocument>("mailboxes");

/** A projection without the fields that never leave the store. */
export const withoutSecrets = {
  sealed: 0,
  accessTokenExpiresAt: 0,
  accessTokenFor: 0,
  grantVersion: 0,
  refreshLease: 0,
  hints: 0,
  pollShard: 0,
  emailKey: 0,
  news: 0,
  newsAt: 0,
} as const;

/** The filter for one mailbox of an account. */
export const owned = ({ userId, id }: MailboxRef) => ({ _id: oid(id), userId: oid(userId) });

/** The filter for one mailbox of an account that its user has not deleted. */
export const connected = ({ userId, id }: MailboxRef) => ({ _id: oid(id), userId: oid(userId), deletedAt: { $exists: false } });

/** Seals a secret for its field of the mailbox. */
export const sealField = (keyring: Keyring, { userId, id }: MailboxRef, field: string, secret: string) =>
  seal(keyring, { userId, recordId: id, field }, secret);

/** The update operators that write secrets, sealed; `grantVersion` increases with a new refresh token. */
export const secretUpdate = (
  keyring: Keyring,
  mailbox: MailboxRef,
  { accessTokenExpiresAt, accessTokenFor, ...secrets }: SecretChanges,
) => {
  const facts = { accessTokenExpiresAt, accessTokenFor };
  const $set: Record<string, string | Date> = given(facts);
  const gone = "accessToken" in secrets ? Object.entries(facts).filter(([, fact]) => fact === undefined) : [];
  const $unset: Record<string, ""> = Object.fromEntries(gone.map(([name]) => [name, "" as const]));
  for (const [field, secret] of Object.entries(secrets)) {
    if (secret === undefined) $unset[`sealed.${field}`] = "";
    else $set[`sealed.${field}`] = sealField(keyring, mailbox, field, secret);
  }
  return { $set, $unset, $inc: "refreshToken" in secrets ? { grantVersion: 1 } : {} };
};

/** Leaves out empty update operators, which MongoDB rejects. */
export const operators = (update: Record<string, object>): UpdateFilter<MailboxDocument> =>
  Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0));

/** The fields of a document that hold its secrets, for `openSecrets`. */
export const secretFields = { userId: 1, sealed: 1, accessTokenExpiresAt: 1, accessTokenFor: 1 } as const;

/** Before version 0.3 a token for Graph began with this word, and had no field; tokens have no spaces (RFC 6750, 2.1). */
const OF_GRAPH = "graph ";

/** Opens the sealed secrets of a document. */
export const openSecrets = (
  keyring: Keyring,
  {
    _id,
    userId,
    sealed,
    accessTokenExpiresAt,
    accessTokenFor,
  }: Pick<MailboxDocument, "sealed" | "accessTokenExpiresAt" | "accessTokenFor"> & { _id: ObjectId; userId: ObjectId },
): MailboxSecrets => {
  const binding = { userId: userId.toHexString(), recordId: _id.toHexString() };
  const opened = sealedFields.flatMap((field) => {
    const value = sealed[field];
    return value === undefined ? [] : [[field, unseal(keyring, { ...binding, field }, value)] as const];
  });
  const secrets: MailboxSecrets = { ...Object.fromEntries(opened), ...given({ accessTokenExpiresAt, accessTokenFor }) };
  const { accessToken } = secrets;
  if (!accessToken?.startsWith(OF_GRAPH)) return secrets;
  return { ...secrets, accessToken: accessToken.slice(OF_GRAPH.length), accessTokenFor: "graph" };
};
