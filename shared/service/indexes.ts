import { createHash } from "node:crypto";
import { type CreateIndexesOptions, type IndexDescription, type IndexDescriptionInfo, MongoServerError } from "mongodb";
import { apiKeyIndexes } from "#shared/accounts/store/api-keys.ts";
import { auditLogIndexes } from "#shared/accounts/store/audit-log.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { connectLinkIndexes } from "#shared/connect/store.ts";
import { eventIndexes } from "#shared/events/store/event-documents.ts";
import { idempotencyIndexes, rateLimitIndexes } from "#shared/accounts/store/requests.ts";
import { ipIndexes } from "#shared/mailboxes/store/mailboxes.ts";
import { poolIndexes } from "#shared/mailboxes/store/pools.ts";
import { oauthClientIndexes } from "#shared/mailboxes/store/oauth-clients.ts";
import { mailboxIndexes } from "#shared/mailboxes/store/mailbox-documents.ts";
import { directoryIndexes } from "#shared/inbox/store/mail-directory.ts";
import { messageIndexes, searchIndexes } from "#shared/inbox/store/message-documents.ts";
import { retentionIndexes } from "#shared/platform/mongo/retention.ts";
import { migrationsOf } from "#shared/platform/mongo/migrations.ts";
import { sendIndexes } from "#shared/sending/store/send-documents.ts";
import { contactIndexes } from "#shared/sending/store/contacts.ts";
import { rehearsalIndexes } from "#shared/sending/store/rehearsals.ts";
import { refusalIndexes } from "#shared/sending/store/delivery-rows.ts";
import { workerTimeIndexes } from "#shared/sending/store/recovery.ts";
import { auditIndexes } from "#shared/inbox/store/audits.ts";
import { hintIndexes } from "#shared/inbox/store/hints.ts";
import { syncStateIndexes, syncTargetIndexes } from "#shared/inbox/store/sync-states.ts";
import { suppressionIndexes } from "#shared/suppressions/store/suppressions.ts";
import { correctionIndexes } from "#shared/threads/store/correction-documents.ts";
import { threadLinkIndexes } from "#shared/threads/store/thread-merges.ts";
import { noteIndexes, presenceIndexes } from "#shared/threads/store/notes.ts";
import { threadIndexes } from "#shared/threads/store/thread-documents.ts";
import { sequenceIndexes } from "#shared/sequences/store/sequences.ts";
import { metricsIndexes } from "#shared/metrics/store.ts";
import { memberIndexes, signInIndexes } from "#shared/accounts/store/members.ts";
import { userIndexes, walletIndexes } from "#shared/accounts/store/users.ts";
import { webhookIndexes } from "#shared/webhooks/store/webhook-documents.ts";
import { sandboxMailIndexes } from "#shared/sandbox/store/sandbox-mails.ts";
import { worldIndexes } from "#shared/sandbox/store/worlds.ts";
import { COLLECTIONS, scopeOf } from "#shared/platform/mongo/collections.ts";
import { WORLD_PREFIX } from "#shared/platform/world.ts";

/** Every index of the database. */
export const indexes: readonly IndexSpec[] = [
  ...userIndexes,
  ...apiKeyIndexes,
  ...memberIndexes,
  ...signInIndexes,
  ...rateLimitIndexes,
  ...idempotencyIndexes,
  ...walletIndexes,
  ...auditLogIndexes,
  ...mailboxIndexes,
  ...sendIndexes,
  ...workerTimeIndexes,
  ...refusalIndexes,
  ...contactIndexes,
  ...rehearsalIndexes,
  ...ipIndexes,
  ...oauthClientIndexes,
  ...poolIndexes,
  ...messageIndexes,
  ...searchIndexes,
  ...threadIndexes,
  ...noteIndexes,
  ...presenceIndexes,
  ...threadLinkIndexes,
  ...sequenceIndexes,
  ...correctionIndexes,
  ...syncStateIndexes,
  ...auditIndexes,
  ...directoryIndexes,
  ...syncTargetIndexes,
  ...hintIndexes,
  ...eventIndexes,
  ...webhookIndexes,
  ...suppressionIndexes,
  ...connectLinkIndexes,
  ...retentionIndexes,
  ...metricsIndexes,
];

const indexed: ReadonlySet<string> = new Set([...indexes, ...sandboxMailIndexes, ...worldIndexes].map(({ collection }) => collection));
/** Collections that may be written within transactions first, so that they must exist. */
const WITHOUT_INDEXES = Object.keys(COLLECTIONS).filter((name) => !indexed.has(name));

/** A world's `users` is a copy of the live document, in which an address may occur twice. */
const isInWorlds = (name: string): boolean => scopeOf(name) !== "live" && name !== "users";

const findsAccounts = ({ keys, options }: IndexSpec): boolean =>
  Object.keys(keys)[0] === "userId" && options?.partialFilterExpression === undefined;

/** Those collections of test worlds that have no index by account get one: emptying a world must not read the others. */
const byAccount = (specs: readonly IndexSpec[]): readonly IndexSpec[] => {
  const found = new Set(specs.filter(findsAccounts).map(({ collection }) => collection));
  const all = new Set([...specs.map(({ collection }) => collection), ...WITHOUT_INDEXES.filter(isInWorlds), "users"]);
  return [...all].filter((collection) => !found.has(collection)).map((collection) => ({ collection, keys: { userId: 1 } }));
};

const liveInWorlds = [...indexes, ...sandboxMailIndexes].filter(({ collection }) => isInWorlds(collection));
/** The indexes of test worlds: those of the live collections, of the sandbox's mail, and by account. */
const worldsIndexes: readonly IndexSpec[] = [...liveInWorlds, ...byAccount(liveInWorlds)].map((spec) => ({
  ...spec,
  collection: WORLD_PREFIX + spec.collection,
}));
const everyIndex = [...indexes, ...worldIndexes, ...worldsIndexes];

/** Options of a connection that builds indexes, which takes longer on much data than a request may wait. */
export const longTimeouts = () => ({ socketTimeoutMS: 30 * 60_000 });

/**
 * Creates missing indexes; safe to repeat. `begin` is called with each collection before its indexes are built. MongoDB continues a build after
 * its caller has gone, and a later call waits for it, so a build may take longer than one call. Run by each deployment, by `npm run admin -- init`
 * and by the local system at every start; tests of live mail alone leave the worlds' out.
 */
export const createIndexes = async (
  database: Database,
  begin: (collection: string) => void = () => undefined,
  specs: readonly IndexSpec[] = everyIndex,
): Promise<void> => {
  const existing = new Set((await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const collection of new Set([...specs.map((spec) => spec.collection), ...WITHOUT_INDEXES])) {
    if (!existing.has(collection)) await database.raw.createCollection(collection).catch(unlessItExists);
  }
  for (const [collection, own] of Map.groupBy(specs, (index) => index.collection)) {
    begin(collection);
    await buildAll(database, collection, own);
  }
};

/** The options that make two indexes of the same fields different; their names do not (MongoDB, "createIndexes", considerations). */
const optionsOf = ({ unique = false, sparse = false, partialFilterExpression, collation }: CreateIndexesOptions): string =>
  JSON.stringify([unique, sparse, partialFilterExpression, collation]);

const isOfSameFields = (one: IndexDescriptionInfo, { keys }: IndexSpec): boolean => JSON.stringify(one.key) === JSON.stringify(keys);
const hasOptions = (one: IndexDescriptionInfo, { options = {} }: IndexSpec): boolean => optionsOf(one) === optionsOf(options);
const isSame = (one: IndexDescriptionInfo, spec: IndexSpec): boolean => isOfSameFields(one, spec) && hasOptions(one, spec);

/** MongoDB's own name of an index, such as `userId_1_at_-1`. */
const usualName = (keys: IndexSpec["keys"]): string =>
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${direction}`)
    .join("_");

/**
 * Builds the indexes of a collection. An index of other options than before gets a name of its own beside the old one, which the running code still
 * reads: under the old name MongoDB refuses it (IndexKeySpecsConflict). When documents expire is changed in place (MongoDB, "collMod": index). Those
 * that are listed are asked for too: MongoDB lists an index while it is still built, and answers when it is.
 */
const buildAll = async (database: Database, collection: string, own: readonly IndexSpec[]): Promise<void> => {
  const existing = await database.raw.collection(collection).indexes();
  for (const spec of own) {
    const expireAfterSeconds = spec.options?.expireAfterSeconds;
    const other = existing.find((one) => isSame(one, spec) && one["expireAfterSeconds"] !== expireAfterSeconds);
    if (!other) continue;
    if (expireAfterSeconds !== undefined)
      await database.raw.command({ collMod: collection, index: { name: other.name, expireAfterSeconds } });
    // MongoDB keeps no two of them and cannot take the time away: the index is made anew below, and nothing expires from here on.
    else await database.raw.collection(collection).dropIndex(other.name ?? "");
  }
  const named = own.map((spec) => {
    const { keys, options = {} } = spec;
    const same = existing.find((one) => isSame(one, spec));
    const name = usualName(keys);
    const isTaken = existing.some((one) => one.name === name);
    const besides = isTaken ? `${name}_${createHash("sha256").update(optionsOf(options)).digest("hex").slice(0, 8)}` : name;
    return { key: keys as IndexKey, name: same?.name ?? besides, ...options };
  });
  await database.raw.collection(collection).createIndexes(named);
};

/** An index of other fields than its replacement's stays so long for a rollback to older code, which would read every row without it, ms. */
const REPLACED_FOR_MS = 7 * 86_400_000;

/** Whether an index that another replaces has been so for long enough; the first call notes since when. */
const isReplacedForLong = async (
  database: Database,
  collection: string,
  { key, name = "" }: IndexDescriptionInfo,
  own: readonly IndexSpec[],
) => {
  if (!own.some(({ replaces }) => replaces && JSON.stringify(key) === JSON.stringify(replaces))) return false;
  const noted = { _id: `index ${name} of ${collection}, replaced` };
  const now = { $setOnInsert: { startedAt: new Date(), changed: 0 } };
  const state = await migrationsOf(database).findOneAndUpdate(noted, now, { upsert: true, returnDocument: "after" });
  return state !== null && Date.now() - state.startedAt.getTime() > REPLACED_FOR_MS;
};

/**
 * Drops indexes whose fields now have an index with other options, or that other indexes replace, after those are built; returns the dropped names.
 * Run when no old version serves any more. All other indexes stay, such as the operator's own.
 */
export const dropReplacedIndexes = async (database: Database, specs: readonly IndexSpec[] = everyIndex): Promise<readonly string[]> => {
  await createIndexes(database, undefined, specs);
  const dropped: string[] = [];
  for (const [collection, own] of Map.groupBy(specs, (index) => index.collection)) {
    const existing = await database.raw.collection(collection).indexes();
    for (const one of existing) {
      const { name = "" } = one;
      const ofSameFields = own.filter((spec) => isOfSameFields(one, spec));
      const isReplaced = ofSameFields.length > 0 && !ofSameFields.some((spec) => hasOptions(one, spec));
      if (!isReplaced && (ofSameFields.length > 0 || !(await isReplacedForLong(database, collection, one, own)))) continue;
      await database.raw.collection(collection).dropIndex(name);
      dropped.push(`${collection}.${name}`);
    }
  }
  return dropped;
};

type IndexKey = IndexDescription["key"];

/** A job may have created the collection by writing to it. */
const unlessItExists = (error: unknown): void => {
  if (!(error instanceof MongoServerError && error.codeName === "NamespaceExists")) throw error;
};
