import { expect, inject, it, vi } from "vitest";
import type { IndexSpec } from "#shared/platform/mongo/database.ts";
import { createIndexes, indexes } from "#shared/service/indexes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("indexes", (connect) => {
  it("are created by two, and beside a job that writes already", async () => {
    const database = await connect();
    await database.raw.dropDatabase();

    const first = Promise.all([createIndexes(database), database.raw.collection("sends").insertOne({})]);
    // Two index builds at once stall a mongod under Wine: there the second comes after the first.
    if (inject("mongoUris")["mongod"] !== undefined) await first;
    await Promise.all([first, createIndexes(database)]);

    for (const { collection, keys } of indexes)
      expect(await database.raw.collection(collection).indexExists(nameOf(keys as object))).toBe(true);
  });
});

it("of uniqueness, of forgetting and of a part of the documents are these", async () => {
  // Read anew, so that a mutant of a table is seen here.
  vi.resetModules();
  const { indexes: tables } = await import("#shared/service/indexes.ts");

  expect(tables.flatMap(promiseOf)).toEqual([
    "users email 1: unique",
    "apiKeys hash 1: unique",
    "apiKeys consent.codeHash 1: unique, with consent.codeHash",
    "apiKeys expiresAt 1: gone then, with expiresAt",
    "members userId 1 name 1: unique",
    "members email 1: unique, with email",
    "members identity.subject 1 identity.issuer 1: unique, with identity.subject",
    "members invitation.hash 1: unique, with invitation.hash",
    "members goesAt 1: gone then, with goesAt",
    "signIns hash 1: unique",
    "signIns expiresAt 1: gone then",
    "rateLimits expiresAt 1: gone then",
    "idempotency userId 1 route 1 key 1: unique",
    "idempotency expiresAt 1: gone then",
    "ledger userId 1 sendId 1: unique, of type charge",
    "ledger userId 1 reference 1: unique, of type topup",
    "ledger userId 1 createdAt 1: of type topup",
    "ledger userId 1 number 1: unique, with number",
    "wallets uncountedSince 1: with uncountedSince",
    "auditLog createdAt 1: gone 365 days later",
    "mailboxes userId 1 emailKey 1: unique, with emailKey",
    "mailboxes userId 1 tenant 1 createdAt -1 _id -1: with tenant",
    "mailboxes userId 1 dns.broken.since 1 _id 1: with dns.broken.since",
    "mailboxes dns.checkedAt 1: with dns.checkedAt",
    "mailboxes purging.since 1: with purging.since",
    "sends userId 1 messageId 1: unique",
    "sends userId 1 pairs 1 status 1 createdAt -1 _id -1: with pairs",
    "sends userId 1 createdAt -1 _id -1 repliedAt 1: with repliedAt",
    "sends userId 1 createdAt -1 _id -1 bouncedAt 1: with bouncedAt",
    'sends userId 1 kind 1 createdAt -1 _id -1: with kind > ""',
    "sends status 1 dueAt 1: with dueAt",
    "sends mailboxId 1 status 1 dueAt 1: with dueAt",
    "sends goesFirst 1 mailboxId 1 status 1 dueAt 1: with goesFirst",
    "sends mailboxId 1 countedAt 1: with countedAt",
    "sends status 1 sendBefore 1: with sendBefore",
    "sends copyAt 1: with copyAt",
    "sends mailboxId 1 copyAt 1: with copyAt",
    "sends mailboxId 1 providerMessageId 1: with providerMessageId",
    "sends userId 1 countedAt 1 _id 1: of status failed",
    "sends userId 1 status 1 createdAt -1 _id -1 holdUntil 1: with holdUntil",
    "sends mailboxId 1 status 1 holdUntil 1: with holdUntil",
    "sends status 1 holdUntil 1: with holdUntil",
    "sends userId 1 unclearSince 1 _id 1: with unclearSince",
    "sends userId 1 undecidedSince 1 _id 1: with undecidedSince",
    "sends userId 1 sequenceId 1 step 1 status 1: with sequenceId",
    "sends waitsFor 1: with waitsFor",
    "workerTime expiresAt 1: gone then",
    "refusals mailboxId 1 hour 1: unique",
    "refusals expiresAt 1: gone then",
    "contacts userId 1 tenant 1 key 1: unique",
    "contacts expiresAt 1: gone then",
    "rehearsals expiresAt 1: gone then",
    "oauthClients userId 1 provider 1 clientId 1: unique",
    "mailboxes userId 1 oauthClientId 1 status 1: with oauthClientId",
    "pools userId 1 name 1: unique",
    "messages mailboxId 1 folder 1 uidValidity 1 uid 1: unique",
    "messages mailboxId 1 dedupeKey 1: unique",
    "messages mailboxId 1 providerId 1: with providerId",
    "messages mailboxId 1 onServer 1: with onServer",
    "messages mailboxId 1 mayHaveMoved 1: with mayHaveMoved",
    "messages mailboxId 1 wish.dueAt 1: with wish.dueAt",
    "messages userId 1 emailJobId 1 receivedAt -1 _id -1: with emailJobId",
    "messages userId 1 tags 1 receivedAt -1 _id -1: with tags",
    "messages userId 1 intent 1 receivedAt -1 _id -1: with intent",
    "messages userId 1 words 1 receivedAt -1 _id -1: with words",
    "messages unsearched 1: with unsearched",
    "threads userId 1 words 1 lastMessageAt -1 _id -1: with words",
    "threads unsearched 1: with unsearched",
    "threads userId 1 tags 1 lastMessageAt -1 _id -1: with tags",
    "threads userId 1 labels 1 lastMessageAt -1 _id -1: with labels",
    "threads userId 1 waitingSince 1 _id 1: with waitingSince",
    "threads userId 1 mailboxId 1 waitingSince 1 _id 1: with waitingSince",
    "threads userId 1 firstResponse.answeredAt -1: with firstResponse.answeredAt",
    "threads snoozedUntil 1: with snoozedUntil",
    "threads moving 1: with moving",
    "threads marking.until 1: with marking.until",
    "sends userId 1 threadId 1 createdAt -1 _id -1: with threadId",
    "sends uncounted 1 status 1 threadId 1: with uncounted",
    "presence userId 1 threadId 1: unique",
    "presence expiresAt 1: gone then",
    "threadLinks userId 1 mailboxId 1 messageId 1: unique",
    "sequences unsettledAt 1: with unsettledAt",
    "sequencePeople userId 1 sequenceId 1 email 1: unique",
    "corrections userId 1 mailboxId 1 dedupeKey 1: unique",
    "audits userId 1 last.checkedAt 1 _id 1: of last.complete false",
    "graphItems mailboxId 1 folderId 1 uid 1: unique",
    "graphItems mailboxId 1 folderId 1 id 1: unique",
    "graphItems mailboxId 1 folderId 1 modseq 1: with modseq",
    "mailboxes transportUsed 1 hints.renewAt 1: with transportUsed",
    "mailboxes emailKey 1 hints.id 1: with hints.id",
    "mailboxes userId 1 hints.untoldSince 1 _id 1: with hints.untoldSince",
    "events userId 1 sequence 1: unique",
    "feeds uncountedSince 1: with uncountedSince",
    "events createdAt 1: gone 30 days later",
    "sends newsAt 1: with newsAt",
    "messages newsAt 1: with newsAt",
    "threads newsAt 1: with newsAt",
    "mailboxes newsAt 1: with newsAt",
    "wallets newsAt 1: with newsAt",
    "webhooks newsAt 1: with newsAt",
    "suppressions newsAt 1: with newsAt",
    "connectLinks newsAt 1: with newsAt",
    "webhooks unverified 1 createdAt 1: with unverified",
    "webhookDeliveries userId 1 webhookId 1 eventId 1: unique",
    "webhookDeliveries webhookId 1 dueAt 1: with dueAt",
    "webhookDeliveries createdAt 1: gone 30 days later",
    "suppressions userId 1 email 1: unique",
    "connectLinks hash 1: unique",
    "connectLinks userId 1 tenant 1 createdAt -1 _id -1: with tenant",
    "connectLinks expiresAt 1: gone 30 days later",
    "sendBodies expiresAt 1: gone then, with expiresAt",
    "sendBodies movesAt 1: with movesAt",
    "sendAttachments expiresAt 1: gone then, with expiresAt",
    "sendAttachments movesAt 1: with movesAt",
    "messageBodies expiresAt 1: gone then, with expiresAt",
    "messageBodies movesAt 1: with movesAt",
    "notes expiresAt 1: gone then, with expiresAt",
    "sequencePeople expiresAt 1: gone then, with expiresAt",
    "metrics userId 1 interval 1 by 1 key 1 at -1 _id -1: of by mailbox",
    "metrics expiresAt 1: gone then",
  ]);
});

/** What an index does besides leading to documents. */
const promiseOf = ({ collection, keys, options = {} }: IndexSpec): readonly string[] => {
  const { unique, expireAfterSeconds: seconds, partialFilterExpression: part } = options;
  const [[field, value] = []] = Object.entries(part ?? {}) as [string, string | boolean | object][];
  const does = [
    ...(unique ? ["unique"] : []),
    ...(seconds === undefined ? [] : [seconds === 0 ? "gone then" : `gone ${seconds / 86_400} days later`]),
    ...(field === undefined
      ? []
      : [
          typeof value !== "object"
            ? `of ${field} ${value}`
            : `with ${field}${JSON.stringify(value) === '{"$exists":true}' ? "" : ' > ""'}`,
        ]),
  ];
  return does.length === 0
    ? []
    : [
        `${collection} ${Object.entries(keys as object)
          .flat()
          .join(" ")}: ${does.join(", ")}`,
      ];
};

/** The server's default name of an index. */
const nameOf = (keys: object) => Object.entries(keys).flat().join("_");
