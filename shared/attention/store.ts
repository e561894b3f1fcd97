import type { Collection, Document, Filter, ObjectId } from "mongodb";
import {
  type AttentionReads,
  COUNTED_MAX,
  type FailingWebhook,
  type HeldSend,
  type Found,
  type IncompleteAudit,
  type TroubledMailbox,
  type UnclearSend,
  type UndecidedSend,
  type UnknownSend,
  type Whose,
} from "./ports.ts";
import type { Transaction } from "#shared/accounts/credits.ts";
import { ledgerOf } from "#shared/accounts/store/users.ts";
import { isComplete } from "#shared/inbox/audit/audit.ts";
import { UNCLEAR_ANSWER } from "#shared/sending/waiting.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { auditsOf } from "#shared/inbox/store/audits.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { heldIn } from "#shared/sending/store/charge.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";

/** The most undecided emails that are read: they say which aliases are refused. */
const UNDECIDED_MAX = 1000;
/** The most top-ups of a week that the pace takes into account. */
const TOP_UPS_MAX = 1000;

/** What to read of a collection, oldest first by a date field. */
interface Read<D extends Document> {
  readonly from: Pick<Collection<D>, "find" | "countDocuments">;
  readonly filter: Filter<D>;
  readonly by: string;
  readonly fields: readonly string[];
  readonly most: number;
}

/** The oldest documents; they are counted only when there are more. */
const oldest = async <D extends Document>({ from, filter, by, fields, most }: Read<D>): Promise<Found<Document>> => {
  const projection = Object.fromEntries([by, ...fields].map((field) => [field, 1]));
  const rows = await from
    .find(exact(filter), { projection })
    .sort({ [by]: 1, _id: 1 })
    .limit(most + 1)
    .toArray();
  const count = rows.length > most ? await from.countDocuments(exact(filter), { limit: COUNTED_MAX }) : rows.length;
  return { rows: rows.slice(0, most), count };
};

const asRows = <T extends { readonly id: string }>({ rows, count }: Found<Document>): Found<T> => ({
  rows: rows.map((row) => fromDocument<T>(row)),
  count,
});

/** The condition for records of some mailboxes, by the field with the mailbox's id. */
const ofMailboxes = (field: "_id" | "mailboxId", { mailboxIds }: Whose = {}) =>
  mailboxIds ? { [field]: { $in: mailboxIds.map(oid) } } : {};

/** An absent date, in a form that is one point of an index, so that the index also gives the order. */
const notDeleted = { $eq: null } as unknown as Date;

/** How many follow-ups of these mailboxes wait, by mailbox; of all together up to COUNTED_MAX are counted. */
const followUpsIn = async (database: Database, mailboxIds: readonly ObjectId[]): Promise<ReadonlyMap<string, number>> => {
  const waiting = { mailboxId: { $in: [...mailboxIds] }, status: { $in: ["queued", "scheduled"] }, dueAt: { $gt: new Date(0) } };
  const counted = sendsOf(database).aggregate<{ readonly _id: ObjectId; readonly count: number }>([
    { $match: { ...waiting, waitsFor: { $exists: true } } },
    { $limit: COUNTED_MAX },
    { $group: { _id: "$mailboxId", count: { $sum: 1 } } },
  ]);
  return new Map((await counted.toArray()).map(({ _id, count }) => [_id.toHexString(), count]));
};

/** The reads of what needs a person, in MongoDB. */
export const mongoAttention = (connect: Connect): AttentionReads => ({
  mailboxes: async (userId, status, most, whose) => {
    const fields = ["email", "type", "status", "smtpLastError", "inboxLastError", "smtpFailures", "imapFailures", "mailRefusedSince"];
    const filter = { userId: oid(userId), status, deletedAt: notDeleted, ...ofMailboxes("_id", whose) };
    const database = await connect();
    const { rows, count } = asRows<TroubledMailbox>(await oldest({ from: mailboxesOf(database), filter, by: "statusSince", fields, most }));
    if (status !== "disconnected" || rows.length === 0) return { rows, count };
    const waiting = await followUpsIn(
      database,
      rows.map(({ id }) => oid(id)),
    );
    return { rows: rows.map((row) => ({ ...row, followUps: waiting.get(row.id) ?? 0 })), count };
  },
  brokenDns: async (userId, most, whose) => {
    const filter = { userId: oid(userId), "dns.broken.since": { $exists: true }, ...ofMailboxes("_id", whose) };
    const fields = ["email", "dns.broken.records"];
    const { rows, count } = await oldest({ from: mailboxesOf(await connect()), filter, by: "dns.broken.since", fields, most });
    return { rows: rows.map(({ _id, email, dns }) => ({ id: String(_id), email, broken: dns.broken })), count };
  },
  unknownSends: async (userId, since, most, whose) => {
    const unknown = { status: "failed" as const, stage: "intent" as const, countedAt: { $gte: since } };
    const filter = { userId: oid(userId), ...unknown, ...ofMailboxes("mailboxId", whose) };
    const fields = ["toEmail", "lastError"];
    return asRows<UnknownSend>(await oldest({ from: sendsOf(await connect()), filter, by: "countedAt", fields, most }));
  },
  unclearSends: async (userId, most, whose) => {
    const waits = { status: "queued" as const, lastError: UNCLEAR_ANSWER, unclearSince: { $exists: true } };
    const filter = { userId: oid(userId), ...waits, ...ofMailboxes("mailboxId", whose) };
    const fields = ["toEmail", "cancelOnUnknown"];
    return asRows<UnclearSend>(await oldest({ from: sendsOf(await connect()), filter, by: "unclearSince", fields, most }));
  },
  heldSends: async (userId, most, whose) => {
    const filter = { ...heldIn(oid(userId)), draft: { $exists: false }, ...ofMailboxes("mailboxId", whose) };
    return asRows<HeldSend>(
      await oldest({ from: sendsOf(await connect()), filter, by: "createdAt", fields: ["toEmail", "holdUntil"], most }),
    );
  },
  undecidedSends: async (userId, whose) => {
    const database = await connect();
    const filter = {
      userId: oid(userId),
      status: "queued" as const,
      undecidedSince: { $exists: true },
      ...ofMailboxes("mailboxId", whose),
    };
    const projection = { mailboxId: 1, fromEmail: 1, lastError: 1, undecidedSince: 1 };
    const rows = await sendsOf(database)
      .find(exact(filter), { projection, batchSize: UNDECIDED_MAX })
      .sort({ undecidedSince: 1, _id: 1 })
      .limit(UNDECIDED_MAX)
      .toArray();
    if (rows.length === 0) return [];
    const known = { _id: { $in: [...new Set(rows.map(({ mailboxId }) => mailboxId.toHexString()))].map(oid) }, userId: oid(userId) };
    const mailboxes = await mailboxesOf(database)
      .find(known, { projection: { email: 1, status: 1 } })
      .toArray();
    const byId = new Map(mailboxes.map(({ _id, email, status }) => [_id.toHexString(), { email, status }]));
    return rows.flatMap(({ mailboxId, fromEmail, lastError, undecidedSince }): readonly UndecidedSend[] => {
      const mailbox = byId.get(mailboxId.toHexString());
      return mailbox && undecidedSince ? [{ mailboxId: mailboxId.toHexString(), fromEmail, lastError, undecidedSince, mailbox }] : [];
    });
  },
  incompleteAudits: async (userId, most, whose) => {
    const database = await connect();
    const filter = { userId: oid(userId), "last.complete": false, ...ofMailboxes("_id", whose) };
    const { rows, count } = await oldest({
      from: auditsOf(database),
      filter,
      by: "last.checkedAt",
      fields: ["last.folders", "last.foldersNotRead"],
      most,
    });
    if (rows.length === 0) return { rows: [], count };
    const read = { _id: { $in: rows.map(({ _id }) => _id) }, userId: oid(userId), inboxSyncEnabled: true };
    const mailboxes = await mailboxesOf(database)
      .find(read, { projection: { email: 1 } })
      .toArray();
    const emails = new Map(mailboxes.map(({ _id, email }) => [_id.toHexString(), email]));
    const ofRead = rows.flatMap(({ _id, last }): readonly IncompleteAudit[] => {
      const mailboxId = String(_id);
      const email = emails.get(mailboxId);
      // A mailbox with too many folders has lost nothing; its own record says so.
      const isOnlyUnread = (last.foldersNotRead ?? 0) > 0 && last.folders.every(isComplete);
      return email === undefined || isOnlyUnread ? [] : [{ mailboxId, email, checkedAt: last.checkedAt, folders: last.folders }];
    });
    return { rows: ofRead, count: count - (rows.length - ofRead.length) };
  },
  untoldMailboxes: async (userId, before, most, whose) => {
    const untold = { "hints.untoldSince": { $lte: before }, "hints.id": { $exists: true }, inboxSyncEnabled: true, deletedAt: notDeleted };
    const filter = { userId: oid(userId), ...untold, ...ofMailboxes("_id", whose) };
    const { rows, count } = await oldest({ from: mailboxesOf(await connect()), filter, by: "hints.untoldSince", fields: ["email"], most });
    return { rows: rows.map(({ _id, email, hints }) => ({ id: String(_id), email, untoldSince: hints.untoldSince })), count };
  },
  failingWebhooks: async (userId, whose = {}) => {
    const projection = { url: 1, status: 1, failingSince: 1, failures: 1, answered: 1 };
    const ofTenants = whose.tenants ? { tenant: { $in: [...whose.tenants] } } : {};
    const filter = { userId: oid(userId), failingSince: { $exists: true }, ...ofTenants };
    const failing = webhooksOf(await connect()).find(filter, { projection });
    return (await failing.toArray()).map((row) => fromDocument<FailingWebhook>(row));
  },
  spending: async (userId, since) => {
    const ledger = ledgerOf(await connect());
    const rows = { userId: oid(userId), createdAt: { $gte: since } };
    const [[first], topUps] = await Promise.all([
      ledger.find(rows).sort({ createdAt: 1, _id: 1 }).limit(1).toArray(),
      ledger
        .find({ ...rows, type: "topup" }, { projection: { amount: 1 }, batchSize: TOP_UPS_MAX })
        .limit(TOP_UPS_MAX)
        .toArray(),
    ]);
    if (!first) return undefined;
    const before = balanceBefore(first);
    const toppedUp = topUps.reduce((sum, { amount }) => sum + amount, 0);
    return { from: before > 0 ? since : first.createdAt, before, toppedUp };
  },
});

const balanceBefore = ({ type, amount, balanceAfter }: Pick<Transaction, "type" | "amount" | "balanceAfter">): number =>
  type === "charge" ? balanceAfter + amount : balanceAfter - amount;
