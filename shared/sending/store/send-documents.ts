import type {
  Binary,
  BulkWriteOptions,
  BulkWriteResult,
  Collection,
  Filter,
  FindOneAndUpdateOptions,
  ObjectId,
  UpdateOptions,
  UpdateResult,
} from "mongodb";
import type { Draft } from "../ports/acceptance.ts";
import type { Waiting } from "../ports/wake-ups.ts";
import { allRecipients } from "../recipients.ts";
import type { Labels, Send, SendBody } from "../send.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import type { BodyRow } from "#shared/platform/mongo/moved-bodies.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";
import { fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import type { SendUpdate } from "./apply-transition.ts";

/**
 * A send as stored. `recipient` holds its address in lower case, or the addresses of all its recipients, because filters and delivery reports name
 * them in that form.
 */
export type SendDocument = Stored<Send, "userId" | "mailboxId" | "ipId" | "threadId" | "waitsFor" | "sequenceId"> &
  HasPendingEvents & {
    recipient: string | readonly string[];
    /** Its labels in the form of the index (`pairsOf`); absent for none. */
    pairs?: string[];
    /** True while its conversation's summary does not count it. */
    uncounted?: true;
  };

/** The bodies of a send as stored; the id is the send's. One that has moved keeps its snippet alone, for the summaries of conversations. */
export interface SendBodyDocument extends SendBody, BodyRow {
  snippet?: string;
}

/** The contents of a send's attachments, in order; the id is the send's. Stored apart from its bodies, which every list and claim reads. */
export interface SendAttachmentsDocument extends BodyRow {
  contents: readonly (Binary | Uint8Array)[];
}

/** A write of a bulk write. */
export interface SendWrite {
  readonly filter: Filter<SendDocument>;
  readonly update: SendUpdate;
}

interface WrittenByMoves {
  updateOne(filter: Filter<SendDocument>, update: SendUpdate, options?: UpdateOptions): Promise<UpdateResult>;
  updateMany(filter: Filter<SendDocument>, update: SendUpdate, options?: UpdateOptions): Promise<UpdateResult>;
  findOneAndUpdate(filter: Filter<SendDocument>, update: SendUpdate, options: FindOneAndUpdateOptions): Promise<SendDocument | null>;
  bulkWrite(
    operations: readonly ({ readonly updateOne: SendWrite } | { readonly updateMany: SendWrite })[],
    options?: BulkWriteOptions,
  ): Promise<BulkWriteResult>;
}

/** The sends' collection with only the updates that `SendUpdate` allows; any other update does not compile. */
export type SendCollection = Omit<Collection<SendDocument>, keyof WrittenByMoves | "replaceOne" | "findOneAndReplace"> & WrittenByMoves;

/** The sends' collection. */
export const sendsOf = (database: Database) => database.collection<SendDocument>("sends") as SendCollection;
/** The collection of the sends' bodies. */
export const sendBodiesOf = (database: Database) => database.collection<SendBodyDocument>("sendBodies");

/** The collection of the attachments' contents. */
export const sendAttachmentsOf = (database: Database) => database.collection<SendAttachmentsDocument>("sendAttachments");

/** The maximum of documents that one step reads or writes; about a tenth of a second on a real database. */
export const STEP_MAX = 1000;

/** Converts a document to the fields of a wake-up. */
export const toWaiting = ({
  _id,
  userId,
  mailboxId,
  dueAt,
}: Pick<SendDocument, "_id" | "userId" | "mailboxId"> & { readonly dueAt?: Date | undefined }): Waiting => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  mailboxId: mailboxId.toHexString(),
  ...(dueAt && { dueAt }),
});

/** The filter for sends of a mailbox that wait. */
export const waitingIn = (mailboxId: ObjectId) => ({ mailboxId, status: { $in: ["queued", "scheduled"] as Send["status"][] } });

const copies = { partialFilterExpression: { copyAt: { $exists: true } } };
const waiting = { partialFilterExpression: { dueAt: { $exists: true } } };

/** Labels in the form of the index: metadata as `name=value`, where the name has no `=`, and a tag as `=tag`, because no name is empty. */
export const pairsOf = ({ metadata = {}, tags = [] }: Labels): string[] => [
  ...Object.entries(metadata).map(([name, value]) => `${name}=${value}`),
  ...tags.map((tag) => `=${tag}`),
];

const only = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });

/** Indexes: one for each list and each step of delivery; those on dueAt hold only sends that are not final. */
export const sendIndexes: readonly IndexSpec[] = [
  { collection: "sends", keys: { userId: 1, messageId: 1 }, options: { unique: true }, replaces: { messageId: 1 } },
  { collection: "sends", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "sends", keys: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
  { collection: "sends", keys: { userId: 1, mailboxId: 1, createdAt: -1, _id: -1 } },
  { collection: "sends", keys: { userId: 1, recipient: 1, createdAt: -1, _id: -1 } },
  { collection: "sends", keys: { userId: 1, pairs: 1, status: 1, createdAt: -1, _id: -1 }, options: only("pairs") },
  { collection: "sends", keys: { userId: 1, createdAt: -1, _id: -1, repliedAt: 1 }, options: only("repliedAt") },
  { collection: "sends", keys: { userId: 1, createdAt: -1, _id: -1, bouncedAt: 1 }, options: only("bouncedAt") },
  {
    collection: "sends",
    keys: { userId: 1, kind: 1, createdAt: -1, _id: -1 },
    options: { partialFilterExpression: { kind: { $gt: "" } } },
  },
  { collection: "sends", keys: { status: 1, dueAt: 1 }, options: waiting },
  { collection: "sends", keys: { mailboxId: 1, status: 1, dueAt: 1 }, options: waiting },
  {
    collection: "sends",
    keys: { goesFirst: 1, mailboxId: 1, status: 1, dueAt: 1 },
    options: { partialFilterExpression: { goesFirst: { $exists: true }, dueAt: { $exists: true } } },
  },
  { collection: "sends", keys: { mailboxId: 1, countedAt: 1 }, options: { partialFilterExpression: { countedAt: { $exists: true } } } },
  {
    collection: "sends",
    keys: { status: 1, sendBefore: 1 },
    options: { partialFilterExpression: { sendBefore: { $exists: true } } },
  },
  { collection: "sends", keys: { copyAt: 1 }, options: copies },
  { collection: "sends", keys: { mailboxId: 1, copyAt: 1 }, options: copies },
  {
    collection: "sends",
    keys: { mailboxId: 1, providerMessageId: 1 },
    options: { partialFilterExpression: { providerMessageId: { $exists: true } } },
  },
  {
    collection: "sends",
    keys: { userId: 1, countedAt: 1, _id: 1 },
    options: { partialFilterExpression: { status: "failed", stage: "intent" } },
  },
  { collection: "sends", keys: { userId: 1, status: 1, createdAt: -1, _id: -1, holdUntil: 1 }, options: only("holdUntil") },
  { collection: "sends", keys: { mailboxId: 1, status: 1, holdUntil: 1 }, options: only("holdUntil") },
  { collection: "sends", keys: { status: 1, holdUntil: 1 }, options: only("holdUntil") },
  { collection: "sends", keys: { userId: 1, unclearSince: 1, _id: 1 }, options: only("unclearSince") },
  { collection: "sends", keys: { userId: 1, undecidedSince: 1, _id: 1 }, options: only("undecidedSince") },
  { collection: "sends", keys: { userId: 1, sequenceId: 1, step: 1, status: 1 }, options: only("sequenceId") },
  { collection: "sends", keys: { waitsFor: 1 }, options: { partialFilterExpression: { waitsFor: { $exists: true } } } },
];

/** Converts a send to its document. */
export const sendDocument = (send: Send): SendDocument => {
  const pairs = pairsOf(send);
  const [first = "", ...others] = allRecipients(send).map((email) => email.toLowerCase());
  return Object.assign(toDocument(send, ["userId", "mailboxId", "ipId", "threadId", "waitsFor", "sequenceId"]), {
    recipient: others.length === 0 ? first : [...new Set([first, ...others])],
    ...(pairs.length > 0 && { pairs }),
    // A draft is in its conversation once it is approved.
    ...(send.threadId !== undefined && !send.draft && { uncounted: true as const }),
  });
};

/** Converts a document to a send. */
export const toSend = ({
  recipient: _recipient,
  pairs: _pairs,
  uncounted: _uncounted,
  news: _news,
  newsAt: _newsAt,
  ...document
}: SendDocument): Send => fromDocument<Send>(document);

/** Converts a draft to the document of its bodies. */
export const bodyDocument = ({ send, body }: Draft): SendBodyDocument => ({ _id: oid(send.id), userId: oid(send.userId), ...body });

/** Converts a draft to the documents of its attachments; none without attachments. */
export const attachmentsDocuments = ({ send, contents }: Draft): readonly SendAttachmentsDocument[] =>
  contents ? [{ _id: oid(send.id), userId: oid(send.userId), contents }] : [];
